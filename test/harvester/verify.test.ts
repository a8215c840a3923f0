/** Every value of a store against its stored page: nothing false is called true, and all that is damaged is found. */
import { brotliCompressSync } from "node:zlib";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { verifyPage } from "../../src/harvester/verify/verify-page.js";
import { storePage } from "../../src/store/store-page.js";
import { isLong, say, seed } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { falseProofs } from "../store/false-proofs.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore, type Shelf } from "../store/shelf.js";
import { demoSource, settingsOf, testHarvester } from "./tools.js";
import { verified } from "./verified.js";

const NONE = { false: 0, unchecked: 0, removed: 0, dropped: 0 };

describe("the demo", () => {
  let site: DemoSite;
  let own: Awaited<ReturnType<typeof testHarvester>>;
  beforeAll(async () => {
    site = await startDemo();
    own = await testHarvester(site.origin);
  });
  afterAll(async () => {
    await own.close();
    await site.close();
  });

  it("is true: harvested, redesigned, healed, and as a list", async () => {
    const ids = new Map<string, string>();
    for (const { id } of site.sources) ids.set(id, await own.add(id, settingsOf(demoSource(site, id))));
    const records = [
      { number: "Circular No. 212", title: "A Second Ring of Dust around 41 Vespertilionis" },
      { number: "Circular No. 211", title: "On the Flicker of Müller’s Star" },
    ];
    const discovery = { lists: [`${site.origin}/observatory/circulars.html`], next: { by: "text", text: "Older circulars" } };
    const list = await own.addList("list", SourceSettings.parse({ records, discovery, delayMs: 0 }));
    for (const id of [...ids.values(), list]) await own.harvest(id);
    for (const id of ids.keys()) site.redesign(id);
    for (const id of [...ids.values(), list]) await own.harvest(id);

    const { counts, told } = await verified(own.pool);
    expect(told).toEqual([]);
    expect(counts).toMatchObject({ ...NONE, values: (await falseProofs(own.pool)).checked });
    expect(counts.values).toBeGreaterThan(200);
    say(`verify, the demo: ${counts.values} values of ${counts.records} records on ${counts.pages} pages, 0 false`);

    const ofList = await verified(own.pool, list);
    expect(ofList).toMatchObject({ told: [], counts: { ...NONE, records: 20, pages: 3 } }); // each list page once
    const parts = await Promise.all([...ids.values()].map((id) => verified(own.pool, id)));
    expect(parts.reduce((sum, part) => sum + part.counts.values, ofList.counts.values)).toBe(counts.values);
  });
});

const RECORDS = 150;
const SEED = isLong ? seed : 2009;

