/** Browsers that say odd things of their language: no screen fails. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DraftView } from "../../src/api/server/drafts.js";
import { arrived, ask, type KeptSource, keptSource } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, type Served, STEP_MS, served } from "./served.js";

let server: Served;
let browser: Browser;
let somebody: Person;
let source: KeptSource;
let screens: string[];

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  somebody = await arrived(browser, server);
  source = await keptSource(somebody, server);
  const [record] = (await somebody.api<{ records: { id: string }[] }>(`/api/records?source=${source.id}`)).records;
  const draft = (await ask<DraftView>(somebody, "POST", `/api/sources/${source.id}/drafts`, { mode: "rekey" })).body;
  screens = [
    ...[
      "/sources",
      `/sources/${source.id}`,
      `/sources/${source.id}?tab=settings`,
      "/records",
      `/records/${record?.id}?proof=title`,
    ],
    ...["/warnings", "/settings/machine", "/settings/people", "/settings/keys", "/new", `/new/${draft.id}`, "/welcome"],
  ];
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What the browser says of its language, and which screens fail. */
async function failingIn(context: BrowserContext): Promise<{ said: string; failing: string[] }> {
  await context.addCookies(await somebody.page.context().cookies());
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  const failing: string[] = [];
  for (const screen of screens) {
    await page.goto(`${server.address}${screen}`);
    await page.waitForSelector("h1");
    await page.waitForLoadState("networkidle");
    const text = await page.innerText("body");
    if (faults.length > 0 || /Something went wrong|Ada yang salah/.test(text)) failing.push(`${screen}: ${faults.splice(0)}`);
  }
  const said = await page.evaluate(() => `${navigator.languages}`);
  await context.close();
  return { said, failing };
}

it(
  "of a system whose language is C",
  async () => {
    const odd = await chromium({ LANG: "C", LC_ALL: "C", LANGUAGE: "C" });
    try {
      expect(await failingIn(await odd.newContext())).toEqual({ said: "en-US@posix", failing: [] });
    } finally {
      await odd.close();
    }
  },
  JOURNEY_MS,
);

it.each([
  { name: "nothing", tags: [] },
  { name: "an empty tag", tags: [""] },
  { name: "und", tags: ["und"] },
  { name: "C and Klingon", tags: ["C", "x-klingon", "id-"] },
  { name: "a tag of 5,000 letters", tags: [`en-${"a".repeat(5_000)}`] },
])(
  "of a browser that says $name",
  async ({ tags }) => {
    const context = await browser.newContext();
    await context.addInitScript((languages) => {
      Object.defineProperty(Navigator.prototype, "languages", { get: () => languages });
      Object.defineProperty(Navigator.prototype, "language", { get: () => languages[0] });
    }, tags);
    expect(await failingIn(context)).toEqual({ said: String(tags), failing: [] });
  },
  JOURNEY_MS,
);

it(
  "of a browser that keeps nothing",
  async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    });
    expect((await failingIn(context)).failing).toEqual([]);
  },
  JOURNEY_MS,
);
