import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePage } from "../../src/core/page/parse-page.js";
import { countedLength, keySumOf } from "../../src/core/text/key-sum.js";
import { Reading } from "../../src/core/tree/reading.js";
import { runKey } from "../../src/core/tree/tree.js";
import { isLong, seed } from "../run.js";

const LONG = "thirty letters or more of a run"; // the next pieces stand where a sum ends
const piece = fc.constantFrom(
  LONG,
  LONG.slice(1),
  "a",
  "e",
  "\u0301",
  "\u0327",
  "é",
  " ",
  "\u00ad",
  "&nbsp;",
  "&amp;",
  "&eacute;",
  "\u1100",
  "\u1161",
  "\ud83d\ude00",
  "<b>b</b>",
  "<!-- -->",
  "<br>",
  "<p>",
);
const html = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

describe("the sum of a run's key", () => {
  it("is made from the text as it would be from the key, and finds the run again", () => {
    fc.assert(
      fc.property(html, (source) => {
        const reading = new Reading(parsePage(source));
        const { tree } = reading;
        for (let run = 0; run < tree.runCount; run++) {
          const key = runKey(tree, run);
          expect([tree.runSum[run], tree.runLength[run]]).toEqual([keySumOf(key), countedLength(key)]);
          expect(reading.runsWith(key)).toContain(run);
          expect(reading.shows(`${key}x`)).toBe(reading.keys.has(`${key}x`));
        }
      }),
      { seed, numRuns: isLong ? 20_000 : 2_000 },
    );
  });
});
