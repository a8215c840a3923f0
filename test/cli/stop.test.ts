/** SIGTERM ends a server or worker within ten seconds, whatever it is about; what it was about goes on with the next one. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive, notedServer } from "../../src/store/embedded/pid-file.js";
import { scheduleCheck, sourceNamed } from "../../src/store/source.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { say } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { falseProofs } from "../store/false-proofs.js";
import { testFolder } from "./folder.js";
import { addReports } from "./reports.js";
import { run } from "./run.js";
import { PATIENCE, passed, pidsBelow, type Staying, startStaying, welcomed } from "./staying.js";

const BUDGET_MS = 10_000;
const TIME = { timeout: 300_000 };
const PAGES = 40;
const folder = testFolder().path;
chmodSync(folder, 0o755); // root's database server is another user's

let site: ReportSite;
let database: TestDatabase;
let environment: Record<string, string>;
let key: string;

beforeAll(async () => {
  site = await startReportSite({ pages: PAGES });
  database = await testDatabase();
  environment = { DATABASE_URL: database.url, BARTREE_HOME: "/nonexistent", BARTREE_LOOPBACK_ORIGINS: site.origin };
  key = JSON.parse((await run(["key", "add", "test", "--role", "editor", "--json"], "", false, environment)).stdout).secret;
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

/** Printed for a reader; only what is out of all proportion fails. */
async function stopped(staying: Staying, about: string): Promise<void> {
  const { ms, ...ended } = await staying.stop();
  const isCut = staying.events("cut-short").length > 0;
  say(`SIGTERM while ${about}: ended in ${(ms / 1000).toFixed(1)} s${isCut ? ", cut short" : ""} (at most ${BUDGET_MS / 1000})`);
  expect(ended).toEqual({ code: 143, signal: null });
  expect(ms).toBeLessThan(5 * BUDGET_MS);
}

const inOrder = async (staying: Staying, about: string): Promise<void> => {
  await stopped(staying, about);
  expect(staying.events("cut-short")).toEqual([]);
};

const serve = (more: Record<string, string> = {}): Staying =>
  startStaying({ args: ["serve", "--port", "0", "--json"], environment: { ...environment, ...more }, folder });

it("while a harvest runs, and one waits for a page that never comes; the next one goes on with both", TIME, async () => {
  site.latencyMs = 100;
  const silent = await startReportSite({ pages: 3 });
  const both = { BARTREE_LOOPBACK_ORIGINS: `${site.origin},${silent.origin}` };
  await addReports(site, environment);
  await addReports(silent, { ...environment, ...both }, "silent");
  const before = [site.requests.length, silent.requests.length] as const;
  silent.latencyMs = 3_600_000;
  const serving = serve(both);
  await expect.poll(() => site.requests.length - before[0], PATIENCE).toBeGreaterThan(10);
  await expect.poll(() => silent.requests.length - before[1], PATIENCE).toBeGreaterThan(0);
  await inOrder(serving, "two harvests run");
  for (const each of [site, silent]) each.latencyMs = 0;
  const next = serve(both);
  const ended = () => next.events("ended").map(({ source, ending, failed }) => ({ source, ending, failed }));
  await expect.poll(() => ended().length, PATIENCE).toBe(2);
  expect(ended()).toEqual(expect.arrayContaining(["reports", "silent"].map((source) => ({ source, ending: "done", failed: 0 }))));
  await inOrder(next, "nothing happens");
  await silent.close();
  expect(await falseProofs(database.pool)).toMatchObject({ checked: 3 * (PAGES + 3), wrong: [] });
});

it("while a page takes its thread long; it counts as not visited", TIME, async () => {
  site.edition += 1;
  site.latencyMs = 100;
  const before = site.requests.length;
  const { id = "" } = (await sourceNamed(database.pool, "reports")) ?? {};
  await scheduleCheck(database.pool, id, new Date());
  const serving = serve();
  await expect.poll(() => site.requests.length - before, PATIENCE).toBeGreaterThan(10);
  serving.stand(folder, 60, ".threads");
  const asked = () => site.requests.filter(({ from }) => performance.now() - from < 1000).length;
  await expect.poll(asked, PATIENCE).toBe(0); // all wait for a thread
  await inOrder(serving, "threads are busy");
  site.latencyMs = 0;
  const next = serve();
  await expect.poll(() => next.events("ended"), PATIENCE).toMatchObject([{ source: "reports", ending: "done", failed: 0 }]);
  await inOrder(next, "nothing happens");
});

it("while an export is read slowly, and somebody listens to events", TIME, async () => {
  await fillRecords(database.pool, 4000);
  const serving = serve();
  const { address } = await welcomed(serving);
  const headers = { Authorization: `Bearer ${key}` };
  const opened = (path: string) =>
    new Promise<IncomingMessage>((done, fail) => get(`${address}${path}`, { headers }, done).once("error", fail));
  const answers = await Promise.all(["/api/records/export?format=jsonl", "/api/events"].map(opened));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (const answer of answers) answer.on("error", () => {}).once("data", () => answer.pause());
  await inOrder(serving, "an export is read slowly");
});

