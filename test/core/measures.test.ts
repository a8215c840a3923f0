/** Fractions, bars, change cases (method §3, §4), and that the sets of method §5 are nested. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareMeasures } from "../../src/core/compare.js";
import { locate } from "../../src/core/locate.js";
import { barArea, barWidths, RATIO, totalArea, totalAreaAtRatio } from "../../src/core/measure/bars.js";
import { fraction, minus, over, parseFraction, plus, textOfFraction, times } from "../../src/core/measure/fraction.js";
import { type Measures, measure } from "../../src/core/measure/measure.js";
import { changeCase, symmetryOf } from "../../src/core/measure/parts.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { isLong, say, seed } from "../run.js";
import { soup } from "./soup.js";

describe("fractions are exact and reduced", () => {
  const of = (text: string) => parseFraction(text)!;
  it.each([
    { name: "1/2 + 1/3", made: plus(of("1/2"), of("1/3")), expected: "5/6" },
    { name: "1/6 + 1/3", made: plus(of("1/6"), of("1/3")), expected: "1/2" },
    { name: "1/2 − 1/2", made: minus(of("1/2"), of("1/2")), expected: "0/1" },
    { name: "1/3 − 1/2", made: minus(of("1/3"), of("1/2")), expected: "-1/6" },
    { name: "2/3 · 3/4", made: times(of("2/3"), of("3/4")), expected: "1/2" },
    { name: "2/3 : 4/3", made: over(of("2/3"), of("4/3")), expected: "1/2" },
    { name: "0/5", made: fraction(0n, 5n), expected: "0/1" },
    { name: "4/2", made: of("4/2"), expected: "2/1" },
  ])("$name = $expected", ({ made, expected }) => expect(textOfFraction(made)).toBe(expected));

  it.each(["", "1", "1/0", "-1/2", "1/2/3", "1.5/2", "1/ x", "1/1000000000"])("%j is no fraction", (text) => {
    expect(parseFraction(text)).toBeUndefined();
  });
  it("reads white space around", () => expect(parseFraction(" 1 / 512 ")).toEqual(RATIO));
});

describe("bars (Eqs. 3–7)", () => {
  const widths = barWidths([1, 1, 2, 3], { p: 1n, q: 10n });
  it("Eq. 3: each width tapers and is shared among the bars above", () => {
    expect(widths.map(textOfFraction)).toEqual(["1/1", "1/1", "9/10", "9/25"]); // 1, (1 − 0.1)/1, (1 − 0.2)/2 · 0.9
  });
  it("Eq. 4: the area is depth × width", () => expect(textOfFraction(barArea(3, widths[3]!))).toBe("27/25"));
  it("Eq. 7: the total is the sum of the widths", () => expect(textOfFraction(totalArea(widths))).toBe("113/50"));
  it("the last P enters no width", () => {
    expect(barWidths([1, 4, 7], RATIO)).toEqual(barWidths([1, 4, 9], RATIO));
  });
  it("different P can give the same total: d_max = 5 (method §4)", () => {
    const total = (...counts: number[]): string => textOfFraction(totalAreaAtRatio([1, ...counts]));
    expect(total(1, 1, 43, 127, 1)).toBe(total(1, 1, 85, 1, 1));
  });
  it("Eq. 7 in one reduction equals Eq. 7 as it is written", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 40 });
    fc.assert(
      fc.property(counts, (list) => {
        expect(totalAreaAtRatio([1, ...list])).toEqual(totalArea(barWidths([1, ...list], RATIO)));
      }),
      { seed, numRuns: isLong ? 2000 : 200 },
    );
    const deepest = Int32Array.from({ length: 513 }, (_, d) => 1 + (d % 7));
    expect(totalAreaAtRatio(deepest)).toEqual(totalArea(barWidths(deepest, RATIO)));
  });
});

describe("change case (method §3)", () => {
  it.each([
    ["1", "nothing moved", [7, -9], [7, -9]],
    ["2", "as much above as below", [7, -9], [4, -12]],
    ["3-upper", "something above", [7, -9], [6, -9]],
    ["3-lower", "something below", [7, -9], [7, -8]],
    ["4", "more above than below", [7, -9], [2, -8]],
    ["4", "above for below", [1, 2], [2, 1]],
  ] as const)("case %s: %s", (expected, _, [upper, lower], [newUpper, newLower]) => {
    expect(changeCase({ upper, lower }, { upper: newUpper, lower: newLower })).toBe(expected);
  });
  it.each([
    [0, "fully symmetric"],
    [-1, "lower asymmetry"],
    [1, "upper asymmetry"],
  ])("Δ = %i: %s", (delta, expected) => expect(symmetryOf(delta)).toBe(expected));
});

/** Each set by its own items alone: `compareMeasures` joins them by "and", which would hide a set that is not nested. */
function equalItems(a: Measures, b: Measures): { S1: boolean; S2: boolean; S3: boolean; S4: boolean } {
  const same = (...items: (keyof Measures)[]): boolean =>
    items.every((item) => JSON.stringify(a[item]) === JSON.stringify(b[item]));
  return {
    S1: same("depth", "totalArea"),
    S2: same("counts"),
    S3: same("counts", "sigmaUpper", "sigmaLower"),
    S4: same("counts", "path", "orders", "upperDigests", "lowerPath", "lowerDigests"),
  };
}

