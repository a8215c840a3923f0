/** What single screens do with what is rare: many drafts, an old warning, a plain address, a day elsewhere. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { DemoView } from "../../src/api/server/demo.js";
import type { DraftView } from "../../src/api/server/drafts.js";
import { ask, harvested, type KeptSource, keptSource } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let owner: Person;
let source: KeptSource;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  owner = await person(browser);
  page = owner.page;
  await page.goto(server.link);
  await page.waitForSelector("text=Open the demo");
  source = await keptSource(owner, server);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(() => page.goto(`${server.address}/sources`));

it(
  "all drafts can be seen, and one that is discarded twice is gone",
  async () => {
    const { sites } = (await ask<DemoView>(owner, "POST", "/api/demo")).body;
    for (let i = 0; i < 6; i++) await ask(owner, "POST", "/api/drafts", { address: sites[0]?.pageAddress });
    const drafts = () => server.rows("select id from draft where kept_at is null");
    const rows = page.locator('[aria-labelledby="unfinished"] li');
    await page.goto(`${server.address}/new`);
    await page.click('button:text-is("Show all 6")');
    expect(await rows.count()).toBe(6);
    await page.click('button:text-is("Discard") >> nth=0');
    expect(await drafts()).toHaveLength(6);
    await page.click('button:text-is("Discard for good")');
    await expect.poll(() => rows.count()).toBe(5);
    expect(await drafts()).toHaveLength(5);
    await page.waitForSelector('li button:text-is("Discard"):focus');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 860 });
  },
  JOURNEY_MS,
);

it(
  "each screen names its tab, in the page's language, without a reload",
  async () => {
    const named = (title: string) => page.waitForFunction((wanted) => document.title === wanted, title);
    const name = "Institute for Slow Rivers";
    await named("Sources · bartree");
    await page.click(`.sources >> text="${name}"`);
    await named(`${name} · bartree`);
    for (const title of ["Settings", "Warnings", "Records"]) {
      await page.click(`.nav >> text="${title}"`);
      await named(`${title} · bartree`);
    }
    await page.click('.found-records >> text="Silt Memory in Regulated Rivers"');
    await named("Silt Memory in Regulated Rivers · bartree");
    await page.click(".either [lang=id]");
    await page.goBack();
    await named("Rekaman · bartree");
    await page.goBack();
    await named("Peringatan · bartree");
    await page.click(".either [lang=en]");
    await page.goto(`${server.address}/new`);
    await named("Add a source · bartree");
    await server.rows(
      `insert into warning (source_id, cause, details, opened_at, seen_at, times)
       values ($1, 'unreachable', '{}', now(), now(), 1)`,
      [source.id],
    );
    await page.goto(source.screen);
    await named(`(1) ${name} · bartree`);
    await server.rows("update warning set closed_at = now()");
    await named(`${name} · bartree`);
  },
  JOURNEY_MS,
);

it(
  "the look that is chosen is the one that is shown, whatever the system says, also after a reload",
  async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const system of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: system });
      await page.click('.either button:text-is("Light")');
      await expect.poll(ground).toBe("rgb(246, 245, 242)");
      await page.click('.either button:text-is("Dark")');
      await expect.poll(ground).toBe("rgb(22, 21, 19)");
      await page.reload();
      await expect.poll(ground).toBe("rgb(22, 21, 19)");
    }
    await page.evaluate(() => localStorage.removeItem("mantine-color-scheme-value"));
    await page.emulateMedia({ colorScheme: "light" });
  },
  JOURNEY_MS,
);

it(
  "a settled warning is shown by its address, also where none is open",
  async () => {
    const [{ id = "" } = {}] = await server.rows<{ id: string }>(
      `insert into warning (source_id, cause, details, opened_at, seen_at, times, closed_at)
       values ($1, 'unreachable', '{}', now(), now(), 1, now()) returning id::text`,
      [source.id],
    );
    await page.goto(`${server.address}/warnings/${id}`);
    await page.waitForSelector('.warning:has-text("It does not answer;") .chip:text-is("settled")');
    await page.goto(`${server.address}/warnings`);
    await page.waitForSelector(".empty-state");
  },
  JOURNEY_MS,
);

it(
  "a secret is selected where the browser copies nothing, as over plain http",
  async () => {
    await page.goto(`${server.address}/settings/keys`);
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.fill(".settings-line input", "nightly");
    await page.press(".settings-line input", "Enter");
    await page.click('.secret button:text-is("Copy")');
    const secret = await page.locator(".secret code").textContent();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(secret);
    expect(owner.complaints).toEqual([]);
  },
  JOURNEY_MS,
);

it(
  "“Show all” of the sources empties the search box too",
  async () => {
    await page.fill(".sources-q", "nowhere");
    await page.press(".sources-q", "Enter");
    await page.click('.empty-state >> text="Show all sources"');
    await page.waitForSelector(".sources tbody tr");
    expect(await page.inputValue(".sources-q")).toBe("");
  },
  JOURNEY_MS,
);

it(
  "a year that is searched for is a word like any other",
  async () => {
    await page.goto(`${server.address}/records?q=2013`);
    await page.waitForSelector('.empty-state:has-text("2013")');
    expect(page.url()).toContain("q=2013");
  },
  JOURNEY_MS,
);

it(
  "records of a source beyond the first two hundred: the choice says its name",
  async () => {
    await server.rows(
      `insert into source (name, settings, state, created_at, updated_at)
       select 'another ' || n, settings, state, now(), now() from source, generate_series(1, 210) n where id = $1`,
      [source.id],
    );
    const listed = (await ask<{ sources: { id: string }[] }>(owner, "GET", "/api/sources?limit=200")).body.sources;
    const ids = new Set(listed.map(({ id }) => id));
    const others = await server.rows<{ id: string; name: string }>("select id::text, name from source where removed_at is null");
    const far = others.find(({ id }) => !ids.has(id));
    await page.goto(`${server.address}/records?source=${far?.id}`);
    const choice = page.locator('select[aria-label="Source"]');
    await expect.poll(() => choice.evaluate((each: HTMLSelectElement) => each.selectedOptions[0]?.text)).toBe(far?.name);
    await server.rows("delete from source where name like 'another %'");
  },
  JOURNEY_MS,
);

it(
  "records changed since a day: the day begins where the reader is",
  async () => {
    const storageState = await page.context().storageState();
    const reader = await person(browser, { storageState, timezoneId: "Asia/Jakarta" });
    await server.rows("update record set updated_at = '2026-03-01T18:00Z' where source_id = $1", [source.id]); // 1 o'clock on the 2nd
    await reader.page.goto(`${server.address}/records?since=2026-03-02`);
    await reader.page.waitForSelector(".found-records tbody tr");
    await reader.page.goto(`${server.address}/records?since=2026-03-03`);
    await reader.page.waitForSelector(".empty-state");
    await reader.page.context().close();
  },
  JOURNEY_MS,
);

it(
  "the bars of a check and of a draft are in the reader's language, down to their legend and their decimal comma",
  async () => {
    await ask(owner, "POST", `/api/sources/${source.id}/run`, {});
    await harvested(server, source.id, 2);
    const [check] = await server.rows<{ id: string }>(
      "select id from source_check where source_id = $1 order by id desc limit 1",
      [source.id],
    );
    const reader = await person(browser, { storageState: await page.context().storageState() });
    await reader.page.addInitScript(() => localStorage.setItem("bartree-language", "id"));
    await reader.page.goto(`${source.screen}?tab=changes&entry=check-${check?.id}`);
    await reader.page.waitForSelector(".bars-then-now svg");
    const written = await reader.page.locator(".bars-then-now").innerHTML();
    expect(written).toContain("di jalur");
    expect(written).not.toMatch(/on the path|beside it|holds the region/);

    const { sites } = (await ask<DemoView>(owner, "POST", "/api/demo")).body;
    const { id, revision, pages } = (await ask<DraftView>(owner, "POST", "/api/drafts", { address: sites[0]?.pageAddress })).body;
    const labels = [{ name: "title", kind: "one", texts: [{ text: "Silt Memory in Regulated Rivers" }] }];
    await ask(owner, "PUT", `/api/drafts/${id}/labels`, { revision, pages: [{ address: pages[0]?.page.address, labels }] });
    await reader.page.goto(`${server.address}/new/${id}?tab=bars`);
    const said = await reader.page.locator(".bars-said").innerText();
    expect(said).toMatch(/1,0000.*Luas total \d+,\d{4}/s);
    expect(said).not.toMatch(/\d\.\d/);
    await reader.page.context().close();
  },
  JOURNEY_MS,
);

it(
  "the narrow bar holds the longest words and hundreds of open warnings on the smallest screen",
  async () => {
    await server.rows(
      `insert into warning (source_id, cause, details, opened_at, seen_at, times)
       select $1, 'unreachable ' || n, '{}', now(), now(), 1 from generate_series(1, 999) n`,
      [source.id],
    );
    const storageState = await page.context().storageState();
    const reader = await person(browser, { storageState, viewport: { width: 320, height: 640 } });
    await reader.page.addInitScript(() => localStorage.setItem("bartree-language", "id"));
    await reader.page.goto(`${server.address}/settings`);
    await reader.page.waitForSelector('.nav .count:text-is("999")');
    const ends = await reader.page.$$eval(".nav a", (words) => words.map((word) => word.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(320);
    await reader.page.context().close();
  },
  JOURNEY_MS,
);

/** What of the panels is cut at their edge, or lies over something else in their heads. */
const cutOff = (each: Page): Promise<string[]> =>
  each.evaluate(() =>
    [...document.querySelectorAll("h1, .panel, .panel > header > *, .panel .scroll-x, .sources td")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ localName, className }) => `${localName}.${className}`),
  );

