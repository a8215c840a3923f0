/**
 * No regular expression of ours takes time out of proportion, whatever it is given: each is held by a checker that builds
 * its automaton and looks for a text that takes long. What the checker cannot judge is rewritten, or stands in the table
 * below with its reason and is measured.
 */
import { checkSync } from "recheck";
import { describe, expect, it } from "vitest";
import { type Expression, expressionsOfSources } from "./expressions.js";
import { growthOf, MOST_GROWTH } from "./growth.js";
import { say } from "./run.js";

interface Exception {
  readonly why: string;
  readonly texts: readonly ((n: number) => string)[]; // that would take long if any did
}

/** By how it is written. Empty is best. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {};

const { literals, made } = expressionsOfSources();
const written = ({ source, flags }: Expression): string => `/${source}/${flags}`;
const different = [...new Map(literals.map((each) => [written(each), each])).values()];

/** Where nothing repeats without end, nor a group, a try at one place is over after a few steps. */
const mayTakeLong = ({ source }: Expression): boolean => /[*+]|\)\{|\{\d+,\}|\{\d*,?\d{3,}\}/.test(source);

const CHECK_MS = 20_000; // each; most take a few milliseconds

/** "safe", or what the checker says against it. */
function verdictOf({ source, flags }: Expression): string {
  const known = flags.replace(/[dv]/g, ""); // the checker does not know these two, and they change nothing for the time
  try {
    const told = checkSync(source, known, { checker: "automaton", timeout: CHECK_MS });
    if (told.status === "safe") return told.status;
    return `${told.status}: ${told.status === "vulnerable" ? told.complexity.summary : told.error.kind}`;
  } catch (error) {
    return `unknown: ${(error as Error).message}`; // too large for its stack
  }
}

process.env.RECHECK_SYNC_BACKEND = "pure"; // neither a program of its own nor a thread

describe("regular expressions of src", () => {
  const toCheck = different.filter(mayTakeLong);

  it(`${toCheck.length} of ${literals.length} could take long; none takes more than linear time`, { timeout: 300_000 }, () => {
    const begin = performance.now();
    const slowest: { place: string; ms: number }[] = [];
    const faults: string[] = [];
    for (const each of toCheck) {
      const before = performance.now();
      if (!(written(each) in EXCEPTIONS)) {
        const verdict = verdictOf(each);
        if (verdict !== "safe") faults.push(`${each.place} ${written(each)}: ${verdict}`);
      }
      slowest.push({ place: each.place, ms: performance.now() - before });
    }
    slowest.sort((a, b) => b.ms - a.ms);
    const named = slowest.slice(0, 5).map(({ place, ms }) => `${place} ${ms.toFixed(0)} ms`);
    say(
      `regular expressions: ${literals.length}, checked ${toCheck.length} in ${((performance.now() - begin) / 1000).toFixed(1)} s, faults ${faults.length}, exceptions ${Object.keys(EXCEPTIONS).length}; longest: ${named.join(", ")}`,
    );
    expect(faults).toEqual([]);
  });

  it("none is made at run time, where it could not be checked", () => expect(made).toEqual([]));

  it("every exception is of an expression that there is", () => {
    const known = new Set(different.map(written));
    expect(Object.keys(EXCEPTIONS).filter((each) => !known.has(each))).toEqual([]);
  });

  it.each(Object.entries(EXCEPTIONS))(
    "the excepted %s is linear on what would hurt it",
    { timeout: 120_000 },
    (name, { texts }) => {
      const { source, flags } = different.find((each) => written(each) === name) as Expression;
      for (const make of texts) {
        const ratio = growthOf((text) => text.replace(new RegExp(source, flags), ""), make, 400_000);
        expect(ratio ?? 0).toBeLessThanOrEqual(MOST_GROWTH);
      }
    },
  );

  it.each([
    { source: "<title[^>]*>", flags: "i" },
    { source: "^\\s*([\\w-]+)\\s*:\\s*([^#]*?)\\s*(?:#|$)", flags: "" },
    { source: "(a+)+$", flags: "" },
    { source: "\\s+$", flags: "g" },
  ])("the checker knows what is slow: /$source/", ({ source, flags }) => {
    expect(verdictOf({ place: "", source, flags })).toMatch(/^vulnerable/);
  });
});
