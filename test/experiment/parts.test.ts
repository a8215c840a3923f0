/** The experiment's own arithmetic and its generator: what they say must be right before what they measure can be. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "../cli/folder.js";

/** The experiment is plain JavaScript, so what it exports is taken as it is. */
const part = (name: string) => import(new URL(`../../experiment/${name}.mjs`, import.meta.url).href);

describe("Wilson's interval", () => {
  it.each([
    { hits: 0, total: 10, low: 0, high: 0.2775 },
    { hits: 5, total: 10, low: 0.2366, high: 0.7634 },
    { hits: 10, total: 10, low: 0.7225, high: 1 },
    { hits: 81, total: 263, low: 0.2553, high: 0.3662 }, // the example of Newcombe (1998)
    { hits: 0, total: 0, low: 0, high: 1 },
  ])("of $hits in $total is $low to $high", async ({ hits, total, low, high }) => {
    const { wilson } = await part("run/wilson");
    expect(wilson(hits, total).low).toBeCloseTo(low, 4);
    expect(wilson(hits, total).high).toBeCloseTo(high, 4);
  });
});

describe("results", () => {
  const folder = testFolder();
  const path = join(folder.path, "results.jsonl");
  const run = { seed: 1, scale: "quick" };

  it("keep whole units, drop what was cut off, and are not mixed with another run's", async () => {
    const { openResults } = await part("run/results");
    openResults(path, run).add({ done: "a", ms: 5, rows: [{ n: 1 }, { n: 2 }] });
    appendFileSync(path, '{"n":3}\n{"n":4');
    const again = openResults(path, run);
    expect(again.has("a")).toBe(true);
    expect(again.rowsOf(["b", "a"])).toEqual([{ n: 1 }, { n: 2 }]);
    expect(readFileSync(path, "utf8")).not.toContain('{"n":3}');
    expect(openResults(path, { ...run, seed: 2 }).has("a")).toBe(false);
  });
});

describe("the corpus", () => {
  it("has four sources of each depth, the same from one seed, others from another", async () => {
    const { makeSource, SOURCES } = await part("corpus/source");
    const sources = Array.from({ length: SOURCES }, (_, i) => makeSource(7, i));
    expect(sources.map(({ depth }) => depth)).toEqual([5, 10, 15, 20, 25].flatMap((depth) => Array(4).fill(depth)));
    expect(makeSource(7, 3)).toMatchObject({ root: sources[3].root, records: sources[3].records });
    expect(makeSource(8, 3).root).not.toEqual(sources[3].root);
    for (const { records } of sources) expect(records[0].link).toBeDefined();
  });

  it("writes trees that the parser sees as they were written, whatever has been changed", async () => {
    const [{ makeSource, SOURCES }, { makePage }, { changed }, { assertSameTree }, { parsePage }] = await Promise.all([
      part("corpus/source"),
      part("corpus/page"),
      part("changes/change"),
      part("measure/same-tree"),
      part("measure/core"),
    ]);
    for (let index = 0; index < SOURCES; index++) {
      const source = makeSource(11, index);
      for (const placement of ["path", "anywhere"]) {
        const { variant, kinds } = changed(source, { mode: "intensive", placement, seed: ["parts", index] });
        const page = makePage(source, variant, index);
        expect(kinds.length).toBeGreaterThanOrEqual(3);
        assertSameTree(page.root, parsePage(page.html), `source ${index}`);
        expect(page.truth.title).toEqual([source.records[index].title]);
      }
    }
  });

  it("notices a tree that was not written so", async () => {
    const [{ assertSameTree }, { parsePage }, { element }] = await Promise.all([
      part("measure/same-tree"),
      part("measure/core"),
      part("corpus/tree"),
    ]);
    const root = element("html", {}, element("body", {}, element("p", {}, element("div", {}))));
    expect(() => assertSameTree(root, parsePage("<p><div></div>"), "here")).toThrow("here: the parser sees 3 div where 4 div");
  });
});