it(
  "on the smallest screen, in the longer language, nothing of a list or of a heading is cut",
  async () => {
    const name = "Binnengewässerforschungsberichtezusammenfassungen";
    await ask(owner, "PATCH", `/api/sources/${source.id}`, { name });
    await ask(owner, "POST", `/api/sources/${source.id}/pause`);
    const storageState = await page.context().storageState();
    const reader = await person(browser, { storageState, viewport: { width: 320, height: 640 } });
    await reader.page.addInitScript(() => localStorage.setItem("bartree-language", "id"));
    for (const [path, sign] of [
      [`/sources?q=${name}`, ".sources tbody .btn"],
      [`/sources/${source.id}?tab=settings`, ".source-settings"],
      ["/settings/keys", ".settings-line"],
      ["/settings/machine", "tbody tr"],
    ] as const) {
      await reader.page.goto(`${server.address}${path}`);
      await reader.page.waitForSelector(sign);
      expect([path, await cutOff(reader.page)]).toEqual([path, []]);
    }
    const { sites } = (await ask<DemoView>(owner, "POST", "/api/demo")).body;
    const draft = (await ask<DraftView>(owner, "POST", "/api/drafts", { address: sites[0]?.pageAddress })).body;
    await reader.page.goto(`${server.address}/new/${draft.id}`);
    await reader.page.click(".setup-parts button >> nth=2");
    await reader.page.click(".results [role=tab] >> nth=3");
    expect(await cutOff(reader.page)).toEqual([]);
    await reader.page.goto(source.screen);
    await reader.page.click(".records .cell-button >> nth=0");
    await reader.page.waitForSelector(".proof-facts");
    expect((await cutOff(reader.page)).filter((each) => !each.includes("scroll-x"))).toEqual([]); // the table is wider, and scrolls
    await reader.page.context().close();
  },
  JOURNEY_MS,
);
