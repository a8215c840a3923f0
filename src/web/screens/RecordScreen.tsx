/** One record: what was read, and for every value the characters of the stored page it stands in. */
import { Link, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useRef } from "react";
import { z } from "zod";
import type { RecordView } from "../../api/server/records.js";
import { useAnswer } from "../data/ask.js";
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

export function RecordScreen({ id, search }: { id: string; search: RecordSearch }) {
  const { t } = useTexts();
  const record = useAnswer("record", { params: { id } });
  const source = useAnswer("source", { params: { id: record.data?.source.id ?? "" } }, { isOn: record.data !== undefined });
  if (!record.data) return <NotReady error={record.error} />;
  const names = namesOf(record.data, source.data?.attributes ?? []);
  const isProved = (name: string): boolean => record.data?.proofs.some(({ attribute }) => attribute === name) ?? false;
  const shown = search.proof ?? names.find(isProved);
  return (
    <div className="screen">
      <header>
        <nav className="crumbs" aria-label={t("record.way")}>
          <Link to="/records" search={{}}>
            {t("nav.records")}
          </Link>
          <Link to="/sources/$id" params={{ id: record.data.source.id }}>
            {record.data.source.name}
          </Link>
          <span className="m">{id}</span>
        </nav>
        <span className="grow" />
        {record.data.address && (
          <Outside className="btn" address={record.data.address}>
            {t("record.open-page")}
          </Outside>
        )}
      </header>
      <h1 className="record-title">
        <Quote>{record.data.title}</Quote>
      </h1>
      <div className="record-halves">
        <Values record={record.data} names={names} shown={shown} search={search} />
        {shown !== undefined && isProved(shown) && (
          <ProofPane
            key={`${shown} ${search.version ?? ""}`}
            record={id}
            source={record.data.source.id}
            attribute={shown}
            number={names.indexOf(shown) + 1}
            {...(search.version !== undefined && { version: search.version })}
          />
        )}
      </div>
    </div>
  );
}

/** In the order of the source's labels, which also gives their colours; names it no longer has come last. */
const namesOf = ({ values, withheld }: RecordView, attributes: readonly string[]): string[] => [
  ...new Set([...attributes, ...Object.keys(values), ...Object.keys(withheld)]),
];

interface ValuesProps {
  readonly record: RecordView;
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

function sentenceOf({ state, values, withheld }: RecordView, t: ReturnType<typeof useTexts>["t"]): string {
  if (state === "gone") return t("record.gone");
  const proved = Object.values(values).flat().length;
  const held = Object.keys(withheld).length;
  return `${t("record.proved", { n: proved })} ${held > 0 ? t("record.held", { n: held }) : ""} ${t("record.guessed")}`;
}

interface ValueProps {
  readonly name: string;
  readonly number: number;
  readonly record: RecordView;
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
