import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePage } from "../../src/core/page/parse-page.js";
import { Tokens } from "../../src/core/tree/tokens.js";
import { isLong, seed } from "../run.js";

const piece = fc.constantFrom(
  "a",
  "ab",
  "b",
  "a-b",
  " ",
  "\t",
  "\n",
  "&amp;",
  "&nbsp;",
  "é",
  "\u00A0",
  "\0",
  "&",
  "'",
  "#",
  ".",
  "",
  "a b ".repeat(700), // too long to name anything
);
const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
const bare = fc.constantFrom("a", "ab", "&amp;a", "é");
const attribute = fc.oneof(
  fc.tuple(fc.constantFrom("class", "id"), value).map(([name, text]) => `${name}="${text}"`),
  fc.tuple(fc.constantFrom("class", "id"), bare).map(([name, text]) => `${name}=${text}`),
  fc.constantFrom("class", "id", "class/id=a"),
);
const tag = fc.array(attribute, { maxLength: 2 }).map((attributes) => `<div ${attributes.join(" ")}>x</div>`);
const html = fc.array(tag, { maxLength: 8 }).map((tags) => tags.join(""));

describe("tokens of a page", () => {
  it("are found by their sums where taking every value apart finds them", () => {
    fc.assert(
      fc.property(html, (source) => {
        const page = parsePage(source);
        const all = new Tokens(page).all();
        const tokens = new Tokens(page);
        for (const token of new Set([...all.keys(), "#a", ".a", ".ab", "#ab", ".", "#", ""])) {
          const expected = all.get(token) ?? [];
          expect(tokens.elements(token)).toEqual(expected);
          expect(tokens.elements(token, 1)).toEqual(expected.slice(0, 1));
          const carriers = Array.from({ length: page.elementCount }, (_, i) => i).filter((element) => tokens.has(element, token));
          expect(carriers).toEqual(expected);
          for (const element of expected) expect(tokens.of(element)).toContain(token);
        }
      }),
      { seed, numRuns: isLong ? 20_000 : 1_000 },
    );
  });
});
