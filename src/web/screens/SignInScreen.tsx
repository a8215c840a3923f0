/** One question, one button. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { keyFor } from "../data/ask.js";
import { call } from "../data/client.js";
import { useMe } from "../data/me.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { focused } from "../parts/focused.js";
import { Heading } from "../parts/Heading.js";
import { PasswordField } from "../parts/PasswordField.js";
import { useTexts } from "../texts/language.js";
import "./alone.css";

export function SignInScreen() {
  const { t } = useTexts();
  const { hasAccounts } = useMe();
  return (
    <section className="alone-panel">
      <Heading title={t("sign-in.title")} />
      {hasAccounts ? <SignInForm /> : <p className="say">{t("sign-in.link-only")}</p>}
    </section>
  );
}

function SignInForm() {
  const { t } = useTexts();
  const client = useQueryClient();
  const { history } = useRouter();
  const { wanted } = useLocation().state;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => call("signIn", { body: { name, password } }),
    onSuccess: (me) => {
      client.setQueryData(keyFor("me", {}), me);
      history.replace(wanted ?? "/"); // which never leads to another origin, whatever stands there
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <label className="field">
        <span>{t("sign-in.name")}</span>
        <input
          className="in"
          autoComplete="username"
          ref={focused}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <PasswordField label={t("sign-in.password")} keeper="current-password" value={password} onChange={setPassword} />
      {signIn.error && <ErrorLine error={signIn.error} />}
      <button type="submit" className="btn prime" disabled={signIn.isPending}>
        {t("sign-in.act")}
      </button>
      <p className="t3">{t("sign-in.link")}</p>
    </form>
  );
}
