/** A loop that stands is ended from outside, and its process started again; one that only seems to stand is left alone. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DemoView } from "../../src/api/server/demo.js";
import { REQUEST_HEADER } from "../../src/api/server/routes.js";
import { isAlive } from "../../src/store/embedded/pid-file.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { say } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { falseProofs } from "../store/false-proofs.js";
import { testFolder } from "./folder.js";
import { addReports } from "./reports.js";
import { run } from "./run.js";
import { BIN, health, PATIENCE, passed, startStaying, welcomed } from "./staying.js";

const folder = testFolder().path;
const LIMIT_S = 3;
const TIME = { timeout: 300_000 };

let site: ReportSite;
let database: TestDatabase;
let environment: Record<string, string>;
let key: string;

beforeAll(async () => {
  site = await startReportSite({ pages: 40 });
  database = await testDatabase();
  environment = {
    DATABASE_URL: database.url,
    BARTREE_HOME: "/nonexistent",
    BARTREE_LOOPBACK_ORIGINS: site.origin,
    BARTREE_WATCHDOG_SECONDS: String(LIMIT_S),
  };
  key = JSON.parse((await run(["key", "add", "test", "--role", "admin", "--json"], "", false, environment)).stdout).secret;
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

it("a loop that stands is ended and started again, the fourth time not", TIME, async () => {
  const serving = startStaying({ args: ["serve", "--port", "0", "--json"], environment, folder });
  const { address, link } = await welcomed(serving);
  const demo = await demoOrigin(address);
  say(`memory of the parent: ${memoryOf(serving.pid)}; of its child: ${memoryOf(serving.worker())}`);

  for (const times of [1, 2, 3, 4]) {
    await expect.poll(() => health(address), PATIENCE).toBe(200); // the same port
    await expect.poll(() => serving.events("started"), PATIENCE).toHaveLength(times);
    if (times === 2) expect(await demoOrigin(address)).toBe(demo);
    if (times === 3) expect(await statusOf(`${address}/api/welcome`, { token: link?.split("token=")[1] })).toBe(200); // once, still
    const pid = serving.worker();
    const from = performance.now();
    serving.stand(folder, 10 * LIMIT_S);
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
    say(`stood for ${((performance.now() - from) / 1000).toFixed(1)} s with a limit of ${LIMIT_S} s`);
    const [line] = serving.events("standing").slice(times - 1);
    expect(line).toMatchObject({ level: "error", pid, seconds: LIMIT_S, time: expect.any(String) });
    expect(line?.at).toEqual(expect.arrayContaining([expect.stringMatching(/^standStill \(.*stand\.mjs:\d+\)$/)]));
  }
  expect(await serving.ended).toEqual({ code: 137, signal: null });
  expect(serving.events("started-again")).toHaveLength(3);
  expect(serving.events("given-up")).toHaveLength(1);
  expect(serving.said.lines.at(-1)?.msg).toContain("not started once more");
  expect(serving.said.stdout.trim().split("\n")).toHaveLength(1); // one welcome
  expect(await health(address)).toBe(0);
});

it("a harvest that ran when the loop stood goes on, and nothing is lost", TIME, async () => {
  site.latencyMs = 100;
  await addReports(site, environment);
  const before = site.requests.length;
  const working = startStaying({ args: ["worker"], environment, folder });
  await expect.poll(() => site.requests.length - before, PATIENCE).toBeGreaterThan(10);
  working.stand(folder, 10 * LIMIT_S);
  await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(2);
  expect(working.events("ended")).toEqual([]);
  await ageOthers(working.worker(), 2);
  await expect
    .poll(() => working.events("ended"), PATIENCE)
    .toMatchObject([{ source: "reports", ending: "done", found: 40, failed: 0 }]);
  expect(await working.stop()).toMatchObject({ code: 143, signal: null });
  const { rows } = await database.pool.query("select identity from record where state = 'current'");
  expect(rows).toHaveLength(40);
  expect(await falseProofs(database.pool)).toMatchObject({ checked: 120, wrong: [] });
  site.latencyMs = 0;
});

/** As if so much time had passed since all but this worker were last heard. */
async function ageOthers(pid: number, minutes: number): Promise<void> {
  const aged = (column: string): string => `${column} = ${column} - interval '${minutes} minutes'`;
  await database.pool.query(`update worker set ${aged("seen_at")} where name !~ $1`, [` ${pid}\\M`]);
  for (const table of ["jobs", "job_queues"])
    await database.pool.query(`update graphile_worker._private_${table} set ${aged("locked_at")} where locked_at is not null`);
}

it("a process that was stopped for long, or stands for less than the limit, is not ended", TIME, async () => {
  const working = startStaying({ args: ["worker"], environment, folder });
  await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(1);
  const pid = working.worker();
  process.kill(pid, "SIGSTOP");
  await passed(3 * LIMIT_S);
  process.kill(pid, "SIGCONT");
  for (const times of [1, 2, 3]) {
    working.stand(folder, 0.6 * LIMIT_S);
    await expect.poll(() => existsSync(join(folder, `stand.${pid}`)), PATIENCE).toBe(false);
    await passed(0.8 * LIMIT_S);
    expect(isAlive(pid), `the time of ${times}`).toBe(true);
  }
  expect(await working.stop()).toMatchObject({ code: 143 });
  expect(working.events("standing")).toEqual([]);
});

it.each([
  { who: "under a debugger", command: [process.execPath, "--inspect=127.0.0.1:0", BIN], changes: {} },
  { who: "without a watchdog", command: [process.execPath, BIN], changes: { BARTREE_WATCHDOG_SECONDS: "0" } },
])("a process $who is not ended", TIME, async ({ command, changes }) => {
  const working = startStaying({ command, args: ["worker"], environment: { ...environment, ...changes }, folder });
  await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(1);
  working.stand(folder, 2 * LIMIT_S);
  await passed(2.5 * LIMIT_S);
  expect(working.worker() === working.pid).toBe(command.length === 3); // a debugger is meant for the process itself
  expect(await working.stop()).toMatchObject({ code: 143 });
  expect([working.events("standing"), working.events("started-again")]).toEqual([[], []]);
});

const post = (address: string, headers: Record<string, string>, body: object) =>
  fetch(address, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });

const statusOf = async (address: string, body: object): Promise<number> =>
  (await post(address, { [REQUEST_HEADER]: "1" }, body)).status;

async function demoOrigin(address: string): Promise<string> {
  const answer = await post(`${address}/api/demo`, { Authorization: `Bearer ${key}` }, {});
  return ((await answer.json()) as DemoView).origin ?? "";
}

/** Resident, and of that what no other process shares. */
function memoryOf(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [all = 0, own = 0] = ["VmRSS", "RssAnon"].map(
    (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1000,
  );
  return `${all.toFixed(0)} MB, ${own.toFixed(0)} MB of them its own`;
}
