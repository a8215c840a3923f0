import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLAIN } from "../../src/cli/seal.js";
import { openBackup } from "../../src/store/backup/read-backup.js";
import { restore } from "../../src/store/backup/restore.js";
import { migrate } from "../../src/store/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations/migrations.js";
import { setSourceSettings, sources } from "../../src/store/source.js";
import { storePage } from "../../src/store/store-page.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore } from "../store/shelf.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function newDatabase(isEmpty: boolean): Promise<TestDatabase> {
  const database = await testDatabase({ isEmpty });
  databases.push(database);
  return database;
}

const home = join(folder.path, "home");
const bartree = (database: TestDatabase, ...args: string[]) =>
  run(args, "", false, { DATABASE_URL: database.url, BARTREE_HOME: home });

let full: TestDatabase;
beforeAll(async () => {
  full = await newDatabase(false);
  const shelf = await newShelf(full.pool);
  for (const [address, pageId] of await addPages(
    shelf,
    Array.from({ length: 30 }, (_, n) => addressOf(n)),
  ))
    await storePage(full.pool, pageToStore(shelf, { pageId, identity: address, html: htmlOf(Number(address.slice(-1))) }), at(1));
});

const countOf = async ({ pool }: TestDatabase, table: string): Promise<number> =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

describe("backup and restore", () => {
  const file = join(folder.path, "all.gz");

  it("are two commands that a person or a program can follow", async () => {
    expect((await bartree(full, "backup", file)).stdout).toMatch(/all\.gz holds \d+ rows of \d+ tables in \d+ bytes\.\n$/);
    const told = JSON.parse((await bartree(full, "backup", file, "--json")).stdout);
    expect(told).toMatchObject({ file, schemaVersion: MIGRATIONS.length, bytes: statSync(file).size });
    const other = await newDatabase(true);
    expect((await bartree(other, "restore", file, "--check")).stdout).toContain("is whole");
    expect((await bartree(other, "restore", file)).stdout).toContain(`${told.rows} rows as of`);
    expect(await countOf(other, "record")).toBe(30);
    expect((await bartree(other, "source", "list")).stdout).toMatch(/shelf \d+ +active +30/);
  });

  it("that were killed before they sealed the secrets again leave that to the next command", async () => {
    const [source] = await sources(full.pool, "", 1);
    if (!source) throw new Error("no source");
    await setSourceSettings(full.pool, source.id, { ...source.settings, cookies: { session: "of the owner" } }, at(2));
    await bartree(full, "source", "list"); // notes that all are sealed
    expect((await bartree(full, "backup", file, "--with-secrets")).exitCode).toBe(0);
    const other = await newDatabase(true);
    await restore(other.pool, await openBackup(file, MIGRATIONS.length), { now: at(3), isReplacing: false, seal: PLAIN });
    expect((await bartree(other, "source", "list")).exitCode).toBe(0);
    const [restored] = await sources(other.pool, "", 1);
    expect(restored?.settings.cookies).toEqual({ session: expect.stringMatching(/^sealed:/) });
  });

  it("refuse with codes and exit codes", async () => {
    expect(await bartree(full, "restore", file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/database-not-empty.*\nhint: .*--replace/),
    });
    expect(await bartree(full, "restore", join(folder.path, "none"), "--json")).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining("file-not-found"),
    });
    expect(await bartree(full, "backup", "/proc/none/x.gz")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("file-unwritable"),
    });
  });

  it("on a full disk leave the old file as it is", () => {
    const old = join(folder.path, "old.gz");
    writeFileSync(old, "the old one");
    const bin = resolve(import.meta.dirname, "../../bin/bartree.js");
    spawnSync(process.execPath, [bin, "--version"]); // builds what is stale, which the limit would keep it from
    const call = `ulimit -f 4; exec "${process.execPath}" "${bin}" backup "${old}"`; // 2 or 4 kB, by the shell
    const env = { ...process.env, DATABASE_URL: full.url, BARTREE_HOME: home };
    const { status, stderr } = spawnSync("sh", ["-c", call], { env, encoding: "utf8", timeout: 50_000 });
    expect([status, stderr]).toEqual([5, expect.stringContaining("disk-full")]);
    expect(readFileSync(old, "utf8")).toBe("the old one");
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
  }, 300_000);
});

describe("a command that meets a database of an earlier release", () => {
  const kept = (): string[] => readdirSync(join(home, "backups"));

  async function earlier(): Promise<TestDatabase> {
    const database = await newDatabase(true);
    await migrate(database.pool, at(0), { migrations: MIGRATIONS.slice(0, -1) });
    return database;
  }
  const fill = ({ pool }: TestDatabase) =>
    pool.query(
      `insert into source (name, settings, created_at, updated_at) values ('old', '{"version": 1, "schedule": null}', now(), now())`,
    );

  it("backs it up before it changes it, says so, and keeps the last three", async () => {
    mkdirSync(join(home, "backups"), { recursive: true });
    writeFileSync(join(home, "backups/mine.gz"), "not bartree's to remove");
    for (let n = 0; n < 4; n++) {
      const database = await earlier();
      await fill(database);
      const { stderr, exitCode } = await bartree(database, "source", "list");
      expect([exitCode, stderr]).toEqual([
        0,
        expect.stringMatching(
          /was of schema version \d; it was backed up to .*\.bartree\.gz and is brought to schema version \d/,
        ),
      ]);
    }
    expect(kept().filter((name) => name.startsWith("before-schema-"))).toHaveLength(3);
    expect(kept()).toContain("mine.gz");
    const newest = join(
      home,
      "backups",
      kept()
        .filter((name) => name.startsWith("before-"))
        .sort()
        .at(-1) ?? "",
    );
    const other = await newDatabase(true);
    expect((await bartree(other, "restore", newest)).exitCode).toBe(0);
    expect((await other.pool.query("select name from source")).rows).toEqual([{ name: "old" }]);
  });

  it("makes none where there is nothing to lose or nothing to change", async () => {
    const before = kept();
    const database = await earlier();
    await bartree(database, "source", "list");
    await fill(database);
    expect(await bartree(database, "source", "list")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(kept()).toEqual(before);
  });

  it("changes nothing where the backup cannot be written", async () => {
    const database = await earlier();
    await fill(database);
    const { exitCode, stderr } = await run(["source", "list"], "", false, {
      DATABASE_URL: database.url,
      BARTREE_HOME: join(folder.write("a-file", ""), "home"),
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("secret-file")]); // the first that it writes
    expect((await database.pool.query("select max(version) as version from schema_version")).rows).toEqual([
      { version: MIGRATIONS.length - 1 },
    ]);
  });

  it("refuses one of a newer release with a sentence", async () => {
    const database = await newDatabase(false);
    await database.pool.query("insert into schema_version values (999, now())");
    expect(await bartree(database, "source", "list")).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("versions up to"),
    });
  });
});
