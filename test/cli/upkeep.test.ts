import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { carriedFrom } from "../../src/cli/kept-backups.js";
import { upkeep } from "../../src/harvester/upkeep/upkeep.js";
import { backupsSince } from "../../src/store/backup/note.js";
import { storePage } from "../../src/store/store-page.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore } from "../store/shelf.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
let database: TestDatabase;
let [id, other] = ["", ""];
const bartree = (...args: string[]) =>
  run(args, "", false, { DATABASE_URL: database.url, BARTREE_HOME: join(folder.path, "home") });

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  const shelf = await newShelf(pool);
  const [first = "", second = ""] = (await addPages(shelf, [1, 2].map(addressOf))).values();
  const store = async (n: number, pageId: string, printing: number) =>
    (await storePage(pool, pageToStore(shelf, { pageId, identity: addressOf(n), html: htmlOf(n, printing) }), at(printing)))[0]
      ?.id ?? "";
  id = await store(1, first, 0);
  await store(1, first, 1);
  other = await store(2, second, 0);
  await upkeep(pool, { snapshotDays: 0 }, new Date("2031-05-06T12:00:00Z"));
});
afterAll(() => database.drop());

it("one record is shown with its history; a version whose page was dropped says so with digest and date", async () => {
  const { stdout } = await bartree("records", "--id", id);
  expect(stdout).toMatch(/version 1: read 2030-01-01T00:00:00; its page \(sha256 [0-9a-f]{64}\) was dropped on 2031-05-06/);
  expect(stdout).toMatch(/version 2: read 2030-01-01T00:01:00; page sha256 [0-9a-f]{64}/);
  const { history } = JSON.parse((await bartree("records", "--id", id, "--json")).stdout);
  expect(history[0].page).toMatchObject({
    droppedAt: "2031-05-06T12:00:00.000Z",
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await bartree("records", "--id", "999", "--json")).stdout).toContain('"not-there"');
  expect((await bartree("records", "--id", "x")).exitCode).toBe(2);
});

it("doctor tells the size, its growth a day, and what of the disk can be seen", async () => {
  await database.pool.query("delete from database_size");
  await database.pool.query(
    "insert into database_size select now() - interval '10 days', pg_database_size(current_database()) - 20000000",
  );
  const { stdout } = await bartree("doctor");
  expect(stdout).toMatch(/good +size +\d+ MB, \+2\.0 MB a day, the disk of its server is not ours to see/);
});

it("forget tells first and removes with --yes, and names the backups that still hold it", async () => {
  const file = join(folder.path, "kept.gz");
  await database.pool.query("update record set created_at = '2020-01-01'"); // before the backup
  await bartree("backup", file);
  const dry = await bartree("forget", "--record", other);
  expect(dry.stdout).toMatch(/This would be removed for good: 1 record, 1 version, 1 snapshot, 1 page. Nothing was removed/);
  expect(dry.stdout).toContain(`Backups that still hold it:\n  ${file} `);
  const done = JSON.parse((await bartree("forget", "--record", other, "--yes", "--json")).stdout);
  expect(done).toMatchObject({ forgotten: true, records: 1, backups: [{ file }] });
  expect((await bartree("records", "--id", other, "--json")).stdout).toContain('"not-there"');
  expect((await bartree("forget", "--record", other, "--user", "x")).stderr).toContain("One of --source, --record and --user");
});

it("what a database was restored from, and the one an older server leaves behind, are known to hold what was forgotten", async () => {
  const file = join(folder.path, "restored.gz");
  await bartree("backup", file);
  await database.pool.query("delete from backup");
  await bartree("restore", file, "--replace");
  const [noted] = await backupsSince(database.pool, new Date(0));
  expect(noted).toMatchObject({ file });
  for (const name of ["data", "data-17", "data-carried", "other-17"])
    mkdirSync(join(folder.path, "postgres", name), { recursive: true });
  expect(carriedFrom(join(folder.path, "postgres", "data"))).toEqual([join(folder.path, "postgres", "data-17")]);
});
