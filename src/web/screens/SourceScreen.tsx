/** A source: how it is, and its records as they arrive; every value one click from its proof. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAnswer } from "../data/ask.js";
import { call } from "../data/client.js";
import { useIsOnline, useMay } from "../data/me.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { RecordTable } from "../parts/RecordTable.js";
import { Sparkline, SparklineLegend } from "../parts/Sparkline.js";
import { StateWord } from "../parts/StateWord.js";
import { Waiting } from "../parts/Waiting.js";
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
      <p className="say" role="status">
        {running
          ? t("source.harvesting", { done: running.found - running.toVisit, found: running.found })
          : t("source.records", { n: source.data.records })}
      </p>
      {records.data && <RecordTable records={records.data.records} attributes={attributes} />}
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
