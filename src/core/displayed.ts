/** Whether and how often a known value is displayed on a page (method §2, §5). */
import { KNOWN } from "./limits.js";
import type { Finder, Flag } from "./locate.js";
import { isHiddenText, lowerBound, type Page, type Span, textAt } from "./page/page.js";
import type { PageKey } from "./text/page-key.js";
import { placesOf } from "./text/search.js";
import { textKey } from "./text/text-key.js";

/** Letters and digits of scripts that part words by spaces; where words are not parted, no border can be told. */
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
const UNPARTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isWordCharacter = (character: string): boolean => IN_WORD.test(character) && !UNPARTED.test(character);

/** Whether two characters of one text belong to one word. */
const isOneWord = (left: string, right: string): boolean => isWordCharacter(left) && isWordCharacter(right);

/** By what a known record is told to be on a page, or in a list of one. */
export class KnownValues {
  private readonly owners = new Map<string, number>();

  constructor(records: readonly (readonly string[])[]) {
    for (const values of records)
      for (const key of new Set(values.map(textKey))) this.owners.set(key, (this.owners.get(key) ?? 0) + 1);
  }

  get keys(): Iterable<string> {
    return this.owners.keys();
  }

  /** Whether one record alone has the value, and it is too long to stand anywhere. */
  isOwn(value: string): boolean {
    const key = textKey(value);
    return key.length >= KNOWN.ownCharacters && this.owners.get(key) === 1;
  }
}

/** Two records of a source often share a value or two; more than half of one is shared by none but itself. */
export const isMost = (found: number, of: number): boolean => found * 2 > of && found >= Math.min(KNOWN.attributes, of);

/** Where a value is displayed. */
export interface Displayed {
  readonly isThere: boolean; // found by any attempt of method §2
  readonly places: number; // how often it is displayed letter by letter, neither hidden nor in other case
}

/**
 * A value is there only where it begins and ends with its own words: "5" is not displayed by a page that says "2015".
 * Without this every page would display the short values of every record.
 */
export function displayed(finder: Finder, value: string): Displayed {
  const { places, flags } = wholeWordPlaces(finder, value);
  return { isThere: places.length > 0, places: flags.length ? 0 : places.length };
}

/** In how many places it is there besides those inside the spans. */
export function placesOutside(finder: Finder, value: string, spans: readonly Span[]): number {
  const isInside = insideOf(spans);
  return wholeWordPlaces(finder, value).places.filter((place) => !isInside(place)).length;
}

/** Whether a place lies in one of the spans: the one that reaches furthest of those that begin before it tells. */
function insideOf(spans: readonly Span[]): (place: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const starts = Int32Array.from(sorted, ({ start }) => start);
  const reach = new Int32Array(sorted.length);
  for (const [i, { end }] of sorted.entries()) reach[i] = Math.max(end, i ? reach[i - 1]! : 0);
  return ({ start, end }) => {
    const before = lowerBound(starts, starts.length, start + 1);
    return before > 0 && reach[before - 1]! >= end;
  };
}

function wholeWordPlaces(finder: Finder, value: string): { places: Span[]; flags: readonly Flag[] } {
  const { places = [], flags = [] } = finder.find(textKey(value)) ?? {};
  return { places: [...places].filter((place) => isOfWholeWords(finder.page, place)), flags };
}

/** Whether a span neither begins nor ends in the middle of a word. */
export function isOfWholeWords(page: Page, { start, end }: Span): boolean {
  const { html, textStart, textEnd } = page;
  const isCutBefore = start > textStart[textAt(page, start)]! && isOneWord(before(html, start), from(html, start));
  const isCutAfter = end < textEnd[textAt(page, end - 1)]! && isOneWord(before(html, end), from(html, end));
  return !isCutBefore && !isCutAfter;
}

/** The code point that ends, begins at the offset. */
const before = (html: string, offset: number): string => [...html.slice(Math.max(0, offset - 2), offset)].at(-1) ?? "";
const from = (html: string, offset: number): string => String.fromCodePoint(html.codePointAt(offset) ?? 0x20);

/** How many places of the page are whole text nodes, or several in a row, that show the value and nothing else. */
export function wholePlaces({ key, nodeStart, nodeCount }: PageKey, valueKey: string): number {
  if (valueKey === "") return 0;
  const isBorder = (at: number): boolean => nodeStart[lowerBound(nodeStart, nodeCount, at)] === at;
  return placesOf(key, valueKey).filter(({ start, end }) => isBorder(start) && isBorder(end)).length;
}

/** True if nothing of the page is displayed at all. */
export function isBlank(page: Page): boolean {
  for (let text = 0; text < page.textCount; text++) if (!isHiddenText(page, text)) return false;
  return true;
}
