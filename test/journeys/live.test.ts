/** What changes elsewhere while one looks, looks away, or while nobody answers. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { arrived, ask, type KeptSource, keptSource } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let owner: Person; // changes things elsewhere
let source: KeptSource;
let somebody: Person;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  owner = await arrived(browser, server);
  source = await keptSource(owner, server);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  await ask(owner, "POST", `/api/sources/${source.id}/resume`);
  somebody = await person(browser, { storageState: await owner.page.context().storageState() });
  page = somebody.page;
});
afterEach(() => page.context().close());

const EVENTS = "**/api/events";
const stateWord = (word: string): Promise<unknown> => page.waitForSelector(`.st:has-text("${word}")`);

describe("the connection", () => {
  it(
    "is tried again after an error of a proxy, and what happened meanwhile is shown",
    async () => {
      let tries = 0;
      await page.route(EVENTS, (route) => (++tries < 3 ? route.fulfill({ status: 503, body: "{}" }) : route.continue()));
      await page.goto(source.screen);
      await page.waitForSelector(".offline");
      await stateWord("healthy");
      await ask(owner, "POST", `/api/sources/${source.id}/pause`);
      await page.waitForSelector(".offline", { state: "detached" });
      await stateWord("paused");
      await ask(owner, "POST", `/api/sources/${source.id}/resume`);
      await stateWord("healthy");
    },
    JOURNEY_MS,
  );

  it(
    "refused since the session has ended: one is asked to sign in",
    async () => {
      await page.route(EVENTS, async (route) => {
        await page.context().clearCookies();
        await route.fulfill({ status: 401, body: "{}" });
      });
      await page.goto(source.screen);
      await page.waitForURL(/sign-in/);
      expect(await page.locator(".offline").count()).toBe(0);
    },
    JOURNEY_MS,
  );
});

/** The browser of the tests takes every tab for shown. */
const hide = (isHidden: boolean, tab = page): Promise<void> =>
  tab.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

describe("a hidden tab", () => {
  it(
    "keeps no connection, says nothing of it, and shows what happened when it is shown again",
    async () => {
      await page.goto(source.screen);
      await stateWord("healthy");
      const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/events"));
      await hide(true);
      await ended;
      await ask(owner, "POST", `/api/sources/${source.id}/pause`);
      await hide(false);
      expect(await page.locator(".offline").count()).toBe(0);
      await stateWord("paused");
      await ask(owner, "POST", `/api/sources/${source.id}/resume`);
      await stateWord("healthy");
    },
    JOURNEY_MS,
  );

  it(
    "leaves the browser's few connections to others: eight can be shown one after the other, and the first again",
    async () => {
      await page.goto(source.screen);
      await stateWord("healthy");
      await hide(true);
      for (let i = 1; i < 8; i++) {
        const tab = await page.context().newPage();
        await tab.goto(source.screen);
        await tab.waitForSelector('.st:has-text("healthy")');
        await hide(true, tab);
      }
      await ask(owner, "POST", `/api/sources/${source.id}/pause`);
      await hide(false);
      await stateWord("paused");
    },
    JOURNEY_MS,
  );
});

describe("news", () => {
  it(
    "the only open warning is settled elsewhere: its panel says so, and the list offers to follow",
    async () => {
      await server.rows(
        `insert into warning (source_id, cause, message, hint, details, opened_at, seen_at, times)
         values ($1, 'unreachable', 'It does not answer.', 'Wait.', '{}', now(), now(), 1)`,
        [source.id],
      );
      await page.goto(`${server.address}/warnings`);
      await page.waitForSelector(".warning .acts");
      await server.rows("update warning set closed_at = now()");
      await page.waitForSelector('.warning .chip:text-is("settled")');
      expect(await page.locator(".warning .acts").count()).toBe(0);
      await page.click('.moved:has-text("1 warning came or went.") button');
      await page.waitForSelector("text=Nothing needs you");
      expect(await page.locator(".warnings-list").count()).toBe(0);
    },
    JOURNEY_MS,
  );

  it(
    "a newer version of a record comes when one asks for it; until then value and proof are of the one that was there",
    async () => {
      const [{ id = "" } = {}] = await server.rows<{ id: string }>(
        'select id::text from record where source_id = $1 and values @> \'{"title": ["Silt Memory in Regulated Rivers"]}\'',
        [source.id],
      );
      await page.goto(`${server.address}/records/${id}`);
      await page.waitForSelector('.record-values header:has-text("0 guessed.")');
      await ask(owner, "POST", "/api/demo/acts", { site: "institute", act: "remove" });
      await ask(owner, "POST", `/api/sources/${source.id}/run`, {});
      await page.waitForSelector('.moved:has-text("A newer version exists.")', { timeout: 60_000 });
      expect(await page.locator('.record-values header:has-text("0 guessed.")').count()).toBe(1);
      await page.waitForSelector(".proof iframe");
      expect(somebody.asked.filter((each) => each.includes("/proof?")).at(-1)).toContain("version=1");
      await page.click(".moved button");
      await page.waitForSelector('.record-values header:has-text("It is no longer at its source.")');
      expect(await page.locator(".moved").count()).toBe(0);
      await page.goto(`${server.address}/records/${id}?version=1`);
      await page.waitForSelector('.moved:has-text("Version 1 of 2, as it was read then.")');
      expect(await page.locator('.record-values header:has-text("0 guessed.")').count()).toBe(1);
      await page.waitForSelector('.proof >> text="The characters there are the value."');
      await page.click("text=Show the current one");
      await page.waitForSelector('.record-values header:has-text("It is no longer at its source.")');
    },
    JOURNEY_MS,
  );

  it(
    "that comes in a burst is asked for a few times, not once each",
    async () => {
      await page.goto(`${server.address}/sources`);
      await stateWord("healthy");
      const before = somebody.asked.length;
      for (let i = 0; i < 40; i++) await server.rows("update source set name = name where id = $1", [source.id]);
      await ask(owner, "POST", `/api/sources/${source.id}/pause`);
      await stateWord("paused");
      expect(somebody.asked.slice(before).filter((each) => each.includes("/api/sources")).length).toBeLessThan(6);
    },
    JOURNEY_MS,
  );
});
