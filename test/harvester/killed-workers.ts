/** Sources on sites of their own, and workers in processes of their own that harvest them until a test kills them. */
import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { systemClock } from "../../src/fetch/clock.js";
import { openDoor } from "../../src/fetch/door.js";
import { fetchLabelled, keepSource, learnSource } from "../../src/harvester/set-up/set-up.js";
import { openStore, type Store } from "../../src/store/connect.js";
import { harvestsOf } from "../../src/store/harvest.js";
import { hostTurns } from "../../src/store/host.js";
import { recordsSince } from "../../src/store/record.js";
import { scheduleCheck } from "../../src/store/source.js";
import { kill, killServer, spawnScript, type Toll } from "../kills.js";
import { say } from "../run.js";
import { falseProofs } from "../store/false-proofs.js";
import { type ReportSite, startReportSite } from "./report-site.js";
import { threads } from "./threads.js";
import { wrongValues } from "./tools.js";

const WORKERS = 2;
const PACE = { beatMs: 100, deadMs: 1500, pollMs: 100 };

/** How far the harvest of one source has come in a worker. */
export type Stage = "taken" | "checked" | "healed" | "reading";

export interface Child {
  readonly process: ChildProcess;
  readonly stored: string[]; // addresses of pages it said to have stored
  readonly stages: Map<string, Stage>; // of the sources it is at
  isReady: boolean;
}

/** The last harvest of each source before the round. */
export type Round = readonly bigint[];

export class KilledWorkers {
  readonly children = new Set<Child>();
  readonly sourceIds: string[] = [];

  readonly #options: { databaseUrl: null; home: string; systemFolder: string; settings: string[] };
  readonly #folder: string;

  private constructor(
    readonly sites: readonly ReportSite[],
    readonly store: Store,
    { folder, options }: { folder: string; options: KilledWorkers["options"] },
  ) {
    this.#folder = folder;
    this.#options = options;
  }

  get options() {
    return this.#options;
  }

  static async open({ sources, pages }: { sources: number; pages: number }): Promise<KilledWorkers> {
    const folder = mkdtempSync(join(tmpdir(), "bartree-kill-"));
    chmodSync(folder, 0o755);
    const options = {
      databaseUrl: null,
      home: join(folder, "home"),
      systemFolder: join(folder, "system"),
      settings: ["fsync=off"],
    };
    const sites = await Promise.all(Array.from({ length: sources }, () => startReportSite({ pages, latencyMs: 25 })));
    const own = new KilledWorkers(sites, await openStore({ ...options, now: new Date() }), { folder, options });
    await own.#addSources();
    return own;
  }

