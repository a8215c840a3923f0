import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DiskSpace } from "../../src/harvester/upkeep/disk-watch.js";
import { upkeep } from "../../src/harvester/upkeep/upkeep.js";
import { addCheck, checksOf } from "../../src/store/check.js";
import { jobOf } from "../../src/store/job.js";
import { currentProofs, proofsOf } from "../../src/store/record.js";
import { packSnapshot, snapshotOf, storeSnapshot } from "../../src/store/snapshot.js";
import { removeSource, scheduleCheck } from "../../src/store/source.js";
import { storePage } from "../../src/store/store-page.js";
import { dropPages, growthSince, removeUnused } from "../../src/store/upkeep.js";
import { namedWarnings } from "../../src/store/warning.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { falseProofs } from "../store/false-proofs.js";
import { addPages, addressOf, htmlOf, newShelf, pageToStore, type Shelf } from "../store/shelf.js";
import { testQueue } from "./queue.js";
import { startReportSite } from "./report-site.js";

const day = (n: number, hour = 12): Date => new Date(Date.UTC(2031, 0, 1 + n, hour));
const ALL = { snapshotDays: null };

let database: TestDatabase;
let shelf: Shelf;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query("truncate source, snapshot, setting, database_size restart identity cascade");
  shelf = await newShelf(database.pool);
});

/** Stores the n-th book in a printing, and gives the record. */
async function store(n: number, printing: number, at: Date, withhold: string[] = []): Promise<string> {
  const [[address, pageId] = ["", ""]] = await addPages(shelf, [addressOf(n)]);
  const page = pageToStore(shelf, { pageId, identity: address, html: htmlOf(n, printing), withhold });
  return (await storePage(database.pool, page, at))[0]?.id ?? "";
}

const bytesOf = async (): Promise<(number | null)[]> =>
  (await database.pool.query("select octet_length(bytes) > 0 as kept from snapshot order by id")).rows.map(({ kept }) => kept);

