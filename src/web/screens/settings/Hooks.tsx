/** Webhooks: where programs hear of warnings. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { HookView } from "../../../api/server/hooks.js";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { ForGood } from "../../parts/ForGood.js";
import { Waiting } from "../../parts/Waiting.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";
import { NamedTable } from "./NamedTable.js";
import { NewLine } from "./NewLine.js";
import { Secret } from "./Secret.js";

export function Hooks() {
  const { t } = useTexts();
  const { data, error } = useAnswer("hooks", {});
  const [made, setMade] = useState<{ origin: string; secret: string }>();
  return (
    <section className="panel" aria-labelledby="hooks">
      <header>
        <h2 className="t2" id="hooks">
          {t("settings.hooks")}
        </h2>
        <span className="t3 grow">{t("hooks.text")}</span>
      </header>
      {error && <ErrorLine error={error} />}
      {!data && !error && <Waiting text={t("wait.screen")} />}
      {data?.hooks.length === 0 && <p className="settings-line mut">{t("hooks.none")}</p>}
      {data && data.hooks.length > 0 && (
        <NamedTable columns={[t("hooks.where"), t("hooks.source"), t("hooks.since")]}>
          {data.hooks.map((hook) => (
            <HookRow key={hook.id} hook={hook} />
          ))}
        </NamedTable>
      )}
      {made && <Secret title={t("hooks.made", { origin: made.origin })} text={t("hooks.once")} secret={made.secret} />}
      <AddHook onMade={setMade} />
    </section>
  );
}

function HookRow({ hook: { id, origin, source, createdAt } }: { hook: HookView }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const test = useMutation({ mutationFn: () => call("testHook", { params: { id } }) });
  const remove = useMutation({
    mutationFn: () => call("removeHook", { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["hooks"] }),
  });
  const isBusy = test.isPending || remove.isPending || !isOnline;
  const error = test.error ?? remove.error;
  return (
    <tr>
      <th scope="row" className="m">
        {origin}
      </th>
      <td>{source ? source.name : t("hooks.all")}</td>
      <td className="mut">
        <When at={createdAt} />
      </td>
      <td className="right">
        {error && <ErrorLine error={error} />}
        {test.data && <span role="status">{t("hooks.answered", { status: test.data.status })} </span>}
        <button type="button" className="btn small" disabled={isBusy} onClick={() => test.mutate()}>
          {t("hooks.test")}
        </button>{" "}
        <ForGood text={t("people.remove")} again={t("people.remove-for-good")} act={remove} isBusy={test.isPending} />
      </td>
    </tr>
  );
}

/** Of all sources; the API and the command line can name one. */
function AddHook({ onMade }: { onMade: (made: { origin: string; secret: string }) => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (address: string) => call("addHook", { body: { address, sourceId: null } }),
    onSuccess: (hook) => {
      onMade(hook);
      void client.invalidateQueries({ queryKey: ["hooks"] });
    },
  });
  return (
    <NewLine
      label={t("hooks.new")}
      act={t("hooks.add")}
      fixedRole="reader"
      state={add}
      onAdd={({ name }, onSuccess) => add.mutate(name, { onSuccess })}
    />
  );
}
