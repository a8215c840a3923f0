/**
 * Group F: workers are killed at random moments of their harvests, or the database server under them, and with every fifth
 * kill all that runs. What was acknowledged must be there, once, and every harvest must come to its end.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../src/fetch/clock.js";
import { openDoor } from "../../src/fetch/door.js";
import { fetchLabelled, keepSource, learnSource } from "../../src/harvester/set-up.js";
import { openStore, type Store } from "../../src/store/connect.js";
import { openEmbedded } from "../../src/store/embedded/embedded.js";
import { harvestsOf } from "../../src/store/harvest.js";
import { hostTurns } from "../../src/store/host.js";
import { recordsSince } from "../../src/store/record.js";
import { scheduleCheck, sourceNamed } from "../../src/store/source.js";
import { randomFrom } from "../core/record-pages.js";
import { isLong, say, seed } from "../run.js";
import { falseProofs } from "../store/false-proofs.js";
import { type ReportSite, startReportSite } from "./report-site.js";
import { wrongValues } from "./tools.js";

const KILLS = isLong ? 100 : 20; // in mid-harvest; others do not count
const KILLS_A_ROUND = 3; // a harvest that more workers than that die with is put off for minutes
const WORKERS = 2;
const SOURCES = 3;
const PAGES = 12;
const PACE = { beatMs: 100, deadMs: 1500, pollMs: 100 };

const folder = mkdtempSync(join(tmpdir(), "bartree-kill-"));
chmodSync(folder, 0o755);
const options = { databaseUrl: null, home: join(folder, "home"), systemFolder: join(folder, "system"), settings: ["fsync=off"] };

let sites: ReportSite[] = [];
let store: Store;
const random = randomFrom(seed);
const children = new Set<Child>();

beforeAll(async () => {
  sites = await Promise.all(Array.from({ length: SOURCES }, () => startReportSite({ pages: PAGES, latencyMs: 25 })));
  store = await openStore({ ...options, now: new Date() });
});
afterAll(async () => {
  for (const child of children) await end(child, "SIGTERM");
  await store.close();
  for (const site of sites) await site.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Child {
  readonly process: ChildProcess;
  readonly stored: string[]; // addresses of pages it said to have stored
  running: number; // harvests it is at
  isReady: boolean;
}

function startChild(): Child {
  const loopback = sites.map(({ origin }) => origin);
  const call = JSON.stringify({ store: options, loopback, concurrency: SOURCES, pace: PACE });
  const process = spawn(globalThis.process.execPath, [resolve(import.meta.dirname, "worker-child.mjs"), call], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true, // a group of its own
  });
  const child: Child = { process, stored: [], running: 0, isReady: false };
  createInterface({ input: process.stdout }).on("line", (line) => {
    const said = JSON.parse(line);
    if (said.ready) child.isReady = true;
    if (said.taken) child.running += 1;
    if (said.ended || said.failed) child.running -= 1;
    if (said.outcome === "read") child.stored.push(said.stored);
  });
  children.add(child);
  return child;
}

async function end(child: Child, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  children.delete(child);
  const { pid, exitCode, signalCode } = child.process;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const exited = once(child.process, "exit");
  process.kill(signal === "SIGKILL" ? -pid : pid, signal);
  await exited;
}

/** The server with all its processes; whoever uses it starts it again. */
async function killServer(): Promise<void> {
  const server = await openEmbedded(options);
  process.kill(server.pid, "SIGSTOP"); // else it has children that are not on the list: one may wait for ever for a lock of the dead
  while (!/^\d+ \(.*\) [TZX]/.test(readFileSync(`/proc/${server.pid}/stat`, "utf8"))) await sleep(1); // it may just be making one
  const family = [
    server.pid,
    ...readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ").map(Number),
  ];
  for (const pid of family) tryKill(pid);
  await server.close();
  const answers = () =>
    store.pool.query("select 1").then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 60_000 }).toBe(true);
}

/** The server and both workers, in the same moment. */
async function killAll(): Promise<void> {
  await Promise.all([killServer(), ...[...children].map((child) => end(child, "SIGKILL"))]);
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // a backend that has just ended by itself
  }
}

async function addSources(): Promise<void> {
  const turns = hostTurns(store.pool, systemClock.wait);
  const door = openDoor({ version: "0", loopback: sites.map(({ origin }) => origin) }, { turns, clock: systemClock, random });
  for (const [index, site] of sites.entries()) {
    const settings = site.settings();
    if (!settings.key) throw new Error("no key");
    const tools = { pool: store.pool, door };
    const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
    if (!("version" in setUp)) throw new Error("nothing learnt");
    await keepSource(tools, `source ${index}`, setUp);
  }
  await door.close();
}

const sourceId = async (index: number) => (await sourceNamed(store.pool, `source ${index}`))?.id ?? "";
const recordsOf = async (index: number) =>
  recordsSince(store.pool, { sourceId: await sourceId(index), since: new Date(0), afterId: "0", limit: 1000 });

