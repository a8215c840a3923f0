/** Sites that say 200 to a page they do not have: what they write there is no value. */
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { harvestSnapshots } from "../../src/harvester/cycle.js";
import { nonexistentAddress } from "../../src/harvester/read/missing-page-probe.js";
import { listen, type Site } from "../fetch/site.js";
import { falseProofs } from "../store/false-proofs.js";
import { testHarvester } from "./tools.js";

const COUNT = 8;
const title = (n: number) => `On weir number ${n}`;
const framed = (h2: string, keeper: string) => `<!doctype html><html><head><title>Weirs</title></head><body>
<div class="head"><h1>River office</h1></div><div class="body"><h2>${h2}</h2><p class="keeper">${keeper}</p>
<p class="office">River office</p></div><div class="foot">Request ${Math.random()}</div></body></html>`;
const page = (n: number) => framed(title(n), `Keeper ${n}`);

let site: Site;
let own: Awaited<ReturnType<typeof testHarvester>>;
let lost: Set<number>;
let listed: number[];
let further: (n: number) => string; // in addresses, and all the same to the site
let strangers: string[]; // paths that were asked for and lead nowhere
let nowhere: { status: number; html: () => string };
const kept = new Map<string, string>(); // a page stays as it is until it is lost

beforeEach(async () => {
  [lost, listed, strangers] = [new Set(), Array.from({ length: COUNT }, (_, i) => i + 1), []];
  nowhere = { status: 200, html: () => framed("Halaman tidak ditemukan", "Maaf") };
  further = () => "";
  kept.clear();
  site = await listen(
    createServer(({ url = "" }, response) => {
      const n = Number(/^\/w\/(\d)(\/[a-z0-9-]+|\?.*)?$/.exec(url)?.[1]);
      const say = (html: string, status = 200) => response.writeHead(status, { "content-type": "text/html" }).end(html);
      if (url === "/")
        return say(`<ul>${listed.map((each) => `<li><a href="/w/${each}${further(each)}">Weir ${each}</a></li>`).join("")}</ul>`);
      if (url === "/robots.txt") return response.writeHead(404).end();
      if (!n) strangers.push(url);
      if (!n || lost.has(n)) return say(nowhere.html(), nowhere.status);
      const html = kept.get(url) ?? page(n);
      kept.set(url, html);
      return say(html);
    }),
  );
  own = await testHarvester(site.origin);
});
afterEach(async () => {
  await own.close();
  await site.close();
});

async function harvested(): Promise<string> {
  const key = { address: `${site.origin}/w/1${further(1)}`, labels: { title: [title(1)], keeper: ["Keeper 1"] } };
  const settings = { key, discovery: { lists: [`${site.origin}/`] }, delayMs: 0 };
  const id = await own.add("weirs", SourceSettings.parse(settings));
  await own.harvest(id);
  return id;
}

/** Title and withheld attributes of every record, by its path. */
async function records(id: string): Promise<Record<string, unknown>> {
  expect((await falseProofs(own.pool)).wrong).toEqual([]);
  return Object.fromEntries(
    (await own.records(id)).map(({ identity, values, withheld }) => [
      /\/w\/\d/.exec(identity)?.[0],
      [values.title?.[0], ...Object.keys(withheld).sort()],
    ]),
  );
}

const whole = (but: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`/w/${i + 1}`, [title(i + 1)]])),
  ...but,
});

describe("a notice in the frame of a page", () => {
  it("is not taken for new values of known records, which are marked and come back with their pages", async () => {
    const id = await harvested();
    expect(await records(id)).toEqual(whole());
    lost = new Set([3, 7]);
    expect((await own.harvest(id)).harvest).toMatchObject({ withheld: 2, unchanged: COUNT - 2 });
    expect(await records(id)).toEqual(whole({ "/w/3": [title(3), "keeper", "title"], "/w/7": [title(7), "keeper", "title"] }));
    lost.clear();
    kept.clear();
    expect((await own.harvest(id)).harvest).toMatchObject({ read: COUNT });
    expect(await records(id)).toEqual(whole());
  });

  it("is no record where a page was never anything else, nor when the stored pages are read again", async () => {
    lost.add(5);
    const id = await harvested();
    const others = Object.fromEntries(Object.entries(whole()).filter(([path]) => path !== "/w/5"));
    expect(await records(id)).toEqual(others);
    const { harvest } = await harvestSnapshots(own.tools, await own.source(id));
    expect(harvest).toMatchObject({ read: COUNT - 1, withheld: 1 });
    expect(await records(id)).toEqual(others);
    expect(strangers).toHaveLength(1);
  });

  it("does not bring back a page that is gone", async () => {
    const id = await harvested();
    listed.pop();
    nowhere.status = 404;
    lost.add(COUNT);
    expect((await own.harvest(id)).harvest).toMatchObject({ gone: 1 });
    nowhere.status = 200;
    await own.clock.wait(2 * 86_400_000);
    expect((await own.harvest(id)).harvest).toMatchObject({ found: COUNT, unchanged: COUNT, doubtful: 0 });
  });
});

