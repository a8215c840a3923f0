/** What happened, since when, then and now, and what to do about it, without leaving the screen. */
import { Link } from "@tanstack/react-router";
import { z } from "zod";
import type { WarningView } from "../../api/server/warnings.js";
import { useAnswer } from "../data/ask.js";
import { useSteady } from "../data/steady.js";
import { EmptyState } from "../parts/EmptyState.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Heading } from "../parts/Heading.js";
import { Pager } from "../parts/Pager.js";
import { StateWord } from "../parts/StateWord.js";
import { Waiting } from "../parts/Waiting.js";
import { When } from "../parts/When.js";
import { useTexts } from "../texts/language.js";
import { warningSaid } from "../texts/said.js";
import { stateOf } from "./warnings/state.js";
import { WarningPanel } from "./warnings/WarningPanel.js";
import "./screen.css";
import "./warnings/warnings.css";

export const WarningsSearch = z.object({
  state: z.enum(["open", "all"]).optional().catch(undefined),
  after: z.string().optional().catch(undefined),
});
type WarningsSearch = z.infer<typeof WarningsSearch>;

export function WarningsScreen({ search, id }: { search: WarningsSearch; id?: string }) {
  const { t } = useTexts();
  const warnings = useAnswer("warnings", { query: search });
  const { rows, moved, update } = useSteady(
    warnings.isPlaceholderData ? undefined : warnings.data?.warnings,
    JSON.stringify(search),
  );
  const shown = id ?? rows[0]?.id;
  return (
    <div className="screen">
      <header>
        <Heading title={t("nav.warnings")} />
        <p className="say">{warnings.data && sentence(warnings.data, t)}</p>
        <nav className="segments screen-acts" aria-label={t("warnings.which")}>
          {(["open", "all"] as const).map((state) => (
            <Link
              key={state}
              to="/warnings"
              search={state === "open" ? {} : { state }}
              {...((search.state ?? "open") === state && { "aria-current": "true" as const })}
            >
              {t(`warnings.${state}`)}
            </Link>
          ))}
        </nav>
      </header>
      {warnings.error && <ErrorLine error={warnings.error} />}
      {!warnings.data && !warnings.error && <Waiting text={t("wait.screen")} />}
      {moved > 0 && (
        <p className="moved" role="status">
          {t("warnings.moved", { n: moved })}{" "}
          <button type="button" className="btn small" onClick={update}>
            {t("sources.update")}
          </button>
        </p>
      )}
      {warnings.data && shown === undefined && <Nothing checked={warnings.data.checkedToday} />}
      {rows.length === 0 && id !== undefined && <WarningPanel key={id} id={id} />}
      {rows.length > 0 && (
        <div className={id === undefined ? "warnings-halves" : "warnings-halves is-chosen"}>
          <ul className="panel warnings-list" aria-label={t("nav.warnings")}>
            {rows.map((warning) => (
              <Entry key={warning.id} warning={warning} search={search} isShown={warning.id === shown} />
            ))}
          </ul>
          {shown !== undefined && <WarningPanel key={shown} id={shown} />}
        </div>
      )}
      <Pager
        words="records"
        first={search.after !== undefined && { to: "/warnings", search: { state: search.state } }}
        next={!!warnings.data?.next && { to: "/warnings", search: { ...search, after: warnings.data.next } }}
      />
    </div>
  );
}

function sentence({ open, checkedToday }: { open: number; checkedToday: number }, t: ReturnType<typeof useTexts>["t"]): string {
  return open > 0 ? t("warnings.open-count", { n: open }) : t("warnings.none", { n: checkedToday });
}

function Nothing({ checked }: { checked: number }) {
  const { t } = useTexts();
  return (
    <section className="panel">
      <EmptyState text={t("warnings.none", { n: checked })}>
        <Link to="/sources" search={{}} className="btn">
          {t("missing.act")}
        </Link>
      </EmptyState>
    </section>
  );
}

function Entry({ warning, search, isShown }: { warning: WarningView; search: WarningsSearch; isShown: boolean }) {
  const { t, language } = useTexts();
  const { id, cause, source, openedAt, acknowledgedAt, closedAt } = warning;
  return (
    <li className={isShown ? "sel" : ""}>
      <div className="row">
        <StateWord state={stateOf(cause)} />
        <span className="t3 grow right">
          {closedAt ? t("warnings.settled") : acknowledgedAt ? t("warnings.acknowledged") : <When at={openedAt} />}
        </span>
      </div>
      <Link
        to="/warnings/$id"
        params={{ id }}
        search={search}
        className="t2"
        {...(isShown && { "aria-current": "true" as const })}
      >
        {source?.name ?? t("warnings.this-machine")}
      </Link>
      <p className="mut">{warningSaid(language, warning).message}</p>
    </li>
  );
}
