/**
 * All that is measured of a region on a page, the sets S1 to S4 of method §5, as plain data that can be stored.
 *
 * S2 is P_1 … P_{d_max}: A_d holds the same knowledge. S4's own items are the tags of both chains and, for each of
 * their elements, a digest of the closed children on its side.
 */
import { type Page, type Span, tagName } from "../page/page.js";
import { totalAreaAtRatio } from "./bars.js";
import { digestSpace, siblingDigests } from "./digest.js";
import { textOfFraction } from "./fraction.js";
import { type Parts, partsOf } from "./parts.js";

export interface Measures {
  readonly depth: number; // d_max
  readonly totalArea: string; // A^total, r = 1/512
  readonly counts: readonly number[]; // P_1 … P_{d_max}
  readonly orders: readonly number[]; // k_1 … k_{d_max}
  readonly sigmaUpper: number;
  readonly sigmaLower: number;
  readonly path: readonly string[];
  readonly lowerPath: readonly string[];
  readonly upperDigests: readonly string[]; // for d = 1 … d_max + 1
  readonly lowerDigests: readonly string[]; // for d = 1 … length of the lower chain + 1
}

export interface BarCounts {
  readonly counts: Int32Array; // P_0 … P_{d_max}
  readonly orders: Int32Array; // k_0 … k_{d_max}
}

/** P_d and k_d (method §4): closed children of the path element at d − 1, those of the upper part first. */
export function barCounts(page: Page, parts: Parts): BarCounts {
  const { path, firstAfterStart, firstAfterEnd } = parts;
  const counts = new Int32Array(path.length + 1).fill(1);
  const orders = new Int32Array(path.length + 1).fill(1);
  const isOnPath = marks(page, path);
  for (let element = 1; element < page.elementCount; element++) {
    if (element === firstAfterStart) element = Math.max(element, firstAfterEnd);
    if (element >= page.elementCount) break;
    const parent = page.parent[element]!;
    if (!isOnPath[parent] || (isOnPath[element] && element < firstAfterStart)) continue;
    const d = page.depth[parent]! + 1;
    if (d > path.length) continue;
    counts[d]!++;
    if (element < firstAfterStart) orders[d]!++;
  }
  return { counts, orders };
}

/** 1 for the document and every element of the chain. */
function marks(page: Page, chain: readonly number[]): Uint8Array {
  const isMarked = new Uint8Array(page.elementCount);
  isMarked[0] = 1;
  for (const element of chain) isMarked[element] = 1;
  return isMarked;
}

export function measure(page: Page, region: Span): Measures {
  const parts = partsOf(page, region);
  const { path, lowerChain, firstAfterStart, firstAfterEnd, upper, lower } = parts;
  const { counts, orders } = barCounts(page, parts);
  const space = digestSpace(page);
  return {
    depth: path.length,
    totalArea: textOfFraction(totalAreaAtRatio(counts)),
    counts: [...counts.subarray(1)],
    orders: [...orders.subarray(1)],
    sigmaUpper: upper.sigma,
    sigmaLower: lower.sigma,
    path: path.map((element) => tagName(page, element)),
    lowerPath: lowerChain.map((element) => tagName(page, element)),
    upperDigests: siblingDigests(page, space, marks(page, path), path.length + 1, 1, firstAfterStart),
    lowerDigests: siblingDigests(page, space, marks(page, lowerChain), lowerChain.length + 1, firstAfterEnd, page.elementCount),
  };
}

/** S1 alone, for the papers' comparison of costs. */
export function measureS1(page: Page, region: Span): { depth: number; totalArea: string } {
  const parts = partsOf(page, region);
  return { depth: parts.path.length, totalArea: textOfFraction(totalAreaAtRatio(barCounts(page, parts).counts)) };
}