/** Enough that no buffer between us and the reader holds them. */
async function fillRecords(pool: Pool, count: number): Promise<void> {
  const { id } = (await sourceNamed(pool, "reports")) ?? {};
  await pool.query(
    `with pages as (
       insert into page (source_id, address, state, found_at, seen_at)
       select $1, 'https://many.example/' || n, 'read', now(), now() from generate_series(1, $2::int) n returning id, address)
     insert into record (source_id, identity, page_id, state, version, versions, values, withheld, created_at, updated_at)
     select $1, address, id, 'current', 1, 1, jsonb_build_object('title', jsonb_build_array(repeat('word ', 2000))), '{}', now(), now()
       from pages`,
    [id, count],
  );
}

it("while a draft learns, and while its other pages are read", TIME, async () => {
  const labels = Object.entries(site.truth().get(`${site.origin}/1`) ?? {}).map(([name, texts]) => {
    return { name, kind: "one", texts: texts.map((text) => ({ text })) };
  });
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  for (const isLearning of [true, false]) {
    const serving = serve();
    const { address } = await welcomed(serving);
    const call = (method: string, path: string, body: object) =>
      fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) });
    const begun = await call("POST", "/api/drafts", { address: `${site.origin}/1` });
    const draft = (await begun.json()) as { id: string; revision: number };
    const before = site.requests.length;
    site.latencyMs = 2000;
    if (isLearning) serving.stand(folder, 60, ".threads");
    if (isLearning) await passed(1); // that they stand cannot be seen
    const pages = [{ address: `${site.origin}/1`, labels }];
    const learning = call("PUT", `/api/drafts/${draft.id}/labels`, { revision: draft.revision, pages }).then(
      ({ status }) => status,
      () => 0, // cut off
    );
    if (isLearning) await passed(1);
    else await expect.poll(() => site.requests.length - before, PATIENCE).toBeGreaterThan(1);
    await inOrder(serving, isLearning ? "a draft learns" : "a draft reads other pages");
    expect(await learning).toBe(isLearning ? 0 : 200);
    site.latencyMs = 0;
  }
});

it("while the loop stands", TIME, async () => {
  const serving = serve();
  await welcomed(serving);
  const pid = serving.worker();
  serving.stand(folder, 120);
  await expect.poll(() => existsSync(join(folder, `stand.${pid}`)), PATIENCE).toBe(false);
  await stopped(serving, "the loop stands");
  expect(serving.events("cut-short")).toMatchObject([{ pid: serving.pid }]); // by its parent
  expect(isAlive(pid)).toBe(false);
});

describe("with a database of its own", () => {
  const server = (name: string): number => notedServer(join(folder, name, "postgres/data"))?.server.pid ?? 0;

  it.each([{ args: ["serve", "--port", "0", "--json"] }, { args: ["worker"] }])(
    "$args, while that does not answer",
    TIME,
    async ({ args }) => {
      const name = args[0] ?? "";
      const staying = startStaying({ args, environment: { BARTREE_HOME: join(folder, name) } });
      await expect.poll(() => staying.events("started"), PATIENCE).toHaveLength(1);
      const pid = server(name);
      process.kill(pid, "SIGSTOP"); // it starts no further process then
      const all = [pid, ...pidsBelow(pid)];
      for (const each of all) process.kill(each, "SIGSTOP");
      try {
        await stopped(staying, `the database of ${name} is stopped`);
        expect(staying.events("cut-short")).toHaveLength(1);
      } finally {
        for (const each of all) process.kill(each, "SIGCONT");
      }
      if (isAlive(pid)) process.kill(pid, "SIGINT");
      await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
    },
  );

  const below = (name: string): string[] => {
    const place = join(folder, name, "postgres");
    return existsSync(place) ? readdirSync(place) : [];
  };

  it.each([
    { moment: "at once", isThere: () => true },
    { moment: "when its home is made", isThere: (name: string) => existsSync(join(folder, name)) },
    { moment: "while initdb works", isThere: (name: string) => below(name).some((entry) => entry.startsWith("data-")) },
    { moment: "when there is a database", isThere: (name: string) => below(name).includes("data") },
    { moment: "when its server starts", isThere: (name: string) => server(name) > 0 },
    { moment: "when it listens", isThere: (_: string, serving: Staying) => serving.said.lines.length > 0 },
  ])("at its start, $moment; nothing is left behind", TIME, async ({ moment, isThere }) => {
    const name = moment.replaceAll(" ", "-");
    const home = join(folder, name);
    const serving = startStaying({ args: ["serve", "--port", "0", "--json"], environment: { BARTREE_HOME: home } });
    await expect.poll(() => isThere(name, serving), { ...PATIENCE, interval: 5 }).toBe(true);
    const { ms, code, signal } = await serving.stop();
    say(`SIGTERM at the start, ${moment}: ended in ${(ms / 1000).toFixed(1)} s`);
    expect(code === 143 || signal === "SIGTERM").toBe(true); // the latter before anything was begun
    expect(ms).toBeLessThan(5 * BUDGET_MS);
    expect(serving.said.stdout).toBe("");
    if (serving.events("cut-short").length === 0) await expect.poll(() => processesWith(home), PATIENCE).toEqual([]);
  });
});

/** Whoever has been called with this word. */
function processesWith(word: string): string[] {
  const all = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.includes(word));
}
