import { describe, expect, it } from "vitest";
import { carried } from "../../src/web/screens/set-up/carried.js";
import type { Pages } from "../../src/web/screens/set-up/pages.js";

/** One word a page; a label of it is a letter, `a2` is `a` with another text, `-a` says that `a` is not on the page. */
const pagesOf = (text: string): Pages =>
  text.split(" ").map((word, i) => {
    const marks = word.match(/-?[a-z]\d?/g) ?? [];
    return {
      address: `https://example.org/${i}`,
      region: null,
      absent: marks.filter((mark) => mark.startsWith("-")).map((mark) => mark.slice(1)),
      labels: marks
        .filter((mark) => !mark.startsWith("-"))
        .map((mark) => ({ name: mark.slice(0, 1), kind: "one" as const, texts: [{ text: mark, place: null }] })),
    };
  });

describe("a change done on what is there now", () => {
  it.each([
    { name: "a label is taken back, another tab's stays", from: "a", to: ".", now: "ab", made: "b" },
    { name: "and is done again, in its place", from: ".", to: "a", now: "b", made: "ab" },
    { name: "a removed label comes back where it stood", from: "ac", to: "abc", now: "acd", made: "abcd" },
    { name: "a new text gives way to the old one", from: "a2b", to: "ab", now: "a2bc", made: "abc" },
    { name: "a name gives way to the old one", from: "xb", to: "ab", now: "xbc", made: "abc" },
    { name: "a page that is said nothing of is none", from: "a b", to: "a .", now: "ac b", made: "ac" },
    { name: "a page comes back", from: "a", to: "a b", now: "ac", made: "ac b" },
    { name: "a value said not to be there", from: "a -b", to: "a b", now: "a -b-c", made: "a b-c" },
  ])("$name", ({ from, to, now, made }) => {
    expect(carried(pagesOf(now), pagesOf(from), pagesOf(to))).toEqual(pagesOf(made));
  });

  it.each([
    { name: "its text was changed", from: "a", to: ".", now: "a2" },
    { name: "it has another name", from: "a", to: ".", now: "x" },
    { name: "it is there again", from: ".", to: "a", now: "a2" },
  ])("not where the same label is another's by now: $name", ({ from, to, now }) => {
    expect(carried(pagesOf(now), pagesOf(from), pagesOf(to))).toBeUndefined();
  });
});
