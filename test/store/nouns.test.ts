import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import { SourceSettings } from "../../src/api/source.js";
import { addCheck, checksOf } from "../../src/store/check.js";
import { forgetIdentity, forgottenAmong } from "../../src/store/forgotten.js";
import { harvestsOf, openHarvest } from "../../src/store/harvest.js";
import { pageOf, pagesOf, withheldGroups } from "../../src/store/page.js";
import { identityOf, knownRecords } from "../../src/store/record.js";
import { setSetting, settingOf, settleSetting } from "../../src/store/setting.js";
import { digestOf, packSnapshot, snapshotByDigest, storeSnapshot } from "../../src/store/snapshot.js";
import {
  addSource,
  countRecords,
  dueSources,
  removeSource,
  scheduleCheck,
  setSourceSettings,
  setSourceState,
  sourceNamed,
  sourceOf,
  sources,
} from "../../src/store/source.js";
import { storePage } from "../../src/store/store-page.js";
import { renewTemplate, templatesInForce, templatesOf } from "../../src/store/template.js";
import { acknowledgeWarning, closeWarning, openWarning, warnings } from "../../src/store/warning.js";
import { type TestDatabase, testDatabase } from "./database.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore, RECORD } from "./shelf.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe("a source", () => {
  const settings = SourceSettings.parse({ delayMs: 50 });

  it("has a name of its own, is due when its time has come unless it is paused, and can be removed with all it has", async () => {
    const { pool } = database;
    const added = await addSource(pool, "museum", settings, at(1));
    const id = added?.id ?? "";
    expect(await addSource(pool, "museum", settings, at(1))).toBeUndefined();
    const due = async (minute: number) => (await dueSources(pool, 10, at(minute))).map(({ name }) => name);
    expect(await due(0)).not.toContain("museum");
    expect(await due(1)).toContain("museum");
    await scheduleCheck(pool, id, at(5));
    expect(await due(4)).not.toContain("museum");
    await setSourceState(pool, id, { state: "deferred", reason: because("no-known-record") }, at(2));
    expect(await due(9)).toContain("museum"); // it may be back
    await setSourceSettings(pool, id, { ...settings, delayMs: 2000 }, at(3));
    expect(await sourceNamed(pool, "museum")).toMatchObject({ state: "deferred", settings: { delayMs: 2000 }, updatedAt: at(3) });
    await setSourceState(pool, id, { state: "paused", reason: null }, at(3));
    expect(await due(9)).not.toContain("museum");
    expect((await sources(pool, "musea", 1)).map(({ name }) => name)).toEqual(["museum"]);
    expect(await removeSource(pool, id)).toBe(true);
    expect(await sourceOf(pool, id)).toBeUndefined();
  });

  it("tells which pages are withheld alike, which records it knows, and its harvests", async () => {
    const shelf = await newShelf(database.pool);
    const { pool, sourceId, harvestId } = shelf;
    const ids = await addPages(shelf, [1, 2, 3].map(addressOf));
    const read = async (n: number, withhold: string[]) => {
      const reading = { pageId: ids.get(addressOf(n)) ?? "", identity: addressOf(n), html: htmlOf(n), withhold };
      await storePage(pool, pageToStore(shelf, reading), at(n));
    };
    await read(1, []);
    await read(2, ["price"]);
    await read(3, ["price"]);
    expect(await withheldGroups(pool, sourceId)).toEqual([{ group: "price", pages: 2, addresses: [addressOf(2), addressOf(3)] }]);
    expect((await knownRecords(pool, sourceId, 2)).map(({ address }) => address)).toEqual([addressOf(1), addressOf(2)]);
    expect(await countRecords(pool, sourceId)).toEqual({ current: 3, gone: 0, apart: 0 });
    expect((await openHarvest(pool, sourceId))?.id).toBe(harvestId);
    expect((await harvestsOf(pool, sourceId, 5)).map(({ ending }) => ending)).toEqual([null]);
    expect((await pagesOf(pool, sourceId, ids.get(addressOf(1)) ?? "", 5)).map(({ state }) => state)).toEqual([
      "partly",
      "partly",
    ]);
    expect((await pageOf(pool, sourceId, addressOf(1)))?.digest).toEqual(digestOf(Buffer.from(htmlOf(1))));
    await removeSource(pool, sourceId);
    expect((await pool.query("select from record where source_id = $1", [sourceId])).rowCount).toBe(0);
  });
});

