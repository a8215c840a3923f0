import { createHash } from "node:crypto";
import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { writePrivately } from "../../src/cli/kept-backups.js";
import { sealOf } from "../../src/cli/seal.js";
import { addAccount } from "../../src/store/account.js";
import { isAwaitingSecrets } from "../../src/store/awaited-secrets.js";
import { sealOf as seal } from "../../src/store/backup/head.js";
import { openBackup } from "../../src/store/backup/read-backup.js";
import { type RestoreOptions, restore } from "../../src/store/backup/restore.js";
import { madeFunctions, madeTables } from "../../src/store/backup/tables.js";
import { type Seal, writeBackup } from "../../src/store/backup/write-backup.js";
import { forgetIdentity } from "../../src/store/forgotten.js";
import { jobOf } from "../../src/store/job.js";
import { migrate } from "../../src/store/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations/migrations.js";
import { recordsSince } from "../../src/store/record.js";
import { setSourceSettings, sourceOf } from "../../src/store/source.js";
import { storePage } from "../../src/store/store-page.js";
import { openWarning } from "../../src/store/warning.js";
import { enterWorker, leaveWorker } from "../../src/store/worker.js";
import { testFolder } from "../cli/folder.js";
import { type TestDatabase, testDatabase } from "./database.js";
import { falseProofs } from "./false-proofs.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore, type Shelf } from "./shelf.js";

const folder = testFolder();
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function empty(): Promise<Pool> {
  const database = await testDatabase({ isEmpty: true });
  databases.push(database);
  return database.pool;
}

let files = 0;
const newFile = (): string => join(folder.path, `backup-${++files}.gz`);

async function backedUp(pool: Pool, seal: Seal | null = null): Promise<string> {
  const file = newFile();
  await writeBackup(pool, { program: "1.2.3", now: at(9), seal }, (bytes) => writePrivately(file, bytes));
  return file;
}

const restoreInto = async (pool: Pool, file: string, more: Partial<RestoreOptions> = {}) =>
  restore(pool, await openBackup(file, MIGRATIONS.length), { now: at(10), isReplacing: false, seal: null, ...more });

/** All lines but the head, whose date and server may differ. */
const rowsIn = (file: string): string => gunzipSync(readFileSync(file)).toString("latin1").split("\n").slice(1, -2).join("\n");

async function codeOf(failing: Promise<unknown>): Promise<string> {
  const error = await failing.then(
    () => "it did not fail",
    (reason) => reason,
  );
  if (!(error instanceof ReportedError)) throw error;
  return error.report.code;
}

/** Texts that a format of lines and tabs might trip over. */
const HARD = ["\\.", "a\n\\.\nb", "tab\there", "\\N", "back\\slash\\", "\u2028", "’“é😀", "\r\n", ""];

let full: Pool;
let shelf: Shelf;
const SECRET = "session-of-the-owner-8f3a";

beforeAll(async () => {
  const database = await testDatabase();
  databases.push(database);
  full = database.pool;
  shelf = await newShelf(full);
  const pages = await addPages(
    shelf,
    Array.from({ length: 40 }, (_, n) => addressOf(n)),
  );
  for (const [address, pageId] of pages) {
    const n = Number(address.split("/").at(-1));
    await storePage(full, pageToStore(shelf, { pageId, identity: address, html: htmlOf(n) }), at(1));
    if (n % 3 === 0) await storePage(full, pageToStore(shelf, { pageId, identity: address, html: htmlOf(n, 1) }), at(2));
  }
  const source = await sourceOf(full, shelf.sourceId);
  if (!source) throw new Error("no source");
  await setSourceSettings(full, source.id, { ...source.settings, cookies: { session: SECRET } }, at(2));
  for (const [i, text] of HARD.entries())
    await openWarning(full, { sourceId: source.id, cause: `cause ${i}`, details: { text } }, at(3));
  await addAccount(full, { name: "sari", role: "admin", password: "scrypt$1$2" }, at(3));
  await forgetIdentity(full, source.id, "https://books.example/forgotten", at(3));
  await newShelf(full); // a second source
  await full.query("delete from warning where cause = 'cause 8'"); // the next id is beyond the largest
});

