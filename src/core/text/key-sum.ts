/**
 * The sum of a key: a number made from the text itself, without making the key. Equal keys have equal sums; whoever finds
 * equal sums compares the keys. Of a long key the beginning says enough.
 */
import { type Page, TEXT_ENTITY } from "../page/page.js";
import { nodeKey } from "./page-key.js";
import { isSimple, isSpacing } from "./text-key.js";

const START = 0x811c9dc5 | 0; // FNV-1a, over code units
const PRIME = 0x01000193;
const AMPERSAND = 38;
const BLANK = "&nbsp;"; // by far the commonest reference, and no part of a key
const SUMMED = 32; // units of a key
/** No key is counted further: one unit more than is summed, so that no mark behind it may change those. */
const MOST_COUNTED = SUMMED + 1;

/** One sum after the other, each over the text nodes added since it was cleared. */
export class KeySum {
  sum = START;
  length = 0; // of the key, MOST_COUNTED for longer ones

  clear(): void {
    this.sum = START;
    this.length = 0;
  }

  addNode(page: Page, first: number, end: number): void {
    if (this.length === MOST_COUNTED) return;
    const mayRefer = (page.textFlags[first]! & TEXT_ENTITY) !== 0;
    if (end === first + 1 && this.addSimple(page.html, page.textStart[first]!, page.textEnd[first]!, mayRefer)) return;
    const key = nodeKey(page, first, end);
    this.sum = sumOf(key.slice(0, SUMMED - this.length), this.sum);
    this.length = countedLength(key, this.length);
  }

  /** False, and nothing added, if a character needs the long way. */
  private addSimple(html: string, start: number, end: number, mayRefer: boolean): boolean {
    let { sum, length } = this;
    for (let i = start; i < end && length < MOST_COUNTED; i++) {
      const code = html.charCodeAt(i);
      if (code === AMPERSAND && mayRefer) {
        if (!html.startsWith(BLANK, i)) return false;
        i += BLANK.length - 1;
        continue;
      }
      if (isSpacing(code)) continue;
      if (!isSimple(code)) return false;
      if (length++ < SUMMED) sum = addCode(sum, code);
    }
    this.sum = sum;
    this.length = length;
    return true;
  }
}

/** The sum with one more code unit. */
export const addCode = (sum: number, code: number): number => Math.imul(sum ^ code, PRIME);

/** Of all of a text. */
export function sumOf(text: string, start = START): number {
  let sum = start;
  for (let i = 0; i < text.length; i++) sum = addCode(sum, text.charCodeAt(i));
  return sum;
}

/** As KeySum makes it. */
export const keySumOf = (key: string): number => sumOf(key.slice(0, SUMMED));

/** As KeySum counts it, behind units that were counted before. */
export const countedLength = (key: string, before = 0): number => Math.min(MOST_COUNTED, before + key.length);

/** True if the text, taken as it stands, has this key; a false one may have it all the same. */
export function isKeyOfText({ html, textStart, textEnd, textFlags }: Page, text: number, key: string): boolean {
  if (textFlags[text]! & TEXT_ENTITY) return false;
  let at = 0;
  for (let i = textStart[text]!; i < textEnd[text]!; i++) {
    const code = html.charCodeAt(i);
    if (isSpacing(code)) continue;
    if (at === key.length || !isSimple(code) || code !== key.charCodeAt(at)) return false;
    at++;
  }
  return at === key.length;
}

/** False if a run that starts with this text cannot have a key that starts with the given one; true where that is not sure. */
export function mayBegin({ html, textStart, textEnd, textFlags }: Page, text: number, key: string): boolean {
  if (textFlags[text]! & TEXT_ENTITY) return true;
  let at = 0;
  for (let i = textStart[text]!; i < textEnd[text]! && at < key.length; i++) {
    const code = html.charCodeAt(i);
    if (isSpacing(code)) continue;
    if (!isSimple(code)) return true;
    if (code !== key.charCodeAt(at++)) return i + 1 === textEnd[text]! || isJoining(html.charCodeAt(i + 1)); // a mark changes what it joins
  }
  return true;
}

const isJoining = (code: number): boolean => !isSimple(code) && !isSpacing(code);
