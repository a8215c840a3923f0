/** Addresses that lead to others: one that has only moved is still its own page, one that leads to another page is none. */
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { harvestSnapshots } from "../../src/harvester/cycle.js";
import { forgetOneRecord } from "../../src/harvester/write/forget.js";
import { pageOf } from "../../src/store/page.js";
import { setSourceSettings } from "../../src/store/source.js";
import { warnings } from "../../src/store/warning.js";
import { listen, type Site } from "../fetch/site.js";
import { falseProofs } from "../store/false-proofs.js";
import { testHarvester } from "./tools.js";

const COUNT = 8;
const title = (n: number) => `On weir number ${n}`;
const keeper = (n: number) => `Keeper of lock ${n}`;
const page = (n: number) => `<!doctype html><html><head><title>Weir ${n}</title></head><body>
<div class="head"><h1>River office</h1></div><div class="body"><h2>${title(n)}</h2>
<p class="keeper">${keeper(n)}</p><p>Levels are read at noon.</p></div><div class="foot">River office, room 4</div></body></html>`;

let site: Site;
let own: Awaited<ReturnType<typeof testHarvester>>;
/** What stands at a path: a page's number, where it leads to, or a list. */
let paths: Map<string, number | string | { list: string }>;
/** Since when each page is as it is; without one it is not told. */
let since: Map<number, string>;
let listed: string[];

beforeEach(async () => {
  paths = new Map(Array.from({ length: COUNT }, (_, i) => [`/${i + 1}`, i + 1]));
  since = new Map();
  listed = [...paths.keys()];
  site = await listen(
    createServer(({ url = "", headers }, response) => {
      const found = paths.get(url);
      if (typeof found === "string") return response.writeHead(301, { location: found }).end();
      const items = listed.map((path) => `<li><a href="${path}">Weir ${path}</a></li>`).join("");
      const html = url === "/" ? `<h1>Weirs</h1><ul>${items}</ul>` : typeof found === "object" ? found.list : page(found ?? 0);
      if (url !== "/" && found === undefined) return response.writeHead(404).end();
      const changed = since.get(typeof found === "number" ? found : 0);
      const asked = headers["if-modified-since"];
      if (changed && asked && Date.parse(asked) >= Date.parse(changed)) return response.writeHead(304).end();
      return response.writeHead(200, { "content-type": "text/html", ...(changed && { "last-modified": changed }) }).end(html);
    }),
  );
  own = await testHarvester(site.origin);
});
afterEach(async () => {
  await own.close();
  await site.close();
});

async function harvested(discovery: object = {}, path = "/1"): Promise<string> {
  const key = { address: site.origin + path, labels: { title: [title(1)], keeper: [keeper(1)] } };
  const settings = { key, discovery: { lists: [`${site.origin}/`], ...discovery }, delayMs: 0 };
  const id = await own.add("weirs", SourceSettings.parse(settings));
  await own.harvest(id);
  return id;
}

/** A source whose page /old was read and is gone. */
async function harvestedWithoutOld(): Promise<string> {
  listed.push("/old");
  paths.set("/old", 9);
  const id = await harvested();
  listed.pop();
  paths.delete("/old");
  await own.harvest(id);
  return id;
}

/** State and number of every record, by its path. */
async function records(id: string): Promise<Record<string, string>> {
  expect((await falseProofs(own.pool)).wrong).toEqual([]);
  const rows = await own.records(id);
  return Object.fromEntries(
    rows.map(({ identity, state, values }) => {
      const n = values.keeper?.[0]?.split(" ").at(-1);
      expect(values).toEqual({ title: [title(Number(n))], keeper: [keeper(Number(n))] });
      return [identity.split(site.origin)[1]?.replace('"]', ""), `${state} ${n}`];
    }),
  );
}

const current = (but: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`/${i + 1}`, `current ${i + 1}`])),
  ...but,
});

const reasonOf = async (id: string, path: string) => (await pageOf(own.pool, id, `${site.origin}${path}`))?.reason;

