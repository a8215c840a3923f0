/**
 * The names of a page that the element table does not know, numbered from 0 as they come.
 *
 * No string is kept, a name is the offset at which it first stands. They hang in a binary tree over their bits (Patricia):
 * sixteen bytes a name, and no page can choose names that collide, as it could where it knows how names are hashed.
 */
import { Forecast, longer } from "./forecast.js";

const END = 0; // of a name; NUL counts as U+FFFD
const LOWER = 32;
const NONE = new Int32Array(0);

/** What ends a tag name: white space, a slash, the bracket. */
const endsName = (code: number): boolean =>
  code <= 62 && (code === 62 || code === 47 || code === 32 || (code <= 13 && code >= 9 && code !== 11));

function lowered(code: number): number {
  if (code >= 65 && code <= 90) return code + LOWER;
  return code === 0 ? 0xfffd : code;
}

export class OwnNames {
  count = 0;
  private at = NONE;
  private split = NONE; // of the fork a name has made: character × 16 + bit, counted from the highest
  private zero = NONE; // what hangs on the fork: another fork, or ~ the number of a name
  private one = NONE;
  private root = -1;
  private readonly forecast: Forecast;

  constructor(private readonly html: string) {
    this.forecast = new Forecast(html.length);
  }

  /** The number of the name at text[start, end), −1 if the page has none such. */
  find(text: string, start = 0, end = text.length): number {
    if (this.count === 0) return -1;
    const nearest = this.nearest(text, start, end);
    return this.difference(text, start, end, nearest) < 0 ? nearest : -1;
  }

  /** The number of the name at [start, end) of the page, a new one if it has not been met. */
  intern(start: number, end: number): number {
    if (this.count === 0) return this.add(start);
    const nearest = this.nearest(this.html, start, end);
    const split = this.difference(this.html, start, end, nearest);
    return split < 0 ? nearest : this.hang(start, end, split);
  }

  /** The name itself, in lower case. */
  word(name: number): string {
    const start = this.at[name]!;
    let end = start;
    while (end < this.html.length && !endsName(this.html.charCodeAt(end))) end++;
    return asciiLower(this.html.slice(start, end));
  }

  private add(start: number): number {
    const name = this.count++;
    if (name === this.at.length) this.grow(start);
    this.at[name] = start;
    return name;
  }

  /** The only name that can be equal: the one whose bits are the same wherever the tree asks. */
  private nearest(text: string, start: number, end: number): number {
    let node = this.root;
    while (node >= 0) node = isSet(text, start, end, this.split[node]!) ? this.one[node]! : this.zero[node]!;
    return ~node;
  }

  /** The first bit in which text[start, end) and a name differ, −1 if they are equal. */
  private difference(text: string, start: number, end: number, name: number): number {
    const { html } = this;
    const other = this.at[name]!;
    for (let i = 0; ; i++) {
      const code = start + i < end ? lowered(text.charCodeAt(start + i)) : END;
      const written = other + i < html.length ? html.charCodeAt(other + i) : LOWER;
      const difference = code ^ (endsName(written) ? END : lowered(written));
      if (difference !== 0) return i * 16 + Math.clz32(difference) - 16;
      if (code === END) return -1;
    }
  }

  /** Puts a new name below a fork of its own, where the forks on its way go on to later bits. */
  private hang(start: number, end: number, split: number): number {
    let above = -1;
    let node = this.root;
    while (node >= 0 && this.split[node]! < split) {
      above = node;
      node = isSet(this.html, start, end, this.split[node]!) ? this.one[node]! : this.zero[node]!;
    }
    const name = this.add(start);
    const isOne = isSet(this.html, start, end, split);
    this.split[name] = split;
    this.zero[name] = isOne ? node : ~name;
    this.one[name] = isOne ? ~name : node;
    if (above < 0) this.root = name;
    else if (isSet(this.html, start, end, this.split[above]!)) this.one[above] = name;
    else this.zero[above] = name;
    return name;
  }

  private grow(position: number): void {
    const size = this.forecast.room(this.at.length, position);
    this.at = longer(this.at, size);
    this.split = longer(this.split, size);
    this.zero = longer(this.zero, size);
    this.one = longer(this.one, size);
  }
}

function isSet(text: string, start: number, end: number, split: number): boolean {
  const at = start + (split >> 4);
  return at < end && (lowered(text.charCodeAt(at)) & (0x8000 >> (split & 15))) !== 0;
}

/** HTML's own lower case: ASCII letters only, NUL becomes U+FFFD. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()).replaceAll("\0", "\uFFFD");
}
