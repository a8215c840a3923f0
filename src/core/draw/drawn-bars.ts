import type { Fraction } from "../measure/fraction.js";
import { fraction } from "./decimal.js";
import type { Words } from "./words.js";

/** What a figure is drawn from: the measures of method §4, arrays for d = 1 … d_max, fractions as "p/q". */
export interface DrawnBars {
  path: readonly string[];
  P: readonly number[];
  k: readonly number[];
  w: readonly string[];
  A: readonly string[];
  A_total: string;
}

export interface DrawOptions {
  title?: string;
  /** `auto` follows the reader's setting; the other two are for print and for a theme chosen by hand. */
  theme?: "auto" | "light" | "dark";
  /** The language of the figure; English if not given. */
  words?: Words;
}

/** One depth on the path: its tag, "the k-th of P", and the width w_d of its bar. */
export interface Depth {
  d: number;
  tag: string;
  P: number;
  k: number;
  w: Fraction;
}

/** Depths in one line of a figure: as many as stay readable on a printed page. */
const LINE = 13;

/** A page deeper than three lines is drawn by its outer two and its inner one; real pages go to about 30. */
const OUTER = 2 * LINE;
const INNER = LINE;

/** The depths a figure shows. `leftOut` is the number of depths between `outer` and `inner`; 0: all are in `outer`. */
export interface ShownDepths {
  outer: readonly Depth[];
  inner: readonly Depth[];
  leftOut: number;
}

export function shownDepths(depths: readonly Depth[]): ShownDepths {
  const leftOut = depths.length - OUTER - INNER;
  if (leftOut <= 0) return { outer: depths, inner: [], leftOut: 0 };
  return { outer: depths.slice(0, OUTER), inner: depths.slice(-INNER), leftOut };
}

export function depthsOf(bars: DrawnBars): Depth[] {
  return bars.path.map((tag, at) => ({ d: at + 1, tag, P: bars.P[at]!, k: bars.k[at]!, w: fraction(bars.w[at]!) }));
}

/** One line of columns; `notice` tells of the depths left out before it. */
export interface Line {
  depths: readonly Depth[];
  notice?: string;
}

export function linesOf(shown: ShownDepths, words: Words): Line[] {
  const outer = broken(shown.outer).map((depths) => ({ depths }));
  return shown.leftOut === 0 ? outer : [...outer, { depths: shown.inner, notice: leftOutNotice(shown, words) }];
}

export function leftOutNotice({ outer, inner, leftOut }: ShownDepths, words: Words): string {
  return words.leftOut(leftOut, outer.length + 1, inner[0]!.d - 1);
}

/** Lines of about equal length. */
function broken(depths: readonly Depth[]): Depth[][] {
  const lines = Math.ceil(depths.length / LINE);
  const length = Math.ceil(depths.length / lines);
  return Array.from({ length: lines }, (_, line) => depths.slice(line * length, (line + 1) * length));
}