describe("a page that leads to another page of the source", () => {
  it.each([
    { name: "is listed no more", stays: false },
    { name: "is still listed", stays: true },
  ])("and $name is gone, and its record keeps its own values", async ({ stays }) => {
    const id = await harvested();
    paths.set("/3", "/4");
    if (!stays) listed = listed.filter((path) => path !== "/3");
    expect((await own.harvest(id)).harvest).toMatchObject({ found: COUNT, gone: 1, unchanged: COUNT - 1 });
    expect(await records(id)).toEqual(current({ "/3": "gone 3" }));
    expect(await reasonOf(id, "/3")).toBe("it leads to another page of the source");
    paths.set("/3", 3);
    listed = [...paths.keys()];
    expect((await own.harvest(id)).harvest).toMatchObject({ read: 1, unchanged: COUNT - 1 });
    expect(await records(id)).toEqual(current());
  });

  it("that is found in this very harvest is gone too", async () => {
    const id = await harvested();
    paths.set("/3", "/new").set("/new", 9);
    listed = [...listed.filter((path) => path !== "/3"), "/new"];
    await own.harvest(id);
    expect(await records(id)).toEqual(current({ "/3": "gone 3", "/new": "current 9" }));
  });

  it("that was gone and is back is gone too", async () => {
    const id = await harvestedWithoutOld();
    paths.set("/3", "/old").set("/old", 3);
    await own.harvest(id);
    expect(await records(id)).toEqual(current({ "/3": "gone 3", "/old": "current 3" }));
  });

  it("that was gone and has no turn in a limited source is still its own", async () => {
    const id = await harvestedWithoutOld();
    const { discovery } = (await own.source(id)).settings;
    await setSourceSettings(own.pool, id, { discovery: { ...discovery, maxPages: COUNT } }, new Date());
    paths.set("/3", "/old").set("/old", 3);
    expect((await own.harvest(id)).harvest).toMatchObject({ found: COUNT, gone: 0 });
    expect(await records(id)).toEqual(current({ "/old": "gone 9" }));
  });

  it("never gives a second record, however it is written", async () => {
    paths.set("/four", "/4?session=7").set("/4?session=7", 4);
    listed.push("/four");
    const id = await harvested({ dropParameters: ["session"] });
    expect(await records(id)).toEqual(current());
  });

  it("that was forgotten gives nothing of it", async () => {
    const id = await harvested();
    const fourth = (await own.records(id)).find(({ identity }) => identity === `${site.origin}/4`);
    await forgetOneRecord(own.tools, fourth?.id ?? "", { isDry: false });
    paths.set("/3", "/4");
    await own.harvest(id);
    const { "/4": _, ...others } = current({ "/3": "gone 3" });
    expect(await records(id)).toEqual(others);
    expect(await reasonOf(id, "/3")).toBe("it leads to a page that was removed on request");
  });

  it("is the key no more; another record is", async () => {
    const id = await harvested();
    paths.set("/1", "/5");
    expect(await own.harvest(id)).toMatchObject({ ending: "done", verdict: "same", version: 1, harvest: { gone: 1 } });
    expect(await records(id)).toEqual(current({ "/1": "gone 1" }));
    const { key } = (await own.source(id)).settings;
    expect(key?.address).not.toBe(`${site.origin}/1`);
    expect(key?.labels.keeper).toEqual([keeper(Number(key?.address.split("/").at(-1)))]);
    expect(await warnings(own.pool, { isAll: false, limit: 100 })).toEqual([]);
  });
});

describe("a page that has only moved keeps its record", () => {
  it.each([
    { name: "to an address with a slash", to: "/3/" },
    { name: "to one with a session in it", to: "/3?session=7" },
    { name: "to another one, which no list names", to: "/weirs/three" },
  ])("$name", async ({ to }) => {
    const id = await harvested({ dropParameters: ["session"] });
    paths.set("/3", to).set(to, 3);
    expect((await own.harvest(id)).harvest).toMatchObject({ found: COUNT, unchanged: COUNT });
    paths.set(to, 30);
    expect((await own.harvest(id)).harvest).toMatchObject({ found: COUNT, read: 1, unchanged: COUNT - 1 });
    expect(await records(id)).toEqual(current({ "/3": "current 30" }));
  });

  it("and what it leads to is not held against when the page itself was changed", async () => {
    for (let n = 1; n <= 30; n++) since.set(n, "Tue, 20 Jan 2026 00:00:00 GMT");
    const id = await harvested();
    since.set(30, "Fri, 02 Jan 2026 00:00:00 GMT");
    paths.set("/3", "/three").set("/three", 30);
    await own.harvest(id);
    expect(await records(id)).toEqual(current({ "/3": "current 30" }));
    since.set(3, "Thu, 01 Jan 2026 00:00:00 GMT");
    paths.set("/3", 3);
    await own.harvest(id);
    expect(await records(id)).toEqual(current());
  });
});

