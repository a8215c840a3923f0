import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingRecords, storeGone, storeMissing, storeNoRecord } from "../../src/store/gone.js";
import { startHarvest } from "../../src/store/harvest.js";
import { pageOf, pagesOfGroup, storeOutcome, storeUnchanged, unlistedPages, withheldGroups } from "../../src/store/page.js";
import { currentProofs, type RecordRow, recordOf, recordsSince, recordVersions } from "../../src/store/record.js";
import { newestFound } from "../../src/store/record-search.js";
import { type StoredRecord, storePage } from "../../src/store/store-page.js";
import { addVersion, templatesInForce, versionsOf } from "../../src/store/template.js";
import { transaction } from "../../src/store/transaction.js";
import { confirmVersion, undoVersion } from "../../src/store/undo.js";
import { type TestDatabase, testDatabase } from "./database.js";
import { falseProofs } from "./false-proofs.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore, RECORD, type Shelf, storedTemplate } from "./shelf.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** One page of a new source, and what happens when it is read again and again. */
async function onePage(standing?: "confirmed" | "provisional" | "unconfirmed") {
  const shelf = await newShelf(database.pool, standing);
  const identity = addressOf(1);
  const pageId = (await addPages(shelf, [identity])).get(identity) ?? "";
  const read = async (minute: number, printing = 0, more: { version?: number; withhold?: string[] } = {}, drops?: string[]) => {
    const page = pageToStore(shelf, { pageId, identity, html: htmlOf(1, printing), ...more });
    const records = page.records.map((record) => ({ ...record, ...(drops && { drops }) }));
    const [stored] = await storePage(database.pool, { ...page, records }, at(minute));
    return stored as StoredRecord;
  };
  return { shelf, pageId, identity, read };
}

const known = async (id: string): Promise<RecordRow> => (await recordOf(database.pool, id)) as RecordRow;
const prices = async (id: string) => (await recordVersions(database.pool, id)).map(({ values }) => values.price?.[0]);

