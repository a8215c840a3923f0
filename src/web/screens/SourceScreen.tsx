/** A source: is it well, and if not what changed where; its records, what is withheld, its template, its settings. */
import { Link } from "@tanstack/react-router";
import { z } from "zod";
import type { SourceView } from "../../api/server/sources.js";
import { useAnswer } from "../data/ask.js";
import { Refused } from "../data/client.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Heading } from "../parts/Heading.js";
import { NotReady } from "../parts/NotReady.js";
import { RecordTable } from "../parts/RecordTable.js";
import { Sparkline } from "../parts/Sparkline.js";
import { StateWord } from "../parts/StateWord.js";
import { Waiting } from "../parts/Waiting.js";
import { When } from "../parts/When.js";
import { useTexts } from "../texts/language.js";
import { reasonSaid, warningSaid } from "../texts/said.js";
import { Acts } from "./source/Acts.js";
import { Changes } from "./source/Changes.js";
import { SourceSettings } from "./source/SourceSettings.js";
import { TemplateTab } from "./source/TemplateTab.js";
import { WithheldGroups } from "./source/WithheldGroups.js";
import { BringBack } from "./sources/RemovedSources.js";
import "./screen.css";
import "./source/source.css";

const TABS = ["records", "changes", "withheld", "template", "settings"] as const;

export const SourceSearch = z.object({
  tab: z.enum(TABS).optional().catch(undefined), // without: the records
  entry: z.string().optional().catch(undefined), // of the timeline, such as check-12
  version: z.coerce.number().int().min(1).optional().catch(undefined), // of the template
});
export type SourceSearch = z.infer<typeof SourceSearch>;

export function SourceScreen({ id, search }: { id: string; search: SourceSearch }) {
  const { t, number } = useTexts();
  const source = useAnswer("source", { params: { id } });
  const tab = search.tab ?? "records";
  const isGone = source.error instanceof Refused && source.error.status === 404; // removed, here or in another tab
  const isUndoable = tab === "settings"; // where it was removed, that can be undone
  if (!source.data || (isGone && !isUndoable))
    return (
      <NotReady error={source.error}>
        <BringBack id={id} />
      </NotReady>
    );
  const counts = { records: source.data.records, withheld: source.data.withheld, changes: null, template: null, settings: null };
  return (
    <div className="screen">
      <header>
        <nav className="crumbs" aria-label={t("record.way")}>
          <Link to="/sources" search={{}}>
            {t("nav.sources")}
          </Link>
        </nav>
        <Heading title={source.data.name} />
        <StateWord state={source.data.state} isPill />
        <span className="m mut">{source.data.site}</span>
        {!isGone && <Acts source={source.data} />}
      </header>
      <p className="say" role="status">
        <Sentence source={source.data} />
      </p>
      <Figures source={source.data} />
      <nav className="tabs" aria-label={source.data.name}>
        {TABS.map((each) => (
          <Link
            key={each}
            to="/sources/$id"
            params={{ id }}
            search={{ tab: each }}
            {...(each === tab && { "aria-current": "page" as const })}
          >
            {t(`source.tab-${each}`)} {counts[each] !== null && <span className="count">{number(counts[each])}</span>}
          </Link>
        ))}
      </nav>
      {tab === "records" && <Records id={id} attributes={source.data.attributes} />}
      {tab === "changes" && <Changes source={source.data} entry={search.entry} />}
      {tab === "withheld" && <WithheldGroups id={id} />}
      {tab === "template" && <TemplateTab source={source.data} version={search.version} />}
      {tab === "settings" && <SourceSettings key={id} source={source.data} />}
    </div>
  );
}

function Sentence({ source: { running, state, warning, stateReason, records } }: { source: SourceView }) {
  const { t, language } = useTexts();
  if (running) return t("source.harvesting", { done: running.found - running.toVisit, found: running.found });
  const why = stateReason && reasonSaid(language, stateReason);
  if (state === "paused") return [why, t("source.say-paused")].filter(Boolean).join(" ");
  if (warning) return warningSaid(language, warning).message;
  if (why) return why;
  return t(state === "healed" ? "source.say-healed" : "source.say-well", { n: records });
}

function Figures({ source: { records, withheld, newestAt, nextAt, checks, templateVersion } }: { source: SourceView }) {
  const { t, rich, number } = useTexts();
  return (
    <p className="sum">
      <span>{rich("source.figure-records", { n: records, figure: <b>{number(records)}</b> })}</span>
      <span>{rich("source.figure-withheld", { n: withheld, figure: <b>{number(withheld)}</b> })}</span>
      <span>{rich("source.figure-guessed", { figure: <b>0</b> })}</span>
      {templateVersion !== null && <span>{t("source.figure-template", { version: templateVersion })}</span>}
      {newestAt && <span>{rich("source.figure-newest", { when: <When key="n" at={newestAt} /> })}</span>}
      <span>{nextAt ? rich("source.figure-next", { when: <When key="c" at={nextAt} /> }) : t("source.figure-no-next")}</span>
      <Sparkline checks={checks} isAlone />
    </p>
  );
}

function Records({ id, attributes }: { id: string; attributes: readonly string[] }) {
  const { t } = useTexts();
  const records = useAnswer("records", { query: { source: id, limit: 50 } });
  if (records.error) return <ErrorLine error={records.error} />;
  if (!records.data) return <Waiting text={t("wait.screen")} />;
  return (
    <>
      <RecordTable records={records.data.records} attributes={attributes} />
      {records.data.next && (
        <p>
          <Link to="/records" search={{ source: id }} className="btn">
            {t("source.all-records")}
          </Link>
        </p>
      )}
    </>
  );
}