describe("a page that nobody has", () => {
  it("is asked for once in a harvest that has something new, and never else", async () => {
    const id = await harvested();
    expect(strangers).toHaveLength(1);
    await own.harvest(id);
    expect(strangers).toHaveLength(1);
    kept.clear(); // other bytes, and the same values
    await own.harvest(id);
    expect(strangers).toHaveLength(1);
    listed.push(9);
    await own.harvest(id);
    expect(strangers).toHaveLength(2);
    expect(new Set(strangers).size).toBe(2);
  });

  it.each([404, 500])("may be answered with %i, which is asked no second time", async (status) => {
    nowhere = { status, html: () => "" };
    expect(await records(await harvested())).toEqual(whole());
    expect(strangers).toHaveLength(1);
  });

  it("may be answered with a record that is known: that one goes on", async () => {
    nowhere = { status: 404, html: () => "" };
    const id = await harvested();
    nowhere = { status: 200, html: () => page(8) };
    kept.clear();
    expect((await own.harvest(id)).harvest).toMatchObject({ read: COUNT });
    expect(await records(id)).toEqual(whole());
  });

  it("may be answered with the labelled record, be it new: that one is read", async () => {
    nowhere = { status: 200, html: () => page(1) };
    expect(await records(await harvested())).toEqual(whole());
    expect(strangers).toHaveLength(1);
  });

  it.each([
    { name: "a title", more: (n: number) => `/weir-${"abcdefghi"[n]}` },
    { name: "a number for all", more: () => "?view=2" },
  ])("is none that has only $name of its own behind the number", async ({ more }) => {
    further = more;
    lost.add(5);
    expect(Object.keys(await records(await harvested()))).toHaveLength(COUNT - 1);
    expect(strangers).toHaveLength(1);
  });

  it.each([
    { near: "/31/on-silt", others: ["/32/on-mud"], form: /^\/\d{9}\/[a-z0-9]{5,6}$/ },
    { near: "/2024/on-silt.html", others: ["/2023/on-mud.html", "/2024/on-ice.html"], form: /^\/2024\/[a-z0-9]{5,6}\.html$/ },
    { near: "/show?id=5&lang=2", others: ["/show?id=6&lang=2"], form: /^\/show\?id=\d{9}&lang=2$/ },
    { near: "/show?on-silt", others: ["/show?on-mud"], form: /^\/show\?[a-z0-9]{5,6}$/ },
    { near: "/w/31/", others: ["/w/31"], form: /^\/w\/\d{9}\/$/ },
  ])("beside $near, where there is $others", ({ near, others, form }) => {
    const [address = "", ...rest] = [near, ...others].map((path) => `https://a.example${path}`);
    const { pathname, search } = new URL(nonexistentAddress(address, rest));
    expect(pathname + search).toMatch(form);
  });

  it.each([
    { near: "https://a.example/w/31", form: /^\/w\/\d{9}$/ },
    { near: "https://a.example/w/31/", form: /^\/w\/\d{9}\/$/ },
    { near: "https://a.example/2024/on-silt", form: /^\/2024\/[a-z0-9]{5,6}$/ },
    { near: "https://a.example/on-silt.html", form: /^\/[a-z0-9]{5,6}\.html$/ },
    { near: "https://a.example/r12.php", form: /^\/\d{9}\.php$/ },
    { near: "https://a.example/show?id=5&lang=en", form: /^\/show\?id=\d{9}&lang=en$/ },
    { near: "https://a.example/", form: /^\/[a-z0-9]{5,6}\/$/ },
    { near: "https://a.example/%E6%B0%B4", form: /^\/([a-z0-9]{5,6}|\d{9})$/ },
  ])("beside $near", ({ near, form }) => {
    const { pathname, search, origin } = new URL(nonexistentAddress(near));
    expect([origin, pathname + search]).toEqual(["https://a.example", expect.stringMatching(form)]);
  });
});
