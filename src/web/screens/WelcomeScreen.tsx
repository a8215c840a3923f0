/** Where the one-time link leads: the token is used at once and leaves the address. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { keyFor } from "../data/ask.js";
import { call } from "../data/client.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Heading } from "../parts/Heading.js";
import { Waiting } from "../parts/Waiting.js";
import { useTexts } from "../texts/language.js";
import "./alone.css";

export function WelcomeScreen({ token }: { token: string | undefined }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const welcome = useMutation({
    mutationFn: (given: string) => call("welcome", { body: { token: given } }),
    onSuccess: (me) => {
      client.setQueryData(keyFor("me", {}), me);
      void navigate({ to: "/", replace: true });
    },
  });
  const isSent = useRef(false);
  const given = token ?? window.location.hash.slice(1);
  const send = welcome.mutate;
  useEffect(() => {
    if (isSent.current) return; // it works once
    isSent.current = true;
    send(given);
  }, [given, send]);
  return (
    <section className="alone-panel">
      <Heading title={t("welcome.title")} />
      {welcome.error ? (
        <ErrorLine error={welcome.error}>
          <Link to="/sign-in" className="btn">
            {t("sign-in.act")}
          </Link>
        </ErrorLine>
      ) : (
        <Waiting text={t("welcome.wait")} />
      )}
    </section>
  );
}
