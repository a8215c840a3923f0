/** Every screen, light and dark, held against axe: no serious finding. The foreign page in the frame is its owner's. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCENES, type Stage, stageOn } from "./scenes.js";
import { chromium, JOURNEY_MS, person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let stage: Stage;

beforeAll(async () => {
  [browser, server] = await Promise.all([chromium(), served()]);
  stage = await stageOn(browser, server);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  it.each(SCENES)(
    "$name has no serious finding",
    async ({ come, isSignedOut }) => {
      const { page, complaints } = await person(browser, { colorScheme, ...(!isSignedOut && { storageState: stage.state }) });
      await come(page, stage);
      const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scroll").toBe(true);
      expect(complaints.filter((each) => !/status of 4/.test(each))).toEqual([]);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
