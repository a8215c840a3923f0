/** Accounts: add, change the role, a one-time link, remove. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeysWish, OneTimeLink, UserView } from "../../../api/server/accounts.js";
import type { Role } from "../../../api/server/common.js";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMe } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { beside, ForGood } from "../../parts/ForGood.js";
import { focused } from "../../parts/focused.js";
import { Waiting } from "../../parts/Waiting.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";
import { NamedTable } from "./NamedTable.js";
import { NewLine } from "./NewLine.js";
import { RoleOptions } from "./RoleOptions.js";
import { Secret } from "./Secret.js";

export function People() {
  const { t } = useTexts();
  const users = useAnswer("users", {});
  const [link, setLink] = useState<OneTimeLink & { name: string }>();
  return (
    <section className="panel" aria-labelledby="people">
      <header>
        <h2 className="t2" id="people">
          {t("settings.people")}
        </h2>
        <span className="t3">{t("people.roles")}</span>
      </header>
      {users.error && <ErrorLine error={users.error} />}
      {!users.data && !users.error && <Waiting text={t("wait.screen")} />}
      {users.data?.users.length === 0 && <p className="settings-line mut">{t("people.none")}</p>}
      {users.data && users.data.users.length > 0 && (
        <NamedTable columns={[t("people.name"), t("people.role"), t("people.seen")]}>
          {users.data.users.map((user) => (
            <Person
              key={user.id}
              user={user}
              onLink={(made) => setLink({ ...made, name: user.name })}
              onRemove={() => setLink((shown) => (shown?.name === user.name ? undefined : shown))}
            />
          ))}
        </NamedTable>
      )}
      {link && <Secret title={t("people.link-for", { name: link.name })} text={t("people.link-once")} secret={link.link} />}
      <AddPerson onLink={(made, name) => setLink({ ...made, name })} />
    </section>
  );
}

function useRefreshed() {
  const client = useQueryClient();
  return () => {
    for (const name of ["users", "keys", "me"]) void client.invalidateQueries({ queryKey: [name] });
  };
}

interface PersonProps {
  readonly user: UserView;
  readonly onLink: (link: OneTimeLink) => void;
  readonly onRemove: () => void;
}

function Person({ user, onLink, onRemove }: PersonProps) {
  const { t } = useTexts();
  const me = useMe();
  const isOnline = useIsOnline();
  const refreshed = useRefreshed();
  const params = { id: user.id };
  const role = useMutation({ mutationFn: (body: { role: Role }) => call("changeUser", { params, body }), onSuccess: refreshed });
  const link = useMutation({ mutationFn: () => call("linkUser", { params }), onSuccess: onLink });
  const remove = useMutation({
    mutationFn: (keys: KeysWish | undefined) => call("removeUser", { params, query: { keys } }),
    onSuccess: () => {
      onRemove();
      refreshed();
    },
    onError: refreshed, // it may have a key by now
  });
  const [isAsking, setAsking] = useState(false);
  const error = role.error ?? link.error ?? remove.error;
  return (
    <>
      <tr>
        <th scope="row">
          {user.name} {me.user?.id === user.id && <span className="chip">{t("people.you")}</span>}
        </th>
        <td>
          <select
            className="chip"
            aria-label={t("people.role-of", { name: user.name })}
            disabled={role.isPending || !isOnline}
            value={user.role}
            onChange={({ target }) => role.mutate({ role: target.value as Role })}
          >
            <RoleOptions />
          </select>
        </td>
        <td className="mut">{user.signedInAt ? <When at={user.signedInAt} /> : t("sources.never")}</td>
        <td className="right">
          <button type="button" className="btn small" disabled={link.isPending || !isOnline} onClick={() => link.mutate()}>
            {t("people.link")}
          </button>{" "}
          {user.keys === 0 ? (
            <ForGood text={t("people.remove")} again={t("people.remove-for-good")} act={remove} />
          ) : (
            <button
              type="button"
              className="btn small"
              data-for-good
              aria-expanded={isAsking}
              disabled={remove.isPending || !isOnline}
              onClick={() => setAsking(!isAsking)}
            >
              {t("people.remove")}
            </button>
          )}
        </td>
      </tr>
      {isAsking && user.keys > 0 && (
        <tr>
          <td colSpan={4}>
            <KeysQuestion
              user={user}
              isBusy={remove.isPending || !isOnline}
              act={remove.mutate}
              onLeave={() => setAsking(false)}
            />
          </td>
        </tr>
      )}
      {error && (
        <tr>
          <td colSpan={4}>
            <ErrorLine error={error} />
          </td>
        </tr>
      )}
    </>
  );
}

interface KeysQuestionProps {
  readonly user: UserView;
  readonly isBusy: boolean;
  readonly act: (keys: KeysWish, then: { onSuccess: () => void }) => void;
  readonly onLeave: () => void;
}

/** An account that has API keys is removed only with a word on what becomes of them. */
function KeysQuestion({ user, isBusy, act, onLeave }: KeysQuestionProps) {
  const { t } = useTexts();
  const me = useMe();
  const remove =
    (keys: KeysWish) =>
    ({ currentTarget }: { currentTarget: HTMLElement }): void => {
      const asked = currentTarget.closest("tr")?.previousElementSibling?.querySelector<HTMLElement>("[data-for-good]");
      act(keys, { onSuccess: () => focused(asked ? beside(asked) : null) });
    };
  return (
    <fieldset className="keys-question" onKeyDown={({ key }) => key === "Escape" && onLeave()}>
      <legend>{t("people.keys-question", { name: user.name, n: user.keys })}</legend>
      <div className="row wrap">
        <button type="button" className="btn small prime" ref={focused} disabled={isBusy} onClick={remove("revoke")}>
          {t("people.keys-revoke")}
        </button>
        {me.user?.id !== user.id && (
          <button type="button" className="btn small" disabled={isBusy} onClick={remove("hand-over")}>
            {t("people.keys-take")}
          </button>
        )}
        <button type="button" className="btn small" onClick={onLeave}>
          {t("people.keys-leave")}
        </button>
      </div>
    </fieldset>
  );
}

function AddPerson({ onLink }: { onLink: (link: OneTimeLink, name: string) => void }) {
  const { t } = useTexts();
  const { hasAccounts } = useMe();
  const refreshed = useRefreshed();
  const add = useMutation({
    mutationFn: (body: { name: string; role: Role }) => call("addUser", { body }),
    onSuccess: ({ link }, { name }) => {
      if (link) onLink(link, name);
      refreshed();
    },
  });
  return (
    <NewLine
      label={t("people.new")}
      act={t("people.add")}
      {...(!hasAccounts && { fixedRole: "admin" })}
      state={add}
      onAdd={(made, onSuccess) => add.mutate(made, { onSuccess })}
    >
      {!hasAccounts && <p className="t3 settings-note">{t("people.first")}</p>}
    </NewLine>
  );
}
