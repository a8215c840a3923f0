/** What one does with the sources there are. */
import { reasonText } from "../api/reasons.js";
import type { Schedule } from "../api/schedule.js";
import type { SourceSettings, SourceState } from "../api/source.js";
import { setSchedule } from "../harvester/schedule/set-schedule.js";
import { withheldAlike } from "../harvester/show/withheld-alike.js";
import { withSourceLock } from "../harvester/write/source-lock.js";
import { checksOf } from "../store/check.js";
import { type HarvestRow, harvestCounts, harvestsOf } from "../store/harvest.js";
import { failedPages } from "../store/page.js";
import { countRecords, removeSource, type SourceRow, setSourceState, sources } from "../store/source.js";
import { versionsOf } from "../store/template.js";
import type { AppContext } from "./app-context.js";
import type { Command } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { parsed, scheduleOf } from "./source-labels.js";
import { isSure, YES } from "./sure.js";
import { table } from "./table.js";

const NAME = { value: "SOURCE", help: "the name of a source" };
const BATCH = 200;

type Summary = {
  source: string;
  state: SourceState;
  reason: string | null;
  records: number;
  provisional: boolean;
  lastHarvest: Date | null;
  ending: string | null;
  nextCheckAt: Date | null;
};

export const sourceListCommand: Command<never> = {
  summary: "List all sources: their state, how many records they gave, and how their last harvest ended.",
  example: "bartree source list --json",
  operands: {},
  options: {},
  async run(_, { open, out }) {
    const { pool } = await open();
    const rows: Summary[] = [];
    for (let after = ""; ; ) {
      const batch = await sources(pool, after, BATCH);
      for (const source of batch) {
        const [harvest] = await harvestsOf(pool, source.id, 1);
        const version = (await versionsOf(pool, source.id)).find(({ isInForce }) => isInForce);
        rows.push(summaryOf(source, (await countRecords(pool, source.id)).current, harvest, version?.standing === "provisional"));
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) break;
      after = last.name;
    }
    out.print({ sources: rows }, ({ sources: all }, emphasise) => {
      if (all.length === 0) return "There are no sources yet; `bartree source add` adds one.";
      const [head = "", ...lines] = table([
        { head: "source", cells: all.map(({ source }) => source) },
        { head: "state", cells: all.map(({ state }) => state) },
        { head: "records", cells: all.map(({ records }) => String(records)) },
        { head: "last harvest", cells: all.map(({ lastHarvest }) => lastHarvest?.toISOString().slice(0, 16) ?? "never") },
        { head: "ended", cells: all.map(({ ending }) => ending ?? "") },
        { head: "", cells: all.map(({ reason, provisional }) => reason ?? (provisional ? "values are provisional" : "")) },
      ]);
      return [emphasise(head), ...lines].join("\n");
    });
    return EXIT_DONE;
  },
};

function summaryOf(source: SourceRow, records: number, harvest: HarvestRow | undefined, provisional: boolean): Summary {
  const { name, state, stateReason } = source;
  const reason = stateReason && reasonText(stateReason);
  const last = { lastHarvest: harvest?.startedAt ?? null, ending: harvest?.ending ?? null };
  return { source: name, state, reason, records, provisional, ...last, nextCheckAt: nextOf(source) };
}

/** A paused source keeps its time for when it goes on. */
const nextOf = ({ state, nextCheckAt }: SourceRow): Date | null => (state === "paused" ? null : nextCheckAt);

