/** Sources that were removed, or kept and then not: each can be brought back until it is removed for good. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { useTexts } from "../../texts/language.js";
import { dayOf } from "../../texts/times.js";

export function RemovedSources() {
  const { t, language } = useTexts();
  const removed = useRemoved();
  if (removed.length === 0) return null;
  return (
    <section className="panel removed-sources" aria-label={t("sources.removed")}>
      <header>
        <h2 className="t2">{t("sources.removed")}</h2>
      </header>
      <ul>
        {removed.map(({ id, name, records, undoUntil }) => (
          <li key={id} className="row wrap">
            <b>{name}</b>
            <span className="t3 grow">
              {t("sources.removed-until", { n: records, day: dayOf(new Date(undoUntil), language) })}
            </span>
            <BringBack id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function useRemoved() {
  const mayAct = useMay("editor");
  return useAnswer("removedSources", {}, { isOn: mayAct }).data?.sources ?? [];
}

/** Nothing where the source cannot be brought back, or not by this person. */
export function BringBack({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const isRemoved = useRemoved().some((source) => source.id === id);
  const restore = useMutation({
    mutationFn: () => call("restoreSource", { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries();
      await navigate({ to: "/sources/$id", params: { id }, search: {} });
    },
  });
  if (!isRemoved) return null;
  return (
    <>
      <button type="button" className="btn" disabled={restore.isPending || !isOnline} onClick={() => restore.mutate()}>
        {t("sources.bring-back")}
      </button>
      {restore.error && <ErrorLine error={restore.error} />}
    </>
  );
}