/** Acknowledged pages that do not have the values of this edition. */
async function lost(stored: readonly string[]): Promise<string[]> {
  const values = new Map<string, string>();
  for (let index = 0; index < SOURCES; index++)
    for (const { identity, values: read } of await recordsOf(index)) values.set(identity, JSON.stringify(read));
  const truth = new Map(sites.flatMap((site) => [...site.truth()]));
  return stored.filter((address) => values.get(address) !== JSON.stringify(sorted(truth.get(address) ?? {})));
}

const sorted = (values: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))); // as jsonb keeps names

/** One of the workers that harvest now, by chance; undefined when nothing is left to harvest. */
async function atWork(round: Round): Promise<Child | undefined> {
  for (;;) {
    const busy = [...children].filter(({ running }) => running > 0);
    const victim = busy[Math.floor(random() * busy.length)];
    if (victim || (await isRoundDone(round))) return victim;
    await sleep(10);
  }
}

/** So many pages of this round, or none that is left to it. */
async function untilStored(child: Child, pages: number): Promise<void> {
  while (child.stored.length < pages && child.running > 0) await sleep(2);
}

/** The last harvest of each source before the round. */
type Round = readonly bigint[];

const lastHarvest = async (index: number) => (await harvestsOf(store.pool, await sourceId(index), 1))[0];
const newRound = (): Promise<Round> => Promise.all(sites.map(async (_, index) => BigInt((await lastHarvest(index))?.id ?? 0)));

async function isRoundDone(before: Round): Promise<boolean> {
  const last = await Promise.all(before.map((_, index) => lastHarvest(index)));
  return last.every((harvest, index) => harvest?.ending === "done" && BigInt(harvest.id) > (before[index] ?? 0n));
}

it(
  `${KILLS} kills lose no acknowledged row, leave none twice, and every harvest is completed`,
  async () => {
    await addSources();
    let [kills, interrupted, acknowledged, gone] = [0, 0, 0, 0];
    let rounds = 0;
    while (interrupted < KILLS) {
      rounds += 1;
      const round = await newRound();
      if (rounds > 1) for (const site of sites) site.edition += 1; // every page changes
      for (let index = 0; index < SOURCES; index++) await scheduleCheck(store.pool, await sourceId(index), new Date());
      for (let time = 0; time < KILLS_A_ROUND && interrupted < KILLS; time++) {
        while (children.size < WORKERS) startChild();
        const victim = await atWork(round);
        if (!victim) break; // all is done already
        await untilStored(victim, random() * PAGES * SOURCES * 0.4);
        await sleep(random() * 20);
        const stored = [...children].flatMap((child) => child.stored);
        interrupted += victim.running > 0 ? 1 : 0;
        if (kills % 5 === 4) await killAll();
        else if (kills % 5 === 2) {
          await expect.poll(() => [...children].every(({ isReady }) => isReady), { timeout: 60_000, interval: 2 }).toBe(true);
          await killServer();
        } else await end(victim, "SIGKILL");
        kills += 1;
        acknowledged += stored.length;
        gone += (await lost(stored)).length;
        expect(gone).toBe(0);
      }
      while (children.size < WORKERS) startChild();
      await expect.poll(() => isRoundDone(round), { timeout: 180_000, interval: 50 }).toBe(true);
      for (const child of children) {
        expect(child.process.exitCode).toBe(null); // the server's end took nobody with it
        child.stored.length = 0;
      }
      await verify(rounds);
    }
    const { checked, wrong } = await falseProofs(store.pool);
    expect(wrong).toEqual([]);
    say(
      `seed ${seed}: killed ${kills} times in ${rounds} rounds, ${interrupted} times in mid-harvest; ${acknowledged} acknowledged pages looked for, lost ${gone}; ${checked} values proved`,
    );
    say(`tried ${interrupted}, lost ${gone}`);
  },
  isLong ? 1_800_000 : 240_000,
);

/**
 * Harvests that came to their end, whatever befell them; counts that add up; one record a page, one version an edition.
 * There may be one more than rounds: a worker that was away with the server gives back what another has done since.
 */
async function verify(rounds: number): Promise<void> {
  for (const [index, site] of sites.entries()) {
    const harvests = await harvestsOf(store.pool, await sourceId(index), 1000);
    expect(harvests.length).toBeGreaterThanOrEqual(rounds);
    expect(new Set(harvests.map(({ ending }) => ending))).toEqual(new Set(["done"]));
    for (const { found, read, unchanged, partly, withheld, gone, skipped, failed } of harvests)
      expect([found, read + unchanged, partly + withheld + gone + skipped + failed]).toEqual([PAGES, PAGES, 0]);
    const records = await recordsOf(index);
    expect(records).toHaveLength(PAGES);
    expect(wrongValues(records, site.truth())).toEqual([]);
    expect(new Set(records.map(({ version }) => version))).toEqual(new Set([rounds]));
  }
}