describe("a page is stored", () => {
  it("with its record, a first version and a proof for every value", async () => {
    const { read, identity } = await onePage();
    const { id, change } = await read(1);
    expect(change).toBe("new");
    expect(await known(id)).toMatchObject({ identity, address: identity, state: "current", version: 1, isProvisional: false });
    const values = { title: ["The Tide of Chapter 1"], author: ["Ines & Tomas Wray the 1th"], year: ["1901"], price: ["€10.01"] };
    expect((await known(id)).values).toEqual(values);
    expect((await currentProofs(database.pool, id)).map(({ attribute }) => attribute)).toEqual(Object.keys(values).sort());
  });

  it("again with the same content: no version, updated_at stays", async () => {
    const { read } = await onePage();
    const { id } = await read(1);
    expect((await read(2)).change).toBe("unchanged");
    expect(await known(id)).toMatchObject({ version: 1, updatedAt: at(1) });
  });

  it("with other content: a version more, updated_at moves, the old one is kept", async () => {
    const { read } = await onePage();
    const { id } = await read(1);
    expect((await read(2, 1)).change).toBe("changed");
    expect(await known(id)).toMatchObject({ version: 2, createdAt: at(1), updatedAt: at(2) });
    expect(await prices(id)).toEqual(["€10.01", "€11.01"]);
  });

  it("with a clock that was set back: updated_at never moves back", async () => {
    const { read } = await onePage();
    const { id } = await read(5);
    await read(3, 1);
    expect(await known(id)).toMatchObject({ version: 2, updatedAt: at(5) });
  });

  it("with a withheld attribute: its last proved value stays, with the proof it had", async () => {
    const { read } = await onePage();
    const { id } = await read(1);
    await read(2, 1, { withhold: ["title"] });
    const { values, withheld } = await known(id);
    expect(values).toMatchObject({ title: ["The Tide of Chapter 1"], price: ["€11.01"] });
    expect(Object.keys(withheld)).toEqual(["title"]);
    const proofs = await currentProofs(database.pool, id);
    expect(proofs.map(({ attribute, number }) => [attribute, number])).toEqual([
      ["author", 2],
      ["price", 2],
      ["title", 1],
      ["year", 2],
    ]);
    expect(await falseProofs(database.pool)).toEqual({ checked: expect.any(Number), wrong: [] });
  });

  it("with a withheld attribute whose rules were shown wrong: no value of theirs stays, and its history does", async () => {
    const { read } = await onePage();
    const { id } = await read(1);
    await read(2, 0, { withhold: ["title", "year"] }, ["title", "price"]);
    const { values, withheld } = await known(id);
    expect(values).toEqual({ author: ["Ines & Tomas Wray the 1th"], year: ["1901"], price: ["€10.01"] });
    expect(Object.keys(withheld).sort()).toEqual(["title", "year"]);
    expect((await currentProofs(database.pool, id)).map(({ attribute }) => attribute)).toEqual(["author", "price", "year"]);
    expect((await recordVersions(database.pool, id)).map(({ values: then }) => then.title)).toEqual([
      ["The Tide of Chapter 1"],
      undefined,
    ]);
    await read(3, 0, { withhold: ["title", "year"] });
    expect((await known(id)).values).not.toHaveProperty("title");
  });

  it("of which nothing was read: its known record is marked, one that is gone or not known stays so", async () => {
    const { read, shelf, pageId, identity } = await onePage();
    const withhold = ["title", "author", "year", "price"];
    const page = pageToStore(shelf, { pageId, identity, html: htmlOf(1, 1), withhold });
    const readNothing = (minute: number) =>
      storePage(database.pool, { ...page, outcome: "withheld", isFirst: minute === 1 }, at(minute));
    expect(await readNothing(1)).toEqual([]);
    const { id } = await read(2);
    const before = await known(id);
    expect(await readNothing(3)).toMatchObject([{ id, change: "unchanged" }]);
    expect(await known(id)).toEqual({ ...before, withheld: page.records[0]?.withheld });
    await storeGone(database.pool, pageId, shelf.harvestId, at(4));
    expect(await readNothing(5)).toEqual([]);
    expect(await known(id)).toMatchObject({ state: "gone", updatedAt: at(4) });
  });

  it("whole or not at all: a fault in its last part leaves nothing of it", async () => {
    const { read, shelf, pageId, identity } = await onePage();
    await read(1);
    const page = pageToStore(shelf, { pageId, identity, html: htmlOf(1, 7) });
    const before = await counts();
    await expect(storePage(database.pool, { ...page, outcome: "lost" as "read" }, at(2))).rejects.toThrow(/page_/);
    expect(await counts()).toEqual(before);
  });
});

describe("a page that gave nothing to read for a while", () => {
  const TROUBLES = [
    { outcome: "failed", reason: "fetch-timeout: no answer" },
    { outcome: "skipped", reason: "robots.txt forbids it" },
    { outcome: "failed", reason: "status-unexpected: 500" },
  ] as const;

  it.each(["read", "partly", "withheld"] as const)("and is unchanged then is %s, as it was", async (outcome) => {
    const { shelf, pageId, identity, read } = await onePage();
    await read(1);
    await storeOutcome(database.pool, pageId, TROUBLES[0]); // of an earlier reading
    const page = pageToStore(shelf, { pageId, identity, html: htmlOf(1), withhold: outcome === "read" ? [] : ["price"] });
    await storePage(database.pool, { ...page, outcome, reason: outcome === "read" ? null : "price: x" }, at(2));
    const before = await pageOf(database.pool, shelf.sourceId, identity);
    for (const trouble of TROUBLES) {
      await storeOutcome(database.pool, pageId, trouble);
      expect(await pageOf(database.pool, shelf.sourceId, identity)).toMatchObject({
        state: trouble.outcome,
        reason: trouble.reason,
      });
    }
    await storeUnchanged(database.pool, [pageId], at(3));
    expect(await pageOf(database.pool, shelf.sourceId, identity)).toEqual({ ...before, outcome: "unchanged", seenAt: at(3) });
  });

  it("and is unchanged then is asked for when no list names it any more", async () => {
    const { shelf, pageId, read } = await onePage();
    await read(1);
    await storeOutcome(database.pool, pageId, TROUBLES[1]);
    await storeUnchanged(database.pool, [pageId], at(2));
    const next = await startHarvest(database.pool, { sourceId: shelf.sourceId, isFromSnapshots: false }, at(3));
    const unlisted = await unlistedPages(
      database.pool,
      { sourceId: shelf.sourceId, harvestId: next, role: "final", now: at(3) },
      "",
      9,
    );
    expect(unlisted).toEqual([{ id: pageId, address: addressOf(1), state: "read" }]);
  });
});

