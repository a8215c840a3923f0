import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvHeads } from "../../src/server/exports/csv.js";
import { exportOf } from "../../src/server/exports/formats.js";
import { run } from "../cli/run.js";
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
     select s.id, $2 || n, 'current', 1, 1, jsonb_build_object($2::text, jsonb_build_array('v' || n)), '{}', $4, $4::timestamptz - n * interval '1 second'
       from source s, generate_series(1, $3::int) as n where s.name = $1`,
    [source, attribute, count, new Date()],
  );
}

describe("an export", () => {
  it("gives each record once, also those that change while it is read", async () => {
    const ids: string[] = [];
    for await (const lines of exportOf(database.pool, ALL, { format: "jsonl", isRaw: false })) {
      if (ids.length === 0)
        await database.pool.query(
          "update record set updated_at = now() + interval '1 hour' where identity in ('title1', 'title1100')",
        );
      for (const line of lines.trim().split("\n")) ids.push(JSON.parse(line).id);
    }
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200]);
  });

  it("as CSV has a column for every attribute, whichever source has it", async () => {
    await addRecords("many", "author", 10_000);
    await addRecords("prices", "price", 3);
    const lines: string[] = [];
    for await (const chunk of exportOf(database.pool, ALL, { format: "csv", isRaw: false }))
      lines.push(...chunk.trimEnd().split("\r\n"));
    expect(lines[0]).toBe("id,source,address,state,author,price,title,withheld,provisional,updated");
    expect(lines.filter((line) => /,prices,,current,,v\d,,/.test(line))).toHaveLength(3);
  });
});

it("an attribute that is called as a column of ours has a name of its own there", () => {
  const names = ["state", "title", "updated", "value.state"];
  const heads = csvHeads(["id", "state"], names, ["updated"]);
  expect(heads).toEqual(["id", "state", "value.value.state", "title", "value.updated", "value.state", "updated"]);
});

describe("bartree records", () => {
  const records = (...args: string[]) =>
    run(["records", ...args], "", false, { DATABASE_URL: database.url, BARTREE_HOME: "/nonexistent" });

  it("as CSV has a column for every attribute, whichever batch shows it first", async () => {
    const lines = (await records("--format", "csv")).stdout.trim().split("\r\n");
    expect(lines[0]).toBe("id,source,address,state,author,price,title,withheld,provisional,updated");
    expect(lines.filter((line) => /^\d+,prices,,current,,v1,,/.test(line))).toHaveLength(1);
    expect(lines).toHaveLength(11_204);
  });

  it.each([
    { source: "prices", note: "" },
    { source: "rivers", note: "The first 200 of 1200 records are shown; --format csv or jsonl gives all.\n" },
    { source: null, note: "The first 200 of more than 10000 records are shown; --format csv or jsonl gives all.\n" },
  ])("as a table says beside it what is not shown ($source)", async ({ source, note }) => {
    const { stdout, stderr } = await records(...(source === null ? [] : ["--source", source]));
    expect(stderr).toBe(note);
    expect(stdout).not.toContain("are shown");
  });

  it("tells of which source each is, and says what is no JSON", async () => {
    const { stdout } = await records("--source", "prices", "--json");
    for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ source: "prices", address: null });
    for (const format of ["csv", "table"]) {
      const refused = await records("--format", format, "--json");
      expect([refused.exitCode, JSON.parse(refused.stdout).error.code]).toEqual([2, "usage"]);
    }
  });

  it("takes no more words than a person writes", async () => {
    const refused = await records("--search", "rivers ".repeat(60), "--json");
    expect([refused.exitCode, JSON.parse(refused.stdout).error.code]).toEqual([2, "usage"]);
  });

  it("has none of a source that was removed", async () => {
    await database.pool.query("update source set removed_at = now() where name = 'prices'");
    const { stdout } = await records("--format", "csv");
    expect([stdout.includes("price"), stdout.includes(",rivers,")]).toEqual([false, true]);
  });
});
