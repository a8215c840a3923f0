/** After every harvest that went through: is the source as it used to be? Each alarm is a warning, closed when its cause is gone. */
import type { Pool } from "pg";
import { ALARMS, type Alarm } from "../../api/alarm.js";
import type { WarningFacts } from "../../api/warning-words.js";
import { acceptedAt, changingPages, type PastHarvest, pastHarvests, timesOf } from "../../store/history.js";
import type { SourceRow } from "../../store/source.js";
import { closeWarning, openWarningOf } from "../../store/warning.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { FEWEST_TIMES, isStillWorse, type Jump, MOST_TIMES, overdue, worsened } from "./unusual.js";
import { warn } from "./warn.js";

/** Undefined: as usual. Unknown: this harvest does not tell, so nothing is raised and nothing closed. */
type Judged<A extends Alarm> = WarningFacts[A] | undefined | "unknown";

/** Told at the end of the harvest that began at `at`. */
export async function raiseAlarms(tools: HarvestTools, source: SourceRow, at: Date): Promise<void> {
  const isOff = new Set<Alarm>(source.settings.alarmsOff);
  const judged = await judge(tools, source, at);
  for (const cause of ALARMS) {
    const facts = isOff.has(cause) ? undefined : judged[cause];
    if (facts === undefined) await closeWarning(tools.pool, source.id, cause, nowOf(tools));
    else if (facts !== "unknown") await warn(tools, source, cause, facts);
  }
}

async function judge(tools: HarvestTools, source: SourceRow, now: Date): Promise<{ [A in Alarm]: Judged<A> }> {
  const { pool } = tools;
  const still = overdue(await timesOf(pool, source.id, "changed", MOST_TIMES), now);
  const silent = overdue(await timesOf(pool, source.id, "added", MOST_TIMES), now);
  return {
    unchanged: still ?? (await unchangedPages(tools, source, now)),
    silence: still ? undefined : silent, // where nothing changes at all, one warning says so
    "fewer-pages": await counted(tools, source, "fewer-pages"),
    "more-withheld": await counted(tools, source, "more-withheld"),
    untaken: await counted(tools, source, "untaken"),
  };
}

/** Pages that used to change one by one, while others still do. */
async function unchangedPages({ pool }: HarvestTools, { id }: SourceRow, now: Date): Promise<Judged<"unchanged">> {
  const pages = await changingPages(pool, id, { fewest: FEWEST_TIMES, most: MOST_TIMES });
  const late = pages.flatMap(({ address, times }) => {
    const found = overdue(times, now);
    return found ? [{ address, ...found }] : [];
  });
  return late.length > 0 ? { pages: late.length, first: late.slice(0, MOST_NAMED) } : undefined;
}

const MOST_NAMED = 10;

type Counted = "fewer-pages" | "more-withheld" | "untaken";

/** What is counted, so that more is worse. */
const BAD: Record<Counted, (harvest: PastHarvest) => number | null> = {
  "fewer-pages": ({ listed }) => (listed === null ? null : -listed),
  "more-withheld": ({ doubtful }) => doubtful,
  untaken: ({ untaken }) => untaken,
};

/** An open one is held against what was usual when it was raised, until a person says that this is usual now. */
async function counted({ pool }: HarvestTools, { id }: SourceRow, cause: Counted): Promise<Judged<Counted>> {
  const since = cause === "more-withheld" ? await withheldSince(pool, id) : await acceptedAt(pool, id, cause);
  const all = await pastHarvests(pool, id, { since, limit: MOST_TIMES });
  const version = all[0]?.templateVersion ?? null;
  const past = cause === "untaken" ? all.filter(({ templateVersion }) => templateVersion === version) : all; // a new design has other lists
  const [now, ...earlier] = past.map(BAD[cause]);
  if (now === null) return "unknown";
  if (now === undefined) return undefined;
  const open = await openWarningOf(pool, id, cause);
  const raised =
    open && open.acknowledgedAt === null
      ? jumpOf(open.details as WarningFacts[Counted], cause === "untaken" ? version : undefined)
      : undefined;
  const jump = raised ?? worsened([now, ...earlier.filter((each) => each !== null)]);
  if (!jump || !isStillWorse(jump, now)) return undefined;
  const shown = { usual: Math.abs(jump.usual), limit: jump.limit, now: Math.abs(now) };
  return { ...shown, version, judged: { ...jump, now } };
}

/** Of pages that are withheld alike a person is told already: what they made more is one cause, and warned of once. */
async function withheldSince(pool: Pool, id: string): Promise<Date> {
  const [accepted, variants] = await Promise.all([acceptedAt(pool, id, "more-withheld"), openWarningOf(pool, id, "variants")]);
  return variants && variants.openedAt > accepted ? variants.openedAt : accepted;
}

/** As `counted` has written it into the warning that is open; of the same template version, where that matters. */
function jumpOf(details: WarningFacts[Counted], version?: number | null): Jump | undefined {
  return version === undefined || details.version === version ? details.judged : undefined;
}
