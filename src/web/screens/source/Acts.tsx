/** What a person can do with a source; each act has its way back beside it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { SourceView } from "../../../api/server/sources.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { useTexts } from "../../texts/language.js";

export function Acts({ source: { id, state, running, undoableKeep } }: { source: SourceView }) {
  const { t } = useTexts();
  const mayAct = useMay("editor");
  const isOnline = useIsOnline();
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = { id };
  const onSuccess = (): void => void client.invalidateQueries();
  const run = useMutation({ mutationFn: () => call("run", { params, body: {} }), onSuccess });
  const pause = useMutation({ mutationFn: () => call("pause", { params }), onSuccess });
  const resume = useMutation({ mutationFn: () => call("resume", { params }), onSuccess });
  const toDraft = (draft: string): void => void navigate({ to: "/new/$draft", params: { draft } });
  const rekey = useMutation({
    mutationFn: () => call("draftSource", { params, body: { mode: "rekey" } }),
    onSuccess: (draft) => toDraft(draft.id),
  });
  const undoKeep = useMutation({
    mutationFn: () => call("undoKeep", { params }),
    onSuccess: ({ draftId }) => toDraft(draftId),
  });
  const all = [run, pause, resume, rekey, undoKeep];
  const error = all.find((act) => act.error)?.error;
  const isBusy = all.some((act) => act.isPending) || !isOnline;
  const isPaused = state === "paused";
  if (!mayAct) return <p className="t3 screen-acts">{t("shell.reader")}</p>;
  return (
    <div className="row wrap screen-acts">
      {undoableKeep && (
        <button type="button" className="btn" disabled={isBusy} onClick={() => undoKeep.mutate()}>
          {t("keep.undo")}
        </button>
      )}
      <button type="button" className="btn" disabled={isBusy} onClick={() => (isPaused ? resume : pause).mutate()}>
        {isPaused ? t("sources.resume") : t("warnings.pause-act")}
      </button>
      <button type="button" className="btn" disabled={isBusy} onClick={() => rekey.mutate()}>
        {t("sources.rekey")}
      </button>
      <button type="button" className="btn prime" disabled={isBusy || running !== null || isPaused} onClick={() => run.mutate()}>
        {t("warnings.run-act")}
      </button>
      {error && <ErrorLine error={error} />}
    </div>
  );
}
