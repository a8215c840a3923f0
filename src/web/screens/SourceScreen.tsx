/** A source: how it is, and its records as they arrive. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAnswer } from "../data/ask.js";
import { call } from "../data/client.js";
import { useIsOnline, useMay } from "../data/me.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { LabelMark } from "../parts/LabelMark.js";
import { Quote } from "../parts/Quote.js";
import { Sparkline, SparklineLegend } from "../parts/Sparkline.js";
import { StateWord } from "../parts/StateWord.js";
import { Waiting } from "../parts/Waiting.js";
import { EmptyValue, Withheld } from "../parts/Withheld.js";
import { useTexts } from "../texts/language.js";
import "./source.css";

export function SourceScreen({ id }: { id: string }) {
  const { t } = useTexts();
  const source = useAnswer("source", { params: { id } });
  const records = useAnswer("records", { query: { source: id, limit: 50 } });
  if (source.error) return <ErrorLine error={source.error} />;
  if (!source.data) return <Waiting text={t("wait.screen")} />;
  const { name, state, site, attributes, running, checks, undoableKeep } = source.data;
  return (
    <div className="source">
      <header className="row wrap">
        <h1 className="t1">{name}</h1>
        <StateWord state={state} isPill />
        <span className="m mut">{site}</span>
        <Sparkline checks={checks} />
        <span className="grow" />
        {undoableKeep && <UndoKeep id={id} />}
      </header>
      <p className="say">
        {running
          ? t("source.harvesting", { done: running.found - running.toVisit, found: running.found })
          : t("source.records", { n: source.data.records })}
      </p>
      <section className="panel scroll-x" aria-label={t("nav.records")}>
        <table className="sib">
          <thead>
            <tr>
              {attributes.map((attribute, i) => (
                <th key={attribute} scope="col">
                  <LabelMark number={i + 1} /> {attribute}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.data?.records.map((record) => (
              <tr key={record.id}>
                {attributes.map((attribute) => {
                  const withheld = record.withheld[attribute];
                  const values = record.values[attribute] ?? [];
                  return (
                    <td key={attribute} className="clip">
                      {withheld ? (
                        <Withheld kind={withheld.class} reason={withheld.reason} />
                      ) : values.length ? (
                        <Quote>{values.join(" · ")}</Quote>
                      ) : (
                        <EmptyValue />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <SparklineLegend />
    </div>
  );
}

function UndoKeep({ id }: { id: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const mayChange = useMay("editor");
  const isOnline = useIsOnline();
  const undo = useMutation({
    mutationFn: () => call("undoKeep", { params: { id } }),
    onSuccess: ({ draftId }) => navigate({ to: "/new/$draft", params: { draft: draftId } }),
  });
  if (!mayChange) return null;
  return (
    <>
      {undo.error && <ErrorLine error={undo.error} />}
      <button type="button" className="btn" disabled={undo.isPending || !isOnline} onClick={() => undo.mutate()}>
        {t("keep.undo")}
      </button>
    </>
  );
}
