/** Keys by which programs use the API. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView } from "../../../api/server/accounts.js";
import { Role } from "../../../api/server/common.js";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Waiting } from "../../parts/Waiting.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";
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
        <div className="scroll-x">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("people.name")}</th>
                <th scope="col">{t("api-keys.beginning")}</th>
                <th scope="col">{t("people.role")}</th>
                <th scope="col">{t("api-keys.used")}</th>
                <th scope="col">
                  <span className="hidden-words">{t("sources.act")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.data.keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {made && <Secret title={t("api-keys.made", { name: made.name })} text={t("api-keys.once")} secret={made.secret} />}
      <AddKey onMade={setMade} />
    </section>
  );
}

function KeyRow({ apiKey: { id, name, role, beginning, usedAt } }: { apiKey: KeyView }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const revoke = useMutation({
    mutationFn: () => call("revokeKey", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["keys"] }),
  });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="m">{beginning}…</td>
      <td>{t(`role.${role}`)}</td>
      <td className="mut">{usedAt ? <When at={usedAt} /> : t("sources.never")}</td>
      <td className="right">
        {revoke.error && <ErrorLine error={revoke.error} />}
        <button type="button" className="btn small" disabled={revoke.isPending || !isOnline} onClick={() => revoke.mutate()}>
          {t("api-keys.revoke")}
        </button>
      </td>
    </tr>
  );
}

function AddKey({ onMade }: { onMade: (made: { name: string; secret: string }) => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("reader");
  const add = useMutation({
    mutationFn: () => call("addKey", { body: { name, role } }),
    onSuccess: ({ key, secret }) => {
      onMade({ name: key.name, secret });
      setName("");
      void client.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  return (
    <form
      className="settings-line"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <label className="field grow">
        <span>{t("api-keys.new")}</span>
        <input className="in" required value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <label className="field">
        <span>{t("people.role")}</span>
        <select className="in" value={role} onChange={({ target }) => setRole(target.value as Role)}>
          {Role.options.map((each) => (
            <option key={each} value={each}>
              {t(`role.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn prime" disabled={add.isPending || !isOnline}>
        {t("api-keys.add")}
      </button>
      {add.error && <ErrorLine error={add.error} />}
    </form>
  );
}
