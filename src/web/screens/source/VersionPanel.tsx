/** A template version: how it came about, which known records confirmed it, and how to take it back. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { KnownRecordView, SourceView } from "../../../api/server/sources.js";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Moment } from "../../parts/Moment.js";
import { Quote } from "../../parts/Quote.js";
import { Waiting } from "../../parts/Waiting.js";
import { useTexts } from "../../texts/language.js";
import { CheckPanel } from "./CheckPanel.js";

export function VersionPanel({ source, version }: { source: SourceView; version: number }) {
  const { t } = useTexts();
  const answer = useAnswer("version", { params: { id: source.id, version } });
  if (answer.error) return <ErrorLine error={answer.error} />;
  if (!answer.data) return <Waiting text={t("wait.screen")} />;
  const { origin, madeAt, undoneAt, isInForce, known, checkId } = answer.data;
  return (
    <>
      <section className="panel check" aria-label={t("changes.version", { version })}>
        <header>
          <h2 className="t2">{t("changes.version", { version })}</h2>
          <Moment at={madeAt} />
          <span className="grow" />
          {isInForce && <span className="chip">{t("version.in-force")}</span>}
          {undoneAt && <span className="chip">{t("history.undone")}</span>}
        </header>
        <p className="say">{t(`version.say-${origin}`)}</p>
        {known.length > 0 && <Known known={known} />}
        {source.undoableHeal?.version === version && (
          <HealAct
            source={source}
            act="undoHeal"
            text={t("version.undo-text", { back: source.undoableHeal.back, n: source.undoableHeal.records })}
          />
        )}
        {source.redoableHeal?.version === version && (
          <HealAct source={source} act="redoHeal" text={t("version.redo-text", { n: source.redoableHeal.records })} />
        )}
      </section>
      {checkId && <CheckPanel sourceId={source.id} checkId={checkId} />}
    </>
  );
}

const FEW = 5;
const OUTCOMES = ["contradicts", "exact", "not-displayed"] as const;

function Known({ known }: { known: readonly KnownRecordView[] }) {
  const { t, number } = useTexts();
  const [isAll, setAll] = useState(false);
  const count = (outcome: KnownRecordView["outcome"]): number => known.filter((each) => each.outcome === outcome).length;
  const sorted = OUTCOMES.flatMap((outcome) => known.filter((each) => each.outcome === outcome)); // a contradiction first
  return (
    <>
      <div className="meter" role="img" aria-label={t("version.meter", { exact: count("exact"), all: known.length })}>
        {OUTCOMES.map((outcome) => (
          <span key={outcome} className={`meter-${outcome}`} style={{ flexGrow: count(outcome) }} />
        ))}
      </div>
      <p className="sum">
        <span className="good">{t("version.exact", { figure: number(count("exact")) })}</span>
        <span className={count("contradicts") > 0 ? "bad" : ""}>
          {t("version.contradicts", { figure: number(count("contradicts")) })}
        </span>
        <span>{t("version.not-displayed", { figure: number(count("not-displayed")) })}</span>
      </p>
      <ul className="known">
        {sorted.slice(0, isAll ? sorted.length : FEW).map((each) => (
          <li key={`${each.recordId} ${each.address}`}>
            <span className="grow clip">
              {each.recordId ? (
                <Link to="/records/$id" params={{ id: each.recordId }} search={{}}>
                  <Quote>{each.title}</Quote>
                </Link>
              ) : (
                <Quote>{each.title}</Quote>
              )}
            </span>
            {each.isKey && <span className="chip">{t("version.key")}</span>}
            <span className={each.outcome === "exact" ? "good" : each.outcome === "contradicts" ? "bad" : "dim"}>
              {t(`version.is-${each.outcome}`)}
            </span>
          </li>
        ))}
      </ul>
      {sorted.length > FEW && (
        <button type="button" className="link t3" onClick={() => setAll(!isAll)}>
          {isAll ? t("version.few") : t("version.all", { n: sorted.length })}
        </button>
      )}
    </>
  );
}

/** What it brings back and takes back is said before the click. */
function HealAct({ source, act, text }: { source: SourceView; act: "undoHeal" | "redoHeal"; text: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const mayAct = useMay("editor");
  const isOnline = useIsOnline();
  const doing = useMutation({
    mutationFn: async () => void (await call(act, { params: { id: source.id } })),
    onSuccess: () => client.invalidateQueries(),
  });
  if (!mayAct) return null;
  return (
    <div className="row wrap">
      <button type="button" className="btn" disabled={doing.isPending || !isOnline} onClick={() => doing.mutate()}>
        {t(act === "undoHeal" ? "version.undo" : "version.redo")}
      </button>
      <span className="t3">{text}</span>
      {doing.error && <ErrorLine error={doing.error} />}
    </div>
  );
}
