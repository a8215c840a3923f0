/** Where on the labelled page a settled value stands, as far as its absence can be told by it. */

import { ABSENCE, isShare, REACH } from "../limits.js";
import type { Span } from "../page/page.js";
import { readHypothesis } from "../read/hypothesis.js";
import type { Value } from "../take/take.js";
import type { Hypothesis, Slots } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import { outlineOf } from "../tree/outline.js";
import type { Reading } from "../tree/reading.js";

/** From the first to the last character of all values there. */
export interface ValueSpan extends Span {
  readonly isInTag: boolean; // in the value of a tag's attribute
}

/** None where a place is not settled. Several labels that stand one by one make one place together. */
export function placesOfValue(
  own: Reading,
  slots: Slots,
  siblings: readonly Reading[],
  otherKeys: ReadonlySet<string>,
): ValueSpan[] {
  const places = slots.map((groups) => (groups.length === 1 ? placesOfGroup(own, groups[0]!, siblings, otherKeys) : []));
  if (places.length === 1) return places[0]!;
  return places.every(({ length }) => length === 1) ? [aroundAll(places.flat())] : [];
}

/**
 * Where the hypotheses read the value, and wherever else most pages display it too. None where the label stands elsewhere on
 * its page, not as another attribute's, and most siblings do not fill the place that was settled on: then the other one may be meant.
 */
function placesOfGroup(
  own: Reading,
  group: readonly Hypothesis[],
  siblings: readonly Reading[],
  otherKeys: ReadonlySet<string>,
): ValueSpan[] {
  const outline = outlineOf(own);
  const found = new Map<number, ValueSpan>();
  for (const hypothesis of group) {
    const place = readPlace(own, hypothesis);
    if (!place) return [];
    found.set(place.span.start, place.span);
    const echoes = place.key !== null && otherKeys.has(place.key) ? [] : echoesOf(own, place);
    if (!echoes.length) continue;
    const read = siblings.flatMap((sibling) => {
      const there = readPlace(sibling, hypothesis);
      return there ? [new Set(echoesOf(sibling, there).map((item) => outlineOf(sibling).pathOf(item)))] : [];
    });
    if (!isShare(read.length, siblings.length, ABSENCE.home)) return [];
    for (const item of echoes) {
      const pages = read.filter((paths) => paths.has(outline.pathOf(item))).length;
      const start = outline.startOf(item);
      if (isShare(pages, read.length, ABSENCE.home)) found.set(start, { start, end: start + 1, isInTag: false });
    }
  }
  return [...found.values()];
}

interface ReadPlace {
  readonly span: ValueSpan;
  readonly key: string | null; // null for several values and for those in tags
}

function readPlace(reading: Reading, hypothesis: Hypothesis): ReadPlace | undefined {
  const read = readHypothesis(reading, hypothesis, { kinds: 1, refusesNext: false });
  if (!read.ok || !read.values.length) return undefined;
  const [{ text, htmlAttribute }, ...more] = read.values as [Value, ...Value[]];
  const isInTag = htmlAttribute !== undefined;
  const span = aroundAll(read.values.flatMap(({ spans }) => spans).map((each) => ({ ...each, isInTag })));
  return { span, key: isInTag || more.length ? null : textKey(text) };
}

/** Texts elsewhere on the page that equal the value; words of a listing stand there by chance. */
function echoesOf(reading: Reading, { span, key }: ReadPlace): number[] {
  const outline = outlineOf(reading);
  const items = key === null ? [] : reading.runsWith(key).flatMap((run) => outline.itemsOfRun(run));
  return items.filter((item) => {
    const start = outline.startOf(item);
    return (start < span.start || start >= span.end) && outline.itemsAtPath(outline.pathOf(item)).length <= REACH.runs;
  });
}

const aroundAll = (spans: readonly ValueSpan[]): ValueSpan => ({
  start: Math.min(...spans.map(({ start }) => start)),
  end: Math.max(...spans.map(({ end }) => end)),
  isInTag: spans[0]!.isInTag,
});
