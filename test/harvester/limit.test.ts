/** Sources with more pages than one harvest visits: each page has its turn, and none is lost for having to wait. */
import { describe, expect, it } from "vitest";
import { harvestSnapshots, harvestSource } from "../../src/harvester/cycle.js";
import type { HarvestCounts } from "../../src/store/harvest.js";
import { setSourceSettings } from "../../src/store/source.js";
import { warnings } from "../../src/store/warning.js";
import { own, reportsForEach, site } from "./reports.js";

const PAGES = 10;
const MOST = 4;

reportsForEach(PAGES);

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const items = (from: number, to: number) => numbers(from, to).map((n) => `<li><a href="/${n}">Report ${n}</a></li>`);
const inLists = () => {
  site.answers.set("/", `<ul>${items(1, 5).join("")}</ul><a rel="next" href="/more">Older</a>`);
  site.answers.set("/more", `<ul>${items(6, 10).join("")}</ul>`);
  return { lists: [`${site.origin}/`] };
};
const addresses = () => numbers(1, PAGES).map((n) => `${site.origin}/${n}`);
const inSitemap = () => {
  const entries = addresses().map((address) => `<url><loc>${address}</loc></url>`);
  site.answers.set("/sitemap.xml", `<urlset>${entries.join("")}</urlset>`);
  return { sitemaps: [`${site.origin}/sitemap.xml`] };
};

const add = (discovery: object) => own.add("reports", site.settings({ discovery: { maxPages: MOST, ...discovery } }));

/** The numbers of the pages in the order of their visits; what was counted adds up. */
async function visits(id: string): Promise<number[]> {
  own.events.length = 0;
  const { ending, harvest } = await own.harvest(id);
  expect(ending).toBe("done");
  expectSum(harvest);
  const visited = own.events.flatMap((event) =>
    event.kind === "page" ? [Number(new URL(event.address).pathname.slice(1))] : [],
  );
  expect(harvest.found).toBe(visited.length);
  return visited;
}

function expectSum({ found, read, partly, withheld, unchanged, gone, skipped, failed }: HarvestCounts): void {
  expect(found).toBe(read + partly + withheld + unchanged + gone + skipped + failed);
}

const sorted = (visited: readonly number[]) => visited.toSorted((a, b) => a - b);
const causes = async () => (await warnings(own.pool, { isAll: false, limit: 100 })).map(({ cause }) => cause);
const current = async (id: string) => (await own.records(id)).filter(({ state }) => state === "current").length;

async function change(id: string, discovery: object): Promise<void> {
  const { settings } = await own.source(id);
  await setSourceSettings(own.pool, id, { ...settings, discovery: { ...settings.discovery, ...discovery } }, new Date());
}

describe.each([
  { kind: "lists", found: inLists },
  { kind: "a sitemap", found: inSitemap },
  { kind: "addresses", found: () => ({ addresses: addresses() }) },
])("pages of $kind beyond the limit", ({ found }) => {
  it("are visited by the next harvests, those longest ago first, and nothing is gone meanwhile", async () => {
    const id = await add(found());
    const first = [await visits(id), await visits(id)].flat();
    expect(new Set(first).size).toBe(2 * MOST);
    expect(await current(id)).toBe(2 * MOST);
    const third = await visits(id);
    expect(new Set([...first, ...third])).toEqual(new Set(numbers(1, PAGES)));
    expect(third.filter((n) => first.indexOf(n) >= MOST)).toEqual([]);
    expect(await current(id)).toBe(PAGES);
    const later = [third, await visits(id), await visits(id)].flat();
    expect(new Set(later)).toEqual(new Set(numbers(1, PAGES)));
    expect(later).toHaveLength(3 * MOST);
    expect((await own.records(id)).filter(({ state }) => state !== "current")).toEqual([]);
    expect(await causes()).toEqual(["limit"]);
    await change(id, { maxPages: PAGES });
    expect(sorted(await visits(id))).toEqual(numbers(1, PAGES));
    expect(await causes()).toEqual([]);
  });
});

it("pages that always fail do not keep the others from their turn", async () => {
  for (const n of [2, 3, 4, 5]) site.answers.set(`/${n}`, 500);
  const id = await add({ addresses: addresses() });
  const visited = [await visits(id), await visits(id), await visits(id), await visits(id), await visits(id)].flat();
  expect(new Set(visited)).toEqual(new Set(numbers(1, PAGES)));
  expect(visited.filter((n) => n === 2)).toHaveLength(2);
});

