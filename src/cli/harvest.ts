import { type ErrorReport, errorReport, ReportedError, refuse } from "../api/errors.js";
import { reasonText, theirWords } from "../api/reasons.js";
import { type HarvestReport, harvestSnapshots, harvestSource } from "../harvester/cycle.js";
import type { HarvestEvent, HarvestTools } from "../harvester/tools.js";
import { isLow } from "../harvester/upkeep/disk-watch.js";
import { closeGivenUp, giveUp } from "../harvester/warn/give-up.js";
import { dueSources, type SourceRow, sources } from "../store/source.js";
import { databaseTrouble } from "../store/trouble.js";
import type { AppContext } from "./app-context.js";
import type { Command, Tools } from "./command.js";
import { EXIT_BROKEN, EXIT_DONE, EXIT_KEY_MISSING, EXIT_UNREACHABLE, EXIT_WITHHELD } from "./exit-code.js";
import { harvestLine } from "./harvest-words.js";
import { countsLine, inWords } from "./source.js";

export const harvestCommand: Command<never, never, "source", "from-snapshots" | "strict" | "due"> = {
  summary: "Check sources, heal what is broken, then read their new and changed pages, now.",
  example: "bartree harvest rivers",
  operands: { source: { value: "SOURCE", help: "sources by name; all active ones unless given", several: true, optional: true } },
  options: {
    "from-snapshots": { help: "read the stored pages again; nothing is fetched" },
    due: { help: "only sources whose time has come" },
    strict: { help: "exit with 6 if any value is withheld, also on a page that has not changed since" },
  },
  async run({ source: names, "from-snapshots": isFromSnapshots, due, strict }, tools) {
    const context = await tools.open();
    if (!isFromSnapshots && isLow(await context.readDisk())) return refuse("disk-low");
    const reports: HarvestReport[] = [];
    let worst = EXIT_DONE;
    let count = 0;
    for await (const source of chosen(context, names, due)) {
      count += 1;
      const told = { ...context, onEvent: teller(tools, source.name) };
      const report = await harvested(told, source, isFromSnapshots).catch((error) => failureOf(told, source, error));
      if ("code" in report) {
        worst = Math.max(worst, tools.out.fail(report, { source: source.name })); // the others can be harvested all the same
        continue;
      }
      reports.push(report);
      worst = Math.max(worst, exitCodeOf(report));
      tools.out.print(reportInWords(report), describe);
      if (report.ending === "stopped") break;
    }
    if (count === 0) tools.out.note(due ? "No source's time has come." : "No source is active; `bartree source list` shows all.");
    const isWithheld = reports.some(({ harvest }) => (harvest.doubtful ?? harvest.partly + harvest.withheld) > 0);
    return worst === EXIT_DONE && strict && isWithheld ? EXIT_WITHHELD : worst;
  },
};

async function harvested(tools: HarvestTools, source: SourceRow, isFromSnapshots: boolean): Promise<HarvestReport> {
  if (isFromSnapshots) return harvestSnapshots(tools, source);
  const report = await harvestSource(tools, source);
  if (report.ending === "done") await closeGivenUp(tools, source);
  return report;
}

/** What is told of this source alone; trouble with the database is everybody's. */
async function failureOf(tools: HarvestTools, source: SourceRow, error: unknown): Promise<ErrorReport> {
  if (error instanceof ReportedError && error.report.code === "source-busy") return error.report;
  if (tools.signal?.aborted || databaseTrouble(error)) throw error;
  await giveUp(tools, source, error);
  const report = error instanceof ReportedError ? error.report : errorReport("internal", theirWords(String(error)));
  return { ...report, message: `${source.name}: ${report.message}` };
}

const BATCH = 200;

async function* chosen(context: AppContext, names: readonly string[], due: boolean): AsyncGenerator<SourceRow> {
  const { pool, source: find } = context;
  if (names.length > 0)
    yield* await Promise.all(names.map((name) => find(name))); // a wrong one is told before any harvest
  else if (due) yield* allDue(context);
  else {
    for (let after = ""; ; ) {
      const batch = await sources(pool, after, BATCH);
      yield* batch.filter(({ state }) => state === "active");
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      after = last.name;
    }
  }
}

/** Each once; one that another process harvests stays due. */
async function* allDue({ pool, door }: AppContext): AsyncGenerator<SourceRow> {
  for (const seen = new Set<string>(); ; ) {
    const batch = await dueSources(pool, seen.size + BATCH, new Date(door.clock.now()));
    const fresh = batch.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return;
    yield* fresh;
    for (const { id } of fresh) seen.add(id);
  }
}

function exitCodeOf({ ending }: HarvestReport): number {
  switch (ending) {
    case "deferred":
      return EXIT_KEY_MISSING;
    case "broken":
      return EXIT_BROKEN;
    case "unreachable":
    case "failed":
      return EXIT_UNREACHABLE;
    case "done":
    case "stopped": // the signal has an exit code of its own
      return EXIT_DONE;
  }
}

const teller =
  ({ out }: Tools, name: string): ((event: HarvestEvent) => void) =>
  (event) =>
    event.kind === "page" ? out.progress(event.done, event.found, name) : out.note(harvestLine(name, event));

const reportInWords = ({ reason, harvest, ...report }: HarvestReport) => ({
  ...report,
  reason: reason && reasonText(reason),
  harvest: inWords(harvest),
});

const describe = ({ source, reason, harvest }: ReturnType<typeof reportInWords>): string =>
  `${source}: ${countsLine(harvest)}${reason === null ? "" : `; ${reason}`}`;
