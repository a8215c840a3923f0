import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { type ErrorCode, ReportedError } from "../../src/api/errors.js";
import { type Embedded, type EmbeddedOptions, openEmbedded } from "../../src/store/embedded/embedded.js";
import { isAlive, notedServer } from "../../src/store/embedded/pid-file.js";
import { makeSocketFolder } from "../../src/store/embedded/place.js";
import { installedPackage } from "../../src/store/embedded/programs.js";
import { serverUser } from "../../src/store/embedded/server-user.js";
import { transaction } from "../../src/store/transaction.js";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** A folder that the server's user can pass; removed at the end. */
const outer = mkdtempSync(join(tmpdir(), "bartree-embedded-"));
chmodSync(outer, 0o755);
afterAll(() => rmSync(outer, { recursive: true, force: true }), 300_000); // many small files

let homes = 0;
const newHome = (): string => join(outer, `home-${++homes}`);
const system = join(outer, "system");
const open = (home: string, more: Partial<EmbeddedOptions> = {}) =>
  openEmbedded({ home, systemFolder: system, settings: ["fsync=off"], ...more });

let made: Promise<string> | undefined;

/** A home with a database in it; making one takes seconds, copying it does not. */
async function madeHome(): Promise<string> {
  made ??= (async () => {
    const home = newHome();
    await (await open(home)).close();
    return home;
  })();
  const home = newHome();
  execFileSync("cp", ["-a", await made, home]);
  return home;
}

async function ask(connection: pg.ClientConfig, question: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query({ text: question, rowMode: "array" });
  await client.end();
  return rows[0]?.[0];
}

async function refusal(opening: Promise<unknown>): Promise<{ code: ErrorCode; message: string }> {
  const error = await opening.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof ReportedError)) throw error ?? new Error("it was not refused");
  return error.report;
}

