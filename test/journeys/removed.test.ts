/** A source that was removed, or kept and then not, is found again by whoever looks for it, with all it has read. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { SourceView } from "../../src/api/server/sources.js";
import { arrived, ask, type KeptSource, keptSource } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let somebody: Person;
let source: KeptSource;
let before: SourceView;

const view = (): Promise<SourceView> => somebody.api(`/api/sources/${source.id}`);

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  somebody = await arrived(browser, server);
  source = await keptSource(somebody, server);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  before = await view();
  expect(before.records).toBeGreaterThan(0);
});

async function expectBack(): Promise<void> {
  const { page } = somebody;
  await page.waitForSelector(`h1:text-is("${before.name}")`);
  expect(new URL(page.url()).pathname).toBe(`/sources/${source.id}`);
  expect(await view()).toMatchObject({ name: before.name, records: before.records });
}

it(
  "at its own address, after it was removed there and the page was left",
  async () => {
    const { page } = somebody;
    await page.goto(`${source.screen}?tab=settings`);
    await page.fill(`label:has-text("to remove it") input`, before.name);
    await page.click("button:text-is('Remove this source')");
    await page.waitForSelector("text=Undo remove");
    await page.goto(source.screen);
    await page.waitForSelector("text=There is no such source, or no longer.");
    await page.click("button:text-is('Bring it back')");
    await expectBack();
  },
  JOURNEY_MS,
);

it(
  "at its own address, in a tab that showed it while it was removed in another",
  async () => {
    const { page } = somebody;
    await page.goto(source.screen);
    await page.waitForSelector(`h1:text-is("${before.name}")`);
    await ask(somebody, "DELETE", `/api/sources/${source.id}`);
    await page.waitForSelector("text=There is no such source, or no longer.");
    await page.click("button:text-is('Bring it back')");
    await expectBack();
  },
  JOURNEY_MS,
);

it.each([
  { name: "removed", method: "DELETE", path: "" },
  { name: "kept and then not", method: "POST", path: "/undo-keep" },
])(
  "at the foot of the sources, after it was $name",
  async ({ method, path }) => {
    const { page } = somebody;
    expect((await ask(somebody, method, `/api/sources/${source.id}${path}`)).status).toBe(200);
    await page.goto(`${server.address}/sources`);
    const removed = page.locator(".removed-sources li", { hasText: before.name });
    expect(await removed.innerText()).toContain(`${before.records} records`);
    await removed.getByRole("button", { name: "Bring it back" }).click();
    await expectBack();
    await page.goto(`${server.address}/sources`);
    await page.waitForSelector("table.sources");
    expect(await page.locator(".removed-sources").count()).toBe(0);
  },
  JOURNEY_MS,
);
