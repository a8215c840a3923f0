import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal, fraction, magnified, ratio } from "../../src/core/draw/decimal.js";
import { type DrawnBars, draw, drawBars, drawPattern, drawTree, type Figure, tierStarts } from "../../src/core/draw.js";
import { totalAreaAtRatio } from "../../src/core/measure/bars.js";
import { textOfFraction } from "../../src/core/measure/fraction.js";
import { everyElement, parseXml, type XmlElement } from "./parsed-xml.js";

const FIGURES: readonly Figure[] = ["tree", "bars", "pattern"];

/** Bars by method §4 with r = 1/512; the fractions are left unreduced, which costs nothing at depth 512 and must not matter. */
function barsOf(depths: readonly (readonly [tag: string, k: number, P: number])[]): DrawnBars {
  const widths: { p: bigint; q: bigint }[] = [];
  let [p, q] = [1n, 1n];
  for (const [index, [, , P]] of depths.entries()) {
    widths.push({ p, q });
    p *= BigInt(511 - index);
    q *= 512n * BigInt(P);
  }
  return {
    path: depths.map(([tag]) => tag),
    P: depths.map(([, , P]) => P),
    k: depths.map(([, k]) => k),
    w: widths.map(textOfFraction),
    A: widths.map((width, index) => textOfFraction({ p: BigInt(index + 1) * width.p, q: width.q })),
    A_total: textOfFraction(totalAreaAtRatio([1, ...depths.map(([, , P]) => P)])),
  };
}

const repeated = (length: number, k: number, P: number) =>
  barsOf(Array.from({ length }, (_, index) => [index === 0 ? "html" : "div", k, P] as const));

const SMALL = barsOf([
  ["html", 1, 1],
  ["body", 1, 1],
  ["main", 3, 4],
  ["article", 2, 3],
  ["h1", 2, 2],
]);

const elements = (svg: string) => [...everyElement(parseXml(svg))];
const classes = (element: XmlElement) => (element.attributes.class ?? "").split(" ");
const having = (svg: string, ...wanted: readonly string[]) =>
  elements(svg).filter((element) => wanted.every((name) => classes(element).includes(name)));
const texts = (svg: string) => elements(svg).filter(({ name }) => name === "text");
const groupsOf = (svg: string) =>
  new Map(
    elements(svg)
      .filter(({ name }) => name === "g")
      .map((group) => [Number(group.attributes["data-depth"]), group]),
  );
const groupOf = (svg: string, d: number) => groupsOf(svg).get(d);

const anyBars = fc
  .record({
    length: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 45 }) }, { weight: 1, arbitrary: fc.constant(512) }),
    seeds: fc.array(fc.tuple(fc.string({ unit: "binary", maxLength: 24 }), fc.nat(), fc.integer({ min: 1, max: 2000 })), {
      minLength: 1,
      maxLength: 45,
    }),
  })
  .map(({ length, seeds }) =>
    barsOf(
      Array.from({ length }, (_, index) => {
        const [tag, seed, P] = seeds[index % seeds.length] ?? ["div", 0, 1];
        return [tag, 1 + (seed % P), P] as const;
      }),
    ),
  );

describe("decimals of a fraction", () => {
  it.each([
    ["1/1", "1.0000"],
    ["511/512", "0.9980"],
    ["854123240061/8796093022208", "0.0971"],
    ["1/1000", "0.0010"],
    ["1/1001", "1.0e-3"],
    ["34/1000000", "3.4e-5"],
    ["9949/100000000", "9.9e-5"],
    ["9951/100000000", "1.0e-4"],
    [`1/${"1".padEnd(401, "0")}`, "1.0e-400"],
    ["123456/10000", "12.3456"],
    ["0/1", "0"],
  ])("%s reads %s", (exact, expected) => {
    expect(decimal(fraction(exact))).toBe(expected);
  });

  it.each([
    ["1/1", "1"],
    ["2/5", "2.5"],
    ["1/465", "465"],
    ["1/999999", "999999"],
    ["1/12345678", "1.2e7"],
  ])("a bar of %s is drawn × %s", (exact, expected) => {
    expect(magnified(fraction(exact))).toBe(expected);
  });

  it("are within half of the last digit", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.bigInt(1n, 10n ** 30n), (a, b) => {
        const [p, q] = a < b ? [a, b] : [b, a];
        const [mantissa = "", power = "0"] = decimal({ p, q }).split("e");
        const digits = BigInt(mantissa.replace(".", ""));
        const unit = 10n ** BigInt(mantissa.length - 2 - Number(power)); // digits after the point, moved by the power
        const error = p * unit - digits * q;
        expect((error < 0n ? -error : error) * 2n <= q).toBe(true);
      }),
    );
  });

  it("give lengths even where both are below the smallest double", () => {
    const tiny = 10n ** 900n;
    expect(ratio({ p: 1n, q: 4n * tiny }, { p: 1n, q: tiny })).toBe(0.25);
    expect(ratio({ p: 1n, q: tiny }, { p: 1n, q: 1n })).toBe(0);
  });
});

