/** The sets, the change cases and the place of a change in words. */
import type { Comparison } from "../core/index.js";

export const SETS = {
  S1: "d_max and A^total",
  S2: "S1, and P_d and A_d at every depth",
  S3: "S2, and Σ of both parts",
  S4: "S3, and the tags and nesting of everything outside the region",
  S5: "S4, and the tags above and the delimiters around every value",
} as const;

export const CASES: Record<Comparison["case"], string> = {
  "1": "both Σ are equal",
  "2": "both Σ differ, Δ is equal",
  "3-upper": "only Σ of the upper part differs",
  "3-lower": "only Σ of the lower part differs",
  "4": "both Σ differ, and Δ",
};

const SIDES = {
  path: "the element on the path",
  upper: "the upper part",
  lower: "the lower part",
} as const;

export function placeOf(at: Comparison["at"]): string {
  return at === null ? "none" : `depth ${at.d}, ${SIDES[at.side]}`;
}
