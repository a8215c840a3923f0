/** The core in a real browser gives what it gives in Node, to the last character. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import * as core from "../../src/core/index.js";
import { bundleCore } from "../core-bundle.js";
import { say } from "../run.js";
import { type Chromium, packagedChromium, startChromium, systemChromium } from "./chromium.js";

const LIMIT_MS = 120_000;

interface Golden {
  readonly base: string;
  readonly pages: readonly { html: string; region: string; ratio?: string; labels?: Record<string, string> }[];
  readonly pairs: readonly { old: string; new: string; region: string }[];
}

const golden: Golden = JSON.parse(readFileSync(new URL("../fixtures/golden.json", import.meta.url), "utf8"));

/** Runs on both sides, so it may use nothing but its arguments. */
function results(
  { parsePage, parseFraction, inspect, locate, measure, comparePages }: typeof core,
  { base, pages, pairs }: Golden,
) {
  const inspected = pages.map(({ html, region, ratio, labels }) => {
    const page = parsePage(html);
    const r = ratio === undefined ? undefined : parseFraction(ratio);
    const located = locate(page, region);
    return [
      inspect(page, region, { ...(r && { ratio: r }), ...(labels && { labels }) }),
      located,
      located.ok ? measure(page, located.span) : null,
    ];
  });
  const htmlOf = (side: string): string => (side === "@base" ? base : side);
  const compared = pairs.map(({ old, new: now, region }) => comparePages(parsePage(htmlOf(old)), parsePage(htmlOf(now)), region));
  return { inspected, compared };
}

describe("core in Chromium", () => {
  let bundle = "";
  beforeAll(async () => {
    bundle = await bundleCore("iife");
  });

  async function inBrowser(which: Chromium): Promise<{ version: string; found: unknown }> {
    const browser = await startChromium(which);
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: bundle });
      const script = `JSON.stringify((${results.toString()})(bartree, ${JSON.stringify(golden)}))`;
      return { version: browser.version(), found: JSON.parse(await page.evaluate<string>(script)) };
    } finally {
      await browser.close();
    }
  }

  const browsers = [
    { name: "of the system", start: async () => systemChromium() },
    { name: "of the npm package", start: async () => (process.platform === "linux" ? packagedChromium() : undefined) },
  ];
  it.each(browsers)(
    "$name: golden pages and pairs as in Node",
    async ({ name, start }) => {
      const which = await start();
      if (!which) {
        say(`core in Chromium ${name}: none here`);
        return;
      }
      const { version, found } = await inBrowser(which);
      expect(found).toEqual(JSON.parse(JSON.stringify(results(core, golden))));
      say(`core in Chromium ${name} (${version}): tried ${golden.pages.length} pages and ${golden.pairs.length} pairs, failed 0`);
    },
    LIMIT_MS,
  );
});