it("fifty attributes of the longest names that are withheld make a group as any other", async () => {
  const { shelf, pageId, identity } = await onePage();
  const name = (n: number) => createHash("sha256").update(String(n)).digest("hex"); // the database cannot pack them
  const withheldGroup = Array.from({ length: 50 }, (_, n) => `${name(n)}:place-unknown`).join(" ");
  const page = pageToStore(shelf, { pageId, identity, html: htmlOf(1), withhold: ["price"] });
  await storePage(database.pool, { ...page, withheldGroup }, at(1));
  expect(await withheldGroups(database.pool, shelf.sourceId)).toMatchObject([{ group: withheldGroup, pages: 1 }]);
  expect(await pagesOfGroup(database.pool, shelf.sourceId, withheldGroup, 9)).toMatchObject([{ id: pageId }]);
});

describe("a page read for the first time is stored as any other", () => {
  it.each([
    { name: "all values read", standing: "confirmed" },
    { name: "one of them withheld", standing: "confirmed", withhold: ["title"] },
    { name: "by a provisional version", standing: "provisional" },
    { name: "by an unconfirmed version", standing: "unconfirmed" },
    { name: "its bytes known from another page", standing: "confirmed", before: "bytes" },
    { name: "its record known from another page", standing: "confirmed", before: "record" },
    { name: "its record known, and the version unconfirmed", standing: "unconfirmed", before: "record" },
  ] as const)("$name", async ({ standing, ...more }) => {
    const stored = await Promise.all([true, false].map((isFirst) => storedRows(isFirst, standing, more)));
    expect(stored[0]).toEqual(stored[1]);
    expect(stored[0]?.proofs).not.toEqual([]);
  });
});

/** Every row that is there when page 1 of a new source has been stored, without ids and what depends on them. */
async function storedRows(
  isFirst: boolean,
  standing: "confirmed" | "provisional" | "unconfirmed",
  { withhold = [], before }: { withhold?: readonly string[]; before?: "bytes" | "record" },
) {
  const shelf = await newShelf(database.pool, standing);
  const ids = await addPages(shelf, [addressOf(1), addressOf(2)]);
  const pageOn = (n: number) => ({ pageId: ids.get(addressOf(n)) ?? "", identity: addressOf(n) });
  const other = { ...pageOn(2), identity: addressOf(before === "record" ? 1 : 2) };
  if (before) await storePage(database.pool, pageToStore(shelf, { ...other, html: htmlOf(1) }), at(1));
  const page = pageToStore(shelf, { ...pageOn(1), html: htmlOf(1, before === "record" ? 1 : 0), withhold });
  const answer = await storePage(database.pool, { ...page, isFirst, etag: '"1"' }, at(2));
  const rows = async (sql: string) => (await database.pool.query(sql, [shelf.sourceId])).rows;
  return {
    answer: answer.map(({ identity, change }) => ({ identity, change })),
    records: await rows(
      `select to_jsonb(r) - '{id,source_id,page_id}'::text[] as record, p.address from record r join page p on p.id = r.page_id
        where r.source_id = $1 order by identity`,
    ),
    versions: await rows(
      `select to_jsonb(v) - '{record_id,harvest_id}'::text[] as version, v.harvest_id = (select max(id) from harvest where source_id = $1) as own
         from record_version v join record r on r.id = v.record_id where r.source_id = $1 order by identity, number`,
    ),
    proofs: await rows(
      `select to_jsonb(f) - '{record_id,snapshot_id}'::text[] as proof, encode(s.digest, 'hex') as digest
         from proof f join record r on r.id = f.record_id join snapshot s on s.id = f.snapshot_id
        where r.source_id = $1 order by identity, number`,
    ),
    pages: await rows(
      `select to_jsonb(p) - '{id,source_id,harvest_id,snapshot_id}'::text[] as page, encode(s.digest, 'hex') as digest
         from page p left join snapshot s on s.id = p.snapshot_id where p.source_id = $1 order by address`,
    ),
  };
}

