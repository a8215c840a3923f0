/** Signing in leads to where the link led, and never away from us. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, type KeptSource, keptSource } from "./kept.js";
import { chromium, JOURNEY_MS, person, type Served, served } from "./served.js";

const WHO = { name: "sari", role: "admin", password: "slow rivers run deep" };

let browser: Browser;
let server: Served;
let source: KeptSource;

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  const owner = await person(browser);
  await owner.page.goto(server.link);
  await owner.page.waitForSelector("text=Open the demo");
  source = await keptSource(owner, server);
  expect((await ask(owner, "POST", "/api/users", WHO)).status).toBe(200);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it.each([
  { name: "a record with a proof", path: () => "/records/1?proof=title", expected: /\/records\/1\?proof=title$/ },
  { name: "a source's settings", path: () => `/sources/${source.id}?tab=settings`, expected: /\/sources\/\d+\?tab=settings$/ },
  { name: "nowhere in particular", path: () => "/sign-in", expected: /\/sources$/ },
  {
    name: "a path that looks like another site",
    path: () => "//elsewhere.example/x",
    expected: /127\.0\.0\.1:\d+\/elsewhere\.example\/x$/,
  },
])(
  "$name",
  async ({ path, expected }) => {
    const { page, asked } = await person(browser);
    await page.goto(`${server.address}${path()}`);
    await page.waitForURL(/\/sign-in$/);
    await page.reload(); // what was wanted is not forgotten
    await page.fill("[autocomplete=username]", WHO.name);
    await page.fill("[type=password]", WHO.password);
    await page.click("form button.prime");
    await page.waitForURL(expected);
    expect(asked.filter((address) => !address.startsWith(`${server.address}/`))).toEqual([]);
    await page.context().close();
  },
  JOURNEY_MS,
);
