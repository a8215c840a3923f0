/** Where a text is pasted, found and named. What is not simply found says so here, with a way on. */
import { useEffect, useRef, useState } from "react";
import { isAttributeName } from "../../../api/records.js";
import type { DraftView, ValueKind } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { lastWords } from "../../frame/words.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { focused } from "../../parts/focused.js";
import { LabelMark } from "../../parts/LabelMark.js";
import { Quote } from "../../parts/Quote.js";
import { Waiting } from "../../parts/Waiting.js";
import { useTexts } from "../../texts/language.js";
import { KindChip } from "./KindChip.js";
import { NotFound, Places } from "./NotSimple.js";
import { withRegion } from "./pages.js";
import { type Candidate, type CandidateState, isReady } from "./use-candidate.js";
import type { Draft } from "./use-draft.js";

interface FindPaneProps {
  readonly state: CandidateState;
  readonly draft: Draft;
  readonly view: DraftView;
  readonly address: string;
  readonly names: readonly string[];
  readonly wanted: string | undefined; // the name that is asked for on another page
  readonly isOther: boolean;
  readonly onLabel: (name: string, kind: ValueKind) => Promise<void>;
  readonly onShow: (span: Span) => void;
  readonly onLeave: () => void; // the text under the hand is not meant
}

export function FindPane(props: FindPaneProps) {
  const { state, names } = props;
  const { t } = useTexts();
  const { candidate } = state;
  return (
    <div className="find" data-open={candidate !== null}>
      {state.error !== null && <ErrorLine error={state.error} />}
      {state.isLooking && !candidate && <Waiting text={t("find.looking")} />}
      {candidate ? (
        <Found key={candidate.turn} {...props} candidate={candidate} />
      ) : (
        <PasteBox
          state={state}
          next={names.length + 1}
          isFull={names.length >= 50}
          wanted={props.wanted}
          isOther={props.isOther}
        />
      )}
    </div>
  );
}

interface PasteBoxProps {
  readonly state: CandidateState;
  readonly next: number;
  readonly isFull: boolean;
  readonly wanted: string | undefined;
  readonly isOther: boolean;
}

function PasteBox({ state, next, isFull, wanted, isOther }: PasteBoxProps) {
  const { t } = useTexts();
  const [text, setText] = useState("");
  const find = (what: string): void => {
    if (what.trim() !== "") void state.find(what); // the text stays until it is found: perhaps nobody answers
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        find(text);
      }}
    >
      <div className="row">
        <input
          id="paste-box"
          className="in"
          aria-label={t("find.box")}
          placeholder={wanted === undefined ? t("find.placeholder") : t("find.wanted", { name: wanted })}
          autoComplete="off"
          disabled={isFull}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text/plain");
            if (!pasted.trim().includes("\n")) return; // one line may still be edited before Enter
            event.preventDefault(); // a box of one line would lose where lines end
            find(pasted);
          }}
        />
        <button type="submit" className="btn" disabled={isFull}>
          {t("find.act")}
        </button>
      </div>
      <p className="t3 find-next">
        {isOther ? (
          t("find.other")
        ) : isFull ? (
          t("labels.full")
        ) : (
          <>
            {t("find.will-be")} <LabelMark number={next} />
          </>
        )}
      </p>
    </form>
  );
}

