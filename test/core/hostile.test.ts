/**
 * Hostile pages (group H): page, locate and measures take time in proportion to the page, keep to a memory limit, and
 * answer with a result or a code. The short run uses smaller pages; `npm run test:long` goes to a million tags.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { locate, locateLabel } from "../../src/core/locate.js";
import { measure } from "../../src/core/measure/measure.js";
import { MAX_PAGE_CHARACTERS } from "../../src/core/page/page.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { bundleCore } from "../core-bundle.js";
import { isLong, say } from "../run.js";
import { DENSE, FAMILIES, type Family, type Hostile } from "./hostile-families.js";

const MOST = 2.6; // time at 2 n over time at n
const MOST_MEMORY = 12; // bytes of growth to a byte of the page
const PAIRS = 7;
const LARGEST = isLong ? 400_000 : 16_000; // n; 2 n is measured too
const MILLION = 1_000_000;
const LONG_ENOUGH_MS = isLong ? 50 : 6;

/** One run of everything, as an inspection would do it. */
function run({ html, region }: Hostile): string {
  const page = parsePage(html);
  const located = locate(page, region);
  locateLabel(page, region, located.ok ? located.span : undefined);
  if (located.ok) measure(page, located.span);
  return located.ok ? "found" : located.code;
}

/** Milliseconds of the processor, or by the clock if that is less: what other processes take is not the page's. */
function msOf(hostile: Hostile): number {
  const clock = performance.now();
  const processor = process.cpuUsage();
  expect(["found", "ambiguous", "not-found", "empty"]).toContain(run(hostile));
  const { user, system } = process.cpuUsage(processor);
  return Math.min(performance.now() - clock, (user + system) / 1000);
}

/** The smallest n at which the clock says something, at most LARGEST; of the named families a million pieces at 2 n. */
function telling({ make, isShort }: Family): { once: Hostile; twice: Hostile } {
  let n = LARGEST / (isLong ? 64 : 8);
  while (n < LARGEST && msOf(make(n)) < LONG_ENOUGH_MS) n = Math.min(LARGEST, n * 2);
  if (isLong && isShort) n = MILLION / 2;
  return { once: make(n), twice: make(2 * n) };
}

/** Median over interleaved pairs of time at 2 n over time at n. */
function ratioOf({ once, twice }: { once: Hostile; twice: Hostile }): number {
  const ratios = Array.from({ length: PAIRS }, () => {
    const first = msOf(once);
    return msOf(twice) / first;
  });
  return ratios.sort((a, b) => a - b)[(PAIRS - 1) / 2]!;
}

describe("time grows as the page", () => {
  const tried: { name: string; ratio: number }[] = [];
  afterAll(() => {
    const worst = tried.toSorted((a, b) => b.ratio - a.ratio).slice(0, 3);
    const written = worst.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join("; ");
    say(
      `hostile pages: tried ${tried.length} families up to ${isLong ? MILLION : 2 * LARGEST} pieces, time at 2n over time at n, worst: ${written}`,
    );
  });
  const short = FAMILIES.filter(({ isShort }) => isShort);
  it.each(isLong ? FAMILIES : short)("$name", (family) => {
    const pages = telling(family);
    let ratio = ratioOf(pages);
    if (ratio > MOST) ratio = ratioOf(pages); // once more: another process may have taken the processor
    tried.push({ name: family.name, ratio });
    expect(ratio).toBeLessThanOrEqual(MOST);
  });

  it.skipIf(isLong)("and the other families end with a result or a code", () => {
    const others = FAMILIES.filter(({ isShort }) => !isShort);
    for (const { make } of others) msOf(make(2_000));
    say(`hostile pages: tried ${others.length} further families with 2,000 pieces, failed 0`);
  });
});

describe("a page of the largest size", () => {
  it("as one text is read, one character more is refused", () => {
    const size = isLong ? MAX_PAGE_CHARACTERS : 5_000_000;
    const html = `<p>${"word ".repeat(size / 5).slice(0, size - 9)}needle`;
    expect(html.length).toBe(size);
    expect(msOf({ html, region: "needle" })).toBeLessThan(isLong ? 60_000 : 20_000);
    if (isLong) expect(() => parsePage(`${html}x`)).toThrow("page-too-large");
  });

  it("of 10,000 places for one label gives them all", () => {
    const located = locateLabel(parsePage("<li>label</li>\n".repeat(10_000)), "label");
    expect(located).toMatchObject({ ok: false, code: "ambiguous" });
    if (located.ok || located.code !== "ambiguous") return;
    expect(located.places.length).toBe(10_000);
    expect(located.places.at(-1)).toEqual({ start: 149_989, end: 149_994 });
  });
});

describe("memory: growth of heap and external memory per byte of the page", () => {
  const folder = mkdtempSync(join(tmpdir(), "bartree-hostile-"));
  const child = fileURLToPath(new URL("./memory-child.mjs", import.meta.url));
  const files = ["core.mjs", "page.html", "region.txt"].map((name) => join(folder, name)) as [string, string, string];
  const tried: { name: string; most: number }[] = [];
  beforeAll(async () => writeFileSync(files[0], await bundleCore("es")));
  afterAll(() => {
    rmSync(folder, { recursive: true });
    const worst = tried.toSorted((a, b) => b.most - a.most).slice(0, 3);
    const written = worst.map(({ name, most }) => `${name} ${most.toFixed(1)}`).join("; ");
    say(`hostile pages: tried the memory of ${tried.length} pages, bytes per byte of page, most: ${written}`);
  });

  const sizes = isLong ? [1.1 * MILLION, 4 * MILLION] : [1.1 * MILLION];
  const some = FAMILIES.filter(({ isShort }) => isShort).filter((_, i) => i % 4 === 0);
  it.each(isLong ? FAMILIES : [...some, ...DENSE])("$name", ({ name, make }) => {
    for (const size of sizes) {
      const most = memoryOf(ofSize(make, size));
      tried.push({ name, most });
      expect(most).toBeLessThanOrEqual(MOST_MEMORY);
    }
  });

  /** At least so large; pieces of some families grow or shrink with their number. */
  function ofSize(make: Family["make"], size: number): Hostile {
    for (let n = 1_000; ; n = Math.ceil((n * size * 1.05) / make(n).html.length / 20) * 20) {
      const hostile = make(n);
      if (hostile.html.length >= size) return hostile;
    }
  }

  function memoryOf({ html, region }: Hostile): number {
    writeFileSync(files[1], html);
    writeFileSync(files[2], region);
    const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", child, ...files], {
      encoding: "utf8",
      timeout: 120_000,
    });
    expect(stderr).toBe("");
    const { size, page, locate: located, measure: measured } = JSON.parse(stdout);
    expect(size).toBeGreaterThanOrEqual(MILLION);
    return Math.max(page, located, measured);
  }
});
