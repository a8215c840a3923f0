/**
 * Fractions for people: decimals with few digits, and ratios as lengths.
 *
 * Every digit comes from the BigInt fraction, never from a float of it: at depth 512 a width is far below
 * the smallest double, and its label must still be true.
 */
import type { Fraction } from "../measure/fraction.js";

/** A stored fraction; these are our own, of any length and well-formed. */
export function fraction(text: string): Fraction {
  const slash = text.indexOf("/");
  return { p: BigInt(text.slice(0, slash)), q: BigInt(text.slice(slash + 1)) };
}

/** Four decimals from 0.001 upwards, below it two digits and the power of ten: 0.0971, 3.4e-5. */
export function decimal({ p, q }: Fraction): string {
  if (p === 0n) return "0";
  if (p * 1000n < q) return scientific({ p, q });
  const digits = rounded(p * 10_000n, q)
    .toString()
    .padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** How many times wider than true a bar of width w is drawn when it gets width 1: 1 / w. */
export function magnified({ p, q }: Fraction): string {
  if (q < 10n * p) return `${Number(rounded(q * 10n, p)) / 10}`;
  return q < 1_000_000n * p ? rounded(q, p).toString() : scientific({ p: q, q: p });
}

/** a / b for lengths in a figure: 0 where it is too small to be drawn. */
export function ratio(a: Fraction, b: Fraction): number {
  const whole = 2n ** 52n;
  return Number((a.p * b.q * whole) / (a.q * b.p)) / Number(whole);
}

function scientific({ p, q }: Fraction): string {
  let power = p.toString().length - q.toString().length;
  if (p * tenTo(-power) < q * tenTo(power)) power -= 1;
  const twoDigits = rounded(p * tenTo(1 - power), q * tenTo(power - 1));
  if (twoDigits === 100n) return `1.0e${power + 1}`;
  return `${twoDigits / 10n}.${twoDigits % 10n}e${power}`;
}

/** 10^n for n ≥ 0, else 1, so that a power may be put on either side of a fraction. */
function tenTo(n: number): bigint {
  return n > 0 ? 10n ** BigInt(n) : 1n;
}

/** p / q to the nearest whole, halves upwards. */
function rounded(p: bigint, q: bigint): bigint {
  return (2n * p + q) / (2n * q);
}