async function counts() {
  const tables = ["snapshot", "record", "record_version", "proof", "page"];
  const selects = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return (await database.pool.query(`select ${selects.join(", ")}, (select max(updated_at) from record) as moved`)).rows[0];
}

describe("a page that is no record", () => {
  it("is left out, its record is a tombstone, and it is not asked for where no list names it", async () => {
    const { read, pageId, shelf } = await onePage();
    const { id } = await read(1);
    expect(await storeNoRecord(database.pool, pageId, { harvestId: null, reason: "a person said so" }, at(2))).toBe(1);
    expect(await known(id)).toMatchObject({ state: "gone", version: 2 });
    expect(await pageOf(database.pool, shelf.sourceId, addressOf(1))).toMatchObject({ state: "skipped", withheldGroup: null });
    const unlisted = { sourceId: shelf.sourceId, harvestId: "0", role: "final" as const, now: at(9) };
    expect(await unlistedPages(database.pool, unlisted, "", 5)).toEqual([]);
    expect((await read(3)).change).toBe("changed");
    expect(await known(id)).toMatchObject({ state: "current", version: 3 });
  });
});

describe("gone at the source", () => {
  it("the record keeps its values and history as a tombstone, and comes back as a new version", async () => {
    const { read, pageId, shelf } = await onePage();
    const { id } = await read(1);
    expect(await storeGone(database.pool, pageId, shelf.harvestId, at(2))).toBe(1);
    expect(await known(id)).toMatchObject({ state: "gone", version: 2, updatedAt: at(2), values: { year: ["1901"] } });
    expect(await storeGone(database.pool, pageId, shelf.harvestId, at(3))).toBe(0);
    expect((await read(4)).change).toBe("changed");
    expect(await known(id)).toMatchObject({ state: "current", version: 3, updatedAt: at(4) });
    expect((await recordVersions(database.pool, id)).map(({ kind }) => kind)).toEqual(["read", "gone", "read"]);
    expect(await falseProofs(database.pool)).toMatchObject({ wrong: [] });
  });

  it("a listed record that moved to another page stays; one that no page shows is gone", async () => {
    const shelf = await newShelf(database.pool);
    const [first = "", second = ""] = (await addPages(shelf, ["https://a.example/1", "https://a.example/2"])).values();
    const list = (pageId: string, ids: string[], minute: number) => {
      const page = pageToStore(shelf, { pageId, identity: "", html: htmlOf(Number(pageId)) });
      const [record] = page.records;
      if (!record) throw new Error("no record");
      return storePage(database.pool, { ...page, records: ids.map((identity) => ({ ...record, identity })) }, at(minute));
    };
    await list(first, ["a", "b", "c"], 1);
    await list(second, ["d"], 1);
    await list(first, ["a"], 2);
    await list(second, ["b", "d"], 2);
    const missing = await missingRecords(database.pool, shelf.sourceId, "0", 10);
    expect(missing.map(({ identity }) => identity)).toEqual(["c"]);
    const lost = (await recordsSince(database.pool, { sourceId: shelf.sourceId, since: at(0), afterId: "0", limit: 10 })).map(
      ({ id }) => id,
    );
    expect(await storeMissing(database.pool, { harvestId: shelf.harvestId, lost }, at(3))).toBe(1); // the others stand on a page
    const rows = await recordsSince(database.pool, { sourceId: shelf.sourceId, since: at(0), afterId: "0", limit: 10 });
    expect(rows.map(({ identity, state }) => `${identity} ${state}`).sort()).toEqual([
      "a current",
      "b current",
      "c gone",
      "d current",
    ]);
  });
});

