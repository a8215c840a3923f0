/** Why a value is believed: the stored page with its characters framed, the line of HTML, and the rules that agreed. */
import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { AnswerOf } from "../../api/server/routes.js";
import { parsePage } from "../../core/page/parse-page.js";
import { useAnswer } from "../data/ask.js";
import type { Mark } from "../frame/mark.js";
import { useOwnAssets } from "../frame/own-assets.js";
import { PageFrame, type PageFrameHandle } from "../frame/PageFrame.js";
import { en } from "../texts/en.js";
import type { Key } from "../texts/format.js";
import { useTexts } from "../texts/language.js";
import { fullTime } from "../texts/times.js";
import { ErrorLine } from "./ErrorLine.js";
import { colourOf, LabelMark } from "./LabelMark.js";
import { Waiting } from "./Waiting.js";
import "./proof.css";

interface ProofPaneProps {
  readonly record: string; // its id
  readonly source: string; // its id: pictures and styles come by its gate
  readonly attribute: string;
  readonly number: number; // of the attribute's label, which gives the colour
  readonly version?: number; // of the record; without: the current one
  readonly children?: ReactNode; // acts, such as closing it
}

type Proof = AnswerOf<"proof">;

export function ProofPane({ record, source, attribute, number, version, children }: ProofPaneProps) {
  const { t, rich } = useTexts();
  const [look, setLook] = useState<"looks" | "html">("looks");
  const query = { attribute, ...(version !== undefined && { version }) };
  const proof = useAnswer("proof", { params: { id: record }, query });
  return (
    <section className="panel proof" aria-label={t("proof.of", { name: attribute })}>
      <header>
        <h2 className="t2 row grow">
          {rich("proof.of", {
            name: (
              <>
                <LabelMark number={number} /> {attribute}
              </>
            ),
          })}
        </h2>
        <SegmentedControl
          aria-label={t("page.view")}
          value={look}
          onChange={(value) => setLook(value as typeof look)}
          data={[
            { value: "looks", label: t("page.looks") },
            { value: "html", label: "HTML" },
          ]}
        />
        {children}
      </header>
      {proof.error && <ErrorLine error={proof.error} />}
      {!proof.data && !proof.error && <Waiting text={t("wait.screen")} />}
      {proof.data && (
        <>
          {look === "looks" && <ProofFrame proof={proof.data} source={source} number={number} />}
          <ProofLines proof={proof.data} number={number} />
          <ProofFacts proof={proof.data} />
        </>
      )}
    </section>
  );
}

function goneWords({ droppedAt, digest }: Proof, t: ReturnType<typeof useTexts>["t"], language: string): string {
  if (droppedAt === null) return t("proof.gone");
  return t("proof.dropped", { date: fullTime(new Date(droppedAt), language), digest: digest ?? "" });
}

function ProofFrame({ proof, source, number }: { proof: Proof; source: string; number: number }) {
  const { t, language } = useTexts();
  const frame = useRef<PageFrameHandle>(null);
  const page = useMemo(() => (proof.html === null ? undefined : parsePage(proof.html)), [proof.html]);
  const address = proof.address ?? "http://unknown.invalid/";
  const assets = useOwnAssets(source, address);
  const marks = useMemo<Mark[]>(() => {
    const spans = proof.spans.filter(({ htmlAttribute }) => htmlAttribute === undefined);
    return [{ id: "proof", spans, look: "label", number, name: proof.attribute }];
  }, [proof, number]);
  useEffect(() => {
    const [span] = proof.spans;
    if (span) frame.current?.show(span);
  }, [proof]);
  if (!page) return <p className="proof-gone mut">{goneWords(proof, t, language)}</p>;
  return (
    <div className="proof-page">
      <PageFrame ref={frame} page={page} address={address} assets={assets} marks={marks} />
    </div>
  );
}

/** The HTML around each span, with the span framed as on the page. */
function ProofLines({ proof, number }: { proof: Proof; number: number }) {
  return (
    <div className={`proof-lines m c${colourOf(number)}`}>
      {proof.lines.map(({ start, html }, i) => {
        const span = proof.spans[i];
        const [from, to] = span ? [span.start - start, span.end - start] : [0, 0];
        return (
          <p key={start}>
            {html.slice(0, from)}
            <mark>{html.slice(from, to)}</mark>
            {html.slice(to)}
          </p>
        );
      })}
    </div>
  );
}

/** Where no rule points at it, a person has; of a page that is not there any more nobody can tell. */
function foundBy({ html }: Proof, kinds: readonly string[], t: ReturnType<typeof useTexts>["t"]): string {
  if (html === null) return t("proof.unknown");
  return kinds.length > 0 ? t("proof.kinds", { n: kinds.length, kinds: kinds.join(", ") }) : t("proof.person");
}

function ProofFacts({ proof }: { proof: Proof }) {
  const { t, language } = useTexts();
  const spans = proof.spans.map(({ start, end }) => t("proof.span", { start, end })).join(", ");
  const kinds = proof.agreed.map((kind) => (`rule.${kind}` in en ? t(`rule.${kind}` as Key & "rule.path") : kind));
  const facts: [string, ReactNode][] = [
    [t("proof.characters"), <span className="m" key="at">{`${spans} ${t("proof.of-page")}`}</span>],
    [t("proof.found-by"), foundBy(proof, kinds, t)],
    [t("proof.template"), `${proof.templateVersion}`],
    [
      t("proof.stored"),
      <span key="time">
        {fullTime(new Date(proof.readAt), language)} <span className="m dim">{proof.digest?.slice(0, 16)}</span>
      </span>,
    ],
    [t("proof.now"), proof.isProved ? t("proof.yes") : t("proof.no")],
  ];
  return (
    <dl className="proof-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="dim">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
