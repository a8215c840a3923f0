/** What an earlier release has stored is opened by this one: as a database, and as a backup. */
import { resolve } from "node:path";
import type { Pool } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { SourceSettings } from "../../src/api/source.js";
import { accounts } from "../../src/store/account.js";
import { copyIn } from "../../src/store/backup/copy.js";
import { openBackup, sectionsOf } from "../../src/store/backup/read-backup.js";
import { restore } from "../../src/store/backup/restore.js";
import { layoutOf } from "../../src/store/backup/tables.js";
import { jobOf } from "../../src/store/job.js";
import { migrate } from "../../src/store/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations/migrations.js";
import { recordsSince } from "../../src/store/record.js";
import { sourceNamed } from "../../src/store/source.js";
import { templatesInForce, versionsOf } from "../../src/store/template.js";
import { type TestDatabase, testDatabase } from "./database.js";
import { falseProofs } from "./false-proofs.js";
import { at } from "./shelf.js";

const FILE = resolve(import.meta.dirname, "../fixtures/step-3.bartree.gz");
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function empty(): Promise<Pool> {
  const database = await testDatabase({ isEmpty: true });
  databases.push(database);
  return database.pool;
}

/** The database as that release left it. */
async function asItWas(): Promise<Pool> {
  const pool = await empty();
  const file = await openBackup(FILE, MIGRATIONS.length);
  await migrate(pool, at(0), { migrations: MIGRATIONS.slice(0, file.head.layout) });
  const client = await pool.connect();
  await client.query("begin");
  for (const { name } of file.head.tables) await client.query(`alter table ${name} disable trigger user`);
  for await (const { table, rows } of sectionsOf(file)) {
    const columns = file.head.tables.find(({ name }) => name === table)?.columns ?? [];
    await copyIn(client, `copy ${table} (${columns.map((column) => `"${column}"`).join(", ")}) from stdin`, rows);
  }
  await client.query("set constraints all immediate");
  for (const { name } of file.head.tables) await client.query(`alter table ${name} enable trigger user`);
  await client.query("commit");
  client.release();
  return pool;
}

async function expectWhole(pool: Pool): Promise<void> {
  expect(await layoutOf(pool)).toBe(MIGRATIONS.length);
  const records = await recordsSince(pool, { since: new Date(0), afterId: "0", limit: 100 });
  expect(records.map(({ state }) => state)).toEqual(Array(20).fill("current"));
  expect(await recordsSince(pool, { search: "Müller’s", since: new Date(0), afterId: "0", limit: 9 })).toHaveLength(1);
  expect(await falseProofs(pool)).toMatchObject({ wrong: [] });
  const source = await sourceNamed(pool, "stars");
  expect(SourceSettings.safeParse(source?.settings).success).toBe(true);
  expect((await versionsOf(pool, source?.id ?? "")).map(({ origin, isInForce }) => [origin, isInForce])).toEqual([
    ["labels", false],
    ["heal", true],
  ]);
  expect((await templatesInForce(pool, source?.id ?? "")).map(({ role }) => role)).toEqual(["links", "record"]);
  expect(await accounts(pool)).toMatchObject([{ name: "sari", role: "admin" }]);
}

describe("what the release of step 3 has stored", () => {
  it("is brought to our layout where it lies", async () => {
    const pool = await asItWas();
    expect(await layoutOf(pool)).toBe(5);
    const steps: object[] = [];
    await migrate(pool, at(0), { before: async (step) => void steps.push(step) });
    expect(steps).toEqual([{ from: 5, to: MIGRATIONS.length }]);
    await expectWhole(pool);
  });

  it("restores from its backup, with a job for its source", async () => {
    const pool = await empty();
    await restore(pool, await openBackup(FILE, MIGRATIONS.length), { now: at(0), isReplacing: false, seal: null });
    await expectWhole(pool);
    expect(await jobOf(pool, (await sourceNamed(pool, "stars"))?.id ?? "")).toBeDefined();
  });

  it("stays as it is where a migration fails, with a sentence, and is brought to our layout by the next try", async () => {
    const pool = await asItWas();
    const failing = [...MIGRATIONS, "update record set state = 'asleep'"];
    const error = await migrate(pool, at(0), { migrations: failing }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ReportedError);
    expect(error.report).toMatchObject({ code: "migration-failed", message: expect.stringContaining("It is as it was before.") });
    expect(await layoutOf(pool)).toBe(5);
    await migrate(pool, at(0));
    await expectWhole(pool);
  });
});
