/** A screen that has nothing to show yet: what it waits for, or why it cannot, and a way on. */
import { Link } from "@tanstack/react-router";
import { useTexts } from "../texts/language.js";
import { ErrorLine } from "./ErrorLine.js";
import { Waiting } from "./Waiting.js";

export function NotReady({ error }: { error: unknown }) {
  const { t } = useTexts();
  return (
    <div className="screen">
      {error === null || error === undefined ? (
        <Waiting text={t("wait.screen")} />
      ) : (
        <ErrorLine error={error}>
          <Link to="/sources" search={{}} className="btn">
            {t("missing.act")}
          </Link>
        </ErrorLine>
      )}
    </div>
  );
}
