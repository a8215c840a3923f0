/** What changed between two versions of a value, in words. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordDiff } from "../../src/web/screens/record/word-diff.js";
import { seed } from "../run.js";

const written = (before: string, after: string): string =>
  wordDiff(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
    .join("");

describe("the words that changed", () => {
  it.each([
    { before: "a b c", after: "a b c", expected: "a b c" },
    { before: "a delay of ten minutes", after: "a delay of eleven minutes", expected: "a delay of[- ten][+ eleven] minutes" },
    { before: "slow tide, gauge", after: "slow tide, gauge and harbour", expected: "slow tide, gauge[+ and harbour]" },
    { before: "", after: "new", expected: "[+new]" },
    { before: "old", after: "", expected: "[-old]" },
    { before: "one\ntwo", after: "two", expected: "[-one\ntwo][+two]" },
  ])("$before → $after", ({ before, after, expected }) => {
    expect(written(before, after)).toBe(expected);
  });

  it("put together are the text before and the text after", () => {
    const texts = fc.array(fc.constantFrom("a", "b", " ", "  ", "\n", "word"), { maxLength: 30 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const pieces = wordDiff(before, after);
        const without = (kind: string): string => pieces.flatMap((piece) => (piece.kind === kind ? [] : [piece.text])).join("");
        expect([without("added"), without("removed")]).toEqual([before, after]);
      }),
      { seed },
    );
  });
});