describe("daily upkeep", () => {
  it("is done by one of several workers, once a day, also after the clock was set back", async () => {
    const { pool } = database;
    const once = await Promise.all([1, 2, 3].map(() => upkeep(pool, ALL, day(10))));
    expect(once.filter((report) => report !== undefined)).toHaveLength(1);
    expect(await upkeep(pool, ALL, day(10, 20))).toBeUndefined();
    expect(await upkeep(pool, ALL, day(11))).toBeDefined();
    expect(await upkeep(pool, ALL, day(5))).toBeDefined();
  });

  it("keeps all pages unless it is told otherwise", async () => {
    for (const printing of [0, 1, 2]) await store(1, printing, day(printing));
    await upkeep(database.pool, ALL, day(3000));
    expect(await bytesOf()).toEqual([true, true, true]);
  });

  it("drops pages that no current value stands in, so many days after they ceased to be current; digest and date stay", async () => {
    const { pool } = database;
    const id = await store(1, 0, day(0));
    await store(1, 1, day(10));
    await store(1, 2, day(20));
    expect(await upkeep(pool, { snapshotDays: 30 }, day(39))).toMatchObject({ droppedPages: 0 });
    expect(await upkeep(pool, { snapshotDays: 30 }, day(41))).toMatchObject({ droppedPages: 1 }); // current until day 10
    expect(await bytesOf()).toEqual([null, true, true]);
    expect(await upkeep(pool, { snapshotDays: 30 }, day(1000))).toMatchObject({ droppedPages: 1 });
    expect(await bytesOf()).toEqual([null, null, true]);
    const [first] = await proofsOf(pool, id, 1);
    expect(first).toMatchObject({ droppedAt: day(41), digest: packSnapshot(Buffer.from(htmlOf(1, 0))).digest });
    expect(await falseProofs(pool)).toMatchObject({ wrong: [] });
    for (const { droppedAt } of await currentProofs(pool, id)) expect(droppedAt).toBeNull();
  });

  it("keeps the older page of an attribute that was withheld since: a current value stands in it", async () => {
    const id = await store(1, 0, day(0));
    await store(1, 1, day(10), ["year"]);
    await store(1, 2, day(20), ["year"]);
    await upkeep(database.pool, { snapshotDays: 0 }, day(1000));
    expect(await bytesOf()).toEqual([true, null, true]);
    expect((await currentProofs(database.pool, id)).find(({ attribute }) => attribute === "year")).toMatchObject({
      number: 1,
      droppedAt: null,
    });
  });

  it("a page that comes back as it was has its bytes again", async () => {
    await store(1, 0, day(0));
    await store(1, 1, day(1));
    await upkeep(database.pool, { snapshotDays: 0 }, day(100));
    expect(await bytesOf()).toEqual([null, true]);
    await store(1, 0, day(101));
    expect(await bytesOf()).toEqual([true, true]);
    expect((await snapshotOf(database.pool, "1"))?.droppedAt).toBeNull();
  });

  it("removes pages that nothing points at, a day after they were stored", async () => {
    const { pool } = database;
    await store(1, 0, day(0));
    const lost = { ...packSnapshot(Buffer.from("<p>lost")), charset: "utf-8", mediaType: "text/html", isRendered: false };
    await storeSnapshot(pool, lost, day(0));
    expect(await upkeep(pool, ALL, day(0, 18))).toMatchObject({ unusedPages: 0 });
    expect(await upkeep(pool, ALL, day(3))).toMatchObject({ unusedPages: 1 });
    await removeSource(pool, shelf.sourceId);
    expect(await upkeep(pool, ALL, day(6))).toMatchObject({ unusedPages: 1 });
    expect(await bytesOf()).toEqual([]);
  });

  it("beside writers that store the same pages again and again takes none that a current value stands in", async () => {
    const { pool } = database;
    const pages = await addPages(shelf, [1, 2, 3].map(addressOf));
    let isOver = false;
    const far = day(10_000);
    const cleaning = (async () => {
      let [dropped, removed] = [0, 0];
      while (!isOver) {
        dropped += await dropPages(pool, { before: far, now: day(1) });
        removed += await removeUnused(pool, far);
      }
      return { dropped, removed };
    })();
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; turn < 40; turn++)
        for (const [address, pageId] of pages) {
          const html = htmlOf(Number(address.slice(-1)), (turn + writer) % 3); // few texts, so that all writers store the same
          await storePage(pool, pageToStore(shelf, { pageId, identity: address, html }), day(0));
        }
    };
    await Promise.all([0, 1, 2].map(write));
    isOver = true;
    const { dropped, removed } = await cleaning;
    console.log(`360 pages stored beside ${dropped} drops and ${removed} removals`);
    expect(dropped + removed).toBeGreaterThan(3);
    const { rows } = await pool.query("select count(*)::int as n from proof where snapshot_id is null");
    expect(rows).toEqual([{ n: 0 }]);
    expect(await falseProofs(pool)).toMatchObject({ checked: 12, wrong: [] });
  });

  it("folds the checks of a day into the worst of them after 90 days", async () => {
    const { pool } = database;
    const check = (verdict: "same" | "broken" | "changed", at: Date) =>
      addCheck(pool, { ...CHECK, sourceId: shelf.sourceId, verdict }, at);
    for (const hour of [1, 5, 9]) await check(hour === 5 ? "broken" : "same", day(0, hour));
    for (const hour of [1, 5]) await check("same", day(1, hour));
    await check("same", day(95, 1));
    await check("changed", day(95, 2));
    expect(await upkeep(pool, ALL, day(91))).toMatchObject({ foldedChecks: 2 });
    expect(await upkeep(pool, ALL, day(92))).toMatchObject({ foldedChecks: 1 });
    expect(await upkeep(pool, ALL, day(93))).toMatchObject({ foldedChecks: 0 });
    const left = (await checksOf(pool, shelf.sourceId, 9)).toReversed().map(({ verdict, checkedAt }) => [verdict, checkedAt]);
    expect(left).toEqual([
      ["broken", day(0, 5)],
      ["same", day(1, 5)],
      ["same", day(95, 1)],
      ["changed", day(95, 2)],
    ]);
    expect((await pool.query("select times from source_check order by id")).rows.map(({ times }) => times)).toEqual([3, 2, 1, 1]);
  });

  it("clears jobs that were given up 14 days ago, and no other", async () => {
    const { pool } = database;
    const addJob = (key: string, days: number) =>
      pool.query(
        `with job as (select (graphile_worker.add_job('gone', '{}'::json, job_key := $1, max_attempts := 1)).id)
         select id from job`,
        [`${key}-${days}`],
      );
    for (const days of [1, 13, 15]) await addJob("spent", days);
    for (const days of [13, 15])
      await pool.query(
        "update graphile_worker._private_jobs set attempts = 1, updated_at = $2::timestamptz - $3 * interval '1 day' where key = $1",
        [`spent-${days}`, day(0), days],
      );
    expect(await upkeep(pool, ALL, day(0))).toMatchObject({ clearedJobs: 1 });
    const { rows } = await pool.query("select key from graphile_worker.jobs where key like 'spent-%' order by 1");
    expect(rows.map(({ key }) => key)).toEqual(["spent-1", "spent-13"]);
  });

  it("measures the size, from which the growth a day is told", async () => {
    const { pool } = database;
    await upkeep(pool, ALL, day(0));
    expect(await growthSince(pool, day(-30), day(0, 13))).toBeNull();
    await pool.query("update database_size set bytes = pg_database_size(current_database()) - 5000000");
    expect(await growthSince(pool, day(-30), day(5))).toBeCloseTo(1_000_000, -1);
  });
});