it("a renewed key changes the template in place, not its version", async () => {
  const { pool, sourceId } = await newShelf(database.pool);
  const stored = { ...RECORD.stored, learnt: { ...RECORD.stored.learnt, siblings: 9 } } as typeof RECORD.stored;
  await renewTemplate(pool, sourceId, { ...RECORD, version: 1, stored });
  expect(await templatesInForce(pool, sourceId)).toMatchObject([{ version: 1, stored: { learnt: { siblings: 9 } } }]);
  expect(await templatesOf(pool, sourceId, 2)).toEqual([]);
});

it("a warning is opened once per cause, counts, and is closed with its cause", async () => {
  const { pool, sourceId } = await newShelf(database.pool);
  const warning = { sourceId, cause: "key-missing", details: {} };
  const first = await openWarning(pool, warning, at(1));
  expect(first.isNew).toBe(true);
  expect(await openWarning(pool, warning, at(2))).toEqual({ id: first.id, isNew: false });
  expect(await acknowledgeWarning(pool, first.id, at(3))).toBe(true);
  expect(await warnings(pool, { isAll: false, limit: 1 })).toMatchObject([{ times: 2, openedAt: at(1), acknowledgedAt: at(3) }]);
  expect(await closeWarning(pool, sourceId, "key-missing", at(4))).toBe(true);
  expect(await closeWarning(pool, sourceId, "key-missing", at(5))).toBe(false);
  expect((await openWarning(pool, warning, at(6))).isNew).toBe(true);
  expect(await warnings(pool, { isAll: true, limit: 9 })).toHaveLength(2);
});

it("a check is kept with its snapshot, which is stored once", async () => {
  const { pool, sourceId, harvestId } = await newShelf(database.pool);
  const bytes = Buffer.from("<p>Grüße</p>");
  const snapshot = { ...packSnapshot(bytes), charset: "utf-8", mediaType: "text/html", isRendered: false };
  const snapshotId = await storeSnapshot(pool, snapshot, at(1));
  expect(await storeSnapshot(pool, snapshot, at(2))).toBe(snapshotId);
  expect(await snapshotByDigest(pool, digestOf(bytes))).toMatchObject({ bytes, storedAt: at(1), charset: "utf-8" });
  const check = {
    sourceId,
    harvestId,
    address: addressOf(1),
    templateVersion: 1,
    verdict: "same",
    details: { S1: true },
    snapshotId,
  } as const;
  await addCheck(pool, check, at(3));
  expect(await checksOf(pool, sourceId, 5)).toMatchObject([{ ...check, checkedAt: at(3) }]);
});

it("what was forgotten is known by its hash only", async () => {
  const { pool, sourceId } = await newShelf(database.pool);
  await forgetIdentity(pool, sourceId, "https://a.example/1", at(1));
  expect(await forgottenAmong(pool, sourceId, ["https://a.example/1", "https://a.example/2"])).toEqual(
    new Set(["https://a.example/1"]),
  );
  await forgetIdentity(pool, sourceId, "Silt Memory", at(1));
  expect(await forgottenAmong(pool, "999", ["https://a.example/1", "Silt Memory"])).toEqual(new Set(["https://a.example/1"]));
  expect(await forgottenAmong(pool, sourceId, ["Silt Memory"])).toEqual(new Set(["Silt Memory"]));
  const { rows } = await pool.query("select octet_length(hash) as bytes from forgotten");
  expect(rows).toEqual([{ bytes: 32 }, { bytes: 32 }]);
});

it("a setting is replaced, or settled by the first", async () => {
  await setSetting(database.pool, "a", { n: 1 });
  await setSetting(database.pool, "a", { n: 2 });
  expect(await settingOf(database.pool, "a")).toEqual({ n: 2 });
  expect(await settleSetting(database.pool, "a", 3)).toEqual({ n: 2 });
});

it("a long identity is kept by its digest", () => {
  expect(identityOf("https://a.example/")).toBe("https://a.example/");
  expect(identityOf("x".repeat(1025))).toMatch(/^sha256:[0-9a-f]{64}$/);
});
