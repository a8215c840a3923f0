/** Who starts `serve` or `worker`, and stops it, notices no parent; what died unasked is started again. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/main.js";
import { mayStay } from "../../src/cli/start.js";
import { isAlive, notedServer } from "../../src/store/embedded/pid-file.js";
import { workers } from "../../src/store/worker.js";
import { say } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { testFolder } from "./folder.js";
import { BIN, health, PATIENCE, passed, pidsBelow, type Staying, startStaying, welcomed } from "./staying.js";

const folder = testFolder().path;
chmodSync(folder, 0o755); // root's database server is another user's
const TIME = { timeout: 300_000 };

let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  environment = { DATABASE_URL: database.url, BARTREE_HOME: "/nonexistent" };
});
afterAll(() => database.drop());

describe("what died unasked", () => {
  it("is started again, and may be forbidden to be", TIME, async () => {
    const kept = startStaying({ args: ["worker"], environment });
    const alone = startStaying({ args: ["worker"], environment: { ...environment, BARTREE_RESTARTS: "0" } });
    for (const each of [kept, alone]) await expect.poll(() => each.events("started"), PATIENCE).toHaveLength(1);
    expect(alone.worker()).toBe(alone.pid); // no process beside it
    for (const each of [kept, alone]) process.kill(each.worker(), "SIGKILL");
    expect(await alone.ended).toEqual({ code: null, signal: "SIGKILL" });
    await expect.poll(() => kept.events("started"), PATIENCE).toHaveLength(2);
    expect(kept.events("started-again")).toHaveLength(1);
    expect(await kept.stop("SIGHUP")).toMatchObject({ code: 129, signal: null });
  });

  it("by a defect that nobody caught, too", TIME, async () => {
    const working = startStaying({ args: ["worker"], environment, folder });
    await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(1);
    working.stand(folder, 0);
    await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(2);
    expect(working.events("started-again")).toMatchObject([{ msg: expect.stringContaining("exit code 1") }]);
    expect(await working.stop()).toMatchObject({ code: 143 });
  });

  it("in silence, where the log is silent", TIME, async () => {
    const quiet = { ...environment, BARTREE_LOG_LEVEL: "silent", BARTREE_RESTARTS: "1" };
    const working = startStaying({ args: ["worker", "--json"], environment: quiet });
    for (const times of [1, 2]) {
      await expect.poll(() => working.said.stdout.match(/"kind":"started"/g), PATIENCE).toHaveLength(times);
      process.kill(childOf(working), "SIGKILL");
    }
    expect(await working.ended).toEqual({ code: 137, signal: null });
    expect(working.said.lines).toEqual([]);
  });
});

const childOf = ({ pid }: Staying): number => pidsBelow(pid)[0] ?? 0;

describe("what ended in order is not started again", () => {
  it.each([
    { what: "a wrong option", args: ["serve", "--prot", "80"], changes: {}, code: 2 },
    { what: "a wrong setting", args: ["worker"], changes: { BARTREE_RESTARTS: "often" }, code: 2 },
    { what: "no database", args: ["worker"], changes: { DATABASE_URL: "postgres://127.0.0.1:1/none" }, code: 5 },
    { what: "the help", args: ["serve", "--help"], changes: {}, code: 0 },
  ])("$what: exit code $code", TIME, async ({ args, changes, code }) => {
    const staying = startStaying({ args, environment: { ...environment, ...changes } });
    expect(await staying.ended).toEqual({ code, signal: null });
    expect(staying.events("started-again")).toEqual([]);
  });

  it("by a signal to the child itself: as if the parent had been asked", TIME, async () => {
    const working = startStaying({ args: ["worker"], environment });
    await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(1);
    process.kill(working.worker(), "SIGTERM");
    expect(await working.ended).toEqual({ code: 143, signal: null });
    expect(working.events("stopping")).toHaveLength(1);
  });
});

describe("signals", () => {
  it("one that comes to the whole group, and from several, is one", TIME, async () => {
    const working = startStaying({ args: ["worker"], environment, isDetached: true });
    await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(1);
    const name = new RegExp(` ${working.worker()}\\b`);
    for (let times = 0; times < 3; times++) process.kill(-working.pid, "SIGINT");
    expect(await working.ended).toEqual({ code: 130, signal: null });
    expect(working.events("stopping")).toHaveLength(1);
    expect((await workers(database.pool)).filter((worker) => name.test(worker.name))).toEqual([]); // it took its leave
  });

  it("a second one ends at once what does not hear the first", TIME, async () => {
    const working = startStaying({ args: ["worker"], environment, folder });
    await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(1);
    const pid = working.worker();
    working.stand(folder, 120);
    await expect.poll(() => existsSync(join(folder, `stand.${pid}`)), PATIENCE).toBe(false);
    const from = performance.now();
    working.process.kill("SIGINT");
    await passed(1.5);
    working.process.kill("SIGINT");
    expect(await working.ended).toEqual({ code: 130, signal: null });
    expect(performance.now() - from).toBeLessThan(8000);
    expect(isAlive(pid)).toBe(false);
  });

  it("others are passed on", TIME, async () => {
    const working = startStaying({ args: ["worker"], environment });
    await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(1);
    working.process.kill("SIGUSR2"); // which nobody expects, and so ends the child
    await expect
      .poll(() => working.events("started-again"), PATIENCE)
      .toMatchObject([{ msg: expect.stringContaining("SIGUSR2") }]);
    await expect.poll(() => working.events("started"), PATIENCE).toHaveLength(2);
    expect(await working.stop()).toMatchObject({ code: 143 });
  });
});

describe("with a database of its own", () => {
  const own = (name: string): Record<string, string> => ({ BARTREE_HOME: join(folder, name) });
  const server = (name: string): number => notedServer(join(folder, name, "postgres/data"))?.server.pid ?? 0;

  it("a parent that is killed takes its child and the database along", TIME, async () => {
    const serving = startStaying({ args: ["serve", "--port", "0", "--json"], environment: own("killed") });
    await welcomed(serving);
    const pids = [serving.worker(), server("killed")];
    expect(pids.map(isAlive)).toEqual([true, true]);
    serving.process.kill("SIGKILL");
    await expect.poll(() => pids.map(isAlive), PATIENCE).toEqual([false, false]);
    expect(serving.events("stopping")).toHaveLength(1); // in order
  });

  it.runIf(process.platform === "linux" && process.getuid?.() === 0)(
    "works as the first process of a container",
    TIME,
    async () => {
      const command = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", process.execPath, BIN];
      const container = startStaying({ command, args: ["serve", "--port", "0", "--json"], environment: own("container") });
      const { address } = await welcomed(container);
      const parent = childOf(container);
      const [child = 0] = pidsBelow(parent);
      process.kill(child, "SIGKILL"); // what it leaves behind becomes the first process's
      await expect.poll(() => container.events("serving-again"), PATIENCE).toHaveLength(1);
      expect(await health(address)).toBe(200);
      const from = performance.now();
      process.kill(parent, "SIGTERM");
      expect(await container.ended).toEqual({ code: 143, signal: null });
      say(`as the first process: stopped in ${Math.round(performance.now() - from)} ms`);
      expect(container.events("cut-short")).toEqual([]);
    },
  );

  it.runIf(hasTerminals())(
    "npm start in a terminal: one welcome, plain lines; Ctrl-C stops all of it in order",
    TIME,
    async () => {
      const terminal = openTerminal("npm start -- --port 0", own("terminal"));
      await expect.poll(() => terminal.said(), PATIENCE).toMatch(/welcome\?token=[\s\S]*Daily upkeep/);
      const [pid = 0] = pidsOf(/supervised\.js/, terminal.pid);
      process.kill(pid, "SIGKILL");
      await expect
        .poll(() => terminal.said(), PATIENCE)
        .toMatch(/The process was ended by SIGKILL; it is started again.*\r\n[\s\S]*Serving http.* again\./);
      const last = [server("terminal"), ...pidsOf(/supervised\.js/, terminal.pid)];
      terminal.press("\u0003");
      await terminal.ended;
      await expect.poll(() => last.map(isAlive), PATIENCE).toEqual([false, false]);
      expect(terminal.said().match(/welcome\?token/g)).toHaveLength(1);
      expect(terminal.said()).toContain("Stopping; what was begun is given back.");
      expect(terminal.said()).not.toContain('{"level"');
      expect(existsSync(join(folder, "terminal/postgres/data/postmaster.pid"))).toBe(false);
    },
  );

  it.runIf(hasTerminals())("a terminal that is closed leaves nothing behind", TIME, async () => {
    const terminal = openTerminal(`${process.execPath} ${BIN} --port 0`, own("closed"));
    await expect.poll(() => terminal.said(), PATIENCE).toMatch(/welcome\?token=[\s\S]*Daily upkeep/);
    const last = [server("closed"), ...pidsOf(/supervised\.js/, terminal.pid)];
    expect(last.map(isAlive)).toEqual([true, true]);
    terminal.close();
    await expect.poll(() => last.map(isAlive), PATIENCE).toEqual([false, false]);
    expect(existsSync(join(folder, "closed/postgres/data/postmaster.pid"))).toBe(false);
  });

  it("npm start that is ended by a signal ends all of it", TIME, async () => {
    const started = startStaying({ command: ["npm", "start", "--"], args: ["--port", "0", "--json"], environment: own("npm") });
    await expect.poll(() => started.events("started"), PATIENCE).toHaveLength(1);
    const pids = [started.worker(), server("npm")];
    started.process.kill("SIGTERM");
    await expect.poll(() => pids.map(isAlive), PATIENCE).toEqual([false, false]);
    expect(started.events("stopping")).toHaveLength(1);
  });
});

it("the commands that stay are those that have a parent", () => {
  const staying = [...COMMANDS].filter(([, { isStaying }]) => isStaying).map(([name]) => name);
  expect(staying).toEqual(["serve", "worker"]);
  expect([...COMMANDS.keys()].filter((name) => mayStay(name.split(" ")))).toEqual(staying);
  expect([[], ["--port", "80"], ["--port=80"], ["--no-worker"]].every(mayStay)).toBe(true);
  expect([["--help"], ["--version"], ["--portal"]].some(mayStay)).toBe(false);
});

/** Of util-linux; the one of macOS takes other options. */
function hasTerminals(): boolean {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
}

function openTerminal(command: string, environment: Record<string, string>) {
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm", ...environment },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  return {
    pid: child.pid ?? 0,
    said: () => said,
    press: (key: string) => child.stdin.write(key),
    close: () => child.kill("SIGKILL"),
    ended: once(child, "exit"),
  };
}

/** Those of its descendants that were called so. */
function pidsOf(call: RegExp, pid: number): number[] {
  return pidsBelow(pid).flatMap((below) => {
    const isOne = call.test(execFileSync("ps", ["-o", "args=", "-p", String(below)], { encoding: "utf8" }));
    return [...(isOne ? [below] : []), ...pidsOf(call, below)];
  });
}
