/** Sources whose list pages hold their records whole: checked, healed and emptied as all others are (method §8). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { undoHeal } from "../../src/harvester/heal/undo-heal.js";
import { checksOf } from "../../src/store/check.js";
import { setSourceSettings } from "../../src/store/source.js";
import { versionsOf } from "../../src/store/template.js";
import { warnings } from "../../src/store/warning.js";
import { falseProofs } from "../store/false-proofs.js";
import { testHarvester } from "./tools.js";

let site: DemoSite;
let own: Awaited<ReturnType<typeof testHarvester>>;
let served: (path: string) => string | number; // a page, or a status
let robotsTxt: () => string | number = () => 404;
let server: Server;
let origin: string;

beforeAll(async () => {
  site = await startDemo();
  server = createServer(({ url = "" }, response) => {
    const answer = url === "/robots.txt" ? robotsTxt() : served(url);
    response.writeHead(typeof answer === "number" ? answer : 200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(typeof answer === "number" ? "" : answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  own = await testHarvester(site.origin, origin);
});
afterAll(async () => {
  await own.close();
  await site.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => site.restore("observatory"));

const causes = async (sourceId: string) =>
  (await warnings(own.pool, { isAll: false, limit: 100 })).filter((each) => each.sourceId === sourceId).map(({ cause }) => cause);
const states = async (sourceId: string) => {
  const records = await own.records(sourceId);
  return {
    current: records.filter(({ state }) => state === "current").length,
    gone: records.filter(({ state }) => state === "gone").length,
  };
};

describe("the observatory's list", () => {
  let count = 0;
  const add = () => {
    count += 1;
    const records = [
      { number: "Circular No. 212", title: "A Second Ring of Dust around 41 Vespertilionis" },
      { number: "Circular No. 211", title: "On the Flicker of Müller’s Star" },
    ];
    const discovery = { lists: [`${site.origin}/observatory/circulars.html`], next: { by: "text", text: "Older circulars" } };
    return own.addList(`list ${count}`, SourceSettings.parse({ records, discovery, delayMs: 0 }));
  };

  async function expectTrue(sourceId: string) {
    const titles = new Map([...site.truth("observatory", true).values()].map(({ number, title }) => [number?.[0], title]));
    for (const { values } of await own.records(sourceId)) expect(values.title).toEqual(titles.get(values.number?.[0]));
    expect((await falseProofs(own.pool)).wrong).toEqual([]);
  }

  it("is checked by its labels first, then by what is known, and healed after a redesign: the same records, none twice", async () => {
    const id = await add();
    expect(await own.harvest(id)).toMatchObject({ ending: "done", verdict: "same", harvest: { found: 3, read: 3 } });
    const before = await own.records(id);
    expect(before).toHaveLength(20);
    expect(await own.harvest(id)).toMatchObject({ verdict: "same", harvest: { found: 3, unchanged: 3 } });

    site.redesign("observatory");
    expect(await own.harvest(id)).toMatchObject({
      ending: "done",
      verdict: "broken",
      isHealed: true,
      version: 2,
      harvest: { found: 3, read: 3 },
    });
    const plain = (records: typeof before) => records.map(({ identity, state, values }) => ({ identity, state, values }));
    expect(plain(await own.records(id))).toEqual(plain(before));
    await expectTrue(id);
    expect(await own.harvest(id)).toMatchObject({ verdict: "same", isHealed: false, harvest: { unchanged: 3 } });

    expect(await undoHeal(own.tools, await own.source(id))).toMatchObject({ ok: true, undone: 2, inForce: 1 });
    expect(plain(await own.records(id))).toEqual(plain(before));
  });

  it("records that leave it are gone, as are those of a page it lost", async () => {
    const id = await add();
    await own.harvest(id);
    const papers = [...site.truth("observatory").keys()].map((address) => address.split("/").at(-1)?.replace(".html", "") ?? "");
    site.remove("observatory", papers.slice(-6)); // two list pages are left
    expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { found: 3, gone: 1 } });
    expect(await states(id)).toEqual({ current: 14, gone: 6 });
    await expectTrue(id);
    site.restore("observatory");
    await own.harvest(id);
    expect(await states(id)).toEqual({ current: 20, gone: 0 });
  });

  it.each([
    { trouble: "500", make: () => site.fail("observatory"), ending: "unreachable", cause: "unreachable" },
    { trouble: "an empty list", make: () => site.remove("observatory", "all"), ending: "unreachable", cause: "unrecognised" },
  ])("$trouble is said as what it is and writes nothing", async ({ make, ending, cause }) => {
    const id = await add();
    await own.harvest(id);
    const before = await own.records(id);
    make();
    expect(await own.harvest(id)).toMatchObject({ ending, isHealed: false, harvest: { found: 0 } });
    expect(await causes(id)).toEqual([cause]);
    expect(await own.records(id)).toEqual(before);
    site.restore("observatory");
    expect(await own.harvest(id)).toMatchObject({ ending: "done", verdict: "same" });
    expect(await causes(id)).toEqual([]);
  });
});

describe("a list of our own", () => {
  type Item = readonly [title: string, year: string, place: string];
  const items = (from: number, to: number): Item[] =>
    Array.from({ length: to - from + 1 }, (_, i) => [
      `Report on Weir ${from + i}`,
      String(1950 + from + i),
      `Room ${"ABC"[(from + i) % 3]}`,
    ]);
  const rows = (list: readonly Item[], more = "") =>
    `<h1>Reports</h1><table>${list.map(([title, year, place]) => `<tr><td>${title}<td>${year}<td>${place}`).join("")}</table>${more}`;
  const settings = (changes: object = {}) =>
    SourceSettings.parse({
      records: items(1, 2).map(([title, year, place]) => ({ title, year, place })),
      discovery: { lists: [`${origin}/list`] },
      delayMs: 0,
      ...changes,
    });
  let count = 0;
  const added = async (page: string, changes: object = {}) => {
    served = () => page;
    count += 1;
    const id = await own.addList(`reports ${count}`, settings(changes));
    await own.harvest(id);
    return id;
  };

  it("two columns that change places are noticed, and no value is written wrongly", async () => {
    const id = await added(rows(items(1, 8)));
    served = () => rows(items(1, 8).map(([title, year, place]) => [title, place, year]));
    expect(await own.harvest(id)).toMatchObject({ verdict: "broken", isHealed: true, ending: "done" });
    for (const { values } of await own.records(id)) expect(values.year?.[0]).toMatch(/^19\d\d$/);
    expect(await versionsOf(own.pool, id)).toMatchObject([
      { origin: "labels" },
      { origin: "heal", note: "6 known records confirm it" },
    ]);
  });

  it("a redesign that leaves out an attribute is not healed by half: nothing is written, one warning", async () => {
    const id = await added(rows(items(1, 8)));
    const before = await own.records(id);
    served = () =>
      `<main>${items(1, 8)
        .map(([title, year]) => `<section><b>${title}</b><p>${year}</p></section>`)
        .join("")}</main>`;
    expect(await own.harvest(id)).toMatchObject({ verdict: "broken", isHealed: false, ending: "broken" });
    await own.harvest(id);
    expect(await causes(id)).toEqual(["not-healed"]);
    expect(await own.records(id)).toEqual(before);
  });

  it("a busy list that shows only new records on its first page is known by its second", async () => {
    const more = '<a rel=next href="/second">more</a>';
    const id = await added(rows(items(1, 6)));
    served = (path) => (path === "/second" ? rows(items(1, 6)) : rows(items(7, 12), more));
    expect(await own.harvest(id)).toMatchObject({ verdict: "same", ending: "done", harvest: { found: 2, read: 2 } });
    expect(await states(id)).toEqual({ current: 12, gone: 0 });
    expect((await checksOf(own.pool, id, 1))[0]?.address).toBe(`${origin}/second`);
  });

  it("where nothing known is displayed any more it is deferred, with one warning", async () => {
    const id = await added(rows(items(1, 6)));
    served = () => rows(items(21, 26));
    expect(await own.harvest(id)).toMatchObject({ verdict: "key-missing", ending: "deferred" });
    expect((await own.source(id)).state).toBe("deferred");
    expect(await causes(id)).toEqual(["key-missing"]);
    expect(await states(id)).toEqual({ current: 6, gone: 0 });
  });

  it("a list page that is gone is asked for three times, then the source is deferred", async () => {
    const id = await added(rows(items(1, 6)));
    let asked = 0;
    served = () => {
      asked += 1;
      return 404;
    };
    expect(await own.harvest(id)).toMatchObject({ verdict: "key-missing", ending: "deferred" });
    expect(asked).toBe(3);
  });

  it("a record that is displayed and not read is not gone: it stays, and a person is told", async () => {
    const id = await added(rows(items(1, 8)));
    const [odd, ...others] = items(1, 8);
    served = () => rows(others, `<p><b>${odd?.[0]}</b>, ${odd?.[1]}, ${odd?.[2]}</p>`);
    expect(await own.harvest(id)).toMatchObject({ ending: "done", verdict: "changed" });
    expect(await states(id)).toEqual({ current: 8, gone: 0 });
    expect(await causes(id)).toEqual(["records-unread"]);
    served = () => rows(others);
    await own.harvest(id);
    expect(await states(id)).toEqual({ current: 7, gone: 1 });
    expect(await causes(id)).toEqual([]);
  });

  it("a record that left is gone, also where others have its year and place, or its title grew", async () => {
    const places = ["Room A", "Room A", "Room A", "Room B", "Room B", "Room B"];
    const shared = items(1, 6).map(([title], i): Item => [title, String(1990 + (i % 3)), places[i] ?? ""]);
    const id = await added(rows(shared), { records: shared.slice(0, 2).map(([title, year, place]) => ({ title, year, place })) });
    const [, second, , , fifth] = shared;
    const revised = shared.map((item): Item => (item === second ? [`${item[0]} (revised)`, item[1], item[2]] : item));
    served = () => rows(revised.filter((item) => item !== fifth));
    expect(await own.harvest(id)).toMatchObject({ ending: "done" });
    const gone = (await own.records(id)).filter(({ state }) => state === "gone").map(({ values }) => values.title?.[0]);
    expect(gone.sort()).toEqual([second?.[0], fifth?.[0]]);
    expect(await causes(id)).toEqual([]);
  });

  it("a record that is read with another link alone is not gone: it stays, and a person is told", async () => {
    const linked = (third: string) =>
      `<table>${items(1, 6)
        .map(([title, year, place], i) => `<tr><td><a href="/${i === 2 ? third : i}">${title}</a><td>${year}<td>${place}`)
        .join("")}</table>`;
    const id = await added(linked("2"));
    served = () => linked("2-anew");
    await own.harvest(id);
    expect(await states(id)).toMatchObject({ gone: 0 });
    expect(await causes(id)).toEqual(["records-unread"]);
  });

  describe("that stands on two pages", () => {
    const [first, ...others] = items(1, 9);
    if (!first) throw new Error("no item");
    const [title, year, place] = first;
    const listed: Record<string, string> = {};
    const onTwo = async () => {
      count += 1;
      served = (path) => listed[path] ?? 404;
      const lists = [`${origin}/new`, `${origin}/sale`];
      const id = await own.addList(`reports ${count}`, settings({ discovery: { lists } }));
      await own.harvest(id);
      return id;
    };
    const valuesOf = async (id: string) => (await own.records(id)).find(({ values }) => values.title?.[0] === title);

    it.each([
      { onSale: "with the same values", shown: first },
      { onSale: "with another place", shown: [title, year, "Room Z"] as const },
      { onSale: "with another year and place", shown: [title, "1900", "Room Z"] as const },
    ])("is not gone while one displays it: $onSale", async ({ shown }) => {
      listed["/new"] = rows([first, ...others.slice(0, 4)]);
      listed["/sale"] = rows([first, ...others.slice(4)]);
      const id = await onTwo();
      listed["/sale"] = rows([shown, ...others.slice(4)], "<p>Today only</p>");
      await own.harvest(id);
      expect(await valuesOf(id)).toMatchObject({ address: `${origin}/sale`, values: { place: [shown[2]] } });
      listed["/sale"] = rows(others.slice(4));
      for (const counted of [{ read: 1, unchanged: 1 }, { unchanged: 2 }]) {
        expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: counted });
        expect(await valuesOf(id)).toMatchObject({ state: "current", address: `${origin}/new`, values: { place: [place] } });
        expect(await states(id)).toEqual({ current: 9, gone: 0 });
        expect(await causes(id)).toEqual([]);
      }
      expect((await falseProofs(own.pool)).wrong).toEqual([]);
      listed["/new"] = rows(others.slice(0, 4));
      await own.harvest(id);
      expect(await states(id)).toEqual({ current: 8, gone: 1 });
    });

    it("is not gone with the other page", async () => {
      listed["/new"] = rows([first, ...others.slice(0, 4)]);
      listed["/sale"] = rows([first, ...others.slice(4)]);
      const id = await onTwo();
      listed["/sale"] = rows(others.slice(4, 6), '<a rel=next href="/more">more</a>');
      listed["/more"] = rows([first, ...others.slice(6)]);
      await own.harvest(id);
      expect(await valuesOf(id)).toMatchObject({ address: `${origin}/more` });
      listed["/sale"] = rows(others.slice(4));
      delete listed["/more"];
      expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { gone: 1 } });
      expect(await states(id)).toEqual({ current: 9, gone: 0 });
      expect(await causes(id)).toEqual([]);
    });
  });

  it("each of many that are displayed and not read stays", { timeout: 60_000 }, async () => {
    const many = items(1, 1300);
    const id = await added(rows(many));
    const told = ([title, year, place]: Item) => `<p><b>${title}</b>, ${year}, ${place}</p>`;
    served = () => rows(many.slice(0, 90), many.slice(90, 1290).map(told).join("")); // ten are not displayed
    expect(await own.harvest(id)).toMatchObject({ ending: "done", verdict: "changed" });
    const { rows: counted } = await own.pool.query(
      "select state, count(*)::int as records from record where source_id = $1 group by 1 order by 1",
      [id],
    );
    expect(counted).toEqual([
      { state: "current", records: 1290 },
      { state: "gone", records: 10 },
    ]);
    expect(await causes(id)).toEqual(["records-unread"]);
  });

  /** The newest first, ten on a page. */
  const paged =
    (newest: () => number, trouble: (path: string) => number | undefined = () => undefined) =>
    (path: string) => {
      const number = Number(/\d+/.exec(path)?.[0] ?? 1);
      const top = newest() - 10 * (number - 1);
      if (top < 1) return 404;
      return (
        trouble(path) ??
        rows(items(Math.max(1, top - 9), top).reverse(), top > 10 ? `<a rel=next href="/page-${number + 1}">older</a>` : "")
      );
    };
  const newestFirst = async (discovery: object = {}, newest = 30) => {
    count += 1;
    const labels = items(newest - 1, newest)
      .reverse()
      .map(([title, year, place]) => ({ title, year, place }));
    const changes = { records: labels, discovery: { lists: [`${origin}/page-1`], ...discovery } };
    const id = await own.addList(`reports ${count}`, settings(changes));
    await own.harvest(id);
    return id;
  };

  it("a long one is known by what its first pages show, whichever of its records that are", { timeout: 60_000 }, async () => {
    let newest = 300;
    served = paged(() => newest);
    const id = await newestFirst({}, 300);
    expect(await states(id)).toEqual({ current: 300, gone: 0 });
    newest = 303;
    expect(await own.harvest(id)).toMatchObject({ ending: "done", verdict: "same" });
    expect(await states(id)).toEqual({ current: 303, gone: 0 });
    expect(await causes(id)).toEqual([]);
  });

  it("records behind the last page it may ask for are not gone, and a person is told of the limit", async () => {
    let newest = 30;
    served = paged(() => newest);
    const id = await newestFirst({ maxPages: 2 });
    expect(await states(id)).toEqual({ current: 20, gone: 0 });
    expect(await causes(id)).toEqual(["limit"]);
    newest = 35;
    expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { found: 2, gone: 0 } });
    expect(await states(id)).toEqual({ current: 25, gone: 0 });
    expect(await causes(id)).toEqual(["limit"]);
  });

  it("its first pages are read each time, also where more were read before its limit was lowered", async () => {
    let newest = 50;
    served = paged(() => newest);
    const id = await newestFirst({}, 50);
    const { settings } = await own.source(id);
    await setSourceSettings(own.pool, id, { ...settings, discovery: { ...settings.discovery, maxPages: 2 } }, new Date());
    for (newest = 51; newest < 54; newest++) {
      await own.harvest(id);
      expect(await states(id)).toEqual({ current: newest, gone: 0 });
    }
  });

  it("records that left are gone, though a page that it names no more is barred", async () => {
    let [second, last] = ["/old", 6];
    let robots: string | number = 404;
    robotsTxt = () => robots;
    served = (path) => (path === "/list" ? rows(items(1, last), `<a rel=next href="${second}">more</a>`) : rows(items(7, 12)));
    count += 1;
    const id = await own.addList(`reports ${count}`, settings());
    await own.harvest(id);
    [second, robots] = ["/new", "User-agent: *\nDisallow: /old\n"];
    await own.clock.wait(48 * 3_600_000); // what robots.txt said is forgotten
    await own.harvest(id);
    last = 4;
    await own.harvest(id);
    robotsTxt = () => 404;
    expect(await states(id)).toEqual({ current: 10, gone: 2 });
  });

  it("records of a page that is gone may stand on one that does not answer: they wait for it", async () => {
    let newest = 30;
    let bad = "";
    served = paged(
      () => newest,
      (path) => (path === bad ? 500 : undefined),
    );
    const id = await newestFirst();
    expect(await states(id)).toEqual({ current: 30, gone: 0 });
    [newest, bad] = [20, "/page-2"];
    expect(await own.harvest(id)).toMatchObject({ harvest: { gone: 1, failed: 1 } });
    expect(await states(id)).toEqual({ current: 30, gone: 0 });
    bad = "";
    await own.harvest(id);
    expect(await states(id)).toEqual({ current: 20, gone: 10 });
  });

  it("records that moved to a new page which does not answer are not gone", async () => {
    let newest = 30;
    let bad = "";
    served = paged(
      () => newest,
      (path) => (path === bad ? 500 : undefined),
    );
    const id = await newestFirst();
    [newest, bad] = [35, "/page-4"];
    await own.harvest(id);
    expect(await states(id)).toEqual({ current: 35, gone: 0 });
    bad = "";
    await own.harvest(id);
    expect(await states(id)).toEqual({ current: 35, gone: 0 });
  });
});
