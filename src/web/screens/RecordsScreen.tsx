/** What is in the index: search, narrow, look, take along. All that narrows is in the address. */
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { useAnswer } from "../data/ask.js";
import { addressOf } from "../data/client.js";
import { useSteady } from "../data/steady.js";
import { EmptyState } from "../parts/EmptyState.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Heading } from "../parts/Heading.js";
import { Pager } from "../parts/Pager.js";
import { Quote } from "../parts/Quote.js";
import { Waiting } from "../parts/Waiting.js";
import { useTexts } from "../texts/language.js";
import { RecordsTable } from "./records/RecordsTable.js";
import "./screen.css";
import "./records/records.css";

export const RecordsSearch = z.object({
  q: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  since: z.iso.date().optional().catch(undefined),
  state: z.enum(["current", "gone", "any"]).optional().catch(undefined),
  after: z.string().optional().catch(undefined),
});
type RecordsSearch = z.infer<typeof RecordsSearch>;

export function RecordsScreen({ search }: { search: RecordsSearch }) {
  const { t } = useTexts();
  const { after, ...filters } = search;
  const first = useAnswer("records", { query: { ...asked(filters), limit: 50 } }); // the count is said with the first rows
  const further = useAnswer("records", { query: { ...asked(search), limit: 50 } }, { isOn: after !== undefined });
  const rows = after === undefined ? first : further;
  const isNone = first.data?.records.length === 0 && Object.values(filters).every((each) => each === undefined);
  const steady = useSteady(rows.isPlaceholderData ? undefined : rows.data?.records, JSON.stringify(search));
  return (
    <div className="screen">
      <header>
        <Heading title={t("nav.records")} />
        {first.isPlaceholderData ? (
          <Waiting text={t("wait.screen")} /> // the count is that of what was asked before
        ) : (
          <p className="say">{!isNone && first.data?.count && <Found count={first.data.count} q={filters.q} />}</p>
        )}
        <Export filters={filters} isEmpty={first.data?.records.length === 0} />
      </header>
      {!isNone && <Filters search={filters} />}
      {steady.added > 0 && (
        <p className="moved" role="status">
          {t("records.new", { n: steady.added })}{" "}
          <button type="button" className="btn small" onClick={steady.update}>
            {t("records.show-new")}
          </button>
        </p>
      )}
      <section className="panel" aria-label={t("nav.records")}>
        {rows.error && <ErrorLine error={rows.error} />}
        {!rows.data && !rows.error && <Waiting text={t("wait.screen")} />}
        {rows.data?.records.length === 0 && <NothingFound search={search} />}
        {rows.data && rows.data.records.length > 0 && <RecordsTable records={steady.rows} />}
        <Pager
          words="records"
          first={after !== undefined && { to: "/records", search: filters }}
          next={!!rows.data?.next && { to: "/records", search: { ...filters, after: rows.data.next } }}
        />
      </section>
    </div>
  );
}

/** A day begins at the reader's midnight, not at that of Greenwich. */
const asked = <Search extends Omit<RecordsSearch, "after">>({ since, ...others }: Search) => ({
  ...others,
  ...(since !== undefined && { since: new Date(`${since}T00:00`).toISOString() }),
});

function Found({
  count: { count, isCapped },
  q,
}: {
  count: { count: number; isCapped: boolean };
  q: string | undefined;
}): ReactNode {
  const { t, rich, number } = useTexts();
  const figure = isCapped ? `${number(count)}+` : number(count);
  return q ? rich("records.match", { n: count, figure, q: <Quote>{q}</Quote> }) : t("records.all", { n: count, figure });
}

function Filters({ search }: { search: Omit<RecordsSearch, "after"> }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const sources = useAnswer("sources", { query: { limit: 200 } });
  const isFar = search.source !== undefined && sources.data?.sources.every(({ id }) => id !== search.source) === true;
  const far = useAnswer("source", { params: { id: search.source ?? "" } }, { isOn: isFar }); // beyond the first ones
  const [q, setQ] = useState(search.q ?? "");
  useEffect(() => setQ(search.q ?? ""), [search.q]);
  const narrow = (change: Partial<RecordsSearch>): void => void navigate({ to: "/records", search: { ...search, ...change } });
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          narrow({ q: q.trim() || undefined });
        }}
      >
        <input
          type="search"
          className="in records-q"
          id="records-search"
          aria-label={t("shell.search")}
          placeholder={t("shell.search")}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <button type="submit" className="btn">
          {t("records.search")}
        </button>
        <select
          className="in"
          aria-label={t("records.source")}
          value={search.source ?? ""}
          onChange={({ target }) => narrow({ source: target.value || undefined })}
        >
          <option value="">{t("records.all-sources")}</option>
          {isFar && <option value={search.source}>{far.data?.name ?? search.source}</option>}
          {sources.data?.sources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="in"
          aria-label={t("records.state")}
          value={search.state ?? "current"}
          onChange={({ target }) => narrow({ state: target.value === "current" ? undefined : (target.value as "gone" | "any") })}
        >
          {(["current", "gone", "any"] as const).map((state) => (
            <option key={state} value={state}>
              {t(`records.state-${state}`)}
            </option>
          ))}
        </select>
        <label className="row">
          <span className="t3">{t("records.since")}</span>
          <input
            type="date"
            className="in"
            value={search.since ?? ""}
            onChange={({ target }) => narrow({ since: target.value || undefined })}
          />
        </label>
      </form>
    </search>
  );
}

function NothingFound({ search: { q, source } }: { search: RecordsSearch }) {
  const { t, rich } = useTexts();
  const isNarrowed = q !== undefined || source !== undefined;
  return (
    <EmptyState text={q ? rich("records.none-match", { q: <Quote>{q}</Quote> }) : t("records.none")}>
      {isNarrowed ? (
        <Link to="/records" search={{}} className="btn">
          {t("records.show-all")}
        </Link>
      ) : (
        <Link to="/new" className="btn">
          {t("sources.add")}
        </Link>
      )}
    </EmptyState>
  );
}

/** What is shown, all of it, not only the rows on the screen. */
function Export({ filters, isEmpty }: { filters: Omit<RecordsSearch, "after">; isEmpty: boolean }) {
  const { t } = useTexts();
  if (isEmpty) return null;
  return (
    <div className="row screen-acts">
      <span className="t3 wide-only">{t("records.export")}</span>
      {(["csv", "jsonl"] as const).map((format) => (
        <a key={format} className="btn" download href={addressOf("exportRecords", { query: { ...asked(filters), format } })}>
          {t(`records.${format}`)}
        </a>
      ))}
    </div>
  );
}
