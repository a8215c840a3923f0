import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportOf } from "../../src/server/exports/formats.js";
import { type TestDatabase, testDatabase } from "../store/database.js";

const ALL = { q: null, sourceId: null, state: "any", since: null, until: null } as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await addRecords("rivers", "title", 1200);
});
afterAll(() => database.drop());

/** One attribute each; the later in number, the longer ago changed. */
async function addRecords(source: string, attribute: string, count: number): Promise<void> {
  const { pool } = database;
  await pool.query("insert into source (name, settings, created_at, updated_at) values ($1, '{}', now(), now())", [source]);
  await pool.query(
    `insert into record (source_id, identity, state, version, versions, values, withheld, created_at, updated_at)
     select s.id, $2 || n, 'current', 1, 1, jsonb_build_object($2::text, jsonb_build_array('v' || n)), '{}', now(), now() - n * interval '1 second'
       from source s, generate_series(1, $3::int) as n where s.name = $1`,
    [source, attribute, count],
  );
}

describe("an export", () => {
  it("gives each record once, also those that change while it is read", async () => {
    const ids: string[] = [];
    for await (const lines of exportOf(database, ALL, "jsonl", false).lines) {
      if (ids.length === 0)
        await database.pool.query(
          "update record set updated_at = now() + interval '1 hour' where identity in ('title1', 'title1100')",
        );
      for (const line of lines.trim().split("\n")) ids.push(JSON.parse(line).id);
    }
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200]);
  });
});
