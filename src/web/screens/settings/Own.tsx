/** One's own password, and signing out. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../data/client.js";
import { useIsOnline, useMe } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { PasswordField } from "../../parts/PasswordField.js";
import { useTexts } from "../../texts/language.js";

export function Own() {
  const { t } = useTexts();
  const { user } = useMe();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const signOut = useMutation({ mutationFn: () => call("signOut", {}), onSuccess: () => client.resetQueries() });
  return (
    <section className="panel" aria-labelledby="own">
      <header>
        <h2 className="t2 grow" id="own">
          {user?.name}
        </h2>
        <button type="button" className="btn" disabled={signOut.isPending || !isOnline} onClick={() => signOut.mutate()}>
          {t("shell.sign-out")}
        </button>
      </header>
      {signOut.error && <ErrorLine error={signOut.error} />}
      <PasswordForm hasPassword={user?.hasPassword ?? false} />
    </section>
  );
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const change = useMutation({
    mutationFn: () => call("setPassword", { body: { password, ...(current && { current }) } }),
    onSuccess: () => {
      setCurrent("");
      setPassword("");
      void client.invalidateQueries({ queryKey: ["me"] });
    },
  });
  return (
    <form
      className="settings-line"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      {hasPassword && <PasswordField label={t("own.current")} keeper="current-password" value={current} onChange={setCurrent} />}
      <PasswordField label={t("own.new")} keeper="new-password" fewest={10} value={password} onChange={setPassword} />
      <button type="submit" className="btn prime" disabled={change.isPending || !isOnline}>
        {t("own.set")}
      </button>
      {change.isSuccess && (
        <p className="t3 settings-note" role="status">
          {t("own.done")}
        </p>
      )}
      {change.error && <ErrorLine error={change.error} />}
    </form>
  );
}
