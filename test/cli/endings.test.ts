/** However bartree ends, the database server it started ends too: at once where it can still say so, else by its guard. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { openEmbedded } from "../../src/store/embedded/embedded.js";
import { isAlive, notedServer, type RunningServer } from "../../src/store/embedded/pid-file.js";
import { endOf, spawnCommand } from "../kills.js";
import { say } from "../run.js";
import { testFolder } from "./folder.js";
import { PATIENCE, passed, pidsBelow, type Staying, startStaying } from "./staying.js";

const folder = testFolder().path;
chmodSync(folder, 0o755); // root's database server is another user's
const TIME = { timeout: 300_000 };
const GRACE_MS = 5000; // of the guard

const made = join(folder, "made");
let homes = 0;

/** A copy of a home with a database, since making one takes long. */
function newHome(): string {
  const home = join(folder, `home-${++homes}`);
  execFileSync("cp", ["-a", made, home]);
  return home;
}

beforeAll(async () => {
  expect(await endOf(spawnCommand(["source", "list"], { BARTREE_HOME: made }))).toMatchObject({ exitCode: 0 });
}, 120_000);

const environmentOf = (home: string, restarts = 3) => ({ BARTREE_HOME: home, BARTREE_RESTARTS: String(restarts) });

async function working(home: string, restarts?: number): Promise<Staying> {
  const staying = startStaying({ args: ["worker"], environment: environmentOf(home, restarts), folder });
  await expect.poll(() => staying.events("started"), PATIENCE).toHaveLength(1);
  return staying;
}

interface Watched {
  readonly server: RunningServer;
  readonly pids: readonly number[]; // the server's and those of its children
}

function serverOf(home: string): Watched {
  const { server } = notedServer(join(home, "postgres/data")) ?? {};
  if (!server) throw new Error("no server runs");
  return { server, pids: [server.pid, ...pidsBelow(server.pid)] };
}

/** All of it, its note and its folder in a temporary place. */
async function hasEnded({ server, pids }: Watched, how: string): Promise<void> {
  const from = performance.now();
  const left = () => [...pids.filter(isAlive), ...[server.socketFolder, join(server.data, "postmaster.pid")].filter(existsSync)];
  await expect.poll(left, PATIENCE).toEqual([]);
  say(`${how}: the database server and all of it was gone after ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

describe("a server of our own ends with its user", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("by %s", TIME, async (signal) => {
    const home = newHome();
    const staying = await working(home);
    const watched = serverOf(home);
    await staying.stop(signal);
    expect(watched.pids.filter(isAlive)).toEqual([]); // before its user has
    await hasEnded(watched, signal);
  });

  it("that is killed is used by the one that takes its place, and ends with that", TIME, async () => {
    const home = newHome();
    const staying = await working(home);
    const watched = serverOf(home);
    process.kill(staying.worker(), "SIGKILL");
    await expect.poll(() => staying.events("started"), PATIENCE).toHaveLength(2);
    const next = serverOf(home); // the same one, unless this machine was slower than the guard
    await staying.stop();
    expect([...watched.pids, ...next.pids].filter(isAlive)).toEqual([]);
    await hasEnded(next, "SIGKILL of the child, then SIGTERM");
  });

  it.each([
    { name: "SIGKILL of the parent", restarts: 3, victims: (staying: Staying) => [staying.pid] },
    { name: "SIGKILL of both", restarts: 3, victims: (staying: Staying) => [staying.pid, staying.worker()] },
    { name: "SIGKILL without a parent", restarts: 0, victims: (staying: Staying) => [staying.pid] },
  ])("by $name", TIME, async ({ name, restarts, victims }) => {
    const home = newHome();
    const staying = await working(home, restarts);
    const watched = serverOf(home);
    for (const pid of victims(staying)) process.kill(pid, "SIGKILL");
    await hasEnded(watched, name);
    expect(await endOf(spawnCommand(["source", "list"], environmentOf(home)))).toMatchObject({ exitCode: 0 }); // nothing was lost
  });

  it("by a crash that nobody caught", TIME, async () => {
    const home = newHome();
    const staying = await working(home, 0);
    const watched = serverOf(home);
    staying.stand(folder, 0);
    expect(await staying.ended).toEqual({ code: 1, signal: null });
    await hasEnded(watched, "a crash");
  });

  it("by SIGKILL as soon as it starts", TIME, async () => {
    const home = newHome();
    const command = spawnCommand(["worker"], environmentOf(home, 0));
    await expect.poll(() => notedServer(join(home, "postgres/data")), { ...PATIENCE, interval: 1 }).toBeDefined();
    command.kill("SIGKILL");
    await hasEnded(serverOf(home), "SIGKILL at its start");
  });

  it("whose port is taken", TIME, async () => {
    const home = newHome();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const command = spawnCommand(["serve", "--port", String(port)], environmentOf(home));
    const ending = endOf(command);
    await expect.poll(() => notedServer(join(home, "postgres/data")), { ...PATIENCE, interval: 1 }).toBeDefined();
    const watched = serverOf(home);
    expect(await ending).toMatchObject({ exitCode: 2, words: expect.stringContaining("port-taken") });
    other.close();
    expect(watched.pids.filter(isAlive)).toEqual([]);
    await hasEnded(watched, "a refusal");
  });

  it("whose migration fails", TIME, async () => {
    const home = newHome();
    const server = await openEmbedded({ home });
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query("delete from schema_version where version = (select max(version) from schema_version)"); // what it made is there already
    await client.end();
    const watched = serverOf(home);
    expect(await server.close()).toBe(true);
    await hasEnded(watched, "close");
    const ending = endOf(spawnCommand(["source", "list"], environmentOf(home)));
    await expect.poll(() => notedServer(join(home, "postgres/data")), { ...PATIENCE, interval: 1 }).toBeDefined();
    const next = serverOf(home);
    expect(await ending).toMatchObject({ exitCode: 5, words: expect.stringContaining("migration-failed") });
    expect(next.pids.filter(isAlive)).toEqual([]);
    await hasEnded(next, "a failed migration");
  });
});

it("two that share a server: it stays while one of them lives, and goes when both were killed", TIME, async () => {
  const home = newHome();
  const first = await working(home, 0);
  const second = await working(home, 0);
  const watched = serverOf(home);
  first.process.kill("SIGKILL"); // the one that started it
  await passed((2 * GRACE_MS) / 1000);
  expect(isAlive(watched.server.pid)).toBe(true);
  expect(second.said.lines.filter(({ msg }) => /has ended|lost/.test(msg))).toEqual([]);
  const third = await working(home, 0); // comes to the one that runs
  expect(serverOf(home).server.pid).toBe(watched.server.pid);
  for (const each of [second, third]) each.process.kill("SIGKILL");
  await hasEnded(watched, "SIGKILL of the last two");
});

it("a guard that is gone is no hindrance: the last one stops the server", TIME, async () => {
  const home = newHome();
  const staying = await working(home);
  const watched = serverOf(home);
  const guard = guardOf(watched.server);
  process.kill(guard, "SIGKILL");
  expect(await endOf(spawnCommand(["source", "list"], environmentOf(home)))).toMatchObject({ exitCode: 0 });
  expect(await staying.stop()).toMatchObject({ code: 143 });
  await hasEnded(watched, "SIGTERM without a guard");
});

/** It has the server's pipe in its call, and only our guards have. */
function guardOf({ socketFolder }: RunningServer): number {
  const calls = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  const call = calls.find((line) => line.includes(`${socketFolder}/users`));
  return Number(call?.trim().split(" ")[0]);
}
