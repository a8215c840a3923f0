/** Which elements carry a token, by the sums of the tokens: a chain per slot, as runs have one by the sums of their keys. */
import type { ValueOffsets } from "../page/value-offsets.js";
import { addCode, sumOf } from "../text/key-sum.js";
import { endsValue, isPlain, isWhite, plainEnd, quoteBefore } from "./token-value.js";

export class TokenIndex {
  private readonly sums: number[] = []; // of every word
  private readonly values: number[] = []; // number of the value that holds it
  private readonly slots: Int32Array; // the first word, −1 without
  private readonly nexts: Int32Array;

  constructor(html: string, values: ValueOffsets, mark: "#" | ".", tokensAt: (at: number) => readonly string[]) {
    const start = sumOf(mark);
    for (let value = 0; value < values.count; value++) {
      const at = values.at[value]!;
      const end = mark === "." ? this.addWords(html, at, start, value) : this.addTrimmed(html, at, start, value);
      if (end < 0) for (const token of tokensAt(at)) this.add(sumOf(token), value);
    }
    const count = this.sums.length;
    this.slots = new Int32Array(2 ** (33 - Math.clz32(count))).fill(-1);
    this.nexts = new Int32Array(count);
    for (let word = count - 1; word >= 0; word--) {
      const slot = this.sums[word]! & (this.slots.length - 1);
      this.nexts[word] = this.slots[slot]!;
      this.slots[slot] = word;
    }
  }

  /** The first word that may have the sum, −1 without. */
  first(sum: number): number {
    return this.slots[sum & (this.slots.length - 1)]!;
  }

  /** The one after it, in document order. */
  next(word: number): number {
    return this.nexts[word]!;
  }

  /** Number of the value that holds the word, −1 if its sum is another. */
  value(word: number, sum: number): number {
    return this.sums[word] === sum ? this.values[word]! : -1;
  }

  private add(sum: number, value: number): void {
    this.sums.push(sum);
    this.values.push(value);
  }

  /** The whole value as one token; −1 if a character of it may mean another. */
  private addTrimmed(html: string, at: number, start: number, value: number): number {
    const end = plainEnd(html, at);
    let [from, to] = [at, end];
    while (from < to && isWhite(html.charCodeAt(from))) from++;
    while (to > from && isWhite(html.charCodeAt(to - 1))) to--;
    let sum = start;
    for (let i = from; i < to; i++) sum = addCode(sum, html.charCodeAt(i));
    if (from < to) this.add(sum, value);
    return end;
  }

  /** Word after word, in one pass; −1, and nothing added, if a character may mean another. */
  private addWords(html: string, at: number, start: number, value: number): number {
    const before = this.sums.length;
    const quote = quoteBefore(html, at);
    let sum = start;
    let isWord = false;
    let end = at;
    for (; end < html.length; end++) {
      const code = html.charCodeAt(end);
      if (endsValue(code, quote)) break;
      if (isWhite(code)) {
        if (isWord) this.add(sum, value);
        sum = start;
        isWord = false;
      } else if (isPlain(code)) {
        sum = addCode(sum, code);
        isWord = true;
      } else {
        this.sums.length = before;
        this.values.length = before;
        return -1;
      }
    }
    if (isWord) this.add(sum, value);
    return end;
  }
}