describe("the embedded server", () => {
  it("is PostgreSQL 18 on a private socket, without a network port, and ends with its last user", async () => {
    const home = newHome();
    const first = await open(home);
    expect(await ask(first.connection, "show server_version_num")).toMatch(/^18/);
    expect(await ask(first.connection, "show listen_addresses")).toBe("");
    expect(await ask(first.connection, "select current_database() || current_user")).toBe("bartreebartree");
    expect(statSync(String(first.connection.host)).mode & 0o777).toBe(0o700);
    expect(statSync(home).mode & 0o007).toBe(0);
    expect(statSync(join(home, "postgres/data")).mode & 0o777).toBe(0o700);

    const second = await open(home);
    expect(second).toMatchObject({ isReused: true, pid: first.pid });
    expect(await first.close()).toBe(false); // the second still uses it
    expect(await ask(second.connection, "select 1")).toBe(1);
    expect(await second.close()).toBe(true);
    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(String(first.connection.host))).toBe(false);
    expect(existsSync(join(home, "postgres/data/postmaster.pid"))).toBe(false);
    made ??= Promise.resolve(home); // the others copy it
  });

  it("opened by several at once is one server", async () => {
    const home = process.env.BARTREE_TEST_LONG === undefined ? await madeHome() : newHome(); // three make a database then
    const all = await Promise.all([open(home), open(home), open(home)]);
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
    const stopped: boolean[] = [];
    for (const one of all) stopped.push(await one.close());
    expect(stopped).toEqual([false, false, true]);
  });

  it("is used again after its owner was killed, and nothing is lost", async () => {
    const home = await madeHome();
    const owner = spawnOwner(home);
    const { pid } = await owner.said;
    owner.child.kill("SIGKILL");
    await once(owner.child, "exit");
    expect(isAlive(pid)).toBe(true);
    const next = await open(home);
    expect(next).toMatchObject({ isReused: true, pid });
    expect(await ask(next.connection, "select count(*)::int from kept")).toBe(1);
    expect(await next.close()).toBe(true);
  });

  it("killed at work, it is started again by whoever used it; they wait for what is left of it, and say so", async () => {
    const home = await madeHome();
    const notes: string[] = [];
    let moved: pg.ClientConfig | undefined;
    const first = await open(home, { onNote: (note) => notes.push(note), onMoved: (connection) => (moved = connection) });
    const busy = new pg.Client(first.connection);
    busy.on("error", () => {});
    await busy.connect();
    await busy.query("create table kept as select 1 as n");
    const work = busy.query("insert into kept select g from generate_series(1, 1000000) g").catch(() => {}); // outlives the postmaster
    await new Promise((done) => setTimeout(done, 200));
    process.kill(first.pid, "SIGKILL");
    const second = await open(home);
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second.connection, "select count(*)::int from kept where n = 1")).toBeGreaterThanOrEqual(1);
    await expect.poll(() => moved, { timeout: 60_000 }).toEqual(second.connection);
    expect([notes[0], notes.at(-1)]).toEqual([expect.stringContaining("has ended"), expect.stringContaining("there again")]);
    await work;
    await busy.end().catch(() => {});
    expect(await second.close()).toBe(false); // the first uses it
    expect(await ask(moved ?? {}, "select 1")).toBe(1);
    expect(await first.close()).toBe(true);
    expect(isAlive(second.pid)).toBe(false);
  });

  it("that cannot be started again is said with its reason, and tried until it is closed", async () => {
    const home = await madeHome();
    const notes: string[] = [];
    const server = await open(home, { onNote: (note) => notes.push(note) });
    const [needed, elsewhere] = ["pg_hba.conf", "elsewhere"].map((name) => join(home, "postgres/data", name)) as [string, string];
    renameSync(needed, elsewhere);
    process.kill(server.pid, "SIGKILL");
    await expect.poll(() => notes.at(-1), { timeout: 30_000 }).toContain("pg_hba.conf");
    renameSync(elsewhere, needed);
    await expect.poll(() => notes.at(-1), { timeout: 30_000 }).toContain("there again");
    expect(await server.close()).toBe(true);
  });

  it("may end long after its start without its log, whoever removed that: nobody falls over it", async () => {
    const home = await madeHome();
    const server = await open(home);
    const thrown: unknown[] = [];
    const note = (error: unknown): unknown => thrown.push(error);
    process.on("uncaughtExceptionMonitor", note);
    rmSync(join(home, "postgres/server.log"));
    await server.close();
    await expect.poll(() => isAlive(server.pid), { timeout: 30_000 }).toBe(false); // its end was heard of by then
    process.off("uncaughtExceptionMonitor", note);
    expect(thrown).toEqual([]);
  });

  it("starts beside a stale note of a server that is no more", async () => {
    const home = await madeHome();
    const first = await open(home);
    const note = readFileSync(join(home, "postgres/data/postmaster.pid"), "utf8");
    await first.close();
    const user = statSync(join(home, "postgres/data"));
    const stale = join(home, "postgres/data/postmaster.pid");
    writeFileSync(stale, note.replace(/^\d+/, "4194301"), { mode: 0o600 }); // a number no process has
    chownSync(stale, user.uid, user.gid);
    const next = await open(home);
    expect(next.isReused).toBe(false);
    await next.close();
  });

  it("restarted in mid-transaction: what was not committed is not there, what was is", async () => {
    const home = await madeHome();
    const first = await open(home);
    const pool = new pg.Pool({ ...first.connection, max: 1 });
    pool.on("error", () => {});
    await pool.query("create table kept as select 1 as n");
    const cut = transaction(pool, async (client) => {
      await client.query("insert into kept values (2)");
      process.kill(first.pid, "SIGINT"); // it ends all connections and goes
      await expect.poll(() => isAlive(first.pid), { timeout: 20_000 }).toBe(false);
    });
    await expect(cut).rejects.toThrow();
    await pool.end();
    const next = await open(home);
    expect(await ask(next.connection, "select sum(n)::int from kept")).toBe(1);
    await next.close();
    await first.close();
  });

  it("asks everyone for a password, which only we may read", async () => {
    const home = await madeHome();
    const server = await open(home);
    const rules = readFileSync(join(server.data, "pg_hba.conf"), "utf8").split("\n").filter(isRule);
    expect(new Set(rules.map((rule) => rule.split(/\s+/).at(-1)))).toEqual(new Set(["scram-sha-256"]));
    const file = statSync(join(server.data, "password"));
    expect([file.mode & 0o777, file.uid]).toEqual([0o600, process.getuid?.()]);
    for (const password of ["", "guessed"])
      await expect(ask({ ...server.connection, password }, "select 1")).rejects.toThrow(/password/);
    await server.close();
  });

  it("of an early bartree, without a password, is refused", async () => {
    const home = await madeHome();
    rmSync(join(home, "postgres/data/password"));
    expect(await refusal(open(home))).toMatchObject({ code: "embedded-unprotected", message: expect.stringContaining(home) });
    expect(existsSync(join(home, "postgres/data/postmaster.pid"))).toBe(false);
  });

  it("without any folder for its socket is refused with the folders named", () => {
    const long = join(outer, "a".repeat(90));
    mkdirSync(long);
    const refused = () => makeSocketFolder(serverUser(), ["/nonexistent", long, join(outer, "package.json")]);
    expect(refused).toThrow(ReportedError);
    expect(refused).toThrow(/nonexistent.*no temporary folder/);
  });

  it("of another major version is refused with both named", async () => {
    const home = await madeHome();
    writeFileSync(join(home, "postgres/data/PG_VERSION"), "14\n");
    const { code, message } = await refusal(open(home));
    expect(code).toBe("embedded-version");
    expect(message).toMatch(/PostgreSQL 14.*18/);
  });

  it("in a place that is a file is refused", async () => {
    const home = newHome();
    writeFileSync(home, "not a folder");
    expect(await refusal(open(home))).toMatchObject({ code: "embedded-folder", message: expect.stringContaining(home) });
  });

  it("gives up with the server's own words when it cannot start", async () => {
    const { code, message } = await refusal(open(await madeHome(), { settings: ["shared_buffers=nonsense"] }));
    expect(code).toBe("embedded-not-started");
    expect(message).toContain("shared_buffers");
  });

  it("runs when the package's links were not made and others may not read it", async () => {
    const { native, version } = await installedPackage();
    const copy = join(outer, "package/native");
    mkdirSync(join(outer, "package"), { mode: 0o700 });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    for (const { target } of JSON.parse(readFileSync(join(copy, "pg-symlinks.json"), "utf8")))
      rmSync(join(outer, "package", target), { force: true });
    const home = await madeHome();
    const server = await open(home, { package: { native: copy, version } });
    expect(await ask(server.connection, "select 1")).toBe(1);
    expect(existsSync(join(home, `postgres/programs-${version}/bin/postgres`))).toBe(true);
    await server.close();
  });
});