const linksTo = (links: readonly string[], next = "") => ({
  list: `<h1>Weirs</h1><ul>${links.map((link) => `<li><a href="${link}">Weir ${link}</a></li>`).join("")}</ul>${next}`,
});

describe("a list whose address leads to another one", () => {
  it("is read from there: its links and its next page", async () => {
    paths.set("/list", "/list/");
    paths.set("/list/", linksTo(["1", "2", "3", "4"], '<a rel="next" href="more">More</a>'));
    paths.set("/list/more", linksTo(["5", "6", "7", "8"]));
    for (let n = 1; n <= COUNT; n++) paths.set(`/list/${n}`, n);
    const key = { address: `${site.origin}/list/1`, labels: { title: [title(1)], keeper: [keeper(1)] } };
    const discovery = { lists: [`${site.origin}/list`] };
    const id = await own.add("weirs", SourceSettings.parse({ key, discovery, delayMs: 0 }));
    expect((await own.harvest(id)).harvest).toMatchObject({ found: COUNT, read: COUNT });
  });

  it("and whose records stand on it gives them their own addresses, from stored pages too", async () => {
    const weirs = (numbers: readonly number[], next = "") => {
      const items = numbers.map((n) => `<li><a href="weir/${n}">${title(n)}</a> <span class="k">${keeper(n)}</span></li>`);
      return { list: `<!doctype html><html><body><h1>Weirs</h1><ul>${items.join("")}</ul>${next}<p>End</p></body></html>` };
    };
    paths.set("/list", "/list/");
    paths.set("/list/", weirs([1, 2, 3, 4], '<a rel="next" href="more">More</a>')).set("/list/more", weirs([5, 6, 7, 8]));
    const entries = [1, 2].map((n) => ({ title: title(n), keeper: keeper(n) }));
    const discovery = { lists: [`${site.origin}/list`] };
    const id = await own.addList("weirs", SourceSettings.parse({ records: entries, discovery, delayMs: 0 }));
    const all = Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`/list/weir/${i + 1}`, `current ${i + 1}`]));
    expect((await own.harvest(id)).harvest).toMatchObject({ found: 2, read: 2 });
    expect(await records(id)).toEqual(all);
    expect(await own.harvest(id)).toMatchObject({ verdict: "same", harvest: { found: 2, unchanged: 2 } });
    await harvestSnapshots(own.tools, await own.source(id));
    expect(await records(id)).toEqual(all);
  });
});

it("a list of lists goes on by its text on every level", async () => {
  paths.set("/rivers", linksTo(["/river/1", "/river/2", "/river/3"]));
  for (const river of [1, 2, 3]) {
    const weirs = [1, 2, 3, 4].map((each) => (river - 1) * 4 + each);
    for (const n of weirs) paths.set(`/${n}`, n);
    const [last = 0] = weirs.splice(-1);
    const links = weirs.map((n) => `/${n}`);
    paths.set(`/river/${river}`, linksTo(links, `<a href="/river/${river}/2">Older</a>`));
    paths.set(`/river/${river}/2`, linksTo([`/${last}`]));
  }
  const key = { address: `${site.origin}/1`, labels: { title: [title(1)], keeper: [keeper(1)] } };
  const discovery = { lists: [`${site.origin}/rivers`], depth: 2, next: { by: "text", text: "Older" } };
  const id = await own.add("weirs", SourceSettings.parse({ key, discovery, delayMs: 0 }));
  expect((await own.harvest(id)).harvest).toMatchObject({ found: 12, read: 12 });
});

it("a key that is typed in another form is the page that its lists name", async () => {
  paths.set("/1/", 1).set("/1", "/1/");
  listed = listed.map((path) => (path === "/1" ? "/1/" : path));
  const id = await harvested({}, "/1");
  expect((await own.source(id)).settings.key?.address).toBe(`${site.origin}/1/`);
  expect(await own.harvest(id)).toMatchObject({ ending: "done", verdict: "same" });
  expect((await own.source(id)).settings.key?.address).toBe(`${site.origin}/1/`);
  expect(Object.values(await records(id)).sort()).toEqual(Array.from({ length: COUNT }, (_, i) => `current ${i + 1}`));
});