describe("a backup", () => {
  it("restores to the same rows, proofs, jobs and next ids", async () => {
    const file = await backedUp(full);
    const pool = await empty();
    const { rows } = await restoreInto(pool, file);
    expect(rowsIn(await backedUp(pool))).toBe(rowsIn(file));
    expect(rows).toBeGreaterThan(200);
    expect(await falseProofs(pool)).toMatchObject({ checked: expect.any(Number), wrong: [] });
    const job = async (of: Pool) => (await jobOf(of, shelf.sourceId))?.runAt;
    expect(await job(pool)).toEqual(await job(full));
    const next = { sourceId: null, cause: "next", details: {} };
    expect((await openWarning(pool, next, at(11))).id).toBe((await openWarning(full, next, at(11))).id);
    expect((await recordsSince(pool, { search: "ferry", since: at(-1), afterId: "0", limit: 50 })).length).toBe(10); // full text
  });

  it("is private, gzip for any tool, and says in its head what it is", async () => {
    const file = await backedUp(full);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const head = JSON.parse(gunzipSync(readFileSync(file)).toString().split("\n")[0] ?? "");
    expect(head).toMatchObject({ format: "bartree-backup", version: 1, schemaVersion: MIGRATIONS.length, program: "1.2.3" });
    expect(head.madeAt).toBe(at(9).toISOString());
    expect(head.tables).toContainEqual(expect.objectContaining({ name: "record", rows: 40 }));
    expect(head.tables.map(({ name }: { name: string }) => name)).not.toContain("session");
  });

  it("takes every table of ours, and no other", async () => {
    const { rows } = await full.query("select tablename from pg_tables where schemaname = 'public' order by 1");
    expect(rows.map(({ tablename }) => tablename)).toEqual([...madeTables(MIGRATIONS), "schema_version"].sort());
    const made = await full.query("select distinct proname from pg_proc where pronamespace = 'public'::regnamespace order by 1");
    expect(made.rows.map(({ proname }) => proname)).toEqual(madeFunctions(MIGRATIONS).sort());
  });

  it("holds one moment, whatever is written meanwhile", async () => {
    const file = newFile();
    let isWritten = false;
    await writeBackup(full, { program: "0", now: at(9), seal: null }, (bytes) =>
      writePrivately(
        file,
        (async function* () {
          for await (const piece of bytes) {
            if (!isWritten)
              await full.query("insert into forgotten (hash, forgotten_at) select sha256(random()::text::bytea), now()");
            isWritten = true;
            yield piece;
          }
        })(),
      ),
    );
    const pool = await empty();
    await restoreInto(pool, file);
    const count = async (of: Pool) => (await of.query("select count(*)::int as n from forgotten")).rows[0].n;
    expect([isWritten, await count(full)]).toEqual([true, (await count(pool)) + 1]);
  });

  it("seals headers and cookies: the same machine restores them, another one pauses the source", async () => {
    const own = sealOf(join(folder.path, "home"));
    const file = await backedUp(full, own);
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(SECRET);
    expect(gunzipSync(readFileSync(await backedUp(full, null))).toString()).toContain(SECRET);
    const [same, other] = [await empty(), await empty()];
    expect((await restoreInto(same, file, { seal: own })).withoutSecrets).toEqual([]);
    expect((await sourceOf(same, shelf.sourceId))?.settings.cookies).toEqual({ session: SECRET });
    const strange = sealOf(join(folder.path, "other-home"));
    expect((await restoreInto(other, file, { seal: strange })).withoutSecrets).toHaveLength(1);
    expect(await sourceOf(other, shelf.sourceId)).toMatchObject({ state: "paused", settings: { cookies: {} } });
    expect(isAwaitingSecrets((await sourceOf(other, shelf.sourceId))?.stateReason ?? null)).toBe(true);
  });

  it("of an earlier schema version restores and is brought to ours", async () => {
    const old = await empty();
    await migrate(old, at(0), { migrations: MIGRATIONS.slice(0, -1) });
    await old.query(
      `insert into source (name, settings, next_check_at, created_at, updated_at)
       values ('old', '{"version": 1, "schedule": null}', $1, $1, $1)`,
      [at(5)],
    );
    const file = await backedUp(old);
    const pool = await empty();
    await restoreInto(pool, file);
    const { rows } = await pool.query("select id, name from source");
    expect(rows).toEqual([{ id: "1", name: "old" }]);
    expect((await jobOf(pool, "1"))?.runAt).toEqual(at(5));
  });
});

