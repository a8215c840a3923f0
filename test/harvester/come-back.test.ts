/** Pages that were away for a while: taken down, named by no list, refused. */
import { beforeEach, expect, it } from "vitest";
import { harvestSnapshots } from "../../src/harvester/cycle.js";
import { setSourceSettings } from "../../src/store/source.js";
import { warnings } from "../../src/store/warning.js";
import { own, reportsForEach, site } from "./reports.js";

const DAY = 86_400_000;
const PAGES = 8;
const LAST = `/${PAGES}`;

let id: string;

reportsForEach(PAGES);
beforeEach(async () => {
  id = await own.add("reports", site.settings());
  await harvest();
});

async function harvest() {
  await own.clock.wait(2 * DAY); // robots.txt is asked for anew
  const report = await own.harvest(id);
  expect(report.ending).toBe("done");
  return report.harvest;
}

/** State and title of the last page's record. */
async function last() {
  const record = (await own.records(id)).find(({ identity }) => identity.includes(LAST));
  return record && { state: record.state, title: record.values.title };
}
const now = (state: "current" | "gone") => ({ state, title: site.truth().get(site.origin + LAST)?.title });

it("a page that was gone and is named again is read again, be it the same or another", async () => {
  for (const edition of [1, 2]) {
    site.removed = [PAGES];
    await harvest();
    expect(await last()).toMatchObject({ state: "gone" });
    site.removed = [];
    site.editions.set(PAGES, edition);
    expect(await harvest()).toMatchObject({ found: PAGES, read: 1, unchanged: PAGES - 1 });
    expect(await last()).toEqual(now("current"));
  }
});

it("a page that no list names is still asked for, and is listed again without more ado", async () => {
  site.listed = PAGES - 1;
  expect(await harvest()).toMatchObject({ found: PAGES, unchanged: PAGES });
  site.editions.set(PAGES, 2);
  expect(await harvest()).toMatchObject({ read: 1 });
  expect(await last()).toEqual(now("current"));
  site.listed = PAGES;
  expect(await harvest()).toMatchObject({ found: PAGES, unchanged: PAGES, listed: PAGES });
});

it("a page that no list names and robots.txt barred for a while is asked for again", async () => {
  site.listed = PAGES - 1;
  site.answers.set("/robots.txt", `User-agent: *\nDisallow: ${LAST}\n`);
  expect(await harvest()).toMatchObject({ found: PAGES, skipped: 1 });
  site.answers.clear();
  site.editions.set(PAGES, 2);
  expect(await harvest()).toMatchObject({ found: PAGES, read: 1 });
  expect(await last()).toEqual(now("current"));
  site.answers.set(LAST, 404);
  await harvest();
  expect(await last()).toMatchObject({ state: "gone" });
});

it("a page that no list names and that was gone for a while is read again", async () => {
  site.listed = PAGES - 1;
  site.answers.set(LAST, 404);
  expect(await harvest()).toMatchObject({ gone: 1 });
  expect(await last()).toMatchObject({ state: "gone" });
  site.answers.clear();
  site.editions.set(PAGES, 2);
  expect(await harvest()).toMatchObject({ found: PAGES, read: 1 });
  expect(await last()).toEqual(now("current"));
});

it.each([
  { fate: "stays gone", path: LAST, answer: 404 },
  { fate: "fails", path: LAST, answer: 500 },
  { fate: "is barred", path: "/robots.txt", answer: `User-agent: *\nDisallow: ${LAST}\n` },
])(
  "a gone page that no list names and that $fate is asked for ever more seldom; its tombstone stays as it is",
  async ({ path, answer }) => {
    site.listed = PAGES - 1;
    site.answers.set(LAST, 404);
    await harvest();
    const before = await own.records(id);
    site.answers.set(path, answer);
    const asked: number[] = [];
    for (let count = 1; count <= 22; count++) {
      const { found, unchanged } = await harvest();
      expect(unchanged).toBe(found);
      if (found === PAGES) asked.push(count);
    }
    expect(asked).toHaveLength(3);
    expect(asked[0]).toBe(1);
    expect(asked[1]).toBeGreaterThanOrEqual(4);
    expect(await own.records(id)).toEqual(before);
  },
);

it("gone pages that no list names and where the site says so with another status are still gone, and nobody is warned", async () => {
  site.listed = PAGES - 3;
  const lost = [PAGES - 2, PAGES - 1, PAGES].map((number) => `/${number}`);
  for (const path of lost) site.answers.set(path, 404);
  expect(await harvest()).toMatchObject({ gone: 3 });
  const before = await own.records(id);
  for (const path of lost) site.answers.set(path, "<!DOCTYPE html><html><body><h1>There is no such page</h1></body></html>");
  expect(await harvest()).toMatchObject({ found: PAGES, unchanged: PAGES, doubtful: 0 });
  expect(await harvest()).toMatchObject({ found: PAGES - 3, unchanged: PAGES - 3 });
  expect(await own.records(id)).toEqual(before);
  expect(await warnings(own.pool, { isAll: false, limit: 9 })).toEqual([]);
});

it("a page that no list names and a pattern leaves out is not asked for", async () => {
  const { settings } = await own.source(id);
  const discovery = { ...settings.discovery, drop: [`*${LAST}`] };
  await setSourceSettings(own.pool, id, { discovery }, new Date());
  expect(await harvest()).toMatchObject({ found: PAGES, skipped: 1 });
  site.listed = PAGES - 1;
  expect(await harvest()).toMatchObject({ found: PAGES - 1, skipped: 0 });
});

it("nor is one that was gone before", async () => {
  site.listed = PAGES - 1;
  site.answers.set(LAST, 404);
  await harvest();
  const { settings } = await own.source(id);
  const discovery = { ...settings.discovery, drop: [`*${LAST}`] };
  await setSourceSettings(own.pool, id, { discovery }, new Date());
  expect(await harvest()).toMatchObject({ found: PAGES - 1 });
});

it.each([
  { trouble: "fails", path: LAST, answer: 500 },
  { trouble: "is barred", path: "/robots.txt", answer: `User-agent: *\nDisallow: ${LAST}\n` },
])("a page that was gone and $trouble then is not brought back by what is stored of it", async ({ path, answer }) => {
  site.answers.set(LAST, 404);
  await harvest();
  site.answers.clear();
  site.answers.set(path, answer);
  await harvest();
  expect(await last()).toMatchObject({ state: "gone" });
  await harvestSnapshots(own.tools, await own.source(id));
  expect(await last()).toMatchObject({ state: "gone" });
});
