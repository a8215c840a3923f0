import { expect, it } from "vitest";
import { ENGLISH } from "../../src/core/draw/words.js";
import { draw, type Figure } from "../../src/core/draw.js";
import { inspect, parsePage } from "../../src/core/index.js";
import { figureWords } from "../../src/web/texts/figure-words.js";

const items = Array.from({ length: 12 }, (_, i) => `<li>Tale ${i}</li>`).join("");
const bars = inspect(
  parsePage(`<html><body><header>Shop</header><main><ul>${items}</ul><p>end</p></main></body></html>`),
  "Tale 7",
);

/** What is written in a figure, by anybody who reads it or has it read out; of a sentence its first words. */
const written = (svg: string): string[] => [...svg.matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map(([, text = ""]) => text);
const SAME = /^(html|body|main|ul|li|k\/P)$/; // of the page, and signs

it.each<Figure>(["tree", "bars", "pattern"])("the figure %s is in the page's language, down to its legend", (figure) => {
  if (bars.kind !== "found") throw new Error("it stands there");
  const english = written(draw(bars, figure, { words: figureWords("en") }));
  const indonesian = written(draw(bars, figure, { words: figureWords("id") }));
  expect(english).toContain(ENGLISH.innermost);
  expect(indonesian).toHaveLength(english.length);
  const left = indonesian.filter((text) => english.includes(text) && !SAME.test(text) && !text.includes("{"));
  expect(left).toEqual([]);
});

/** Widths, scales and areas: each written with a decimal sign. */
const decimals = (svg: string): string[] => [...svg.matchAll(/>([^<>{]*\d[.,]\d[^<>]*)</g)].map(([, text = ""]) => text);

it.each<Figure>(["tree", "bars", "pattern"])("the figure %s writes its numbers as the page's language does", (figure) => {
  if (bars.kind !== "found") throw new Error("it stands there");
  const [english, indonesian] = (["en", "id"] as const).map((each) => decimals(draw(bars, figure, { words: figureWords(each) })));
  expect(english?.length).toBeGreaterThan(0);
  expect(english?.filter((text) => /\d,\d/.test(text))).toEqual([]);
  expect(indonesian).toHaveLength(english?.length ?? 0);
  expect(indonesian?.filter((text) => /\d\.\d/.test(text))).toEqual([]);
});

it("the heads of the pattern's columns stand apart, in both languages", () => {
  const short = inspect(parsePage("<html><body><p>a<p>Tale 7"), "Tale 7");
  if (short.kind !== "found") throw new Error("it stands there");
  for (const words of [figureWords("en"), figureWords("id")]) {
    const svg = draw(short, "pattern", { words });
    const [tag = 0, order = 0] = [words.tag, words.order].map((head) =>
      Number(svg.match(`<text x="([\\d.]+)"[^>]*>${head}<`)?.[1]),
    );
    expect(order - tag).toBeGreaterThan(7 * (words.tag.length + words.order.length)); // a letter is some 6 px wide
  }
});