describe("restoring", () => {
  it("refuses a database that is not empty, unless it is to be replaced", async () => {
    const file = await backedUp(full);
    const database = await testDatabase(); // laid out, nothing in it
    databases.push(database);
    const { pool } = database;
    await pool.query("create table stranger (n integer)");
    await pool.query("insert into stranger values (7)");
    await restoreInto(pool, file);
    await pool.query("delete from record");
    expect(await codeOf(restoreInto(pool, file))).toBe("database-not-empty");
    expect((await pool.query("select count(*)::int as n from record")).rows).toEqual([{ n: 0 }]);
    await restoreInto(pool, file, { isReplacing: true });
    expect((await pool.query("select count(*)::int as n from record")).rows).toEqual([{ n: 40 }]);
    expect((await pool.query("select n from stranger")).rows).toEqual([{ n: 7 }]);
  });

  it("touches nothing of a stranger who uses names of ours", async () => {
    const file = await backedUp(full);
    for (const isReplacing of [false, true]) {
      const pool = await empty();
      await pool.query("create table page (n integer)");
      await pool.query("insert into page values (7)");
      expect(await codeOf(restoreInto(pool, file, { isReplacing }))).toBe("database-shared");
      expect((await pool.query("select n from page")).rows).toEqual([{ n: 7 }]);
      expect((await pool.query("select to_regnamespace('graphile_worker') as jobs")).rows).toEqual([{ jobs: null }]);
    }
    const [named] = madeFunctions(MIGRATIONS);
    const others = [
      `create function ${named}() returns integer language sql as 'select 7'`,
      "create table schema_version (version text)",
    ];
    for (const statement of others) {
      const pool = await empty();
      await pool.query(statement);
      expect(await codeOf(restoreInto(pool, file))).toBe("database-shared");
    }
  });

  it("into an earlier schema version leaves alone what a stranger made under a later name", async () => {
    const file = await backedUp(full);
    const pool = await empty();
    await migrate(pool, at(0), { migrations: MIGRATIONS.slice(0, -1) });
    await pool.query("create table backup (n integer)");
    expect(await codeOf(restoreInto(pool, file, { isReplacing: true }))).toBe("database-shared");
    await pool.query("drop table backup");
    await restoreInto(pool, file);
    expect((await pool.query("select name from account")).rows).toEqual([{ name: "sari" }]);
  });

  it("refuses while a worker uses the database", async () => {
    const file = await backedUp(full);
    await enterWorker(full, { id: "w", name: "w", concurrency: 1 });
    expect(await codeOf(restoreInto(full, file, { isReplacing: true }))).toBe("database-in-use");
    await leaveWorker(full, "w");
  });

  it("of a row that the database refuses leaves all as it was", async () => {
    const file = await backedUp(full);
    const text = gunzipSync(readFileSync(file)).toString("latin1");
    const pool = await empty();
    const forged = forge(text.replaceAll("\tactive\t", "\tasleep\t"));
    await expect(restoreInto(pool, forged)).rejects.toThrow(/source_state_check/);
    expect((await pool.query("select to_regclass('source') as source")).rows).toEqual([{ source: null }]);
    expect(await codeOf(restoreInto(pool, forge(text.replace(/^(\d+\tbooks?.*|\d+\tshelf.*)\n/m, ""))))).toBe("backup-damaged");
    await restoreInto(pool, file); // it still is empty
  });

  it("refuses what is no backup, or of a newer release", async () => {
    const head = {
      format: "bartree-backup",
      version: 1,
      schemaVersion: 999,
      program: "9",
      server: "18",
      madeAt: at(0).toISOString(),
    };
    const newer = forge(`${JSON.stringify({ ...head, tables: [], sequences: [], secrets: null })}\n`);
    expect(await codeOf(openBackup(newer, MIGRATIONS.length))).toBe("backup-newer");
    expect(await codeOf(openBackup(forge('{"format":"bartree-backup","version":2}\n'), 1))).toBe("backup-newer");
    expect(await codeOf(openBackup(folder.write("a.txt", "hello"), 1))).toBe("backup-foreign");
    expect(await codeOf(openBackup(folder.write("empty", ""), 1))).toBe("backup-foreign");
    expect(await codeOf(openBackup(folder.write("b.gz", gzipSync("hello\n")), 1))).toBe("backup-foreign");
    expect(await codeOf(openBackup(join(folder.path, "none"), 1))).toBe("file-not-found");
    expect(await codeOf(openBackup(folder.path, 1))).toBe("file-unreadable");
  });

  it("refuses every cut and every changed byte, before it touches the database", async () => {
    const whole = readFileSync(await backedUp(full));
    const codes = new Set<string>();
    const file = newFile();
    const damage = fc.record({ at: fc.nat(whole.length - 1), isCut: fc.boolean(), bit: fc.nat(7) });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at: place, isCut, bit }) => {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        writeFileSync(file, isCut ? whole : bytes);
        if (isCut) truncateSync(file, place);
        codes.add(await codeOf(openBackup(file, MIGRATIONS.length)));
      }),
      { numRuns: 200 },
    );
    const refusals = ["backup-damaged", "backup-foreign", "backup-newer"]; // a changed bit may be one of the version's own
    expect([...codes].filter((code) => !refusals.includes(code))).toEqual([]);
    expect(codes).toContain("backup-damaged");
  });
});

/** With a right digest. */
function forge(text: string): string {
  const packed = gzipSync(Buffer.from(text.replace(/\{"sha256":"[0-9a-f]{64}"\}\n$/, ""), "latin1"));
  return folder.write(`forged-${++files}.gz`, Buffer.concat([packed, seal(createHash("sha256").update(packed).digest("hex"))]));
}
