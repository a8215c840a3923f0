/**
 * Upper part, lower part and their symmetry (P1; P2 Eqs. 1, 2; method §3).
 *
 * Open at a character are the ancestors of its text; where an element ends is never asked, so a page with all its end
 * tags and one without them give the same numbers.
 */
import { chainOf, lowerBound, type Page, type Span, textAt } from "../page/page.js";

export interface Part {
  readonly open: number; // n_ot
  readonly closed: number; // n_ct
  readonly sigma: number;
}

export interface Parts {
  readonly path: readonly number[]; // elements open at the region's first character, outermost first
  readonly lowerChain: readonly number[]; // those open at its last character
  readonly firstAfterStart: number; // first element that starts at or after the region's start
  readonly firstAfterEnd: number; // first element that starts at or after the region's end
  readonly upper: Part;
  readonly lower: Part;
  readonly delta: number;
}

/** Eq. 1: Σ = n_ot − n_ct. */
function part(open: number, closed: number): Part {
  return { open, closed, sigma: open - closed };
}

export function partsOf(page: Page, region: Span): Parts {
  const path = chainOf(page, page.textParent[textAt(page, region.start)]!);
  const lowerChain = chainOf(page, page.textParent[textAt(page, region.end - 1)]!);
  const afterPath = (path.at(-1) ?? 0) + 1; // html and body may be implied by the region's first character itself
  const firstAfterStart = Math.max(afterPath, lowerBound(page.start, page.elementCount, region.start));
  const firstAfterEnd = Math.max(firstAfterStart, lowerBound(page.start, page.elementCount, region.end));
  const upper = part(path.length, firstAfterStart - 1 - path.length);
  const lower = part(lowerChain.length, page.elementCount - firstAfterEnd);
  return { path, lowerChain, firstAfterStart, firstAfterEnd, upper, lower, delta: upper.sigma - lower.sigma }; // Eq. 2
}

export type Symmetry = "fully symmetric" | "lower asymmetry" | "upper asymmetry";

export function symmetryOf(delta: number): Symmetry {
  return delta === 0 ? "fully symmetric" : delta < 0 ? "lower asymmetry" : "upper asymmetry";
}

export type ChangeCase = "1" | "2" | "3-upper" | "3-lower" | "4";

export interface Symmetries {
  readonly upper: number; // Σ_upper
  readonly lower: number; // Σ_lower
}

/** How Σ and Δ changed between two pages (method §3). */
export function changeCase(before: Symmetries, after: Symmetries): ChangeCase {
  const isUpperEqual = before.upper === after.upper;
  const isLowerEqual = before.lower === after.lower;
  if (isUpperEqual && isLowerEqual) return "1";
  if (isLowerEqual) return "3-upper";
  if (isUpperEqual) return "3-lower";
  return before.upper - before.lower === after.upper - after.lower ? "2" : "4";
}
