import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import { storeGone } from "../../src/store/gone.js";
import { finishHarvest, harvestCounts } from "../../src/store/harvest.js";
import { hostTurns } from "../../src/store/host.js";
import { foundPages, pagesToVisit, storeOutcome, storeUnchanged } from "../../src/store/page.js";
import { storePage } from "../../src/store/store-page.js";
import { type TestDatabase, testDatabase } from "./database.js";
import { falseProofs } from "./false-proofs.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore, type Shelf } from "./shelf.js";

const isLong = process.env.BARTREE_TEST_LONG !== undefined;
const WRITERS = 8;
const PAGES = isLong ? 1000 : 100; // of each writer
const SEED = Number(process.env.BARTREE_TEST_SEED ?? 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ connections: WRITERS });
});
afterAll(() => database.drop());

/** Every page is read by its writer in three printings; the second writer of a page reads the last one again. */
async function writeAll(shelf: Shelf, shuffle: <T>(list: T[]) => T[]): Promise<void> {
  const numbers = Array.from({ length: PAGES * (WRITERS / 2) }, (_, n) => n);
  const ids = await addPages(shelf, numbers.map(addressOf));
  const write = async (n: number, printing: number) => {
    const reading = { pageId: ids.get(addressOf(n)) ?? "", identity: addressOf(n), html: htmlOf(n, printing) };
    await storePage(database.pool, pageToStore(shelf, reading), at(1));
  };
  await together(shuffle(numbers), (n) => write(n, 0)); // two writers meet at each page
  await together(shuffle(numbers), (n) => write(n, n % 3));
}

