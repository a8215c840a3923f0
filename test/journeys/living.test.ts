/** A source while its site changes: what a person sees without reloading, what they do about it, what is in the store then. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ask, harvested, type KeptSource, keptSource, RIVERS } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let somebody: Person;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  somebody = await person(browser);
  page = somebody.page;
  await page.goto(server.link);
  await page.waitForSelector("text=Open the demo");
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(() => ask(somebody, "POST", "/api/demo/acts", { site: "institute", act: "restore" }));

const stateWord = (of: Page, word: string): Promise<unknown> => of.waitForSelector(`.st:has-text("${word}")`);
/** A mark that a reload would wipe off. */
const mark = (of: Page): Promise<void> => of.evaluate(() => void Object.assign(window, { isTheSame: true }));
const isMarked = (of: Page): Promise<boolean> => of.evaluate(() => "isTheSame" in window);
const run = (): Promise<void> => page.click('.screen-acts button:text-is("Run now")');

interface VersionRow {
  readonly version: number;
  readonly origin: string;
  readonly isUndone: boolean;
  readonly isInForce: boolean;
}
const versions = ({ id }: KeptSource) =>
  server.rows<VersionRow>(
    `select v.version, v.origin, v.undone_at is not null as "isUndone", v.version = s.template_version as "isInForce"
       from template_version v join source s on s.id = v.source_id where s.id = $1 order by v.version`,
    [id],
  );
const records = ({ id }: KeptSource) =>
  server.rows<{ title: string; state: string }>(
    "select values -> 'title' ->> 0 as title, state from record where source_id = $1 order by id",
    [id],
  );
const withheldPages = ({ id }: KeptSource) =>
  server.rows<{ address: string }>("select address from page where source_id = $1 and withheld_group is not null", [id]);
const stateOf = async ({ id }: KeptSource): Promise<string | undefined> =>
  (await server.rows<{ state: string }>("select state from source where id = $1", [id]))[0]?.state;

it(
  "by keys: a button that waits for its act has the focus again when that is done, and keeps it from nobody who went on",
  async () => {
    await keptSource(somebody, server, { ...RIVERS, name: "by keys" });
    const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
    await page.focus('.screen-acts button:text-is("Pause")');
    await page.keyboard.press("Enter");
    await page.waitForSelector('.screen-acts button:text-is("Resume"):enabled');
    await expect.poll(focused).toBe("Resume");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.waitForSelector('.screen-acts button:text-is("Pause"):enabled');
    expect(await focused()).not.toBe("Pause"); // which control comes next depends on those that wait too
  },
  JOURNEY_MS,
);

it(
  "redesigned: broken and healed are seen live in two tabs, and what was known is unchanged",
  async () => {
    const source = await keptSource(somebody, server, { ...RIVERS, name: "healing" });
    const before = await records(source);
    expect(before).toHaveLength(16);
    const list = await page.context().newPage();
    await list.goto(`${server.address}/sources`);
    await stateWord(list, "healthy");
    await stateWord(page, "healthy");
    await Promise.all([mark(page), mark(list)]);
    await page.click("text=Redesign the site");
    await run();
    await Promise.all([stateWord(page, "healed"), stateWord(list, "healed")]);
    expect(await Promise.all([isMarked(page), isMarked(list)])).toEqual([true, true]);
    await harvested(server, source.id, 2);
    expect(await versions(source)).toEqual([
      { version: 1, origin: "labels", isUndone: false, isInForce: false },
      { version: 2, origin: "heal", isUndone: false, isInForce: true },
    ]);
    expect(await records(source)).toEqual(before);
    await list.close();
  },
  JOURNEY_MS,
);

