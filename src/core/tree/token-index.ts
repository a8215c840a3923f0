/** Which elements carry a token, by the sums of the tokens: a chain per slot, as runs have one by the sums of their keys. */
import type { ValueOffsets } from "../page/value-offsets.js";
import { addCode, sumOf } from "../text/key-sum.js";
import { endsValue, isAsciiWhite, isPlain, plainEnd, quoteBefore } from "./token-value.js";

export class TokenIndex {
  private sums: Int32Array; // of every word
  private values: Int32Array; // number of the value that holds it
  private nexts: Int32Array;
  private slots: Int32Array; // the first word, −1 without
  private count = 0;

  /** From the last value to the first: each word comes before those that are there. */
  constructor(html: string, values: ValueOffsets, mark: "#" | ".", tokensAt: (at: number) => readonly string[]) {
    const start = sumOf(mark);
    const usual = 2 * values.count + 1;
    this.sums = new Int32Array(usual);
    this.values = new Int32Array(usual);
    this.nexts = new Int32Array(usual);
    this.slots = new Int32Array(2 ** (32 - Math.clz32(usual))).fill(-1);
    for (let value = values.count - 1; value >= 0; value--) {
      const at = values.at[value]!;
      const end = mark === "." ? this.addWords(html, at, start, value) : this.addTrimmed(html, at, start, value);
      if (end < 0) for (const token of tokensAt(at)) this.add(sumOf(token), value);
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
    const word = this.count++;
    if (word === this.sums.length) this.grow();
    this.sums[word] = sum;
    this.values[word] = value;
    this.link(word);
  }

  private link(word: number): void {
    const slot = this.sums[word]! & (this.slots.length - 1);
    this.nexts[word] = this.slots[slot]!;
    this.slots[slot] = word;
  }

  private grow(): void {
    const doubled = (old: Int32Array): Int32Array => {
      const array = new Int32Array(2 * old.length);
      array.set(old);
      return array;
    };
    this.sums = doubled(this.sums);
    this.values = doubled(this.values);
    this.nexts = doubled(this.nexts);
    const known = this.sums.length / 2;
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (let word = 0; word < known; word++) this.link(word);
  }

  /** The whole value as one token; −1 if a character of it may mean another. */
  private addTrimmed(html: string, at: number, start: number, value: number): number {
    const end = plainEnd(html, at);
    let [from, to] = [at, end];
    while (from < to && isAsciiWhite(html.charCodeAt(from))) from++;
    while (to > from && isAsciiWhite(html.charCodeAt(to - 1))) to--;
    let sum = start;
    for (let i = from; i < to; i++) sum = addCode(sum, html.charCodeAt(i));
    if (from < to) this.add(sum, value);
    return end;
  }

  /** Word after word, in one pass; −1 if a character may mean another: words added till then are as harmless as equal sums. */
  private addWords(html: string, at: number, start: number, value: number): number {
    const quote = quoteBefore(html, at);
    let sum = start;
    let isWord = false;
    let end = at;
    for (; end < html.length; end++) {
      const code = html.charCodeAt(end);
      if (isLetter(code)) {
        sum = addCode(sum, code);
        isWord = true;
        continue;
      }
      if (endsValue(code, quote)) break;
      if (isAsciiWhite(code)) {
        if (isWord) this.add(sum, value);
        sum = start;
        isWord = false;
      } else if (isPlain(code)) {
        sum = addCode(sum, code);
        isWord = true;
      } else return -1;
    }
    if (isWord) this.add(sum, value);
    return end;
  }
}

/** Among the commonest characters of a class, and never its end. */
const isLetter = (code: number): boolean => code > 96 && code < 123;
