/** The work list: what needs a person first. All that narrows is in the address. */
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { z } from "zod";
import { STATE_GROUPS, StateGroup } from "../../api/server/sources.js";
import { useAnswer } from "../data/ask.js";
import { useMay } from "../data/me.js";
import { useSteady } from "../data/steady.js";
import { EmptyState } from "../parts/EmptyState.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Heading } from "../parts/Heading.js";
import { Pager } from "../parts/Pager.js";
import { SparklineLegend } from "../parts/Sparkline.js";
import { Waiting } from "../parts/Waiting.js";
import { useTexts } from "../texts/language.js";
import { RemovedSources } from "./sources/RemovedSources.js";
import { SourceRow } from "./sources/SourceRow.js";
import "./screen.css";
import "./sources/sources.css";

export const SourcesSearch = z.object({
  state: StateGroup.optional().catch(undefined),
  q: z.string().optional().catch(undefined),
  after: z.string().optional().catch(undefined),
});
type SourcesSearch = z.infer<typeof SourcesSearch>;
type Group = z.infer<typeof StateGroup>;
const GROUPS = StateGroup.options;

export function SourcesScreen({ search }: { search: SourcesSearch }) {
  const { t } = useTexts();
  const { after, ...filters } = search;
  const mayAdd = useMay("editor");
  const sources = useAnswer("sources", { query: search });
  const { rows, moved, update } = useSteady(
    sources.isPlaceholderData ? undefined : sources.data?.sources,
    JSON.stringify(search),
  );
  const counts = countsOf(sources.data?.counts ?? {});
  const isNone = sources.data !== undefined && counts.all === 0 && filters.q === undefined; // nothing to narrow, nothing to explain
  return (
    <div className="screen">
      <header>
        <Heading title={t("nav.sources")} />
        {mayAdd ? (
          <Link to="/new" className="btn prime screen-acts">
            {t("sources.add")}
          </Link>
        ) : (
          <p className="t3 screen-acts">{t("shell.reader")}</p>
        )}
      </header>
      {sources.data && !isNone && <p className="say">{sentence(counts, t)}</p>}
      {!isNone && <Filters filters={filters} counts={sources.data && counts} />}
      {moved > 0 && (
        <p className="moved" role="status">
          {t("sources.moved", { n: moved })}{" "}
          <button type="button" className="btn small" onClick={update}>
            {t("sources.update")}
          </button>
        </p>
      )}
      <section className="panel scroll-x" aria-label={t("nav.sources")}>
        {sources.error && <ErrorLine error={sources.error} />}
        {!sources.data && !sources.error && <Waiting text={t("wait.screen")} />}
        {sources.data && rows.length === 0 && <Nothing filters={filters} />}
        {rows.length > 0 && (
          <table className="sources">
            <thead>
              <tr>
                {COLUMNS.map(([name, className]) => (
                  <th key={name} scope="col" className={className}>
                    {t(`sources.${name}`)}
                  </th>
                ))}
                <th className="acts-column">
                  <span className="hidden-words">{t("sources.act")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((source) => (
                <SourceRow key={source.id} source={source} />
              ))}
            </tbody>
          </table>
        )}
      </section>
      <footer className="row wrap sources-foot">
        {!isNone && <SparklineLegend />}
        <Pager
          words="sources"
          first={after !== undefined && { to: "/sources", search: filters }}
          next={!!sources.data?.next && { to: "/sources", search: { ...filters, after: sources.data.next } }}
        />
      </footer>
      <RemovedSources />
    </div>
  );
}

const COLUMNS = [
  ["state", "state-column"],
  ["name", ""],
  ["checks", "from-1024"],
  ["checked", "from-768"],
  ["next-check", "from-1280"],
  ["records", "right from-768"],
  ["withheld", "right"],
  ["newest", "from-1280"],
] as const;

type Counts = Readonly<Record<Group | "all", number>>;

function countsOf(counts: Partial<Record<string, number>>): Counts {
  const sum = (words: readonly string[]): number => words.reduce((all, word) => all + (counts[word] ?? 0), 0);
  const byGroup = Object.fromEntries(GROUPS.map((group) => [group, sum(STATE_GROUPS[group])])) as Record<Group, number>;
  return { ...byGroup, all: sum(Object.keys(counts)) };
}

function sentence(counts: Counts, t: ReturnType<typeof useTexts>["t"]): string {
  const parts = [
    counts["needs-you"] > 0 ? t("sources.need", { n: counts["needs-you"] }) : t("sources.need-none"),
    ...(counts["want-a-look"] > 0 ? [t("sources.look", { n: counts["want-a-look"] })] : []),
    t("sources.run", { n: counts.recent + counts.healthy }),
    ...(counts.paused > 0 ? [t("sources.are-paused", { n: counts.paused })] : []),
  ];
  return `${parts.join(", ")}.`;
}

function Filters({ filters, counts }: { filters: Omit<SourcesSearch, "after">; counts: Counts | undefined }) {
  const { t, number } = useTexts();
  const navigate = useNavigate();
  const [q, setQ] = useState(filters.q ?? "");
  useEffect(() => setQ(filters.q ?? ""), [filters.q]);
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: "/sources", search: { ...filters, q: q.trim() || undefined } });
        }}
      >
        <input
          type="search"
          className="in sources-q"
          aria-label={t("sources.search")}
          placeholder={t("sources.search")}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <nav className="segments" aria-label={t("sources.state")}>
          {([undefined, ...GROUPS] as const).map((group) => (
            <Link
              key={group ?? "all"}
              to="/sources"
              search={{ ...filters, state: group }}
              {...(filters.state === group && { "aria-current": "true" as const })}
            >
              {t(`sources.group-${group ?? "all"}`)} {counts && <span className="n">{number(counts[group ?? "all"])}</span>}
            </Link>
          ))}
        </nav>
      </form>
    </search>
  );
}

function Nothing({ filters: { q, state } }: { filters: Omit<SourcesSearch, "after"> }) {
  const { t } = useTexts();
  if (q === undefined && state === undefined)
    return (
      <EmptyState text={t("sources.none")}>
        <Link to="/new" className="btn">
          {t("sources.add")}
        </Link>
      </EmptyState>
    );
  return (
    <EmptyState text={t("sources.none-match")}>
      <Link to="/sources" search={{}} className="btn">
        {t("sources.show-all")}
      </Link>
    </EmptyState>
  );
}
