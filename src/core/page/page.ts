/**
 * What is known of a page once it has been read: a few numbers for each element and each text (method §1).
 *
 * Numbers in arrays, not nodes: they are quick to fill, cost at most 12 bytes to a byte of the page while they are made
 * (decision 0016), and whoever measures walks them once from front to back. Elements are the layout and opaque ones, as
 * they begin in the source; number 0 is the document. Texts are the text nodes that are not white space alone, outside
 * invisible and opaque elements. All offsets count UTF-16 units of `html`, the very string that was given to be parsed:
 * nothing is ever cut off it, so an offset in a proof means the same to whoever has the string. Pages that come as bytes
 * lose their byte order marks where they become text (`fetch/charset.ts`); in a string that still begins with some, they
 * count, and are otherwise passed over.
 *
 * What holds of every page, and walks may rely on (`test/core/page-invariants.ts` asks it of all pages the tests parse):
 * - a parent has a smaller number than its children, so every chain of parents ends at the document;
 * - an element is one deeper than its parent, none is deeper than MAX_DEPTH, none stands in an opaque one;
 * - in document order elements and texts nest: whatever comes next, its parent is the element or text's parent before it
 *   or one around that. So the elements of a subtree follow each other, and so do its texts;
 * - `start` never falls; texts are not empty, do not overlap, and stand in the order of their offsets;
 * - texts of one run have one parent.
 * An element that would be deeper than MAX_DEPTH is a child of the one at MAX_DEPTH − 1, beside the one it is written in.
 * What is written in that one after it stands beside both.
 */
import { decodeText } from "./entities.js";
import { BORDER_BLOCK, BORDER_FORMAT, BORDER_LAYOUT, BORDER_NODE } from "./open-elements.js";
import type { OwnNames } from "./own-names.js";
import { FLAGS, INLINE, KIND, OPAQUE, TAG_NAMES } from "./tags.js";
import { startTagEnd } from "./tokenize.js";
import { withoutNul } from "./units.js";
import type { ValueOffsets } from "./value-offsets.js";

/** Bits of `textFlags`; the low five are the borders of `open-elements.ts` that stand before the text. */
export const TEXT_HIDDEN = 32;
export const TEXT_ENTITY = 64; // holds an ampersand
export const TEXT_RAW = 128; // markup characters are text here (xmp, plaintext)

export interface Page {
  readonly html: string;
  readonly elementCount: number;
  readonly tag: Int32Array; // name number, see tagName
  readonly parent: Int32Array;
  readonly depth: Uint16Array;
  readonly start: Int32Array; // first character of the start tag, or of the token that implies it
  readonly classes: ValueOffsets;
  readonly ids: ValueOffsets;
  readonly textCount: number;
  readonly textStart: Int32Array;
  readonly textEnd: Int32Array;
  readonly textParent: Int32Array;
  readonly textFlags: Uint8Array;
  readonly textFormat: Uint8Array; // name number of the innermost text-format element around it, 0 without
  readonly ownNames: OwnNames;
  readonly isCut: boolean; // deeper than MAX_DEPTH somewhere
}

export const MAX_DEPTH = 512;
export const MAX_PAGE_CHARACTERS = 50_000_000;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function nameOf(page: Page, name: number): string {
  return name < TAG_NAMES.length ? TAG_NAMES[name]! : page.ownNames.word(name - TAG_NAMES.length);
}

export function tagName(page: Page, element: number): string {
  return nameOf(page, page.tag[element]!);
}

/** End of the element's start tag; equals `start` for implied elements. Read anew: few ask, and every element would pay. */
export function openEnd(page: Page, element: number): number {
  const start = page.start[element]!;
  const name = tagName(page, element);
  const end = startTagEnd(page.html, start, name);
  return end > start || name !== "img" ? end : startTagEnd(page.html, start, "image");
}

export function isInline(page: Page, element: number): boolean {
  const tag = page.tag[element]!;
  return tag >= TAG_NAMES.length || (FLAGS[tag]! & INLINE) !== 0;
}

export function isOpaque(page: Page, element: number): boolean {
  const tag = page.tag[element]!;
  return tag < TAG_NAMES.length && (FLAGS[tag]! & KIND) === OPAQUE;
}

export function isHiddenText(page: Page, text: number): boolean {
  return (page.textFlags[text]! & TEXT_HIDDEN) !== 0;
}

/** True if the text continues the text node before it: only ignored tags stand between the two. */
export function continuesNode(page: Page, text: number): boolean {
  return text > 0 && (page.textFlags[text]! & (BORDER_NODE | BORDER_FORMAT | BORDER_LAYOUT | BORDER_BLOCK)) === 0;
}

/** True if a layout tag or br stands between the text and the one before it: a new run in the sense of method §7. */
export function beginsRun(page: Page, text: number): boolean {
  return text === 0 || (page.textFlags[text]! & (BORDER_LAYOUT | BORDER_BLOCK)) !== 0;
}

/** The characters of a text, or of a part of it, as the page means them: entities decoded, NUL dropped. */
export function textOf(page: Page, text: number, start = page.textStart[text]!, end = page.textEnd[text]!): string {
  const raw = page.html.slice(start, end);
  const flags = page.textFlags[text]!;
  return flags & TEXT_ENTITY
    ? decodeText(raw)
    : !raw.includes("\0")
      ? raw
      : withoutNul(raw, flags & TEXT_RAW ? 0xfffd : undefined);
}

/** First index with `array[index] >= value` among the first `count` entries of a rising array. */
export function lowerBound(array: Int32Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (array[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many texts stand before the element. */
export function textsBefore(page: Page, element: number): number {
  return lowerBound(page.textEnd, page.textCount, page.start[element]! + 1);
}

/** The text that holds the character at `offset`, or the nearest one before it. */
export function textAt(page: Page, offset: number): number {
  return lowerBound(page.textStart, page.textCount, offset + 1) - 1;
}

/** The element and its ancestors, outermost first, without the document. */
export function chainOf(page: Page, element: number): number[] {
  const chain: number[] = [];
  for (let at = element; at > 0; at = page.parent[at]!) chain.push(at);
  return chain.reverse();
}
