/**
 * Every scene (in the short form every fifth) held against axe, light and dark: no serious finding. The same page then at twice the zoom, without a loss,
 * and with every stop of the Tab key showing that it has the focus. The foreign page in the frame is its owner's.
 */
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLong } from "../run.js";
import { SCENES } from "./scenes.js";
import { chromium, JOURNEY_MS, person } from "./served.js";
import { type Stage, setStage, whoIn } from "./stage/stage.js";

const DAYS = 14; // so long has every state its past
const STAGE_MS = 300_000;
/** What the browser says of a foreign page's pictures and style sheets that are gone, and of answers a scene asks for. */
const OF_FOREIGN_FILES = /status of [45]|ERR_FAILED|^Refused to apply style from '[^']*\/asset\?/;

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  browser = await chromium();
  stage = await setStage(browser, { days: DAYS });
}, STAGE_MS);
afterAll(async () => {
  await browser?.close();
  await stage?.stop();
});

it.each(SCENES.filter(({ on }, i) => on !== "large" && (isLong || i % 5 === 0)))(
  "$name",
  async (scene) => {
    const { page, complaints } = await person(browser, { ...whoIn(stage, scene), reducedMotion: "reduce" });
    await scene.come(page, stage);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await serious(page)]).toEqual([colorScheme, []]);
    }
    expect(await unseenStops(page), "focus is seen").toEqual([]);
    expect(await moving(page), "nothing moves for those who do not want it").toEqual([]);
    expect(await isTooWide(page), "no sideways scroll").toBe(false);
    await page.setViewportSize({ width: 640, height: 430 }); // 1280 × 860 at 200 %
    expect(await isTooWide(page), "no sideways scroll at 200 %").toBe(false);
    expect(complaints.filter((each) => !OF_FOREIGN_FILES.test(each))).toEqual([]);
    await page.context().close();
  },
  JOURNEY_MS,
);

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

const isTooWide = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** What the Tab key reaches without an outline. A hidden radio button shows its focus on its label. */
async function unseenStops(page: Page): Promise<string[]> {
  await page.keyboard.press("Tab"); // from now on the browser shows focus as for the keyboard
  return page.evaluate(() => {
    const stops = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0']");
    const isShown = (element: HTMLElement): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled") && element.tabIndex >= 0;
    const isSeen = (element: HTMLElement): boolean =>
      [element, element.nextElementSibling].some((each) => {
        if (!each) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      });
    return [...stops].filter(isShown).flatMap((element) => {
      element.focus();
      return document.activeElement !== element || isSeen(element) ? [] : [element.outerHTML.slice(0, 120)];
    });
  });
}

const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => document.getAnimations().map((each) => String((each.effect as KeyframeEffect | null)?.target?.className)));
