import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobOf } from "../../src/store/job.js";
import { sourceNamed } from "../../src/store/source.js";
import { workers } from "../../src/store/worker.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { run } from "./run.js";

let site: ReportSite;
let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  site = await startReportSite({ pages: 6 });
  database = await testDatabase();
  environment = { DATABASE_URL: database.url, BARTREE_HOME: "/nonexistent", BARTREE_LOOPBACK_ORIGINS: site.origin };
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

const json = async (...args: string[]) => {
  const { stdout, exitCode } = await run([...args, "--json"], "", false, environment);
  return { exitCode, ...JSON.parse(stdout) };
};
const add = (name: string, ...more: string[]) => {
  const labels = Object.entries(site.truth().get(`${site.origin}/1`) ?? {}).map(([label, [text]]) => `${label}=${text}`);
  const call = labels.flatMap((label) => ["--label", label]);
  return json("source", "add", name, `${site.origin}/1`, ...call, "--list-url", `${site.origin}/`, "--delay", "0", ...more);
};

describe("when a source is harvested", () => {
  it("is said when it is added, shown, and changed", async () => {
    expect(await add("reports", "--schedule", "30 6 * * 1-5", "--zone", "Europe/Berlin")).toMatchObject({ exitCode: 0 });
    const shown = await run(["source", "show", "reports"], "", false, environment);
    expect(shown.stdout).toContain("schedule  30 6 * * 1-5 (Europe/Berlin), next ");
    const changed = await json("source", "schedule", "reports", "0 4 * * *");
    expect(changed).toMatchObject({ schedule: { cron: "0 4 * * *", zone: "UTC" } });
    const { id = "" } = (await sourceNamed(database.pool, "reports")) ?? {};
    expect((await jobOf(database.pool, id))?.runAt.toISOString()).toBe(changed.nextCheckAt);
    expect(await json("source", "schedule", "reports", "none")).toMatchObject({ schedule: null, nextCheckAt: null });
    expect(await jobOf(database.pool, id)).toBeUndefined();
  });

  it.each([
    { call: ["source", "schedule", "reports", "every day"], code: "source-invalid", names: "cron expression" },
    { call: ["source", "schedule", "reports", "0 3 * * *", "--zone", "Mars"], code: "source-invalid", names: "time zone" },
    { call: ["worker", "--concurrency", "0"], code: "usage", names: "1 to 200" },
  ])("$call is refused: $names", async ({ call, code, names }) => {
    const { exitCode, error } = await json(...call);
    expect([exitCode, error.code]).toEqual([2, code]);
    expect(error.message).toContain(names);
  });

  it("a paused one has no job, a resumed one has", async () => {
    await add("pausing");
    const { id = "" } = (await sourceNamed(database.pool, "pausing")) ?? {};
    await json("source", "pause", "pausing");
    expect(await jobOf(database.pool, id)).toBeUndefined();
    await json("source", "resume", "pausing");
    expect(await jobOf(database.pool, id)).toBeDefined();
    await json("source", "remove", "pausing", "--yes");
    expect(await jobOf(database.pool, id)).toBeUndefined();
  });
});

it("alarms are shown and switched off and on", async () => {
  await add("alarmed");
  expect(await json("source", "alarms", "alarmed")).toMatchObject({ alarms: { silence: true, untaken: true } });
  expect(await json("source", "alarms", "alarmed", "--off", "silence", "untaken")).toMatchObject({ alarms: { silence: false } });
  expect(await json("source", "alarms", "alarmed", "--on", "silence")).toMatchObject({
    alarms: { silence: true, untaken: false },
  });
  const { exitCode, error } = await json("source", "alarms", "alarmed", "--off", "noise");
  expect([exitCode, error.code]).toEqual([2, "usage"]);
  await json("source", "remove", "alarmed", "--yes");
});

it("a worker harvests what is due, says so line by line, and leaves when asked to", async () => {
  await add("watched");
  const bin = resolve(import.meta.dirname, "../../bin/bartree.js");
  const worker = spawn(process.execPath, [bin, "worker", "--concurrency", "2", "--json"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kinds: string[] = [];
  for await (const line of createInterface({ input: worker.stdout })) {
    const event = JSON.parse(line);
    kinds.push(event.kind);
    if (event.kind !== "ended") continue;
    expect(event).toMatchObject({ source: "watched", report: { ending: "done", harvest: { found: 6, read: 6 } } });
    const known = await workers(database.pool);
    expect(known.filter(({ name }) => !name.endsWith(", messages"))).toMatchObject([{ concurrency: 2 }]);
    worker.kill("SIGTERM");
  }
  const [exitCode] = worker.exitCode === null ? await once(worker, "exit") : [worker.exitCode];
  expect(exitCode).toBe(143);
  expect(kinds).toContain("upkeep"); // the first of its day
  expect(kinds.filter((kind) => kind !== "harvest" && kind !== "upkeep")).toEqual(["started", "taken", "ended", "stopping"]);
  expect(await workers(database.pool)).toEqual([]);
});