describe.each(FIGURES)("every %s", (figure) => {
  it("is an image with a name and a description that holds each depth", () => {
    const root = parseXml(draw(SMALL, figure));
    expect(root.attributes).toMatchObject({ xmlns: "http://www.w3.org/2000/svg", role: "img" });
    const [title, description] = root.children;
    expect(title).toMatchObject({ name: "title", text: expect.stringContaining("5 depths") });
    expect(description).toMatchObject({ name: "desc", text: expect.stringContaining("Depth 3: main, 3 of 4, width 0.9941.") });
  });

  it("prints k, P and w of every depth", () => {
    const svg = draw(SMALL, figure);
    for (const [index, width] of SMALL.w.entries()) {
      const printed = groupOf(svg, index + 1)
        ?.children.filter(({ name }) => name === "text")
        .map(({ text }) => text);
      expect(printed).toEqual(expect.arrayContaining([`${SMALL.k[index]}/${SMALL.P[index]}`, decimal(fraction(width))]));
    }
  });

  it("keeps a hostile tag name a text", () => {
    const hostile = `<a"b&c>]]>\u0000\uD800</text><script>`;
    const svg = draw(
      barsOf([
        ["html", 1, 1],
        [hostile, 2, 3],
      ]),
      figure,
      { title: hostile },
    );
    expect(elements(svg).some(({ name }) => name === "script")).toBe(false);
    expect(parseXml(svg).children[0]?.text).toBe(`<a"b&c>]]>\uFFFD\uFFFD</text><script>`);
    expect(texts(svg).some(({ text }) => text.startsWith(`<a"b&c>`))).toBe(true);
  });

  it("clips a tag name of a megabyte", () => {
    expect(draw(barsOf([["x".repeat(1_000_000), 1, 1]]), figure).length).toBeLessThan(8000);
  });

  it("carries neither scripts nor links nor ids, which clash when figures share a page", () => {
    for (const { name, attributes } of elements(draw(SMALL, figure))) {
      expect(["script", "a", "image", "use", "foreignObject"]).not.toContain(name);
      expect(Object.keys(attributes).filter((attribute) => /^(id|on.*|href|style)$/.test(attribute))).toEqual([]);
    }
  });

  it("follows the reader's light or dark unless told", () => {
    expect(draw(SMALL, figure)).toContain("@media (prefers-color-scheme:dark)");
    expect(draw(SMALL, figure, { theme: "dark" })).not.toContain("#1b1a17");
    expect(draw(SMALL, figure, { theme: "light" })).not.toContain("#f1efe9");
  });

  it("draws no depth, one, 39 and 512", () => {
    const drawn = (length: number) => groupsOf(draw(repeated(length, 1, 2), figure));
    expect([0, 1, 39, 512].map((length) => drawn(length).size)).toEqual([0, 1, 39, 39]);
    expect(texts(draw(repeated(512, 1, 2), figure)).map(({ text }) => text)).toContain("… 473 depths not drawn: 27 to 499");
  });

  it("is well-formed, finite and within its box, and no two labels overlap, whatever the page", () => {
    fc.assert(
      fc.property(anyBars, fc.constantFrom("tiers" as const, "true" as const), (bars, scale) => {
        const svg = draw(bars, figure, { scale });
        expect(svg).toBe(draw(structuredClone(bars), figure, { scale }));
        const root = parseXml(svg);
        const box = { width: Number(root.attributes.width), height: Number(root.attributes.height) };
        const all = [...everyElement(root)];
        expect(all.flatMap(pointsOf).filter(([x, y]) => !isWithin(x, y, box))).toEqual([]);
        expect(overlaps(all.filter(isLabelOrNode).map(frameOf))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the tree (Fig. 3)", () => {
  it("has P nodes at each depth, k − 1 of them above the path and P − k below", () => {
    fc.assert(
      fc.property(anyBars, (bars) => {
        for (const [d, group] of groupsOf(drawTree(bars))) {
          const at = d - 1;
          const path = Number(group.children.find((child) => classes(child).includes("interested"))?.attributes.y) + 5;
          let [above, below] = [0, 0];
          for (const child of group.children) {
            const y = Number(child.attributes.cy ?? child.attributes.y);
            const count =
              child.name === "circle" && classes(child).includes("node")
                ? 1
                : classes(child).includes("fold")
                  ? folded(child)
                  : 0;
            if (y < path) above += count;
            else below += count;
          }
          expect({ above, below }).toEqual({ above: (bars.k[at] ?? 0) - 1, below: (bars.P[at] ?? 0) - (bars.k[at] ?? 0) });
        }
      }),
      { numRuns: 60 },
    );
  });

  it("draws all nodes of a small page, and marks the path by form", () => {
    const svg = drawTree(SMALL);
    expect(having(svg, "node").filter((element) => !classes(element).includes("sample"))).toHaveLength(1 + 1 + 4 + 3 + 2);
    expect(having(svg, "node", "interested").map(({ name }) => name)).toEqual(Array(5).fill("rect"));
    expect(groupOf(svg, 5)?.children.some((child) => classes(child).includes("ring"))).toBe(true);
    expect(having(svg, "fold")).toEqual([]);
  });

  it.each([
    { k: 113, nodes: 4 + 1 + 4, folds: ["… 108 more", "… 83 more"] },
    { k: 1, nodes: 1 + 4, folds: ["… 195 more"] },
    { k: 200, nodes: 4 + 1, folds: ["… 195 more"] },
    { k: 7, nodes: 6 + 1 + 4, folds: ["… 189 more"] },
  ])("folds 200 nodes around the $k-th into $nodes", ({ k, nodes, folds }) => {
    const svg = drawTree(
      barsOf([
        ["html", 1, 1],
        ["ul", k, 200],
      ]),
    );
    expect(groupOf(svg, 2)?.children.filter((child) => classes(child).includes("node"))).toHaveLength(nodes);
    expect(having(svg, "fold").map(({ text }) => text)).toEqual(folds);
  });
});

describe("the bars (Fig. 4)", () => {
  it("are as wide as w and as high as d on one scale", () => {
    const drawn = [1, 2, 3, 4, 5].map((d) =>
      groupOf(drawBars(SMALL), d)?.children.find((child) => classes(child).includes("bar")),
    );
    const widest = Number(drawn[0]?.attributes.width);
    const tallest = Number(drawn[4]?.attributes.height);
    for (const [index, bar] of drawn.entries()) {
      expect(Number(bar?.attributes.width)).toBeCloseTo(widest * ratio(fraction(SMALL.w[index] ?? ""), { p: 1n, q: 1n }), 1);
      expect(Number(bar?.attributes.height)).toBeCloseTo((tallest * (index + 1)) / 5, 1);
    }
  });

  it("say how much a tier is magnified, and that one scale is true", () => {
    const deep = repeated(25, 2, 3);
    expect(texts(drawBars(deep)).filter(({ text }) => text.startsWith("×")).length).toBeGreaterThan(3);
    expect(
      texts(drawBars(deep, { scale: "true" }))
        .filter(({ text }) => text.startsWith("×"))
        .map(({ text }) => text),
    ).toEqual(["× 1", "× 1"]);
  });

  it("carry the total area", () => {
    expect(texts(drawBars(SMALL)).map(({ text }) => text)).toContain("A total = 3.3210");
  });
});

describe("the pattern (Fig. 5)", () => {
  it("stands each bar within the k-th cell of the one before, in every tier", () => {
    fc.assert(
      fc.property(anyBars, (bars) => {
        const groups = groupsOf(drawPattern(bars));
        const starts = new Set(tierStarts(bars));
        for (const [d, group] of groups) {
          const before = groups.get(d - 1);
          if (before === undefined || starts.has(d)) continue;
          const bar = stretchOf(group, "bar");
          const cell = stretchOf(before, "cell");
          expect(bar.start).toBeGreaterThanOrEqual(cell.start - 0.02);
          expect(bar.end).toBeLessThanOrEqual(cell.end + 0.02);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("marks one cell at each depth and fills only the innermost", () => {
    const svg = drawPattern(SMALL);
    const marks = [1, 2, 3, 4, 5].map((d) =>
      groupOf(svg, d)
        ?.children.flatMap(classes)
        .filter((name) => /cell|innermost|dot/.test(name)),
    );
    expect(marks).toEqual([["cell"], ["cell"], ["cell", "dot"], ["cell", "dot"], ["innermost"]]);
  });

  it("starts a tier where a bar would become a hair, and where it is told to", () => {
    const list = barsOf([
      ["html", 1, 1],
      ["body", 1, 1],
      ["ul", 113, 200],
      ["li", 1, 2],
      ["a", 1, 1],
    ]);
    expect(tierStarts(list)).toEqual([1, 4]);
    expect(tierStarts(SMALL)).toEqual([1]);
    expect(having(drawPattern(list), "funnel")).toHaveLength(1);
    expect(having(drawPattern(list, { startTiersAt: [3] }), "funnel")).toHaveLength(2);
    expect(having(drawPattern(list, { scale: "true" }), "funnel")).toHaveLength(0);
  });

  it("hatches the first depth that differs and signs each depth", () => {
    const svg = drawPattern(SMALL, { differs: [3, 5] });
    expect(having(svg, "hatch")).toHaveLength(1);
    expect(groupOf(svg, 3)?.children.some((child) => classes(child).includes("hatch"))).toBe(true);
    const signs = [1, 2, 3, 4, 5].map((d) => groupOf(svg, d)?.children.find(({ name }) => name === "text")?.text);
    expect(signs).toEqual(["=", "=", "≠", "=", "≠"]);
  });
});

function folded({ text }: XmlElement): number {
  return Number(/\d+/.exec(text)?.[0]);
}

function stretchOf(group: XmlElement, name: string): { start: number; end: number } {
  const found = group.children.find((child) => child.name === "rect" && classes(child).includes(name));
  const start = Number(found?.attributes.x);
  return { start, end: start + Number(found?.attributes.width) };
}

interface Frame {
  left: number;
  right: number;
  y: number;
  text: string;
}

const isLabelOrNode = (element: XmlElement) => element.name === "text" || classes(element).includes("node");

/** The room a label takes, by the widths of the fonts we ask for (a pressed label says itself), or a node as if it were a label. */
function frameOf(element: XmlElement): Frame {
  const { x, y, cx, cy, textLength } = element.attributes;
  if (cx !== undefined) return { left: Number(cx) - 4, right: Number(cx) + 4, y: Number(cy) + 4, text: "node" };
  if (element.name === "rect") return { left: Number(x), right: Number(x) + 10, y: Number(y) + 9, text: "node on the path" };
  const advance = classes(element).includes("mono") ? 6.6 : 6.2;
  const width = textLength === undefined ? [...element.text].length * advance : Number(textLength);
  const shift = classes(element).includes("mid") ? width / 2 : classes(element).includes("end") ? width : 0;
  return { left: Number(x) - shift, right: Number(x) - shift + width, y: Number(y), text: element.text };
}

function overlaps(frames: readonly Frame[]): string[] {
  const touching = (one: Frame, other: Frame) =>
    Math.abs(one.y - other.y) < 12 && one.right > other.left && other.right > one.left;
  return frames.flatMap((one, index) =>
    frames.slice(index + 1).flatMap((other) => (touching(one, other) ? [`“${one.text}” on “${other.text}”`] : [])),
  );
}

/** All points of an element, its opposite corner included. */
function pointsOf({ name, attributes }: XmlElement): [number, number][] {
  const number = (attribute: string) => Number(attributes[attribute]);
  switch (name) {
    case "rect":
      return [
        [number("x"), number("y")],
        [number("x") + number("width"), number("y") + number("height")],
      ];
    case "line":
      return [
        [number("x1"), number("y1")],
        [number("x2"), number("y2")],
      ];
    case "circle":
      return [
        [number("cx") - number("r"), number("cy") - number("r")],
        [number("cx") + number("r"), number("cy") + number("r")],
      ];
    case "text":
      return [[number("x"), number("y")]];
    case "path":
      return [...(attributes.d ?? "").matchAll(/(-?[\d.e+-]+|NaN|Infinity) (-?[\d.e+-]+|NaN|Infinity)/g)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ]);
    default:
      return [];
  }
}

function isWithin(x: number, y: number, { width, height }: { width: number; height: number }): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height; // false for NaN too
}
