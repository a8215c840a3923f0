/** The labels in their order: for screen readers the equal of the frame. */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isAttributeName } from "../../../api/records.js";
import type { DraftView, LabelView, ValueKind } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { useMay } from "../../data/me.js";
import { useAnnounce } from "../../parts/Announcer.js";
import { focused } from "../../parts/focused.js";
import { LabelMark } from "../../parts/LabelMark.js";
import { Quote } from "../../parts/Quote.js";
import { useTexts } from "../../texts/language.js";
import { reasonSaid } from "../../texts/said.js";
import { Guide } from "./Guide.js";
import { KindChip } from "./KindChip.js";
import { spanOf } from "./marks.js";
import { OtherLabels } from "./OtherLabels.js";
import { removed, renamed, withKind, withRegion } from "./pages.js";
import { Suggestions } from "./Suggestions.js";
import type { Draft } from "./use-draft.js";

interface LabelsPanelProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly address: string;
  readonly isOther: boolean;
  readonly names: readonly string[];
  readonly wanted: string | undefined;
  readonly onShow: (span: Span) => void;
  readonly onWant: (name: string | undefined) => void;
}

export function LabelsPanel(props: LabelsPanelProps) {
  const { draft, view, isOther, address } = props;
  const { t } = useTexts();
  const labels = view.pages[0]?.labels ?? [];
  const region = view.pages[0]?.region ?? null;
  const open = labels.filter(({ state }) => state === "not-found" || state === "unsettled").length;
  return (
    <>
      <header id="setup-labels">
        <h2 className="t2">{t("labels.title")}</h2>
        <span className="t3 grow clip">
          {labels.length > 0 && (open > 0 ? t("labels.some-open", { n: open }) : t("labels.count", { n: labels.length }))}
        </span>
        {draft.isFromElsewhere && (
          <span className="t3 news" role="status">
            {t("labels.other-tab")}
          </span>
        )}
      </header>
      <div className="labels">
        {isOther ? (
          <OtherLabels {...props} />
        ) : (
          <>
            {!labels.length && <p className="labels-none mut">{t(view.mode === "new" ? "labels.none" : "labels.guide")}</p>}
            {region !== null && (
              <p className="labels-region t3">
                {t("find.region")}{" "}
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    document.getElementById("paste-box")?.focus(); // the button goes with the region
                    void draft.act(t("done.region"), (pages) => withRegion(pages, address, null));
                  }}
                >
                  {t("find.region-drop")}
                </button>
              </p>
            )}
            <LabelList {...props} labels={labels} />
            <Suggestions draft={draft} view={view} address={address} />
            <Guide view={view} names={props.names} wanted={props.wanted} onWant={props.onWant} />
          </>
        )}
      </div>
    </>
  );
}

function LabelList({ draft, view, address, labels, onShow }: LabelsPanelProps & { labels: readonly LabelView[] }) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const focusNext = useFocusAfter(labels, list);
  const remove = async (name: string, row: number): Promise<void> => {
    focusNext((now) => (now.some((label) => label.name === name) ? undefined : Math.min(row, now.length - 1)));
    await draft.act(t("done.remove", { name }), (pages) => removed(pages, address, name));
    announce(t("said.removed", { name }));
  };
  const rename = (from: string, to: string): void => {
    focusNext((now) => (now.some(({ name }) => name === to) ? now.findIndex(({ name }) => name === to) : undefined));
    void draft.act(t("done.rename", { name: from }), (pages) => renamed(pages, from, to));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(at + step, labels.length - 1));
    setAt(next);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  if (!labels.length) return null;
  return (
    <ul ref={list} className="label-list" aria-label={t("labels.list")} onKeyDown={onKeyDown}>
      {labels.map((label, i) => (
        <LabelRow
          key={label.name}
          label={label}
          number={i + 1}
          language={view.pages[0]?.page.language ?? null}
          isCurrent={i === Math.min(at, labels.length - 1)}
          onFocus={() => setAt(i)}
          onShow={onShow}
          onRename={(name) => rename(label.name, name)}
          onKind={(kind) => void draft.act(t("done.kind", { name: label.name }), (pages) => withKind(pages, label.name, kind))}
          onRemove={() => void remove(label.name, i)}
        />
      ))}
    </ul>
  );
}

type Row = number | undefined; // -1: none is left; undefined: the list is not yet as the act leaves it

