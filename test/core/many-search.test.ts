/** Searching for many patterns at once against one search after the other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startsOfMany } from "../../src/core/text/many-search.js";
import { Search } from "../../src/core/text/search.js";
import { isLong, seed } from "../run.js";

const word = (most: number) => fc.string({ unit: fc.constantFrom("a", "b", "é", "\u{1F600}"), maxLength: most });

describe("search for many patterns", () => {
  it("finds the places the search for one of them finds", () => {
    fc.assert(
      fc.property(word(80), fc.array(word(6), { maxLength: 30 }), (text, patterns) => {
        const found = startsOfMany(text, patterns);
        for (const pattern of patterns) {
          expect(found.get(pattern) ?? []).toEqual([...new Search().startsOf(text, pattern)]);
        }
      }),
      { seed, numRuns: isLong ? 50_000 : 2_000 },
    );
  });
});
