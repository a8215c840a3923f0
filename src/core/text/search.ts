/** Searching with a bound that holds for every text: Knuth, Morris and Pratt, native search where the bound is small. */
import type { Span } from "../page/page.js";

const SHORT = 64; // up to this length the native search, at worst length × text, is quicker

function borders(pattern: string): Int32Array {
  const border = new Int32Array(pattern.length);
  for (let i = 1, length = 0; i < pattern.length; i++) {
    while (length > 0 && pattern.charCodeAt(i) !== pattern.charCodeAt(length)) length = border[length - 1]!;
    if (pattern.charCodeAt(i) === pattern.charCodeAt(length)) length++;
    border[i] = length;
  }
  return border;
}

/** All places of `pattern` in text[from, to), left to right, none overlapping another. */
export function placesOf(text: string, pattern: string, from = 0, to = text.length): Span[] {
  const places: Span[] = [];
  if (pattern.length === 0 || pattern.length > to - from) return places;
  if (pattern.length <= SHORT) {
    for (let at = text.indexOf(pattern, from); at >= 0 && at + pattern.length <= to; ) {
      places.push({ start: at, end: at + pattern.length });
      at = text.indexOf(pattern, at + pattern.length);
    }
    return places;
  }
  const border = borders(pattern);
  for (let i = from, matched = 0; i < to; i++) {
    matched = step(text, pattern, border, i, matched);
    if (matched === pattern.length) {
      places.push({ start: i + 1 - matched, end: i + 1 });
      matched = 0;
    }
  }
  return places;
}

function step(text: string, pattern: string, border: Int32Array, at: number, matched: number): number {
  const code = text.charCodeAt(at);
  let length = matched;
  while (length > 0 && (length === pattern.length || pattern.charCodeAt(length) !== code)) length = border[length - 1]!;
  return pattern.charCodeAt(length) === code ? length + 1 : length;
}

/** Length of the longest prefix of `pattern` that stands anywhere in `text`. */
export function longestPrefix(text: string, pattern: string): number {
  if (pattern.length === 0) return 0;
  const border = borders(pattern);
  let longest = 0;
  for (let i = 0, matched = 0; i < text.length && longest < pattern.length; i++) {
    matched = step(text, pattern, border, i, matched);
    if (matched > longest) longest = matched;
  }
  return longest;
}
