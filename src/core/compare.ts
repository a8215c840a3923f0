/** What is compared between two measurements: the nested sets S1 ⊂ … ⊂ S4, the change case and the place (method §5). */
import type { Measures } from "./measure/measure.js";
import { type ChangeCase, changeCase } from "./measure/parts.js";

export type Side = "path" | "upper" | "lower";

export interface ChangePlace {
  readonly d: number;
  readonly side: Side;
}

export interface Comparison {
  readonly S1: boolean; // true: equal
  readonly S2: boolean;
  readonly S3: boolean;
  readonly S4: boolean;
  readonly case: ChangeCase;
  readonly at: ChangePlace | null; // the shallowest difference of S4
}

const isEqual = <T>(a: readonly T[], b: readonly T[]): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

export function compareMeasures(before: Measures, after: Measures): Comparison {
  const S1 = before.depth === after.depth && before.totalArea === after.totalArea;
  const S2 = S1 && isEqual(before.counts, after.counts);
  const S3 = S2 && before.sigmaUpper === after.sigmaUpper && before.sigmaLower === after.sigmaLower;
  const at = firstDifference(before, after);
  const change = changeCase(
    { upper: before.sigmaUpper, lower: before.sigmaLower },
    { upper: after.sigmaUpper, lower: after.sigmaLower },
  );
  return { S1, S2, S3, S4: S3 && at === null, case: change, at };
}

/** The shallowest depth at which S4 differs; at one depth the path comes first, then the upper, then the lower side. */
function firstDifference(before: Measures, after: Measures): ChangePlace | null {
  const deepest = Math.max(...[before, after].flatMap((m) => [m.upperDigests.length, m.lowerDigests.length]));
  for (let d = 1; d <= deepest; d++) {
    const side = sideAt(before, after, d);
    if (side) return { d, side };
  }
  return null;
}

/** A depth that only one of the two has reads as undefined there, and so as different. */
function sideAt(before: Measures, after: Measures, d: number): Side | undefined {
  const differs = (list: keyof Measures): boolean =>
    (before[list] as readonly unknown[])[d - 1] !== (after[list] as readonly unknown[])[d - 1];
  if (differs("path")) return "path";
  if (differs("orders") || differs("upperDigests")) return "upper";
  if (differs("counts") || differs("lowerPath") || differs("lowerDigests")) return "lower";
  return undefined;
}
