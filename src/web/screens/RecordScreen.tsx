/** One record: what was read, and for every value the characters of the stored page it stands in. */
import { Link, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useRef, useState } from "react";
import { z } from "zod";
import type { RecordVersionView, RecordView } from "../../api/server/records.js";
import { useAnswer } from "../data/ask.js";
import { Heading } from "../parts/Heading.js";
import { colourOf, LabelMark } from "../parts/LabelMark.js";
import { NotReady } from "../parts/NotReady.js";
import { Outside } from "../parts/Outside.js";
import { ProofPane } from "../parts/ProofPane.js";
import { Quote } from "../parts/Quote.js";
import { EmptyValue, Withheld } from "../parts/Withheld.js";
import { useTexts } from "../texts/language.js";
import { History } from "./record/History.js";
import "./screen.css";
import "./record/record.css";

export const RecordSearch = z.object({
  proof: z.string().optional().catch(undefined), // whose proof is shown; without: the first value's
  version: z.coerce.number().int().min(1).optional().catch(undefined), // of the record; without: the current one
});
type RecordSearch = z.infer<typeof RecordSearch>;
type Version = z.infer<typeof RecordVersionView>;

export function RecordScreen({ id, search }: { id: string; search: RecordSearch }) {
  const { t } = useTexts();
  const answer = useAnswer("record", { params: { id } });
  const { record: held, isOld: isHeldOld, update } = useVersion(answer.data);
  const isNewestWanted = search.version !== undefined && search.version === answer.data?.version;
  const [latest, isOld] = isNewestWanted ? [answer.data, false] : [held, isHeldOld];
  const source = useAnswer("source", { params: { id: latest?.source.id ?? "" } }, { isOn: latest !== undefined });
  const history = useAnswer("recordVersions", { params: { id } }, { isOn: search.version !== undefined });
  if (!latest || (search.version !== undefined && !history.data)) return <NotReady error={answer.error ?? history.error} />;
  const past = history.data?.versions.find(({ number }) => number === search.version && number !== answer.data?.version);
  const record = past ? asItWas(latest, past) : latest;
  const names = namesOf(record, source.data?.attributes ?? []);
  const proofOf = (name: string) => record.proofs.find(({ attribute }) => attribute === name);
  const shown = search.proof ?? names.find(proofOf);
  const proof = shown === undefined ? undefined : proofOf(shown);
  const version = past || isOld ? proof?.version : undefined;
  return (
    <div className="screen">
      <header>
        <nav className="crumbs" aria-label={t("record.way")}>
          <Link to="/records" search={{}}>
            {t("nav.records")}
          </Link>
          <Link to="/sources/$id" params={{ id: record.source.id }}>
            {record.source.name}
          </Link>
          <span className="m">{id}</span>
        </nav>
        <span className="grow" />
        {record.address && (
          <Outside className="btn" address={record.address}>
            {t("record.open-page")}
          </Outside>
        )}
      </header>
      <Heading className="record-title" title={record.title}>
        <Quote>{record.title}</Quote>
      </Heading>
      {past && (
        <p className="moved">
          {t("record.past", { number: past.number, last: answer.data?.version ?? latest.versions })}{" "}
          <Link to="/records/$id" params={{ id }} search={{ proof: search.proof }} className="btn small">
            {t("record.current")}
          </Link>
        </p>
      )}
      {isOld && (
        <p className="moved" role="status">
          {t("record.newer")}{" "}
          <button type="button" className="btn small" onClick={update}>
            {t("records.show-new")}
          </button>
        </p>
      )}
      <div className="record-halves">
        <Values record={record} names={names} shown={shown} search={search} />
        {shown !== undefined && proof && (
          <ProofPane
            key={`${shown} ${version ?? ""}`}
            record={id}
            source={record.source.id}
            attribute={shown}
            number={names.indexOf(shown) + 1}
            {...(version !== undefined && { version })}
          />
        )}
      </div>
    </div>
  );
}

/** What a page shows of a record; an older version knows less of itself. */
type Shown = Omit<RecordView, "proofs"> & {
  readonly proofs: readonly Pick<RecordView["proofs"][number], "attribute" | "version">[];
};

