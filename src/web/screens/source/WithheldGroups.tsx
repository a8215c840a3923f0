/** Pages withheld alike: why, how many, three of them, and one label that settles the group. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AnswerOf } from "../../../api/server/routes.js";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { EmptyState } from "../../parts/EmptyState.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Outside } from "../../parts/Outside.js";
import { Waiting } from "../../parts/Waiting.js";
import { Withheld } from "../../parts/Withheld.js";
import { useTexts } from "../../texts/language.js";

type Group = AnswerOf<"withheld">["groups"][number];

export function WithheldGroups({ id }: { id: string }) {
  const { t } = useTexts();
  const withheld = useAnswer("withheld", { params: { id } });
  if (withheld.error) return <ErrorLine error={withheld.error} />;
  if (!withheld.data) return <Waiting text={t("wait.screen")} />;
  if (withheld.data.groups.length === 0)
    return (
      <section className="panel">
        <EmptyState text={t("groups.none")} />
      </section>
    );
  return (
    <ul className="groups" aria-label={t("source.tab-withheld")}>
      {withheld.data.groups.map((group) => (
        <li key={group.group} className="panel">
          <GroupPart sourceId={id} group={group} />
        </li>
      ))}
    </ul>
  );
}

function GroupPart({ sourceId, group }: { sourceId: string; group: Group }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const mayAct = useMay("editor");
  const isOnline = useIsOnline();
  const label = useMutation({
    mutationFn: () => call("draftSource", { params: { id: sourceId }, body: { mode: "variant", group: group.group } }),
    onSuccess: (draft) => navigate({ to: "/new/$draft", params: { draft: draft.id } }),
  });
  return (
    <>
      <div className="row wrap">
        <h2 className="t2 grow">{t("groups.pages", { n: group.pages })}</h2>
        {mayAct && (
          <button type="button" className="btn prime" disabled={label.isPending || !isOnline} onClick={() => label.mutate()}>
            {t("groups.label")}
          </button>
        )}
      </div>
      <ul className="groups-why">
        {group.attributes.map(({ name, class: kind, reason }) => (
          <li key={name}>
            <b>{name}</b> <Withheld kind={kind} reason={reason} />
          </li>
        ))}
      </ul>
      <ul className="m mut">
        {group.examples.map(({ address }) => (
          <li key={address}>
            <Outside address={address}>{address}</Outside>
          </li>
        ))}
      </ul>
      {label.error && <ErrorLine error={label.error} />}
    </>
  );
}
