/** Searching with a bound that holds for every text: Knuth, Morris and Pratt, native search where the bound is small. */
import type { Span } from "../page/page.js";

const SHORT = 64; // up to this length the native search, at worst length × text, is quicker

/** One search after the other, with one table for all. */
export class Search {
  private border = new Int32Array(0);

  /** Where `pattern` begins in text[from, to), left to right, none overlapping another. */
  startsOf(text: string, pattern: string, from = 0, to = text.length): Int32Array {
    if (pattern.length === 0 || pattern.length > to - from) return new Int32Array(0);
    if (pattern.length > SHORT) return this.longStartsOf(text, pattern, from, to);
    const piece = text.slice(from, to); // a view; the native search knows no end, and would go on to the end of the page
    const starts = new Int32Array(eachStart(piece, pattern, () => undefined));
    eachStart(piece, pattern, (at, i) => {
      starts[i] = from + at;
    });
    return starts;
  }

  private longStartsOf(text: string, pattern: string, from: number, to: number): Int32Array {
    const starts: number[] = [];
    const border = this.bordersOf(pattern);
    for (let i = from, matched = 0; i < to; i++) {
      matched = step(text, pattern, border, i, matched);
      if (matched < pattern.length) continue;
      starts.push(i + 1 - matched);
      matched = 0;
    }
    return Int32Array.from(starts);
  }

  /** Length of the longest prefix of `pattern` that stands anywhere in `text`. */
  longestPrefix(text: string, pattern: string): number {
    if (pattern.length === 0) return 0;
    const border = this.bordersOf(pattern);
    let longest = 0;
    for (let i = 0, matched = 0; i < text.length && longest < pattern.length; i++) {
      matched = step(text, pattern, border, i, matched);
      if (matched > longest) longest = matched;
    }
    return longest;
  }

  private bordersOf(pattern: string): Int32Array {
    if (this.border.length < pattern.length) this.border = new Int32Array(pattern.length);
    const { border } = this;
    border[0] = 0;
    for (let i = 1, length = 0; i < pattern.length; i++) {
      while (length > 0 && pattern.charCodeAt(i) !== pattern.charCodeAt(length)) length = border[length - 1]!;
      if (pattern.charCodeAt(i) === pattern.charCodeAt(length)) length++;
      border[i] = length;
    }
    return border;
  }
}

/** Tells every start to `take`; returns how many there are. Asked twice, so that no list has to grow. */
function eachStart(text: string, pattern: string, take: (at: number, i: number) => void): number {
  let count = 0;
  for (let at = text.indexOf(pattern); at >= 0; ) {
    take(at, count++);
    at = text.indexOf(pattern, at + pattern.length);
  }
  return count;
}

function step(text: string, pattern: string, border: Int32Array, at: number, matched: number): number {
  const code = text.charCodeAt(at);
  let length = matched;
  while (length > 0 && (length === pattern.length || pattern.charCodeAt(length) !== code)) length = border[length - 1]!;
  return pattern.charCodeAt(length) === code ? length + 1 : length;
}

/** All places of `pattern` in text[from, to), left to right, none overlapping another. */
export function placesOf(text: string, pattern: string, from = 0, to = text.length): Span[] {
  const starts = new Search().startsOf(text, pattern, from, to);
  return Array.from(starts, (start) => ({ start, end: start + pattern.length }));
}