describe("a template version undone", () => {
  const next = (shelf: Shelf, standing: "confirmed" | "unconfirmed" = "confirmed") =>
    addVersion(database.pool, shelf.sourceId, { origin: "heal", standing, templates: [RECORD] }, at(2));
  const undo = (shelf: Shelf, version: number, minute: number) =>
    transaction(database.pool, (client) => undoVersion(client, shelf.sourceId, version, at(minute)));

  it("every record shows again what it showed before; no version is lost", async () => {
    const { read, shelf } = await onePage();
    const { id } = await read(1);
    expect(await next(shelf)).toBe(2);
    await read(3, 1, { version: 2 });
    await read(4, 2, { version: 2 });
    expect(await undo(shelf, 2, 5)).toEqual({ ok: true, inForce: 1, versions: 2, records: 1 });
    expect(await known(id)).toMatchObject({ version: 1, updatedAt: at(5), values: { price: ["€10.01"] } });
    expect(await prices(id)).toEqual(["€10.01", "€11.01", "€12.01"]);
    expect((await versionsOf(database.pool, shelf.sourceId)).map(({ isInForce }) => isInForce)).toEqual([true, false]);
    await read(6, 3);
    expect(await known(id)).toMatchObject({ version: 4, values: { price: ["€13.01"] } });
    expect(await falseProofs(database.pool)).toMatchObject({ wrong: [] });
  });

  it("a record only it had read is no longer shown, but known", async () => {
    const { read, shelf } = await onePage();
    await next(shelf);
    const { id } = await read(3, 0, { version: 2 });
    await undo(shelf, 2, 4);
    expect(await known(id)).toMatchObject({ state: "apart", version: null, values: {} });
    expect((await read(5)).change).toBe("new");
    expect(await known(id)).toMatchObject({ state: "current", version: 2 });
  });

  it("a tombstone stays one", async () => {
    const { read, shelf, pageId } = await onePage();
    const { id } = await read(1);
    await next(shelf);
    await read(3, 1, { version: 2 });
    await storeGone(database.pool, pageId, null, at(4));
    await undo(shelf, 2, 5);
    expect(await known(id)).toMatchObject({ state: "gone", version: 3, values: { price: ["€10.01"] } });
  });

  it.each([
    { name: "the first has nothing before it", version: 1, code: "nothing-before" },
    { name: "only the one in force can be undone", version: 9, code: "not-in-force" },
  ])("$name", async ({ version, code }) => {
    const { shelf } = await onePage();
    expect(await undo(shelf, version, 5)).toEqual({ ok: false, code });
  });

  it("what an unconfirmed version reads is kept apart until it is confirmed", async () => {
    const { read, shelf } = await onePage();
    const { id } = await read(1);
    await next(shelf, "unconfirmed");
    expect((await read(3, 1, { version: 2 })).change).toBe("apart");
    expect((await read(4, 1, { version: 2 })).change).toBe("unchanged");
    expect(await known(id)).toMatchObject({ version: 1, updatedAt: at(1), values: { price: ["€10.01"] } });
    await transaction(database.pool, (client) => confirmVersion(client, shelf.sourceId, 2, at(5)));
    expect(await known(id)).toMatchObject({ version: 2, updatedAt: at(5), values: { price: ["€11.01"] } });
    expect(await falseProofs(database.pool)).toMatchObject({ wrong: [] });
  });

  it("a page that gave it nothing is read again once it is confirmed, and its record is marked then", async () => {
    const { read, shelf, pageId, identity } = await onePage();
    const { id } = await read(1);
    await next(shelf, "unconfirmed");
    const withhold = ["title", "author", "year", "price"];
    const nothing = pageToStore(shelf, { pageId, identity, html: htmlOf(1, 1), withhold, version: 2 });
    await storePage(database.pool, { ...nothing, outcome: "withheld" }, at(3));
    await storeOutcome(database.pool, pageId, { outcome: "failed", reason: "no answer" });
    expect(await known(id)).toMatchObject({ withheld: {} });
    await transaction(database.pool, (client) => confirmVersion(client, shelf.sourceId, 2, at(4)));
    expect(await pageOf(database.pool, shelf.sourceId, identity)).toMatchObject({ readVersion: null });
    await storePage(database.pool, { ...nothing, outcome: "withheld" }, at(5));
    expect((await known(id)).withheld).toEqual(nothing.records[0]?.withheld);
  });

  it("a record read first by an unconfirmed version is gone once it is confirmed, where its page went meanwhile", async () => {
    const { read, shelf, pageId } = await onePage("unconfirmed");
    const { id } = await read(1);
    await storeGone(database.pool, pageId, shelf.harvestId, at(2));
    await transaction(database.pool, (client) => confirmVersion(client, shelf.sourceId, 1, at(3)));
    expect(await known(id)).toMatchObject({ state: "gone", version: 2, values: { title: [expect.any(String)] } });
    expect(await falseProofs(database.pool)).toMatchObject({ wrong: [] });
  });

  it("a record read first by an unconfirmed version is not shown", async () => {
    const { read, shelf } = await onePage("unconfirmed");
    const { id, change } = await read(1);
    expect(change).toBe("apart");
    expect(await known(id)).toMatchObject({ state: "apart", version: null, values: {} });
    expect(await recordsSince(database.pool, { sourceId: shelf.sourceId, since: at(0), afterId: "0", limit: 9 })).toEqual([]);
  });
});

