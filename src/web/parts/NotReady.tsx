/** A screen that has nothing to show yet: what it waits for, or why it cannot, and a way on. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/language.js";
import { ErrorLine } from "./ErrorLine.js";
import { Waiting } from "./Waiting.js";

/** `children`: acts that may help before one goes on. */
export function NotReady({ error, children }: { error: unknown; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="screen">
      {error === null || error === undefined ? (
        <Waiting text={t("wait.screen")} />
      ) : (
        <ErrorLine error={error}>
          {children}
          <Link to="/sources" search={{}} className="btn">
            {t("missing.act")}
          </Link>
        </ErrorLine>
      )}
    </div>
  );
}