it("pages that are named no more have their turn too", async () => {
  const id = await add({ lists: [`${site.origin}/`], maxPages: PAGES });
  await visits(id);
  site.listed = 2;
  site.answers.set("/9", 404);
  await change(id, { maxPages: MOST });
  const visited = [await visits(id), await visits(id), await visits(id)].flat();
  expect(new Set(visited)).toEqual(new Set(numbers(1, PAGES)));
  expect(visited).toHaveLength(3 * MOST);
  expect(await current(id)).toBe(PAGES - 1);
});

it("what a site names beyond is neither asked for nor kept until its turn comes", async () => {
  const entries = (from: number, to: number) => numbers(from, to).map((n) => `<url><loc>${site.origin}/${n}</loc></url>`);
  site.answers.set("/a.xml", `<urlset>${entries(1, 1500).join("")}</urlset>`);
  site.answers.set("/b.xml", `<urlset>${entries(1501, 3000).join("")}</urlset>`);
  const id = await add({ sitemaps: [`${site.origin}/a.xml`, `${site.origin}/b.xml`] });
  expect(await visits(id)).toHaveLength(MOST);
  expect(site.requests.map(({ path }) => path)).not.toContain("/b.xml");
  const { rows } = await own.pool.query("select count(*)::int as pages from page");
  expect(rows[0]?.pages).toBeLessThan(1000);
  expect(await causes()).toEqual(["limit"]);
});

it("a new page comes before all others", async () => {
  const id = await add({ lists: [`${site.origin}/`] });
  for (const _ of [1, 2, 3]) await visits(id);
  site.pages = PAGES + 1;
  expect(await visits(id)).toContain(PAGES + 1);
});

it("pages left out by patterns take nobody's place", async () => {
  const id = await add({ addresses: addresses(), drop: ["*/2", "*/3", "*/4"] });
  expect(await own.harvest(id)).toMatchObject({ harvest: { found: MOST + 3, read: MOST, skipped: 3 } });
  expect(await own.harvest(id)).toMatchObject({ harvest: { found: MOST + 3, skipped: 3 } });
  expect(await current(id)).toBe(PAGES - 3);
});

it("a harvest that was stopped and goes on visits no more than its limit", async () => {
  const most = 8; // more than are under way at once
  const id = await add({ addresses: addresses(), maxPages: most });
  const stop = new AbortController();
  const onEvent = (event: { kind: string }) => event.kind === "page" && stop.abort();
  const stopped = await harvestSource({ ...own.tools, signal: stop.signal, onEvent }, await own.source(id));
  expect(stopped).toMatchObject({ ending: "stopped" });
  expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { id: stopped.harvest.id, found: most } });
  expect(await current(id)).toBe(most);
});

it("pages that are withheld are counted also when it is not their turn", async () => {
  site.pages = 25;
  const mixed = [5, 6, 7, 8, 9];
  site.mixed = mixed;
  const id = await add({ lists: [`${site.origin}/`], maxPages: 5 });
  for (let harvests = 0; harvests < 4; harvests++) await visits(id);
  expect(await causes()).toEqual(["limit"]);
  expect(sorted(await visits(id))).toEqual(mixed);
  expect(await causes()).toEqual(expect.arrayContaining(["more-withheld"]));
  expect(await visits(id)).not.toEqual(expect.arrayContaining(mixed));
  expect(await causes()).toEqual(expect.arrayContaining(["more-withheld"]));
});

it("pages keep their turn though stored ones are read again in between", async () => {
  const id = await add({ addresses: addresses() });
  const visited: number[] = [];
  for (let harvest = 0; harvest < 6; harvest++) {
    visited.push(...(await visits(id)));
    await harvestSnapshots(own.tools, await own.source(id));
  }
  for (const n of numbers(1, PAGES)) expect(visited.filter((each) => each === n).length).toBeGreaterThanOrEqual(2);
});

it("a list that nobody came to ask for stays unread for all that is known", async () => {
  const entries = (to: number) =>
    `<urlset>${numbers(1, to)
      .map((n) => `<url><loc>${site.origin}/${n}</loc></url>`)
      .join("")}</urlset>`;
  site.answers.set("/a.xml", entries(3));
  site.answers.set("/b.xml", 500);
  const id = await add({ sitemaps: ["a", "b"].map((name) => `${site.origin}/${name}.xml`) });
  await own.harvest(id);
  expect(await causes()).toEqual(["list-unread"]);
  site.pages = 600;
  site.answers.set("/a.xml", entries(600));
  await own.harvest(id);
  expect((await causes()).toSorted()).toEqual(["limit", "list-unread"]);
});

it("pages that fail in their turn do not make it a harvest that read nothing", async () => {
  for (const n of [2, 3, 4, 5]) site.answers.set(`/${n}`, 500);
  const id = await add({ addresses: addresses() });
  for (let harvest = 0; harvest < 5; harvest++) {
    await visits(id);
    expect(await causes()).toEqual(["limit"]);
  }
});