it("templates come back as they were stored", async () => {
  const { shelf } = await onePage();
  const [template] = await templatesInForce(database.pool, shelf.sourceId);
  expect(template).toEqual({ ...RECORD, version: 1, stored: JSON.parse(JSON.stringify(storedTemplate)) });
});

it("values of a provisional version are marked", async () => {
  const { read } = await onePage("provisional");
  expect(await known((await read(1)).id)).toMatchObject({ isProvisional: true, state: "current" });
});

describe("what a provisional version read and a confirmed one reads again", () => {
  const readTwice = async (withhold: string[]) => {
    const { read, shelf, pageId } = await onePage("provisional");
    const { id } = await read(1);
    await addVersion(database.pool, shelf.sourceId, { origin: "relearnt", standing: "confirmed", templates: [RECORD] }, at(2));
    expect((await read(3, 0, { version: 2, withhold })).change).toBe("unchanged");
    const isProvisional = async () => {
      const filter = { q: null, sourceId: shelf.sourceId, state: "any", since: null, until: null } as const;
      const [found] = await newestFound(database.pool, filter, { after: null, limit: 9, isCommon: false });
      expect(found?.isProvisional).toBe((await known(id)).isProvisional);
      return found?.isProvisional;
    };
    return { shelf, pageId, isProvisional };
  };

  it("is provisional no more, also while its page fails, until that version is undone", async () => {
    const { shelf, pageId, isProvisional } = await readTwice([]);
    expect(await isProvisional()).toBe(false);
    await storeOutcome(database.pool, pageId, { outcome: "failed", reason: "timeout" });
    expect(await isProvisional()).toBe(false);
    await transaction(database.pool, (client) => undoVersion(client, shelf.sourceId, 2, at(4)));
    expect(await isProvisional()).toBe(true);
  });

  it("is provisional where a value shown is withheld now", async () => {
    const { isProvisional } = await readTwice(["title"]);
    expect(await isProvisional()).toBe(true);
  });
});

it("words of current values are found, in pages of rows", async () => {
  const shelf = await newShelf(database.pool);
  const addresses = [1, 2, 3, 4, 5, 6, 7, 8].map(addressOf);
  const ids = await addPages(shelf, addresses);
  for (const [i, identity] of addresses.entries())
    await storePage(database.pool, pageToStore(shelf, { pageId: ids.get(identity) ?? "", identity, html: htmlOf(i + 1) }), at(1));
  const found = async (search: string, afterId = "0") => {
    const query = { sourceId: shelf.sourceId, search, since: afterId === "0" ? at(0) : at(1), afterId, limit: 1 };
    return (await recordsSince(database.pool, query))[0];
  };
  const first = await found("lamp chapter");
  expect(first?.values.title).toEqual(["The Lamp of Chapter 2"]);
  expect((await found("lamp chapter", first?.id))?.values.title).toEqual(["The Lamp of Chapter 6"]);
});

it("a value too long to search in is stored all the same", async () => {
  const { shelf, pageId } = await onePage();
  const page = pageToStore(shelf, { pageId, identity: "long", html: htmlOf(1) });
  const text = Array.from({ length: 400_000 }, (_, n) => `w${n.toString(36)}`).join(" ");
  const record = { identity: "long", values: { title: [text] }, withheld: {}, proofs: {} };
  const [stored] = await storePage(database.pool, { ...page, records: [record] }, at(1));
  expect((await known(stored?.id ?? "")).values.title?.[0]).toHaveLength(text.length);
  await database.pool.query("delete from record where id = $1", [stored?.id]); // it has no proof
});