export const sourceShowCommand: Command<"name"> = {
  summary: "Show one source: its settings, template versions, last checks and harvests, and what is withheld alike.",
  example: "bartree source show rivers",
  operands: { name: NAME },
  options: {},
  async run({ name }, { open, out }) {
    const { pool, source: find } = await open();
    const source = await find(name);
    const { id, state, stateReason } = source;
    const reason = stateReason && reasonText(stateReason);
    const nextCheckAt = nextOf(source);
    const { headers, cookies, ...settings } = source.settings; // may hold secrets
    const shown = {
      source: name,
      state,
      reason,
      nextCheckAt,
      settings: { ...settings, headers: Object.keys(headers), cookies: Object.keys(cookies) },
      records: await countRecords(pool, id),
      versions: await versionsOf(pool, id),
      checks: await checksOf(pool, id, 5),
      harvests: await Promise.all((await harvestsOf(pool, id, 5)).map((harvest) => asOfNow(pool, harvest))),
      withheldAlike: await withheldAlike(pool, source),
      failed: await failedPages(pool, id, MOST_FAILED),
    };
    out.print(shown, ({ versions, checks, harvests, withheldAlike: alike, failed, records }, emphasise) =>
      [
        emphasise(`${name}: ${state}${reason === null ? "" : `, ${reason}`}`),
        `schedule  ${scheduleLine(settings.schedule)}${nextCheckAt ? `, next ${nextCheckAt.toISOString().slice(0, 16)} UTC` : ""}`,
        `key       ${settings.key?.address ?? "none: its list pages hold the records"}`,
        ...settings.discovery.lists.map((list) => `list      ${list}`),
        ...settings.discovery.sitemaps.map((sitemap) => `sitemap   ${sitemap}`),
        ...secretsLine(source.settings),
        `records   ${records.current} current, ${records.gone} gone, ${records.apart} kept apart`,
        ...versions.map(
          ({ version, origin, standing, note, isInForce, undoneAt }) =>
            `version   ${version}: ${origin}, ${standing}${isInForce ? ", in force" : undoneAt ? ", undone" : ""}; ${note ?? ""}`,
        ),
        ...checks.map(
          ({ checkedAt, verdict, address }) => `check     ${checkedAt.toISOString().slice(0, 19)} ${verdict} ${address}`,
        ),
        ...harvests.map((harvest) => `harvest   ${harvest.startedAt.toISOString().slice(0, 19)} ${countsLine(harvest)}`),
        ...alike.flatMap(({ pages, firstAddress, attributes, act, command, group }) => [
          `withheld  ${pages} pages alike (${group}), such as ${firstAddress}`,
          ...attributes.map((each) => `          ${each.name}: ${each.reason}`),
          `          ${act} ${command}`,
        ]),
        ...failed.map(({ address, state: how, reason: why }) => `${how.padEnd(9)} ${address}: ${why}`),
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};

const MOST_FAILED = 50;

function secretsLine({ headers, cookies, secretsFor }: SourceSettings): string[] {
  const names = [...Object.keys(headers), ...Object.keys(cookies)];
  return names.length === 0 ? [] : [`secrets   ${names.join(", ")}: sent to ${secretsFor} alone`];
}

const scheduleLine = (schedule: Schedule | null): string =>
  schedule === null ? "only on request" : `${schedule.cron} (${schedule.zone})`;

/** The counts of a harvest are written down at its end; until then they are counted. */
async function asOfNow(pool: AppContext["pool"], harvest: HarvestRow) {
  return inWords(harvest.finishedAt === null ? { ...harvest, ...(await harvestCounts(pool, harvest.id)) } : harvest);
}

/** Its note as a sentence, as all that is printed. */
export const inWords = (harvest: HarvestRow & { readonly toVisit?: number }) => ({
  ...harvest,
  note: harvest.note && reasonText(harvest.note),
});

const OUTCOMES = ["read", "partly", "withheld", "unchanged", "gone", "skipped", "failed"] as const;

export function countsLine(harvest: Omit<HarvestRow, "note"> & { readonly toVisit?: number }): string {
  const parts = OUTCOMES.filter((outcome) => harvest[outcome] > 0).map((outcome) => `${harvest[outcome]} ${outcome}`);
  if (harvest.toVisit) parts.push(`${harvest.toVisit} to visit`);
  return `${harvest.ending ?? "not finished"}: found ${harvest.found}${parts.length > 0 ? ` = ${parts.join(" + ")}` : ""}`;
}

export const sourcePauseCommand = stateCommand("paused", "Leave a source alone until it is resumed.", "pause");
export const sourceResumeCommand = stateCommand("active", "Go on with a source that was paused or deferred.", "resume");

function stateCommand(state: "active" | "paused", summary: string, verb: string): Command<"name"> {
  return {
    summary,
    example: `bartree source ${verb} rivers`,
    operands: { name: NAME },
    options: {},
    async run({ name }, { open, out }) {
      const { pool, door, source: find } = await open();
      const { id } = await find(name);
      await setSourceState(pool, id, { state, reason: null }, new Date(door.clock.now()));
      out.print({ source: name, state }, () => `“${name}” is ${state}.`);
      return EXIT_DONE;
    },
  };
}

export const sourceScheduleCommand: Command<"name" | "schedule", "zone"> = {
  summary: "Say when a source is harvested from now on.",
  example: 'bartree source schedule rivers "30 6 * * 1-5" --zone Europe/Berlin',
  operands: { name: NAME, schedule: { value: "CRON", help: "minute, hour, day, month, weekday; none: only on request" } },
  options: { zone: { value: "ZONE", help: "the time zone of the schedule; UTC unless given" } },
  async run({ name, ...call }, { open, out }) {
    const { pool, door, source: find } = await open();
    const source = await find(name);
    const { schedule } = parsed({ ...source.settings, schedule: scheduleOf(call) });
    const nextCheckAt = await setSchedule(pool, source, schedule, new Date(door.clock.now()));
    out.print({ source: name, schedule, nextCheckAt }, () => `“${name}” is harvested ${scheduleLine(schedule)}.`);
    return EXIT_DONE;
  },
};

export const sourceRemoveCommand: Command<"name", never, never, "yes"> = {
  summary: "Remove a source with its pages, records and history.",
  example: "bartree source remove rivers",
  operands: { name: NAME },
  options: { yes: YES },
  async run({ name, yes }, tools) {
    const { open, out } = tools;
    const context = await open();
    const source = await context.source(name);
    const { current, gone, apart } = await countRecords(context.pool, source.id);
    const loss = `“${name}” and its ${current + gone + apart} records, with their pages and history, are removed for good.`;
    const removed = await isSure(tools, loss, yes);
    if (removed) await withSourceLock(context, source, ({ id }) => removeSource(context.pool, id));
    out.print({ source: name, removed }, () => `“${name}” ${removed ? "is removed" : "stays as it is"}.`);
    return EXIT_DONE;
  },
};