/** All writers take from the same list, each from a place of its own, so that every page has two of them at once. */
async function together(list: number[], write: (n: number) => Promise<void>): Promise<void> {
  const twice = list.flatMap((n) => [n, n]);
  let next = 0;
  const writer = async () => {
    for (let n = twice[next++]; n !== undefined; n = twice[next++]) await write(n);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

function shuffler(seed: number): <T>(list: T[]) => T[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (list) =>
    list
      .map((item) => ({ item, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
}

const STATE = `select r.identity, r.state, r.values, r.version, r.versions, r.updated_at, p.state as page, p.outcome,
    encode(s.digest, 'hex') as digest,
    (select jsonb_agg(jsonb_build_array(v.number, v.kind, v.values, v.read_at, v.undone_at,
              (select jsonb_build_array(f.spans, encode(fs.digest, 'hex'))
                 from proof f join snapshot fs on fs.id = f.snapshot_id where f.record_id = r.id and f.number = v.number))
              order by v.number) from record_version v where v.record_id = r.id) as history
  from page p join snapshot s on s.id = p.snapshot_id join record r on r.page_id = p.id
 where r.source_id = $1 order by r.identity collate "C"`;

describe(`${WRITERS} writers`, () => {
  it("leave the same state whatever their order, lose no version and prove every value", { timeout: 600_000 }, async () => {
    const states: unknown[][] = [];
    for (const seed of [SEED, SEED + 1]) {
      const shelf = await newShelf(database.pool);
      await writeAll(shelf, shuffler(seed));
      states.push((await database.pool.query(STATE, [shelf.sourceId])).rows);
    }
    const [one = [], other = []] = states as { identity: string; versions: number; history: unknown[] }[][];
    expect(one).toHaveLength(PAGES * (WRITERS / 2));
    expect(other).toEqual(one);
    const lost = one.filter(({ identity, versions, history }) => {
      const printing = Number(identity.split("/").at(-1)) % 3;
      return versions !== (printing === 0 ? 1 : 2) || history.length !== versions;
    });
    expect(lost).toEqual([]);
    const { checked, wrong } = await falseProofs(database.pool);
    expect(wrong).toEqual([]);
    expect(checked).toBe(2 * one.length * 4);
    console.log(
      `seed ${SEED}: ${2 * 4 * one.length} writes by ${WRITERS} writers, ${checked} values proved, lost ${lost.length}`,
    );
  });

  it("of many listed records on overlapping pages do not block each other for ever", async () => {
    const shelf = await newShelf(database.pool);
    const ids = [...(await addPages(shelf, ["https://l.example/1", "https://l.example/2"])).values()];
    const identities = Array.from({ length: 40 }, (_, n) => `record ${n}`);
    const write = (writer: number) => {
      const page = pageToStore(shelf, { pageId: ids[writer % 2] ?? "", identity: "x", html: htmlOf(writer % 3) });
      const order = writer % 2 === 0 ? identities : identities.toReversed();
      const records = order.flatMap((identity) => page.records.map((record) => ({ ...record, identity })));
      return storePage(database.pool, { ...page, records, isComplete: false }, at(2));
    };
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n + round)));
    const { rows } = await database.pool.query(
      "select count(*)::int as records, bool_and(versions = (select count(*) from record_version where record_id = r.id)) as whole from record r where source_id = $1",
      [shelf.sourceId],
    );
    expect(rows[0]).toEqual({ records: 40, whole: true });
  });
});

describe("a list page", () => {
  it.each([
    { order: "in the order of all writers", first: "record 0", next: "record 9", wait: 1 },
    { order: "in another", first: "record 9", next: "record 0", wait: 2 },
  ])("is gone though another writer holds its records, $order", { timeout: 30_000 }, async ({ first, next, wait }) => {
    const shelf = await newShelf(database.pool);
    const [pageId = ""] = [...(await addPages(shelf, ["https://l.example/list"])).values()];
    await database.pool.query("update page set role = 'list' where id = $1", [pageId]);
    const page = pageToStore(shelf, { pageId, identity: "x", html: htmlOf(1) });
    const [record] = page.records;
    if (!record) throw new Error("nothing read");
    const records = Array.from({ length: 10 }, (_, n) => ({ ...record, identity: `record ${n}` }));
    await storePage(database.pool, { ...page, records }, at(1));
    const [writer, between] = [await database.pool.connect(), await database.pool.connect()];
    const hold = (holder: typeof writer, identity: string) =>
      holder.query("select from record where source_id = $1 and identity = $2 for update", [shelf.sourceId, identity]);
    await writer.query("begin");
    await writer.query("set local deadlock_timeout = '1min'"); // so that it is the page's statement that is given up
    await hold(writer, first);
    await between.query("begin");
    await hold(between, "record 5"); // the page meets the writer's records only after the writer has come to wait for its
    const gone = storeGone(database.pool, pageId, shelf.harvestId, at(2));
    await waiting(database.pool, 1);
    const held = hold(writer, next);
    await waiting(database.pool, wait);
    await between.query("commit");
    between.release();
    await held;
    await writer.query("commit");
    writer.release();
    await gone;
    const { rows } = await database.pool.query(
      "select count(*)::int as records, count(page_id)::int as placed from record where source_id = $1",
      [shelf.sourceId],
    );
    expect(rows[0]).toEqual({ records: 10, placed: 0 });
  });
});

/** Until so many statements wait for a lock. */
async function waiting(pool: TestDatabase["pool"], statements: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    if ((rowCount ?? 0) >= statements) return;
  }
}

describe("a harvest", () => {
  it("finds each page once, goes on after a stop, and its counts add up", async () => {
    const shelf = await newShelf(database.pool);
    const { pool } = database;
    const pages = [1, 2, 3, 4, 5, 6].map((n) => ({ address: addressOf(n), role: "final" as const, rank: n }));
    expect(await foundPages(pool, shelf, pages, at(1))).toBe(6);
    expect(await foundPages(pool, shelf, [...pages.slice(3), ...pages], at(1))).toBe(0);
    const [first, second, third, fourth, ...rest] = await pagesToVisit(pool, shelf.harvestId, 10);
    expect(rest.map(({ address }) => address)).toEqual([addressOf(5), addressOf(6)]);
    const read = { pageId: first?.id ?? "", identity: addressOf(1), html: htmlOf(1) };
    await storePage(pool, pageToStore(shelf, read), at(2));
    await storeOutcome(pool, second?.id ?? "", { outcome: "failed", reason: "it answered 500" });
    await storeUnchanged(pool, [third?.id ?? "", fourth?.id ?? ""], at(2));
    expect(await harvestCounts(pool, shelf.harvestId)).toMatchObject({ found: 6, read: 1, failed: 1, unchanged: 2, toVisit: 2 });
    expect((await pagesToVisit(pool, shelf.harvestId, 10)).map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
    await expect(finishHarvest(pool, shelf.harvestId, { ending: "done", note: null }, at(3))).rejects.toThrow(/harvest_check/);
    await storeUnchanged(
      pool,
      rest.map(({ id }) => id),
      at(3),
    );
    expect(await finishHarvest(pool, shelf.harvestId, { ending: "done", note: null }, at(3))).toMatchObject({
      found: 6,
      read: 1,
      failed: 1,
      unchanged: 4,
      templateVersion: 1,
    });
  });

  it("that was stopped counts what it visited", async () => {
    const shelf = await newShelf(database.pool);
    await addPages(shelf, [1, 2, 3].map(addressOf));
    const [first] = await pagesToVisit(database.pool, shelf.harvestId, 1);
    await storeUnchanged(database.pool, [first?.id ?? ""], at(1));
    const stopped = await finishHarvest(database.pool, shelf.harvestId, { ending: "stopped", note: because("stopped") }, at(2));
    expect(stopped).toMatchObject({ found: 1, unchanged: 1, ending: "stopped" });
  });
});

describe("a host's turn", () => {
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const wish = { holdMs: 60_000, patienceMs: 5000 };

  it("is one worker's at a time, and the next begins after the gap", async () => {
    const turns = hostTurns(database.pool, wait);
    const times: { from: number; to: number }[] = [];
    const visit = async () => {
      const turn = await turns("a.example:443", wish);
      if (turn.kind === "later") throw new Error("later");
      const from = performance.now();
      await wait(10);
      times.push({ from, to: performance.now() });
      await turn.done(60);
    };
    await Promise.all([visit(), visit(), visit(), visit()]);
    const gaps = times.slice(1).map(({ from }, i) => from - (times[i]?.to ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(59);
  });

  it("ends by itself when its holder was killed", async () => {
    const turns = hostTurns(database.pool, wait);
    expect((await turns("b.example:443", { ...wish, holdMs: 100 })).kind).toBe("now");
    const began = performance.now();
    expect((await turns("b.example:443", wish)).kind).toBe("now");
    expect(performance.now() - began).toBeGreaterThanOrEqual(90);
  });

  it("is refused for later where the host asked for more than our patience", async () => {
    const turns = hostTurns(database.pool, wait);
    const turn = await turns("c.example:443", wish);
    if (turn.kind === "now") await turn.done(3_600_000);
    expect(await turns("c.example:443", wish)).toMatchObject({ kind: "later", waitMs: expect.closeTo(3_600_000, -4) });
  });

  it("is not waited for once the wish is taken back", async () => {
    const turns = hostTurns(database.pool, wait);
    await turns("d.example:443", wish);
    await expect(turns("d.example:443", { ...wish, signal: AbortSignal.timeout(60) })).rejects.toThrow(/abort|timeout/i);
  });
});
