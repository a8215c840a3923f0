import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { openStore } from "../../src/store/connect.js";
import { serverUser } from "../../src/store/embedded/server-user.js";
import { migrate } from "../../src/store/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations/migrations.js";
import { recordOf } from "../../src/store/record.js";
import { storePage } from "../../src/store/store-page.js";
import { transaction } from "../../src/store/transaction.js";
import { type TestDatabase, testDatabase } from "./database.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore } from "./shelf.js";

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function empty(): Promise<pg.Pool> {
  const database = await testDatabase({ isEmpty: true });
  databases.push(database);
  return database.pool;
}

async function reportOf(failing: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await failing.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof ReportedError)) throw error ?? new Error("it did not fail");
  return error.report;
}

const tables = async (pool: pg.Pool) =>
  (await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1")).rows.map((row) => row.tablename);

describe("migrations", () => {
  it("by several starters at once run once each", async () => {
    const pool = await empty();
    const lists = ["create table a (n integer)", "create table b (n integer)"];
    expect(await Promise.all([1, 2, 3, 4].map(() => migrate(pool, at(0), { migrations: lists })))).toEqual([2, 2, 2, 2]);
    expect((await pool.query("select version from schema_version order by 1")).rows).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it("that fail leave the schema version of the release before, with a sentence, and the next try goes on", async () => {
    const pool = await empty();
    const first = "create table a (n integer)";
    await migrate(pool, at(0), { migrations: [first] });
    const failing = [first, "create table b (n integer)", "create table c (n integer); select 1 / 0"];
    expect(await reportOf(migrate(pool, at(0), { migrations: failing }))).toMatchObject({
      code: "migration-failed",
      message: expect.stringMatching(/schema version 3: division by zero/),
    });
    expect(await tables(pool)).toEqual(["a", "schema_version"]);
    expect((await pool.query("select max(version) as version from schema_version")).rows).toEqual([{ version: 1 }]);
    expect(await migrate(pool, at(0), { migrations: [first, "create table b (n integer)"] })).toBe(2);
  });

  it("that fail after all of ours leave every row, and the next try with one that works changes them", async () => {
    const pool = await empty();
    await migrate(pool, at(0));
    const shelf = await newShelf(pool);
    for (const [address, pageId] of await addPages(shelf, [1, 2, 3].map(addressOf)))
      await storePage(pool, pageToStore(shelf, { pageId, identity: address, html: htmlOf(Number(address.slice(-1))) }), at(1));
    const rows = async () => (await pool.query("select * from record order by id")).rows;
    const before = await rows();
    const failing = [...MIGRATIONS, "update record set identity = identity || '#'; update record set state = 'asleep'"];
    expect(await reportOf(migrate(pool, at(2), { migrations: failing }))).toMatchObject({ code: "migration-failed" });
    expect(await rows()).toEqual(before);
    const steps: object[] = [];
    const next = [...MIGRATIONS, "update record set identity = identity || '#'"];
    await migrate(pool, at(2), { migrations: next, before: async (step) => void steps.push(step) });
    expect(steps).toEqual([{ from: MIGRATIONS.length, to: next.length }]);
    expect((await rows()).map(({ identity }) => identity)).toEqual(before.map(({ identity }) => `${identity}#`));
  });

  it("of a newer bartree are refused", async () => {
    const pool = await empty();
    await migrate(pool, at(0), { migrations: ["create table a (n integer)", "create table b (n integer)"] });
    expect(await reportOf(migrate(pool, at(0), { migrations: ["create table a (n integer)"] }))).toMatchObject({
      code: "database-newer",
    });
  });

  it("are refused where not every letter could be stored", async () => {
    const utf8 = await empty();
    const name = `${utf8.options.database}_latin1`;
    await utf8.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    const pool = new pg.Pool({ ...utf8.options, password: utf8.options.password, database: name });
    expect(await reportOf(migrate(pool, at(0)))).toMatchObject({
      code: "database-encoding",
      message: expect.stringContaining("LATIN1"),
    });
    await pool.end();
  });
});

describe("connecting", () => {
  it.each([
    { name: "nobody listens", databaseUrl: "socket:/nowhere?db=x", says: /ENOENT|ECONNREFUSED/ },
    { name: "the port is closed", databaseUrl: "postgres://a:secret@127.0.0.1:1/x", says: /ECONNREFUSED/ },
  ])("where $name is refused with the reason and without the password", async ({ databaseUrl, says }) => {
    const report = await reportOf(openStore({ databaseUrl, home: "/nowhere", now: at(0) }));
    expect(report).toMatchObject({ code: "database-unreachable", message: expect.stringMatching(says) });
    expect(JSON.stringify(report)).not.toContain("secret");
  });

  it("a connection that is cut in a transaction writes nothing, and the next one works", async () => {
    const pool = await empty();
    await pool.query("create table a (n integer)");
    const cut = transaction(pool, async (client) => {
      await client.query("insert into a values (1)");
      await client.query("select pg_terminate_backend(pg_backend_pid())");
    });
    await expect(cut).rejects.toThrow(/terminat/);
    expect((await pool.query("select count(*)::int as n from a")).rows).toEqual([{ n: 0 }]);
  });

  it("a full disk fails the page and leaves nothing of it", async () => {
    const database = await testDatabase();
    databases.push(database);
    const shelf = await newShelf(database.pool);
    const [pageId = ""] = (await addPages(shelf, [addressOf(1)])).values();
    await database.pool.query(`
      create function full_disk() returns trigger language plpgsql as $$ begin raise 'no space left' using errcode = '53100'; end $$;
      create trigger full_disk before insert on proof execute function full_disk()`);
    const page = pageToStore(shelf, { pageId, identity: addressOf(1), html: htmlOf(1) });
    await expect(storePage(database.pool, page, at(1))).rejects.toMatchObject({ code: "53100" });
    const { rows } = await database.pool.query("select (select count(*) from snapshot) + (select count(*) from record) as n");
    expect(rows).toEqual([{ n: "0" }]);
    await database.pool.query("drop trigger full_disk on proof");
    expect(await storePage(database.pool, page, at(2))).toMatchObject([{ change: "new" }]);
  });
});

/** An older server of the system, where there is one. */
const systemServer = (existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [])
  .filter((version) => Number(version) >= 15 && Number(version) < 18 && existsSync(`/usr/lib/postgresql/${version}/bin/postgres`))
  .map((version) => `/usr/lib/postgresql/${version}/bin`)[0];

describe.runIf(systemServer !== undefined)(`on the system's server (${systemServer})`, () => {
  const user = serverUser();
  const { uid, gid } = { uid: user.initdbUid ?? user.uid, gid: user.gid }; // initdb wants a user with a name
  const as = user.isOther ? { uid, gid } : {};
  const folder = mkdtempSync(join(tmpdir(), "bt-old-"));
  let server: ReturnType<typeof spawn>;

  beforeAll(() => {
    if (user.isOther) chownSync(folder, uid, gid);
    const data = join(folder, "data");
    execFileSync(
      `${systemServer}/initdb`,
      ["-D", data, "-U", "bartree", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
      {
        ...as,
        cwd: "/",
      },
    );
    const flags = ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"];
    server = spawn(`${systemServer}/postgres`, flags, { ...as, cwd: "/", stdio: "ignore" });
  });
  afterAll(async () => {
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it("the schema is made and a page is stored and read", async () => {
    const pool = new pg.Pool({ host: folder, user: "bartree", database: "postgres" });
    pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {})); // the server may end before the connection has
    await expect.poll(() => pool.query("select 1").then(() => "up", String), { timeout: 20_000 }).toBe("up");
    await migrate(pool, at(0));
    const shelf = await newShelf(pool);
    const [pageId = ""] = (await addPages(shelf, [addressOf(1)])).values();
    const reading = { pageId, identity: addressOf(1), html: htmlOf(1) };
    const [stored] = await storePage(pool, pageToStore(shelf, reading), at(1));
    expect(await recordOf(pool, stored?.id ?? "")).toMatchObject({ state: "current", values: { year: ["1901"] } });
    await pool.end();
  });
});
