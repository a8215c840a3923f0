/**
 * A year of three institutions, by a clock that is passed in: real workers, real jobs, real pages. The queue goes by the
 * database's clock, to which the whole year lies in the past; each job sets the clock to the time it was due.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import type { Clock } from "../../src/fetch/clock.js";
import { openDoor } from "../../src/fetch/door.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";
import type { HarvestReport } from "../../src/harvester/cycle.js";
import { startWorker, type WorkerEvent } from "../../src/harvester/queue/start-worker.js";
import { fetchLabelled, keepSource, learnSource } from "../../src/harvester/set-up/set-up.js";
import { withheldGroups } from "../../src/store/page.js";
import { recordsSince } from "../../src/store/record.js";
import { sourceNamed } from "../../src/store/source.js";
import { warnings } from "../../src/store/warning.js";
import { randomFrom } from "../core/record-pages.js";
import { isLong, say, seed } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { falseProofs } from "../store/false-proofs.js";
import { threads } from "./threads.js";
import { demoSource, settingsOf, wrongValues } from "./tools.js";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const BEGIN = Date.parse("2024-03-11T12:00:00Z"); // both changes of the clocks follow; the past for every database
const WEEKS = isLong ? 52 : 6;
const HELD_BACK = 8; // papers of each that are published in the course of the time
const PLAN = isLong ? { redesign: 12, removal: 4, closing: 2, outage: 20 } : { redesign: 2, removal: 1, closing: 1, outage: 3 };

const SCHEDULES = {
  observatory: { cron: "30 2 * * *", zone: "Europe/Berlin" },
  library: { cron: "30 1 * * *", zone: "America/New_York" },
  institute: { cron: "0 4 * * *", zone: "Asia/Jakarta" },
} as const;
type Id = keyof typeof SCHEDULES;
const IDS = Object.keys(SCHEDULES) as Id[];

/** A key is removed; all pages are, for some days; the site answers 500, for some hours. */
interface Happening {
  readonly kind: keyof typeof PLAN;
  readonly id: Id;
  readonly at: number;
  readonly until: number;
}

let site: DemoSite;
let database: TestDatabase;
let now = BEGIN;
const clock: Clock = {
  now: () => now,
  async wait(ms) {
    now += ms;
  },
};

