/** From a list page to its records: set up, searched, taken along, and seen arriving. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoView } from "../../src/api/server/demo.js";
import { ask, harvested, keptSource, RIVERS } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let somebody: Person;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  somebody = await person(browser, { acceptDownloads: true });
  page = somebody.page;
  await page.goto(server.link);
  await page.waitForSelector("text=Open the demo");
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const LISTED = [
  ["title", "Silt Memory in Regulated Rivers"],
  ["date", "22 April 2024"],
  ["title", "How Long a Meander Waits"],
  ["date", "1 September 2024"],
] as const;

async function label(name: string, text: string): Promise<void> {
  await somebody.select(text);
  await page.waitForSelector(".naming");
  await page.fill(".naming .name-in", name);
  await page.press(".naming .name-in", "Enter");
  await page.waitForSelector("#paste-box");
}

it(
  "a list page that holds its records whole: two neighbours labelled, all of its pages read",
  async () => {
    const demo = (await ask<DemoView>(somebody, "POST", "/api/demo")).body;
    const address = demo.sites.find(({ id }) => id === "institute")?.listAddress ?? "";
    await page.goto(`${server.address}/new`);
    await page.fill(".first-form input", address);
    await page.press(".first-form input", "Enter");
    await page.waitForSelector(".page-frame .marks");
    for (const [name, text] of LISTED) await label(name, text);
    await page.click('.results [role=tab]:has-text("List page")');
    await page.click("text=Read it as a list of records");
    await page.waitForSelector("text=You labelled 2 records. 7 groups of the page are built alike.");
    expect(await page.locator(".mark.record").count()).toBe(7);
    await page.waitForSelector("text=The list goes on by the link that the page itself marks as next.");
    await page.click("text=Keep this source");
    await page.waitForURL(/\/sources\/\d+/);
    const id = page.url().match(/\/sources\/(\d+)/)?.[1] ?? "";
    expect(await harvested(server, id)).toBe("done");
    const rows = await server.rows<{ values: Record<string, string[]> }>(
      "select values from record where source_id = $1 and state = 'current' order by id",
      [id],
    );
    expect(rows).toHaveLength(16);
    expect(rows.map(({ values }) => values)).toContainEqual({
      title: ["How Long a Meander Waits"],
      date: ["1 September 2024"],
    });
    await page.waitForSelector("text=Mills, Leats and Missing Water");
    expect(await page.locator(".records thead th").allTextContents()).toEqual(["1 title", "2 date"]);
    await ask(somebody, "DELETE", `/api/sources/${id}`);
  },
  JOURNEY_MS,
);

describe("the records of a kept source", () => {
  let source: string;
  beforeAll(async () => {
    source = (await keptSource(somebody, server, { ...RIVERS, name: "searched" })).id;
  }, JOURNEY_MS);

  it(
    "are searched over a slow line: no count is said until it is that of the search",
    async () => {
      await page.goto(`${server.address}/records`);
      await page.waitForSelector("text=16 records in the index.");
      let release = (): void => {};
      const released = new Promise<void>((done) => (release = done));
      await page.route(/\/api\/records\?.*q=Meander/, async (route) => {
        await released;
        await route.continue();
      });
      await page.fill("#records-search", "Meander");
      await page.press("#records-search", "Enter");
      await page.waitForSelector("text=Reading from the server.");
      expect(await page.isVisible("text=/records? match/")).toBe(false);
      release();
      await page.waitForSelector("text=1 record matches “Meander”.");
      await page.unrouteAll();
    },
    JOURNEY_MS,
  );

  it(
    "are searched, narrowed by their address, and exported as they are shown",
    async () => {
      await page.goto(`${server.address}/records`);
      await page.fill("#records-search", "meander");
      await page.press("#records-search", "Enter");
      await page.waitForSelector("text=1 record matches");
      expect(await page.locator(".found-records tbody tr").count()).toBe(1);
      const [csv, jsonl] = [await downloaded("CSV"), await downloaded("JSON lines")];
      const [stored] = await server.rows<{ id: string; values: Record<string, string[]> }>(
        "select id::text, values from record where values -> 'title' ->> 0 = 'How Long a Meander Waits' and source_id = $1",
        [source],
      );
      expect(csv.trim().split("\r\n")).toHaveLength(2);
      expect(csv).toContain("How Long a Meander Waits");
      expect(
        jsonl
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toMatchObject([stored ?? {}]);
      await page.reload();
      await page.waitForSelector("text=1 record matches");
      await page.fill("#records-search", "nothing like it");
      await page.press("#records-search", "Enter");
      await page.waitForSelector("text=No record matches");
      await page.click('.btn:text("Search all sources")');
      await page.waitForSelector("text=16 records in the index.");
    },
    JOURNEY_MS,
  );
});

it(
  "records that arrive meanwhile are told of, and shown when asked for",
  async () => {
    await page.goto(`${server.address}/records`);
    await page.waitForSelector("text=16 records in the index.");
    const shown = () => page.locator(".found-records tbody th").allTextContents();
    const before = await shown();
    const other = await person(browser, { storageState: await page.context().storageState() });
    await other.page.goto(`${server.address}/sources`);
    const observed = { site: "observatory", labels: { title: [DUST], number: ["Circular No. 212"] } } as const;
    const { id } = await keptSource(other, server, observed);
    const [stored] = await server.rows<{ n: number }>(
      "select count(*)::int as n from record where state = 'current' and source_id = $1",
      [id],
    );
    expect(stored?.n).toBeGreaterThan(0);
    await page.waitForSelector(`text=${stored?.n} new.`);
    expect(await shown()).toEqual(before);
    await page.click('.moved >> text="Show"');
    await page.waitForSelector(`text=${DUST}`);
    expect(await shown()).toHaveLength(before.length + (stored?.n ?? 0));
    await other.page.context().close();
  },
  JOURNEY_MS,
);

const DUST = "A Second Ring of Dust around 41 Vespertilionis";

async function downloaded(format: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.screen-acts >> text="${format}"`)]);
  return readFile(await download.path(), "utf8");
}