describe.runIf(isRoot)("as root", () => {
  it("runs as another user, whom the home lets pass and nobody else", async () => {
    const home = await madeHome();
    expect(statSync(join(home, "postgres/data")).uid).not.toBe(0);
    const { gid } = statSync(join(home, "postgres/data")); // initdb runs as nobody, but in this group
    for (const folder of [home, join(home, "postgres")]) expect(statSync(folder)).toMatchObject({ uid: 0, gid, mode: 0o40710 });
  });

  it.runIf(isOpenToAll(import.meta.dirname))("is closed to all other users, and to its own without the password", async () => {
    const server = await open(await madeHome());
    const { uid } = statSync(server.data);
    expect(readFileSync("/etc/passwd", "utf8")).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, "m")); // nobody else runs as it
    const closed = { folder: "EACCES", password: "EACCES", connection: "EACCES" };
    expect(await strangerIs(NOBODY, server)).toEqual(closed);
    expect(await strangerIs(54_321, server)).toEqual(closed);
    expect(await strangerIs(uid, server)).toEqual({ folder: "let in", password: "EACCES", connection: "28P01" });
    await server.close();
  });

  it("with a home in a closed folder it lies in the system's folder", async () => {
    const closed = mkdtempSync(join(outer, "closed-"));
    const server = await open(join(closed, "home"));
    expect(await ask(server.connection, "show data_directory")).toMatch(new RegExp(`^${system}/[0-9a-f]{16}/data$`));
    await server.close();
    expect(statSync(closed).mode & 0o777).toBe(0o700);
  });

  it("with a closed temporary folder the socket lies in another", async () => {
    const closed = mkdtempSync(join(outer, "closed-"));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = closed;
    try {
      const server = await open(await madeHome());
      expect(server.connection.host).not.toContain(closed);
      expect(await ask(server.connection, "select 1")).toBe(1);
      await server.close();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  // A checkout in a closed folder is not theirs to run: it is tried by a run that is theirs.
  it.runIf(isOpenToAll(import.meta.dirname)).each([
    { name: "a normal user", uid: NOBODY },
    { name: "a user without a name", uid: 54_321 },
  ])("$name starts it too", async ({ uid }) => {
    const home = newHome();
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, uid, uid);
    const owner = spawnOwner(home, uid);
    const { error } = await owner.said;
    expect(error).toBeUndefined();
    const data = join(home, "postgres/data");
    expect(statSync(data).uid).toBe(uid);
    const { server } = notedServer(data) ?? {};
    const connection = { host: server?.socketFolder ?? "", port: server?.port ?? 0 };
    expect(await strangerIs(uid - 1, { data, connection })).toEqual({
      folder: "EACCES",
      password: "EACCES",
      connection: "EACCES",
    });
    expect(await strangerIs(uid, { data, connection })).toMatchObject({ connection: "28P01" });
    owner.child.stdin?.end();
    await once(owner.child, "exit");
    expect(existsSync(join(home, "postgres/data/postmaster.pid"))).toBe(false);
  });

  it.runIf(isOpenToAll(import.meta.dirname)).each([
    { name: "a folder one may not write", prepare: (home: string) => mkdirSync(home, { mode: 0o755 }), code: "embedded-folder" },
    { name: "a database of another user", prepare: async (home: string) => foreign(home), code: "embedded-foreign" },
  ])("to a normal user $name is refused", async ({ prepare, code }) => {
    const home = newHome();
    await prepare(home);
    const owner = spawnOwner(home, NOBODY - 1);
    expect(await owner.said).toMatchObject({ error: code });
  });
});