function Found(props: FindPaneProps & { candidate: Candidate }) {
  const { state, candidate, draft, address, onShow, onLeave } = props;
  const { t } = useTexts();
  const { located } = candidate.answer;
  if (candidate.answer.texts > 1 && !candidate.isOneValue && located.kind !== "not-found") {
    return (
      <div className="find-question" role="alert">
        <p>{t("find.lines", { n: candidate.answer.texts })}</p>
        <div className="row wrap">
          <button type="button" className="btn prime" ref={focused} onClick={state.asOneValue}>
            {t("find.one-value")}
          </button>
          <button
            type="button"
            className="btn"
            onClick={() => {
              void draft.act(t("done.region"), (pages) => withRegion(pages, address, candidate.text));
              onLeave();
            }}
          >
            {t("find.whole-record")}
          </button>
          <NotThis onClick={onLeave} />
        </div>
      </div>
    );
  }
  if (isReady(candidate)) return <Naming {...props} />;
  if (located.kind === "ambiguous")
    return (
      <Places
        located={located}
        text={candidate.text}
        number={props.names.length + 1}
        onChoose={state.choose}
        onShow={onShow}
        onLeave={onLeave}
      />
    );
  if (located.kind === "not-found") {
    return (
      <NotFound
        located={located}
        text={candidate.text}
        onUse={(text) => void state.find(text)}
        onShow={onShow}
        onLeave={onLeave}
      />
    );
  }
  return (
    <div className="find-question" role="alert">
      <p>{located.kind === "in-pieces" ? t("find.pieces") : t("find.not-found")}</p>
      <NotThis onClick={onLeave} />
    </div>
  );
}

function NotThis({ onClick }: { onClick: () => void }) {
  const { t } = useTexts();
  return (
    <button type="button" className="btn" onClick={onClick}>
      {t("find.not-this")}
    </button>
  );
}

/** Names people use most, for values nothing gives a name to. */
const USUAL = ["title", "authors", "date", "abstract", "keywords", "journal", "doi", "publisher", "pages", "price", "full-text"];

function Naming(props: FindPaneProps & { candidate: Candidate }) {
  const { state, candidate, view, names, wanted, isOther, onLabel, onLeave } = props;
  const { t } = useTexts();
  const { proposal, located } = candidate.answer;
  const [name, setName] = useState(wanted ?? proposal.name);
  const [kind, setKind] = useState<ValueKind>(proposal.kind);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const isGood = isAttributeName(name);
  const number = names.includes(name) ? names.indexOf(name) + 1 : names.length + 1;
  const offered = (
    isOther
      ? names
      : [...new Set([...Object.keys(view.guide), proposal.name, ...USUAL])].filter((each) => each !== "" && !names.includes(each))
  )
    .filter((each) => each !== name)
    .slice(0, 4);
  const place =
    located.kind === "found"
      ? located.place
      : located.kind === "ambiguous"
        ? located.places[(candidate.place ?? 1) - 1]
        : undefined;
  return (
    <form
      className="naming"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) void onLabel(name, kind);
      }}
    >
      <p className="naming-text">
        {place && <span className="q dim">{lastWords(place.before, 36)} </span>}
        <Quote>{candidate.text}</Quote>
      </p>
      {candidate.selected?.exact && (
        <p className="t3">
          {t("find.widened")}{" "}
          <button
            type="button"
            className="link"
            onClick={() =>
              candidate.selected?.exact &&
              void state.find(candidate.selected.exact.text, { ...candidate.selected.exact, exact: null })
            }
          >
            {t("find.exactly")}
          </button>
        </p>
      )}
      {located.kind === "in-attribute" && <p className="t3">{t("find.in-attribute", { attribute: located.htmlAttribute })}</p>}
      <div className="row naming-line">
        <LabelMark number={number} />
        <input
          ref={input}
          className="in name-in"
          aria-label={t("find.name")}
          aria-invalid={name !== "" && !isGood}
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value.replaceAll(" ", "-"))}
        />
        <KindChip name={name} kind={kind} count={1} onKind={setKind} />
        <span className="grow" />
        <button type="submit" className="btn prime" disabled={!isGood}>
          {t("find.label")}
        </button>
        <NotThis onClick={onLeave} />
      </div>
      <p className="t3 row wrap naming-more">
        {name !== "" && !isGood ? (
          <span className="bad">{t("find.name-bad")}</span>
        ) : names.includes(name) && !isOther ? (
          <span>{t("find.joins", { name, n: 2 })}</span>
        ) : (
          <span>{t(`find.because.${name === proposal.name ? proposal.because : "none"}`)}</span>
        )}
        {offered.map((each) => (
          <button key={each} type="button" className="chip" onClick={() => setName(each)}>
            {each}
          </button>
        ))}
      </p>
    </form>
  );
}
