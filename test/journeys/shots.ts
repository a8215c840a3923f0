/**
 * Screenshots of every scene, for people to look at: `npm run shots` writes them to the folder shots, and the four of the
 * README to docs/pictures.
 *
 * A scene is come to once at each of two widths; the others are the same page made wider.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../store/database.js";
import { SCENES, type Scene } from "./scenes.js";
import { chromium, JOURNEY_MS, person } from "./served.js";
import { type Stage, setStage, whoIn } from "./stage/stage.js";

const folder = resolve(process.env.SHOTS_FOLDER ?? "shots");
const pictures = resolve("docs/pictures");
const STAGE_MS = 600_000;
const DAYS = 30;
const LOAD = { sources: 5000, records: 40_000, say: () => {} };

const SIZES = {
  narrow: [
    { width: 390, height: 844, looks: ["light", "dark"] },
    { width: 768, height: 1024, looks: ["light"] },
  ],
  wide: [
    { width: 1280, height: 860, looks: ["light", "dark"] },
    { width: 1920, height: 1080, looks: ["light"] },
  ],
} as const;

/** What the README shows: a scene, its file, and how much of it. */
const PICTURES: Readonly<Record<string, { file: string; height: number }>> = {
  "set-up": { file: "set-up", height: 860 },
  "source-healed-changes": { file: "source", height: 1150 },
  record: { file: "record", height: 790 },
  sources: { file: "sources", height: 1000 },
};
const PICTURE_WIDTH = 1280;
const MOST_BYTES = 150_000;

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  mkdirSync(pictures, { recursive: true });
  browser = await chromium();
  stage = await setStage(browser, { days: DAYS, fill: filled });
}, STAGE_MS);
afterAll(async () => {
  await browser?.close();
  await stage?.stop();
});

async function filled(pool: TestDatabase["pool"]): Promise<void> {
  const { fill } = await import(new URL("../../bench/load-data.mjs", import.meta.url).href);
  await fill(pool, LOAD);
}

const seen = SCENES.flatMap((scene) => [
  { ...scene, language: "en" },
  ...(scene.inIndonesian ? [{ ...scene, name: `${scene.name}-id`, language: "id" }] : []),
]);

describe.each(["wide", "narrow"] as const)("%s", (breadth) => {
  it.each(seen)("$name", (scene) => shoot(scene, breadth), JOURNEY_MS);
});

async function shoot(scene: Scene & { language: string }, breadth: keyof typeof SIZES): Promise<void> {
  const [first] = SIZES[breadth];
  const viewport = { width: first.width, height: first.height };
  const hasTouch = breadth === "narrow";
  const { page } = await person(browser, { viewport, hasTouch, ...whoIn(stage, scene) });
  await page.addInitScript((language) => localStorage.setItem("bartree-language", language), scene.language);
  await scene.come(page, stage);
  for (const { width, height, looks } of SIZES[breadth])
    for (const look of looks) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: look });
      await settled(page);
      await page.screenshot({ path: join(folder, `${scene.name}-${width}-${look}.png`), fullPage: true });
      expect(await page.evaluate(tooWide), `no sideways scroll at ${width}`).toEqual([]);
    }
  const picture = breadth === "wide" && PICTURES[scene.name];
  if (picture) await forReadme(page, picture);
  await page.context().close();
}

/** What stands beyond the right edge where the page scrolls sideways: tags and classes, for whoever mends it. */
function tooWide(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const beyond = [...document.querySelectorAll("body *:not(svg, svg *)")].filter(
    (each) => each.getBoundingClientRect().right > innerWidth,
  );
  return ["the page", ...beyond.map(({ localName, className }) => `${localName}.${className}`)];
}

/** Foreign pages in their frames have got their styles and pictures, as far as their sites give them. */
async function settled(page: Page): Promise<void> {
  const isLoaded = (): boolean =>
    [...document.querySelectorAll("iframe")].every(({ contentDocument }) => contentDocument?.readyState === "complete");
  await page.waitForFunction(isLoaded, undefined, { timeout: 15_000 }).catch(() => {}); // what is not there by then, people do not see either
  await page.waitForTimeout(250);
}

/** As WebP, which keeps letters sharp in a quarter of the bytes. */
async function forReadme(page: Page, { file, height }: { file: string; height: number }): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: PICTURE_WIDTH, height });
  await settled(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 90 });
  const bytes = Buffer.from(data, "base64");
  expect(bytes.length).toBeLessThan(MOST_BYTES);
  writeFileSync(join(pictures, `${file}.webp`), bytes);
}
