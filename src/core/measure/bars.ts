/** The bar-tree of P2, Eqs. 3–7, in exact fractions. Arrays hold depth d at index d; index 0 is the document. */
import { type Fraction, minus, ONE, over, plus, times, whole } from "./fraction.js";

/** r of Eq. 3 where none is asked for: no page is deeper than 512, so r ≤ I / d_max always holds. */
export const RATIO: Fraction = { p: 1n, q: 512n };

/** The widths w_0 … w_{d_max} by Eq. 3, I being 1; P_d is taken from `counts[d]`. */
export function barWidths(counts: ArrayLike<number>, ratio: Fraction): Fraction[] {
  let width = ONE;
  const widths = [width];
  for (let above = 0; above + 1 < counts.length; above++) {
    const tapered = minus(ONE, times(whole(above), ratio)); // above = d − 1; the last P enters no width
    width = times(over(tapered, whole(counts[above]!)), width);
    widths.push(width);
  }
  return widths;
}

/** Eq. 4: A_d = d · w_d. */
export function barArea(depth: number, width: Fraction): Fraction {
  return times(whole(depth), width);
}

/** Eq. 7: A^total = Σ w_d over d = 1 … d_max, by way of Eqs. 5 and 6: A_d^nett = w_d. */
export function totalArea(widths: readonly Fraction[]): Fraction {
  return widths.slice(1).reduce(plus, { p: 0n, q: 1n });
}

/**
 * Eq. 7 for r = 1/512, without a reduction at every step: over the common denominator 512^(d_max−1) · P_1 ⋯ P_{d_max−1}
 * each numerator is a product of whole numbers. The sum is reduced by one factor of the denominator after the other, which
 * gives the same reduced fraction: a numerator that shares nothing with a factor will not after further division.
 */
export function totalAreaAtRatio(counts: ArrayLike<number>): Fraction {
  const deepest = counts.length - 1;
  if (deepest < 1) return { p: 0n, q: 1n };
  let sum = 1n; // of the terms from the deepest up to d, as multiples of w_d (Horner)
  let denominator = 1n;
  for (let d = deepest - 1; d >= 1; d--) {
    // w_{d+1} = (512 − d) / (512 · P_d) · w_d, so the sum from d on is 1 + (512 − d) / (512 · P_d) · the sum from d + 1 on
    const below = BigInt(512 * counts[d]!);
    sum = denominator * below + BigInt(512 - d) * sum;
    denominator *= below;
  }
  for (let d = deepest - 1; d >= 1; d--) {
    const below = 512 * counts[d]!;
    const shared = BigInt(gcd(below, Number(sum % BigInt(below))));
    if (shared === 1n) continue;
    sum /= shared;
    denominator /= shared;
  }
  return { p: sum, q: denominator }; // w_1 = 1 / P_0 = 1
}

function gcd(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
