/** Keys by which programs use the API. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView } from "../../../api/server/accounts.js";
import type { Role } from "../../../api/server/common.js";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { ForGood } from "../../parts/ForGood.js";
import { Waiting } from "../../parts/Waiting.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";
import { NamedTable } from "./NamedTable.js";
import { NewLine } from "./NewLine.js";
import { Secret } from "./Secret.js";

export function Keys() {
  const { t } = useTexts();
  const keys = useAnswer("keys", {});
  const [made, setMade] = useState<{ name: string; secret: string }>();
  return (
    <section className="panel" aria-labelledby="keys">
      <header>
        <h2 className="t2" id="keys">
          {t("settings.keys")}
        </h2>
        <span className="t3 grow">{t("api-keys.text")}</span>
        <a className="btn small" href="/api/docs">
          {t("api-keys.docs")}
        </a>
      </header>
      {keys.error && <ErrorLine error={keys.error} />}
      {!keys.data && !keys.error && <Waiting text={t("wait.screen")} />}
      {keys.data?.keys.length === 0 && <p className="settings-line mut">{t("api-keys.none")}</p>}
      {keys.data && keys.data.keys.length > 0 && (
        <NamedTable columns={[t("people.name"), t("api-keys.beginning"), t("people.role"), t("api-keys.used")]}>
          {keys.data.keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </NamedTable>
      )}
      {made && <Secret title={t("api-keys.made", { name: made.name })} text={t("api-keys.once")} secret={made.secret} />}
      <AddKey onMade={setMade} />
    </section>
  );
}

function KeyRow({ apiKey: { id, name, role, beginning, usedAt } }: { apiKey: KeyView }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call("revokeKey", { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["keys"] }),
  });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="m">{beginning}…</td>
      <td>{t(`role.${role}`)}</td>
      <td className="mut">{usedAt ? <When at={usedAt} /> : t("sources.never")}</td>
      <td className="right">
        {revoke.error && <ErrorLine error={revoke.error} />}
        <ForGood text={t("api-keys.revoke")} again={t("api-keys.revoke-for-good")} act={revoke} />
      </td>
    </tr>
  );
}

function AddKey({ onMade }: { onMade: (made: { name: string; secret: string }) => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (body: { name: string; role: Role }) => call("addKey", { body }),
    onSuccess: ({ key, secret }) => {
      onMade({ name: key.name, secret });
      void client.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  return (
    <NewLine
      label={t("api-keys.new")}
      act={t("api-keys.add")}
      state={add}
      onAdd={(made, onSuccess) => add.mutate(made, { onSuccess })}
    />
  );
}
