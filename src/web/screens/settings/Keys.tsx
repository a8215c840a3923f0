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
        <NamedTable
          columns={[
            t("people.name"),
            t("api-keys.beginning"),
            t("people.role"),
            t("api-keys.owner"),
            t("api-keys.since"),
            t("api-keys.used"),
            t("api-keys.ends"),
          ]}
        >
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

function KeyRow({ apiKey }: { apiKey: KeyView }) {
  const { id, name, role, effectiveRole, beginning, owner, createdBy, createdAt, usedAt, expiresAt } = apiKey;
  const { t } = useTexts();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call("revokeKey", { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["keys"] });
      void client.invalidateQueries({ queryKey: ["users"] });
    },
  });
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="m">{beginning}…</td>
      <td>
        {t(`role.${effectiveRole}`)}{" "}
        {effectiveRole !== role && <span className="t3">{t("api-keys.made-as", { role: t(`role.${role}`) })}</span>}
      </td>
      <td>
        {owner ?? t("api-keys.machine")}{" "}
        {createdBy !== null && createdBy !== owner && <span className="t3">{t("api-keys.made-by", { name: createdBy })}</span>}
      </td>
      <td className="mut" data-head={t("api-keys.since")}>
        <When at={createdAt} />
      </td>
      <td className="mut" data-head={t("api-keys.used")}>
        {usedAt ? <When at={usedAt} /> : t("sources.never")}
      </td>
      <td className="mut" data-head={t("api-keys.ends")}>
        {expiresAt ? <When at={expiresAt} /> : t("api-keys.never")} {isOver && <span className="chip">{t("api-keys.over")}</span>}
      </td>
      <td className="right">
        {revoke.error && <ErrorLine error={revoke.error} />}
        <ForGood text={t("api-keys.revoke")} again={t("api-keys.revoke-for-good")} act={revoke} />
      </td>
    </tr>
  );
}

const DAY_MS = 86_400_000;
const LIVES = ["never", "30", "90", "365"] as const; // days

function AddKey({ onMade }: { onMade: (made: { name: string; secret: string }) => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [life, setLife] = useState<(typeof LIVES)[number]>("never");
  const add = useMutation({
    mutationFn: (body: { name: string; role: Role }) =>
      call("addKey", { body: { ...body, expiresAt: life === "never" ? null : endAfter(Number(life)) } }),
    onSuccess: ({ key, secret }) => {
      onMade({ name: key.name, secret });
      void client.invalidateQueries({ queryKey: ["keys"] });
      void client.invalidateQueries({ queryKey: ["users"] });
    },
  });
  return (
    <NewLine
      label={t("api-keys.new")}
      act={t("api-keys.add")}
      state={add}
      onAdd={(made, onSuccess) => add.mutate(made, { onSuccess })}
      more={
        <label className="field">
          <span>{t("api-keys.ends")}</span>
          <select className="in" value={life} onChange={({ target }) => setLife(target.value as typeof life)}>
            {LIVES.map((each) => (
              <option key={each} value={each}>
                {each === "never" ? t("api-keys.never") : t("api-keys.after-days", { n: Number(each) })}
              </option>
            ))}
          </select>
        </label>
      }
    />
  );
}

const endAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