/** Of what it withheld it had the values of an earlier reading, which has a proof of its own. */
function asItWas(record: RecordView, { number, kind, values, withheld }: Version): Shown {
  const read = Object.entries(values).filter(([name, texts]) => texts.length > 0 && !(name in withheld));
  const proofs = read.map(([attribute]) => ({ attribute, version: number }));
  return { ...record, state: kind === "gone" ? "gone" : "current", values, withheld, proofs };
}

/** The version that was there when one came stays under the eyes until one asks for the newer one. */
function useVersion(latest: RecordView | undefined) {
  const [held, hold] = useState(latest);
  const isNewer = held !== undefined && latest?.id === held.id && latest.version !== held.version;
  const record = isNewer ? held : latest;
  if (record !== held) hold(record);
  return { record, isOld: isNewer, update: () => hold(latest) };
}

/** In the order of the source's labels, which also gives their colours; names it no longer has come last. */
const namesOf = ({ values, withheld }: Shown, attributes: readonly string[]): string[] => [
  ...new Set([...attributes, ...Object.keys(values), ...Object.keys(withheld)]),
];

interface ValuesProps {
  readonly record: Shown;
  readonly names: readonly string[];
  readonly shown: string | undefined;
  readonly search: RecordSearch;
}

function Values({ record, names, shown, search }: ValuesProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const list = useRef<HTMLElement>(null);
  const show = (proof: string): void =>
    void navigate({ to: "/records/$id", params: { id: record.id }, search: { ...search, proof } });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const proved = names.filter((name) => record.proofs.some(({ attribute }) => attribute === name));
    const next = step === undefined || shown === undefined ? undefined : proved[proved.indexOf(shown) + step];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    list.current?.querySelector<HTMLElement>(`[data-name=${CSS.escape(next)}]`)?.focus();
  };
  return (
    <section className="panel record-values" aria-label={t("record.values")} ref={list}>
      <header>
        <h2 className="t2">{t("record.title")}</h2>
        <span className="t3">{sentenceOf(record, t)}</span>
      </header>
      <dl onKeyDown={onKeyDown}>
        {names.map((name, i) => (
          <Value key={name} name={name} number={i + 1} record={record} isShown={name === shown} onShow={() => show(name)} />
        ))}
      </dl>
      <History record={record} />
    </section>
  );
}

function sentenceOf({ state, values, withheld }: Shown, t: ReturnType<typeof useTexts>["t"]): string {
  if (state === "gone") return t("record.gone");
  const proved = Object.values(values).flat().length;
  const held = Object.keys(withheld).length;
  return `${t("record.proved", { n: proved })} ${held > 0 ? t("record.held", { n: held }) : ""} ${t("record.guessed")}`;
}

interface ValueProps {
  readonly name: string;
  readonly number: number;
  readonly record: Shown;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function Value({ name, number, record: { source, values, withheld, proofs }, isShown, onShow }: ValueProps) {
  const { t } = useTexts();
  const texts = values[name] ?? [];
  const held = withheld[name];
  const isProved = texts.length > 0 && proofs.some(({ attribute }) => attribute === name);
  return (
    <div className={`record-value c${colourOf(number)}${isShown ? " sel" : ""}`}>
      <dt>
        <LabelMark number={number} /> {name}
      </dt>
      <dd className="grow">
        {texts.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat; their order is what they are
          <p key={i}>
            <Quote>{text}</Quote>
          </p>
        ))}
        {held && <Withheld kind={held.class} reason={held.reason} />}
        {!held && texts.length === 0 && <EmptyValue />}
      </dd>
      <dd>
        {held && (
          <Link to="/sources/$id" params={{ id: source.id }} search={{ tab: "withheld" }} className="link t3">
            {t("sources.label")}
          </Link>
        )}
        {isProved && (
          <button type="button" className="link t3" data-name={name} aria-pressed={isShown} onClick={onShow}>
            {isShown ? t("record.proof-shown") : t("record.show-proof")}
          </button>
        )}
      </dd>
    </div>
  );
}
