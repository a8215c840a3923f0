/** An error where it happened: the sentence, what to do, acts, and last the code for searching. It stays until settled. */
import type { ReactNode } from "react";
import { Refused, Unexplained, Unreachable } from "../data/client.js";
import { type Texts, useTexts } from "../texts/language.js";
import { errorSaid } from "../texts/said.js";
import { Words } from "./Words.js";
import "./error-line.css";

export function ErrorLine({ error, children }: { error: unknown; children?: ReactNode }) {
  const { message, hint, code } = wordsOf(error, useTexts());
  return (
    <div className="error-line" role="alert">
      <p>
        <b>{message}</b>{" "}
        <span className="mut">
          <Words text={hint} />
        </span>{" "}
        {code && <code className="m dim">{code}</code>}
      </p>
      {children && <div className="row wrap">{children}</div>}
    </div>
  );
}

function wordsOf(error: unknown, { t, language }: Texts): { message: string; hint: string; code?: string } {
  if (error instanceof Refused) return { ...errorSaid(language, error.report), code: error.report.code };
  if (error instanceof Unexplained)
    return { message: t("error.unexplained", { status: error.status }), hint: t("error.unexplained-hint") };
  if (error instanceof Unreachable) return { message: t("error.unreachable"), hint: t("error.unreachable-hint") };
  return { message: t("error.unexpected"), hint: t("error.unexpected-hint") };
}