const CHECK = { harvestId: null, address: addressOf(1), templateVersion: 1, details: {}, snapshotId: null };

describe("a disk that is nearly full", () => {
  it("makes harvests wait, with one warning, and lets them go on by themselves", async () => {
    const site = await startReportSite();
    const own = await testQueue([site]);
    let disk: DiskSpace = { free: 4, size: 100 };
    const { events } = await own.start({ readDisk: async () => disk });
    try {
      const id = await own.add("waits", site);
      const open = async () =>
        (await namedWarnings(own.pool, { isAll: false, sourceId: null, afterId: null, limit: 9 })).map(({ cause }) => cause);
      await expect
        .poll(async () => ((await own.source(id)).nextCheckAt?.getTime() ?? 0) > Date.now() + 200_000, { timeout: 20_000 })
        .toBe(true);
      expect([await own.harvests(id), await open(), site.requests.some(({ path }) => path === "/3")]).toEqual([
        [],
        ["disk-low"],
        true,
      ]);
      expect(await own.records(id)).toEqual([]); // reading works
      disk = { free: 6, size: 100 };
      await scheduleCheck(own.pool, id, new Date());
      await expect.poll(async () => (await own.harvests(id))[0]?.ending, { timeout: 20_000 }).toBe("done");
      expect(await open()).toEqual([]);
      expect(events.filter(({ kind }) => kind === "disk")).toMatchObject([{ isLow: true }, { isLow: false }]);
      const { rows } = await own.pool.query("select count(*)::int as n from warning where cause = 'disk-low'");
      expect(rows).toEqual([{ n: 1 }]);
    } finally {
      await own.close();
      await site.close();
    }
  });

  it("stops harvests that run, which go on where they stopped", async () => {
    const site = await startReportSite({ pages: 30, latencyMs: 40 });
    const own = await testQueue([site]);
    let disk: DiskSpace = { free: 50, size: 100 };
    let pages = 0;
    const { events } = await own.start({
      readDisk: async () => disk,
      onEvent(event) {
        if (event.kind === "harvest" && event.event.kind === "page" && ++pages === 5) disk = { free: 1, size: 100 };
      },
    });
    try {
      const id = await own.add("stops", site, { delayMs: 0 });
      await expect
        .poll(() => events.some((event) => event.kind === "ended" && event.report.ending === "stopped"), { timeout: 20_000 })
        .toBe(true);
      await expect.poll(async () => (await jobOf(own.pool, id))?.worker ?? null, { timeout: 20_000 }).toBe(null); // it sets the next time itself
      disk = { free: 50, size: 100 };
      await scheduleCheck(own.pool, id, new Date());
      await expect.poll(async () => (await own.harvests(id))[0]?.ending, { timeout: 30_000 }).toBe("done");
      expect([(await own.harvests(id)).length, (await own.records(id)).length]).toEqual([1, 30]);
    } finally {
      await own.close();
      await site.close();
    }
  });

  it("the worker itself does the upkeep when its day has come", async () => {
    const own = await testQueue([]);
    const { events } = await own.start({ upkeep: ALL });
    await expect.poll(() => events.filter(({ kind }) => kind === "upkeep").length, { timeout: 20_000 }).toBe(1);
    await own.close();
  });
});