describe("a store", () => {
  let database: TestDatabase;
  let pool: Pool;
  let shelf: Shelf;
  beforeAll(async () => {
    database = await testDatabase();
    pool = database.pool;
    shelf = await newShelf(pool);
    const numbers = Array.from({ length: RECORDS }, (_, i) => i);
    const pages = await addPages(shelf, numbers.map(addressOf));
    for (const n of numbers) {
      const pageId = pages.get(addressOf(n)) ?? "";
      await storePage(pool, pageToStore(shelf, { pageId, identity: addressOf(n), html: htmlOf(n) }), at(1));
      if (n % 3 === 0)
        await storePage(
          pool,
          pageToStore(shelf, { pageId, identity: addressOf(n), html: htmlOf(n, 1), withhold: ["title"] }),
          at(2),
        ); // its title is still that of the page before
    }
  });
  afterAll(() => database.drop());

  /** What is damaged in a test is as it was afterwards. */
  beforeEach(async () => {
    for (const table of ["record", "proof", "snapshot", "record_version"])
      await pool.query(`create table kept_${table} as table ${table}`);
  });
  afterEach(async () => {
    const client = await pool.connect();
    await client.query("set session_replication_role = replica");
    for (const table of ["record", "proof", "snapshot", "record_version"]) {
      const columns = (
        await client.query<{ name: string }>(
          "select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
          [table],
        )
      ).rows.map(({ name }) => name);
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table}`);
      await client.query(`drop table kept_${table}`);
    }
    await client.query("reset session_replication_role");
    client.release();
  });

  const VALUES = 4 * RECORDS;

  it("is true, and says how far it is", async () => {
    const { counts, told, progress } = await verified(pool);
    expect(told).toEqual([]);
    expect(counts).toEqual({ ...NONE, pages: RECORDS + RECORDS / 3, records: RECORDS, values: VALUES });
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toEqual([RECORDS + RECORDS / 3, RECORDS + RECORDS / 3]);
    for (const [done, all] of progress.slice(0, -1)) expect(done).toBeLessThan(all);
  });

  it("gives every one of 100 shifted spans, and only those", async () => {
    const random = randomFrom(SEED);
    const { rows } = await pool.query<{ record: string; number: number; attribute: string }>(
      `select r.id::text as record, f.number, a.key as attribute from record r join proof f on f.record_id = r.id
        cross join jsonb_each(f.spans) as a
        where not exists (select from proof l where l.record_id = f.record_id and l.number > f.number and l.spans ? a.key)
        order by r.id, a.key`,
    );
    expect(rows).toHaveLength(VALUES);
    const chosen = rows.map((row) => ({ row, by: random() })).sort((a, b) => a.by - b.by).slice(0, 100); // biome-ignore format: one step a line says less
    for (const { row } of chosen) {
      const by = (1 + Math.floor(random() * 5)) * (random() < 0.5 ? -1 : 1);
      await pool.query(
        `update proof set spans = jsonb_set(jsonb_set(spans, array[$3, '0', 'start'], to_jsonb((spans #>> array[$3, '0', 'start'])::int + $4)),
                                            array[$3, '0', 'end'], to_jsonb((spans #>> array[$3, '0', 'end'])::int + $4))
          where record_id = $1 and number = $2`,
        [row.record, row.number, row.attribute, by],
      );
    }
    const { counts, told } = await verified(pool);
    const named = (each: { record: string; attribute: string }) => `${each.record} ${each.attribute}`;
    expect(told.map(named).sort()).toEqual(chosen.map(({ row }) => named(row)).sort());
    expect(new Set(told.map(({ why }) => why))).toEqual(new Set(["text-differs"]));
    expect(counts).toMatchObject({ ...NONE, values: VALUES, false: 100 });
    say(`verify, seed ${SEED}: 100 of ${VALUES} spans shifted, ${told.length} found, and only those`);
  });

  /** Of record 2, whose page nothing else stands on; `$1` is its id. */
  const damages: [what: string, statement: string, expected: object][] = [
    ["a value", `update record set values = jsonb_set(values, '{title,0}', '"Another"') where id = $1`, { attribute: "title", why: "text-differs", stored: "Another", found: "The Tide of Chapter 1" }],
    ["a letter of a value", `update record set values = jsonb_set(values, '{title,0}', '"The Tide of Chapter 1 "') where id = $1`, { attribute: "title", why: "text-differs" }],
    ["a value too many", `update record set values = jsonb_set(values, '{title}', values -> 'title' || '["Two"]') where id = $1`, { attribute: "title", value: 1, why: "no-proof", stored: "Two", found: null }],
    ["a value taken away", `update record set values = jsonb_set(values, '{title}', '[]') where id = $1`, { attribute: "title", why: "text-differs", stored: null, found: "The Tide of Chapter 1" }],
    ["an attribute that nothing proves", `update record set values = values || '{"isbn": ["1"]}' where id = $1`, { attribute: "isbn", why: "no-proof" }],
    ["the spans of an attribute", `update proof set spans = spans - 'title' where record_id = $1`, { attribute: "title", why: "no-proof" }],
    ["a span without an end", `update proof set spans = spans #- '{title,0,end}' where record_id = $1`, { attribute: "title", why: "proof-damaged" }],
    ["a span of another value", `update proof set spans = jsonb_set(spans, '{title,0,value}', '1') where record_id = $1`, { attribute: "title", why: "no-proof" }],
  ]; // biome-ignore format: a table

  it.each(damages)("that has %s changed", async (_, statement, expected) => {
    await pool.query(statement, [await recordNamed(1)]);
    const { told, counts } = await verified(pool);
    expect(told[0]).toMatchObject({
      address: addressOf(1),
      record: await recordNamed(1),
      source: expect.any(String),
      ...expected,
    });
    expect(told.length).toBe(counts.false);
    expect(new Set(told.map(({ record, attribute }) => `${record} ${attribute}`)).size).toBe(1);
  });

  const repacked = (html: string) => brotliCompressSync(Buffer.from(html));
  const OF_PAGE = "(select snapshot_id from proof where record_id = $1)";
  const ofPages: [what: string, statement: string, values: unknown[], why: string][] = [
    ["proof", "delete from proof where record_id = $1", [], "no-proof"],
    ["spans", `update proof set spans = '[]' where record_id = $1`, [], "no-proof"],
    ["page's bytes", `update snapshot set bytes = $2 where id = ${OF_PAGE}`, [repacked(`${htmlOf(1)} `)], "page-damaged"],
    ["page's bytes, by those of another page", `update snapshot set bytes = $2 where id = ${OF_PAGE}`, [repacked(htmlOf(2))], "page-damaged"],
    ["page's bytes, by noise", `update snapshot set bytes = '\\x00ff00ff' where id = ${OF_PAGE}`, [], "page-damaged"],
    ["page's bytes, by what bursts", `update snapshot set bytes = $2 where id = ${OF_PAGE}`, [brotliCompressSync(Buffer.alloc(2 ** 27))], "page-damaged"],
    ["page's bytes, taken away", `update snapshot set bytes = null where id = ${OF_PAGE}`, [], "page-damaged"],
    ["page's digest", `update snapshot set digest = sha256('x') where id = ${OF_PAGE}`, [], "page-damaged"],
    ["charset", "update proof set charset = 'windows-1252' where record_id = $1", [], "text-differs"],
    ["charset, by none that is known", "update proof set charset = 'utf-9' where record_id = $1", [], "charset-differs"],
  ]; // biome-ignore format: a table

  it.each(ofPages)("that has a %s changed: no value of it is called true", async (_, statement, values, why) => {
    await pool.query(statement, [await recordNamed(1), ...values]);
    const { told, counts } = await verified(pool);
    expect(told.map((each) => [each.address, each.attribute, each.why])).toEqual(
      ["author", "price", "title", "year"].map((name) => [addressOf(1), name, why]),
    );
    expect(counts).toMatchObject({ ...NONE, false: 4, values: VALUES });
  });

  it("whose pages were removed on request, or made way, counts them apart", async () => {
    await pool.query(`delete from snapshot where id = ${OF_PAGE}`, [await recordNamed(1)]);
    await pool.query(`update snapshot set bytes = null, dropped_at = now() where id = ${OF_PAGE}`, [await recordNamed(2)]);
    const { told, counts } = await verified(pool);
    expect(told).toEqual([]);
    expect(counts).toMatchObject({ values: VALUES - 8, false: 0, removed: 4, dropped: 4 });
  });

  it("is judged by what counts: neither versions that are undone or apart, nor records of a removed source", async () => {
    const shifted = `update proof set spans = replace(spans::text, '"start": ', '"start": 1')::jsonb where record_id = $1 and number = 2`;
    await pool.query(shifted, [await recordNamed(3)]);
    expect((await verified(pool)).counts.false).toBe(3); // its title is of version 1
    await pool.query("update record set version = 1, values = (select values from record_version v where v.record_id = id and number = 1) where id = $1", [await recordNamed(3)]); // biome-ignore format: one statement
    await pool.query("update record_version set undone_at = now() where record_id = $1 and number = 2", [await recordNamed(3)]);
    expect((await verified(pool)).counts).toMatchObject({ false: 0, values: VALUES });
    await pool.query("update source set removed_at = now()");
    expect((await verified(pool)).counts).toEqual({ ...NONE, pages: 0, records: 0, values: 0 });
    await pool.query("update source set removed_at = null");
  });

  it("of which a page takes too long tells what could not be checked, and checks the rest", async () => {
    const digest = (await pool.query(`select digest from snapshot where id = ${OF_PAGE}`, [await recordNamed(1)])).rows[0].digest;
    const { told, counts } = await verified(pool, null, async (page) => {
      if (digest.equals(page.digest)) throw new Error("it took too long");
      return verifyPage(page);
    });
    expect(told).toHaveLength(4);
    expect(told[0]).toMatchObject({ address: addressOf(1), why: "unchecked", reason: "it took too long" });
    expect(counts).toMatchObject({ values: VALUES - 4, false: 0, unchecked: 4 });
  });

  it("that fails in between ends with the failure", async () => {
    const broken = Object.assign(Object.create(pool), {
      query: async (text: string, values: unknown[]) => {
        if (text.includes("jsonb_agg") && Number(values[0]) > 0) throw new Error("the connection broke off");
        return pool.query(text, values);
      },
    });
    await expect(verified(broken)).rejects.toThrow("the connection broke off");
  });

  async function recordNamed(n: number): Promise<string> {
    const { rows } = await pool.query<{ id: string }>("select id::text from record where identity = $1", [addressOf(n)]);
    return rows[0]?.id ?? "";
  }
});

/** mulberry32 */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