function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o005) === 0o005;
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}

/** A home everyone may write to, with a database of nobody's in it. */
async function foreign(home: string): Promise<void> {
  execFileSync("cp", ["-a", await madeHome(), home]);
  for (const folder of [home, join(home, "postgres")]) chmodSync(folder, 0o777);
}

const isRule = (line: string): boolean => line.trim() !== "" && !line.startsWith("#");

/** What a process of that user is told. */
async function strangerIs(uid: number, { data, connection }: Pick<Embedded, "data" | "connection">): Promise<unknown> {
  const script = resolve(import.meta.dirname, "stranger.mjs");
  const args = [script, data, String(connection.host), String(connection.port)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], cwd: "/", uid, gid: uid });
  const [line] = await once(child.stdout, "data");
  return JSON.parse(String(line));
}

interface Owner {
  readonly child: ChildProcess;
  readonly said: Promise<{ pid: number; error?: string }>;
}

/** A process of its own that opens the server, writes a row, says so, and closes when its input ends. */
function spawnOwner(home: string, uid?: number): Owner {
  const script = resolve(import.meta.dirname, "owner.mjs");
  const child = spawn(process.execPath, [script, home], {
    stdio: ["pipe", "pipe", "inherit"],
    cwd: "/",
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const said = once(child.stdout, "data").then(([line]) => JSON.parse(String(line)));
  return { child, said };
}