it(
  "a heal is undone, redone, and undone again: the page says what holds, and resumed it is broken, not healthy",
  async () => {
    const source = await keptSource(somebody, server, { ...RIVERS, name: "undoing" });
    await page.click("text=Redesign the site");
    await run();
    await stateWord(page, "healed");
    await harvested(server, source.id, 2);
    await page.click('.tabs >> text="Changes"');
    await page.click('.timeline >> text="Template 2"');
    await page.click("text=Undo this heal");
    await stateWord(page, "paused");
    await page.waitForSelector("text=It is paused: nothing is checked or read until you resume it.");
    expect(await stateOf(source)).toBe("paused");
    expect((await versions(source)).map(({ isUndone }) => isUndone)).toEqual([false, true]);

    await page.click("text=Redo this heal");
    await stateWord(page, "healed");
    expect(await stateOf(source)).toBe("active");
    expect((await versions(source)).map(({ isInForce }) => isInForce)).toEqual([false, true]);
    expect((await records(source)).every(({ state }) => state === "current")).toBe(true);

    await page.click("text=Undo this heal");
    await stateWord(page, "paused");
    await page.click('.screen-acts >> text="Resume"');
    await stateWord(page, "broken");
    expect(await stateOf(source)).toBe("active");
  },
  JOURNEY_MS,
);

it(
  "no known record left: deferred, nothing is touched, and a new key makes it healthy",
  async () => {
    const source = await keptSource(somebody, server, { ...RIVERS, name: "rekeying" });
    await page.click("text=Replace all articles");
    await run();
    await stateWord(page, "deferred");
    expect(await harvested(server, source.id, 2)).toBe("deferred");
    expect(await stateOf(source)).toBe("deferred");
    expect((await records(source)).map(({ state }) => state)).toEqual(Array(16).fill("current"));

    await page.click('.screen-acts >> text="Choose another sample page"');
    await page.waitForSelector(".suggestions");
    expect(await page.locator(".guide .label-name").allTextContents()).toEqual(["title", "authors"]);
    await page.click(".suggestions .btn >> nth=0");
    await page.waitForSelector(".sib tbody tr .q");
    await page.click("text=Use this key");
    await page.waitForURL(/\/sources\/\d+/);
    await stateWord(page, "healthy");
    expect(await harvested(server, source.id, 3)).toBe("done");
    const after = await records(source);
    expect(after.filter(({ state }) => state === "current").map(({ title }) => title)).toContain("Cold Water for Old Trout");
    expect(after.filter(({ state }) => state === "current")).toHaveLength(8);
    expect(after.filter(({ state }) => state === "gone")).toHaveLength(16);
    expect((await versions(source)).map(({ origin }) => origin)).toEqual(["labels", "labels"]);
  },
  JOURNEY_MS,
);

it(
  "pages of another layout are withheld: one of them is labelled, the group is read, nothing else changes",
  async () => {
    const source = await keptSource(somebody, server, {
      site: "library",
      labels: { title: ["The Tide Tables of Marrow Bay"], year: ["1874"] },
      name: "variants",
    });
    const before = await records(source);
    const withheld = await withheldPages(source);
    expect(withheld).toHaveLength(2);
    await page.click('.tabs >> text="Withheld"');
    await page.click(".groups .btn.prime >> nth=0");
    await page.waitForSelector(".page-frame .marks");
    const [title, year] = await page.evaluate(() => {
      const shown = document.querySelector("iframe")?.contentDocument;
      return [shown?.querySelector("caption")?.textContent ?? "", shown?.querySelector(".print td")?.textContent ?? ""];
    });
    for (const [name, text] of [
      ["title", title],
      ["year", year],
    ] as const) {
      await page.click(`.guide .label-name:text-is("${name}")`);
      await somebody.select(text ?? "");
      await page.waitForSelector(".naming");
      expect(await page.inputValue(".naming .name-in")).toBe(name);
      await somebody.press("Enter");
      await page.waitForSelector(`.label-list:not(.guide) .label-name:text-is("${name}")`);
    }
    await page.waitForSelector("text=none is read otherwise now");
    await page.click("text=Use these labels");
    await page.waitForURL(/\/sources\/\d+/);
    await harvested(server, source.id, 2);
    const after = await records(source);
    expect(before.every(({ title: read }) => !read?.startsWith("Chart"))).toBe(true);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.flatMap(({ title: read }) => (read?.startsWith("Chart") ? [read] : [])).sort()).toEqual([
      "Chart of the Inner Shoals",
      "Chart of the Quarantine Anchorage",
    ]);
    const left = await withheldPages(source);
    expect(withheld.filter(({ address }) => left.some((page_) => page_.address === address))).toEqual([]);
    expect((await versions(source)).map(({ origin, isInForce }) => [origin, isInForce])).toEqual([
      ["labels", false],
      ["labels", true],
    ]);
  },
  JOURNEY_MS,
);