function expectNested(a: Measures, b: Measures): void {
  const { S1, S2, S3, S4 } = equalItems(a, b);
  if (S4) expect(S3).toBe(true);
  if (S3) expect(S2).toBe(true);
  if (S2) expect(S1).toBe(true);
  expect(compareMeasures(a, b)).toMatchObject({ S1, S2, S3, S4 });
}

describe("S1 ⊂ S2 ⊂ S3 ⊂ S4 (method §5)", () => {
  const golden: {
    base: string;
    pages: { html: string; region: string }[];
    pairs: { old: string; new: string; region: string }[];
  } = JSON.parse(readFileSync(new URL("../fixtures/golden.json", import.meta.url), "utf8"));

  it("on every pair of golden pages that share a region", () => {
    const sides = golden.pairs.flatMap(({ old, new: now, region }) => [old, now].map((html) => ({ html, region })));
    const regions = new Map<string, Map<string, Measures>>();
    for (const { html, region } of [...golden.pages, ...sides]) {
      const page = parsePage(html === "@base" ? golden.base : html);
      const located = locate(page, region);
      if (!located.ok) continue;
      const measured = regions.get(region) ?? new Map<string, Measures>();
      regions.set(region, measured.set(page.html, measure(page, located.span)));
    }
    let pairs = 0;
    for (const measured of regions.values()) {
      for (const a of measured.values()) {
        for (const b of measured.values()) {
          expectNested(a, b);
          pairs++;
        }
      }
    }
    say(`nested sets: tried ${pairs} pairs of golden pages, failed 0`);
    expect(pairs).toBeGreaterThan(1500);
  });

  it("on random pairs", () => {
    const piece = fc.tuple(fc.subarray(["<p>", "<b>", "<td>", "<i>", "<ul>", "</p>", "</ul>"]), soup);
    const measured = (before: readonly string[], after: readonly string[]): Measures | undefined => {
      const page = parsePage(`<body>${before.join("")}</textarea></select>REGION${after.join("")}`);
      const located = locate(page, "REGION");
      return located.ok ? measure(page, located.span) : undefined;
    };
    let compared = 0;
    const property = fc.property(piece, piece, ([a, b], [c, d]) => {
      const list = [measured(a, d), measured(c, d), measured(a, b.slice(0, 3)), measured(c, b.slice(0, 3))];
      for (const one of list) {
        for (const other of list) {
          if (!one || !other) continue;
          expectNested(one, other);
          compared++;
        }
      }
    });
    fc.assert(property, { seed, numRuns: isLong ? 20_000 : 500 });
    say(`nested sets: tried ${compared} random pairs, failed 0 (seed ${seed})`);
  });
});