beforeAll(async () => {
  site = await startDemo();
  database = await testDatabase({ connections: 12 });
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

interface Ended {
  readonly id: Id;
  readonly at: number; // when it began
  readonly report: HarvestReport;
}

it(`${WEEKS} weeks: every event ends in the right state, one warning per cause, no wrong value`, async () => {
  const { pool } = database;
  const door = openDoor(
    { version: "0", loopback: [site.origin], limits: { retries: 0 } },
    { turns: memoryTurns(clock), clock, random: () => 0.5 },
  );
  for (const id of IDS) {
    site.remove(id, heldBack(id));
    const settings = settingsOf(demoSource(site, id), { schedule: SCHEDULES[id] });
    if (!settings.key) throw new Error("no key");
    const tools = { pool, door, threads };
    const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
    if (!("version" in setUp)) throw new Error("nothing learnt");
    await keepSource(tools, id, setUp);
  }
  const bytesBefore = await databaseBytes();
  const plan = planned(randomFrom(seed));
  say(`seed ${seed}`);
  const ended: Ended[] = [];
  for (let week = 1; week <= WEEKS; week++) {
    const boundary = BEGIN + week * 7 * DAY;
    let isOver: () => void = () => {};
    const over = new Promise<void>((done) => {
      isOver = done;
    });
    const onEvent = (event: WorkerEvent): void => {
      if (event.kind === "trouble" || event.kind === "failed") say(JSON.stringify(event));
      if (event.kind === "taken") {
        now = Math.max(now, event.due.getTime());
        happen(plan);
        if (now >= boundary) isOver(); // it is stopped in mid-harvest, and goes on after the restart
      }
      if (event.kind === "ended" && event.report.ending !== "stopped")
        ended.push({ id: event.source as Id, at: event.report.harvest.startedAt.getTime(), report: event.report });
    };
    const pace = { beatMs: 1000, deadMs: 60_000, pollMs: 20 };
    const worker = await startWorker({ pool, door, threads, concurrency: 1, name: "year", pace, onEvent });
    await over;
    await worker.stop();
    await expectTrue();
  }
  await door.close();
  expectStates(plan, ended);
  expectEveryDay(ended);
  await expectWarnings(plan, ended);
  const { checked, wrong } = await falseProofs(pool);
  expect(wrong).toEqual([]);
  const grown = ((await databaseBytes()) - bytesBefore) / 1e6;
  const events = Object.entries(PLAN).map(([kind, count]) => `${count} ${kind}s`);
  say(
    `seed ${seed}: ${WEEKS} weeks, ${events.join(", ")}, ${WEEKS} restarts; ${ended.length} harvests, ${checked} values proved, wrong 0`,
  );
  say(`the database grew by ${grown.toFixed(1)} MB, ${((1000 * grown) / (WEEKS * 7)).toFixed(0)} kB a day`);
}, 1_800_000);

const heldBack = (id: Id): string[] => {
  const { further } = demoSource(site, id);
  const free = site.papers(id).filter((paper) => !further.some(({ url }) => url.includes(paper))); // those are labelled
  return free.slice(-HELD_BACK);
};

/** At most one event a week and source, so that each can be told from the others; none in the first two weeks. */
function planned(random: () => number): Happening[] {
  const weeks = IDS.flatMap((id) => Array.from({ length: WEEKS - 3 }, (_, i) => ({ id, week: i + 2 })));
  const shuffled = weeks.map((slot) => ({ slot, by: random() })).toSorted((a, b) => a.by - b.by);
  const kinds = Object.entries(PLAN).flatMap(([kind, count]) => Array<keyof typeof PLAN>(count).fill(kind as keyof typeof PLAN));
  return kinds
    .map((kind, index): Happening => {
      const { id, week } = shuffled[index]?.slot ?? { id: "observatory", week: 2 };
      const at = BEGIN + (week * 7 + 0.2 + 0.7 * random()) * DAY; // not in the moment of a restart
      const lasts = kind === "outage" ? (2 + random() * 60) * HOUR : kind === "closing" ? 2.5 * DAY : 0;
      return { kind, id, at, until: at + lasts };
    })
    .toSorted((a, b) => a.at - b.at);
}

const begun = new Set<Happening>();
const over = new Set<Happening>();
const removed = new Map<Id, string[]>(); // for good

const isGone = (id: Id, paper: string): boolean => heldBack(id).includes(paper) || (removed.get(id) ?? []).includes(paper);

/** What the sites' owners have done by now. */
function happen(plan: readonly Happening[]): void {
  for (const happening of plan) {
    const { kind, id, at, until } = happening;
    if (at <= now && !begun.has(happening)) {
      begun.add(happening);
      if (kind === "redesign") site.redesign(id, redesigned(id));
      if (kind === "outage") site.fail(id);
      if (kind === "closing") site.remove(id, "all");
      if (kind === "removal") {
        const next = site.papers(id).find((paper) => !isGone(id, paper)) ?? "";
        removed.set(id, [...(removed.get(id) ?? []), next]);
        site.remove(id, [next]);
      }
    }
    if (until <= now && begun.has(happening) && !over.has(happening)) {
      over.add(happening);
      if (kind === "outage") site.fail(id, false);
      if (kind === "closing")
        site.publish(
          id,
          site.papers(id).filter((paper) => !isGone(id, paper)),
        );
    }
  }
  const published = Math.floor(((now - BEGIN) / (WEEKS * 7 * DAY)) * HELD_BACK);
  for (const id of IDS) if (!isClosed(plan, id)) site.publish(id, heldBack(id).slice(0, published));
}

const designs = new Map<Id, "old" | "new">();

function redesigned(id: Id): "old" | "new" {
  const design = designs.get(id) === "new" ? "old" : "new";
  designs.set(id, design);
  return design;
}

const isClosed = (plan: readonly Happening[], id: Id): boolean =>
  plan.some((each) => each.kind === "closing" && each.id === id && begun.has(each) && !over.has(each));

async function expectTrue(): Promise<void> {
  for (const id of IDS) {
    const source = await sourceNamed(database.pool, id);
    const query = { sourceId: source?.id ?? "", since: new Date(0), afterId: "0", limit: 1000 };
    expect(wrongValues(await recordsSince(database.pool, query), site.truth(id, true))).toEqual([]);
  }
}

/** The first harvest that met it, and the first after it. */
function expectStates(plan: readonly Happening[], ended: readonly Ended[]): void {
  for (const { kind, id, at, until } of plan) {
    const own = ended.filter((each) => each.id === id);
    const met = own.find((each) => each.at >= at)?.report;
    const after = own.find((each) => each.at >= until)?.report;
    const seen = `${kind} of ${id} at ${new Date(at).toISOString()}: ${met?.ending} ${met?.verdict}, then ${after?.ending}`;
    switch (kind) {
      case "redesign":
        expect([seen, met?.isHealed, met?.ending]).toEqual([seen, true, "done"]);
        break;
      case "removal":
        expect([seen, met?.ending, (met?.harvest.gone ?? 0) >= 1]).toEqual([seen, "done", true]);
        break;
      case "closing":
        expect([seen, met?.ending, after?.ending]).toEqual([seen, "deferred", "done"]);
        break;
      case "outage":
        if (own.some((each) => each.at >= at && each.at < until)) expect([seen, met?.ending]).toEqual([seen, "unreachable"]);
        expect([seen, after?.ending]).toEqual([seen, "done"]);
        break;
    }
  }
}

/** No day of its own zone is left out, whatever the clocks did there. */
function expectEveryDay(ended: readonly Ended[]): void {
  for (const id of IDS) {
    const { zone } = SCHEDULES[id];
    const dayOf = (at: number): string => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
    const days = new Set(ended.filter((each) => each.id === id).map(({ at }) => dayOf(at)));
    const wanted = Array.from({ length: WEEKS * 7 - 2 }, (_, i) => dayOf(BEGIN + (i + 1) * DAY));
    expect([id, wanted.filter((each) => !days.has(each))]).toEqual([id, []]);
  }
}

/** One for every outage that a harvest met and every closing, all over now; and no other. */
async function expectWarnings(plan: readonly Happening[], ended: readonly Ended[]): Promise<void> {
  const rows = await warnings(database.pool, { isAll: true, limit: 1000 });
  const raised = (cause: string): number => rows.filter((each) => each.cause === cause).length;
  const open = rows.filter(({ closedAt }) => closedAt === null);
  for (const { cause, sourceId } of open) {
    const [largest] = await withheldGroups(database.pool, sourceId ?? "");
    expect([cause, (largest?.pages ?? 0) >= 3]).toEqual(["variants", true]); // pages of a second layout, still withheld: a person may label one
  }
  expect(raised("key-missing")).toBe(PLAN.closing);
  const met = plan.filter(({ kind, id, at, until }) => {
    return kind === "outage" && ended.some((each) => each.id === id && each.at >= at && each.at < until);
  });
  expect(raised("unreachable")).toBe(met.length); // the others fell between two harvests
  expect(raised("variants")).toBeLessThanOrEqual(PLAN.redesign); // pages of a second layout, after a redesign
  const expected = new Set(["key-missing", "unreachable", "variants"]);
  expect(
    rows.filter(({ cause }) => !expected.has(cause)).map(({ cause, details }) => `${cause}: ${JSON.stringify(details)}`),
  ).toEqual([]);
  say(`warnings: ${[...expected].map((cause) => `${raised(cause)} ${cause}`).join(", ")}; ${open.length} still open`);
  expect(plan.every((each) => begun.has(each))).toBe(true);
}

async function databaseBytes(): Promise<number> {
  const { rows } = await database.pool.query("select pg_database_size(current_database())::bigint as bytes");
  return Number(rows[0]?.bytes);
}