  async #addSources(): Promise<void> {
    const { pool } = this.store;
    const turns = hostTurns(pool, systemClock.wait);
    const loopback = this.sites.map(({ origin }) => origin);
    const door = openDoor({ version: "0", loopback }, { turns, clock: systemClock, random: Math.random });
    for (const [index, site] of this.sites.entries()) {
      const settings = site.settings();
      if (!settings.key) throw new Error("no key");
      const tools = { pool, door, threads };
      const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
      if (!("version" in setUp)) throw new Error("nothing learnt");
      this.sourceIds.push((await keepSource(tools, `source ${index}`, setUp)).id);
    }
    await door.close();
  }

  /** As many as there should be. */
  startAll(): void {
    while (this.children.size < WORKERS) this.#start();
  }

  #start(): void {
    const loopback = this.sites.map(({ origin }) => origin);
    const call = JSON.stringify({ store: this.#options, loopback, concurrency: this.sites.length, pace: PACE });
    const process = spawnScript(resolve(import.meta.dirname, "worker-child.mjs"), [call]);
    process.stderr?.resume();
    const child: Child = { process, stored: [], stages: new Map(), isReady: false };
    if (process.stdout) createInterface({ input: process.stdout }).on("line", (line) => hear(child, JSON.parse(line)));
    this.children.add(child);
  }

  async kill(child: Child): Promise<void> {
    this.children.delete(child);
    await kill(child.process);
  }

  /** Until it is back. */
  async killDatabase(): Promise<void> {
    await killServer(this.#options);
    const answers = () =>
      this.store.pool.query("select 1").then(
        () => true,
        () => false,
      );
    await expect.poll(answers, { timeout: 60_000 }).toBe(true);
  }

  /**
   * The victim; with every fifth kill all that runs in the same moment, and with another fifth the database alone, once
   * everybody uses it.
   */
  async strike(victim: Child, time: number): Promise<void> {
    if (time % 5 === 4) await Promise.all([this.killDatabase(), ...[...this.children].map((child) => this.kill(child))]);
    else if (time % 5 === 2) {
      const areReady = () => [...this.children].every(({ isReady }) => isReady);
      await expect.poll(areReady, { timeout: 60_000, interval: 2 }).toBe(true);
      await this.killDatabase();
    } else await this.kill(victim);
  }

  async newRound(): Promise<Round> {
    const before = await this.#lastHarvests();
    for (const id of this.sourceIds) await scheduleCheck(this.store.pool, id, new Date());
    return before.map((harvest) => BigInt(harvest?.id ?? 0));
  }

  async isDone(round: Round): Promise<boolean> {
    const last = await this.#lastHarvests();
    return last.every((harvest, index) => harvest?.ending === "done" && BigInt(harvest.id) > (round[index] ?? 0n));
  }

  async #lastHarvests() {
    return Promise.all(this.sourceIds.map(async (id) => (await harvestsOf(this.store.pool, id, 1))[0]));
  }

  /** Everybody lives and every source has been harvested since. */
  async finish(round: Round): Promise<void> {
    this.startAll();
    await expect.poll(() => this.isDone(round), { timeout: 180_000, interval: 50 }).toBe(true);
    for (const child of this.children) {
      expect(child.process.exitCode).toBe(null); // the server's end took nobody with it
      child.stored.length = 0;
    }
  }

  records = (sourceId: string) => recordsSince(this.store.pool, { sourceId, since: new Date(0), afterId: "0", limit: 1000 });

  /** Acknowledged pages that do not have the values of this edition. */
  async countLost(stored: readonly string[], toll: Toll): Promise<void> {
    const values = new Map<string, string>();
    for (const id of this.sourceIds)
      for (const { identity, values: read } of await this.records(id)) values.set(identity, JSON.stringify(read));
    const truth = new Map(this.sites.flatMap((site) => [...site.truth()]));
    toll.lost.push(...stored.filter((address) => values.get(address) !== JSON.stringify(sorted(truth.get(address) ?? {}))));
  }

  /**
   * After a round: harvests that came to their end, whatever befell them; counts that add up; one record a page, with the
   * site's own values and that many versions.
   */
  async countRound(rounds: number, versions: number, toll: Toll): Promise<void> {
    for (const [index, site] of this.sites.entries()) {
      const id = this.sourceIds[index] ?? "";
      const harvests = await harvestsOf(this.store.pool, id, 1000);
      expect(harvests.length).toBeGreaterThanOrEqual(rounds); // one more where a worker gives back what another has done since
      expect(new Set(harvests.map(({ ending }) => ending))).toEqual(new Set(["done"]));
      for (const { found, read, unchanged, partly, withheld, gone, skipped, failed } of harvests)
        expect([read + unchanged, partly + withheld + gone + skipped + failed]).toEqual([found, 0]);
      expect(harvests[0]?.found).toBe(site.pages);
      const records = await this.records(id);
      const identities = records.map(({ identity }) => identity);
      toll.lost.push(...[...site.truth().keys()].filter((address) => !identities.includes(address)));
      toll.twice.push(...identities.filter((identity, at) => identities.indexOf(identity) !== at));
      for (const { identity, version } of records) {
        const surplus = (version ?? 0) - versions;
        if (surplus !== 0) toll[surplus > 0 ? "twice" : "lost"].push(`${identity} has ${version} versions`);
      }
      toll.wrong.push(...wrongValues(records, site.truth()));
    }
    toll.expectClean();
  }

  async countProofs(toll: Toll): Promise<void> {
    const { checked, wrong } = await falseProofs(this.store.pool);
    toll.wrong.push(...wrong);
    say(`${checked} values proved`);
  }

  async close(): Promise<void> {
    for (const child of this.children) await this.kill(child);
    await this.store.close();
    for (const site of this.sites) await site.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function hear(child: Child, said: Record<string, unknown>): void {
  const source = String(said.source);
  if (said.ready) child.isReady = true;
  if (said.stage === "over") child.stages.delete(source);
  else if (said.stage !== undefined) child.stages.set(source, said.stage as Stage);
  if (said.outcome === "read") child.stored.push(String(said.stored));
}

const sorted = (values: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))); // as jsonb keeps names
