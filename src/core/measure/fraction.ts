/** Exact rationals: reduced, the denominator positive, so that equal numbers are equal texts. */

export interface Fraction {
  readonly p: bigint;
  readonly q: bigint;
}

export const ONE: Fraction = { p: 1n, q: 1n };

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

export function fraction(p: bigint, q: bigint): Fraction {
  const divisor = gcd(p, q);
  return divisor === 1n ? { p, q } : { p: p / divisor, q: q / divisor };
}

export const whole = (n: number): Fraction => ({ p: BigInt(n), q: 1n });
export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.p * b.q + b.p * a.q, a.q * b.q);
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.p * b.q - b.p * a.q, a.q * b.q);
/** Both are reduced, so only what stands crosswise can share a divisor: found before the numbers have grown. */
export function times(a: Fraction, b: Fraction): Fraction {
  const [left, right] = [fraction(a.p, b.q), fraction(b.p, a.q)];
  return { p: left.p * right.p, q: left.q * right.q };
}
export const over = (a: Fraction, b: Fraction): Fraction => times(a, { p: b.q, q: b.p }); // b > 0
export const textOfFraction = ({ p, q }: Fraction): string => `${p}/${q}`;

/** "p/q" with p ≥ 0 and q > 0, undefined otherwise. */
export function parseFraction(text: string): Fraction | undefined {
  const parts = /^\s*(\d{1,9})\s*\/\s*(\d{1,9})\s*$/.exec(text);
  const q = BigInt(parts?.[2] ?? 0);
  return q === 0n ? undefined : fraction(BigInt(parts![1]!), q);
}