/** The row that is drawn anew by an act gets the focus back, or the next one; the paste box where no label is left. */
function useFocusAfter(labels: readonly LabelView[], list: RefObject<HTMLUListElement | null>) {
  const wished = useRef<(labels: readonly LabelView[]) => Row>(undefined);
  useEffect(() => {
    const row = wished.current?.(labels);
    if (row === undefined) return;
    wished.current = undefined;
    if (document.activeElement !== document.body) return; // the person went on meanwhile
    const next = list.current?.children[row] ?? document.getElementById("paste-box");
    (next as HTMLElement | null)?.focus();
  }, [labels, list]);
  return (wish: (labels: readonly LabelView[]) => Row): void => {
    wished.current = wish;
  };
}

interface LabelRowProps {
  readonly label: LabelView;
  readonly number: number;
  readonly language: string | null;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly onShow: (span: Span) => void;
  readonly onRename: (name: string) => void;
  readonly onKind: (kind: ValueKind) => void;
  readonly onRemove: () => void;
}

function LabelRow({ label, number, language, isCurrent, onFocus, onShow, onRename, onKind, onRemove }: LabelRowProps) {
  const { t } = useTexts();
  const mayChange = useMay("editor");
  const [isRenaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const isRowWanted = useRef(false); // as soon as the name is no longer written
  useEffect(() => {
    if (!isRenaming && isRowWanted.current) row.current?.focus();
    isRowWanted.current = false;
  }, [isRenaming]);
  const kind = useRef<HTMLSelectElement>(null);
  const [span] = label.located.flatMap((located, i) => spanOf(located, label.texts[i]?.place ?? null));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      Enter: mayChange && (() => setRenaming(true)),
      k: mayChange && (() => kind.current?.focus()),
      p: span && (() => onShow(span)),
      Delete: mayChange && onRemove,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <li
      ref={row}
      className={`label-row c${((number - 1) % 8) + 1}`}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <div className="row">
        <LabelMark number={number} />
        {isRenaming ? (
          <NameInput
            name={label.name}
            label={t("labels.name-of", { number })}
            onDone={(name, isByKey) => {
              isRowWanted.current = isByKey;
              setRenaming(false);
              if (name !== undefined && name !== label.name) onRename(name);
            }}
          />
        ) : (
          <button
            type="button"
            className="label-name"
            title={t("labels.rename")}
            disabled={!mayChange}
            onClick={() => setRenaming(true)}
          >
            {label.name}
          </button>
        )}
        <KindChip ref={kind} name={label.name} kind={label.kind} count={label.texts.length} isOff={!mayChange} onKind={onKind} />
        <span className="grow" />
        <span className="label-acts">
          {span && (
            <button type="button" className="btn plain small" onClick={() => onShow(span)}>
              {t("labels.show-place")}
            </button>
          )}
          {mayChange && (
            <button type="button" className="btn plain small" onClick={onRemove}>
              {t("labels.remove")}
            </button>
          )}
        </span>
      </div>
      <div className="label-value clip">
        <Quote language={language}>{label.texts.map(({ text }) => text).join(" · ")}</Quote>
      </div>
      <Why label={label} />
    </li>
  );
}

interface NameInputProps {
  readonly name: string;
  readonly label: string;
  readonly onDone: (name: string | undefined, isByKey: boolean) => void;
}

function NameInput({ name, label, onDone }: NameInputProps) {
  const [text, setText] = useState(name);
  const isGood = isAttributeName(text);
  return (
    <input
      className="in name-in"
      aria-label={label}
      aria-invalid={!isGood}
      ref={focused}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value.replaceAll(" ", "-"))}
      onBlur={() => onDone(isGood ? text : undefined, false)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && isGood) onDone(text, true);
        if (event.key === "Escape") onDone(undefined, true);
        event.stopPropagation();
      }}
    />
  );
}

/** What there is to say of how it was found; nothing where it simply was. */
function Why({ label }: { label: LabelView }) {
  const { t, language } = useTexts();
  const flags = new Set(label.located.flatMap((located) => ("flags" in located ? located.flags : [])));
  const lines = [
    ...(label.htmlAttribute ? [t("labels.attribute", { attribute: label.htmlAttribute })] : []),
    ...[...flags].map((flag) => t(`labels.${flag}`)),
    ...(label.note ? [reasonSaid(language, label.note)] : label.state === "unsettled" ? [t("labels.unsettled")] : []),
  ];
  return lines.length ? <p className={`label-why t3${label.state === "learnt" ? "" : " open"}`}>{lines.join(" ")}</p> : null;
}
