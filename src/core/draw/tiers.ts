import type { Fraction } from "../measure/fraction.js";
import { magnified, ratio } from "./decimal.js";
import type { Depth } from "./drawn-bars.js";

/**
 * A tier: consecutive depths drawn to one scale, its first bar filling the width of the figure.
 *
 * Why tiers: widths shrink by every P on the path, so on one scale most real pages end in a hair.
 * Within a tier all widths are true to each other, which no bent scale could offer.
 */
export interface Tier {
  depths: readonly Depth[];
  /** The width that fills the figure. */
  full: Fraction;
  /** How much wider than true the tier is drawn, e.g. "465". */
  times: string;
}

/** `mayStay(depth, share)`: whether a bar that is `share` of the tier's full width is still readable in it. */
export function tiersOf(depths: readonly Depth[], mayStay: (depth: Depth, share: number) => boolean): Tier[] {
  const tiers: Depth[][] = [];
  for (const depth of depths) {
    const tier = tiers.at(-1);
    const follows = tier !== undefined && tier.at(-1)!.d === depth.d - 1;
    if (follows && mayStay(depth, ratio(depth.w, tier[0]!.w))) tier.push(depth);
    else tiers.push([depth]);
  }
  return tiers.map((tier) => ({ depths: tier, full: tier[0]!.w, times: magnified(tier[0]!.w) }));
}
