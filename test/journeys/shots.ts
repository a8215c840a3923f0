/** Screenshots of every scene, for people to look at: `npm run shots` writes them to the folder shots. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCENES, type Stage, stageOn } from "./scenes.js";
import { chromium, JOURNEY_MS, person, type Served, served } from "./served.js";

const folder = resolve(process.env.SHOTS_FOLDER ?? "shots");
const SIZES = [
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 768, height: 1024, colorScheme: "light" },
  { width: 1280, height: 860, colorScheme: "light" },
  { width: 1280, height: 860, colorScheme: "dark" },
  { width: 1920, height: 1080, colorScheme: "light" },
] as const;

let browser: Browser;
let server: Served;
let stage: Stage;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  [browser, server] = await Promise.all([chromium(), served()]);
  stage = await stageOn(browser, server);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe.each(SIZES)("$width px, $colorScheme", ({ width, height, colorScheme }) => {
  it.each(SCENES)(
    "$name",
    async ({ name, come, isSignedOut }) => {
      const seen = { viewport: { width, height }, colorScheme, ...(!isSignedOut && { storageState: stage.state }) };
      const { page } = await person(browser, seen);
      await come(page, stage);
      await page.waitForTimeout(400); // pictures and fonts of the frame
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scroll").toBe(true);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
