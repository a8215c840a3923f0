/**
 * Absent told apart from moved (method §7, point 4). On the labelled page the value stood, with its label, among texts of
 * the template. If a text before and a text after it are here, every run between them is accounted for by a label that
 * stands beside this one on pages that have both, and the label itself is nowhere on the page, the place is recognised
 * and empty. A label that is never seen together with this one may be its other name: it accounts for nothing.
 */

import { foldLabel, hasColon, labelWord, prefixOf } from "../find/label-words.js";
import { tagsBetween } from "../find/steps.js";
import type { Sample } from "../learn/sample.js";
import { LABELS, REACH } from "../limits.js";
import { isSeparator } from "../take/separators.js";
import type { Gap, Hypothesis } from "../template/page-template.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { allRunKeys } from "../tree/tree.js";

export function isGap(reading: Reading, gap: Gap): boolean {
  const { before, after } = gap;
  if ([gap.label, ...gap.also].some((each) => hasLabel(reading, each))) return false;
  const orders = onlyOrders(reading);
  const first = (keys: readonly string[]): number =>
    keys.map((key) => orders.get(labelWord(key)) ?? -1).find((order) => order >= 0) ?? -1;
  const [from, to] = [first(before), first(after)];
  return from >= 0 && to > from && isAccounted(reading, from, to, gap);
}

/** Reading order of every displayed text, −1 if it stands there more than once. */
function onlyOrders({ tree, shown }: Reading): Map<string, number> {
  const orders = new Map<string, number>();
  const keys = allRunKeys(tree);
  for (const [order, run] of shown.entries()) {
    const word = labelWord(keys[run]!);
    orders.set(word, orders.has(word) ? -1 : order);
  }
  return orders;
}

/** From the one to before the other stand only labels known from there, each with one value or a list joined by separators. */
function isAccounted(
  reading: Reading,
  from: number,
  to: number,
  { before, after, nearbyLabels, labelsWithoutValue }: Gap,
): boolean {
  const labels = new Set([...before, ...after, ...nearbyLabels].map(labelWord));
  const nameless = new Set(labelsWithoutValue.map(labelWord));
  let mayFollow = false; // whether a value may stand next
  for (let order = from; order < to; order++) {
    const key = reading.keyAt(order);
    const word = labelWord(key);
    if (labels.has(word)) mayFollow = !nameless.has(word);
    else if (isSeparator(key)) mayFollow = true;
    else if (!mayFollow && !labels.has(labelWord(prefixOf(key)))) return false;
    else mayFollow = false;
  }
  return true;
}

/** Of a label with a colon only labels with one remind: "publisher price rip-off" does not begin with "Publisher:". */
function hasLabel(reading: Reading, label: string): boolean {
  const word = label.replace(/:$/, "");
  for (const key of reading.keys) {
    if (key.length >= LABELS.longestText) continue;
    const said = word === label ? key : prefixOf(key) || (foldLabel(key) === word ? key : "");
    if (said !== "" && foldLabel(said).startsWith(word)) return true;
  }
  return false;
}

/** The gap a value and its label would leave between other texts of the template, where the label is one of the template. */

export function gapOf(
  reading: Reading,
  node: number,
  { form }: Hypothesis,
  labels: readonly string[] | null,
  sample: Sample,
): Gap | null {
  const { first, last } = intervalOf(reading, node);
  const own = form.kind === "segment" ? (form.before?.[0] ?? "") : "";
  const label = own || (labels ? reading.keyAt(first - 1) : "");
  if (foldLabel(label).length < LABELS.letters || !sample.isConstant(label)) return null;
  const start = own ? first : first - 1; // the label's own run goes too
  const isLabel = labelTest(reading, start, sample);
  const labelsFrom = (from: number, step: number): number[] =>
    Array.from({ length: REACH.runs }, (_, i) => from + step * i).filter(isLabel);
  const keyAt = (order: number): string => reading.keyAt(order);
  const [before, after] = [labelsFrom(start - 1, -1), labelsFrom(last + 1, 1)];
  if (!before.length || !after.length) return null;
  const folded = foldLabel(label);
  return {
    label: hasColon(label) ? `${folded}:` : folded,
    also: (labels ?? []).filter((each) => each !== folded && each !== ""),
    before: before.map(keyAt),
    after: after.map(keyAt),
    labelsWithoutValue: [...before, ...after].filter((order) => order + 1 === start || isLabel(order + 1)).map(keyAt),
    nearbyLabels: [...new Set([reading, ...sample.readings].flatMap((page) => labelsNear(page, label)))].sort(),
  };
}

/**
 * Whether the text there is a label and not a value that many pages share: it ends in a colon, stands on every sibling
 * but at most one, or in the same tags as the value's own label; and it stands once.
 */
function labelTest(reading: Reading, own: number, sample: Sample): (order: number) => boolean {
  const { tree, shown } = reading;
  const tagsAt = (order: number): string => tagsBetween(tree, 0, tree.runNode[shown[order]!]!);
  return (order) => {
    const key = reading.keyAt(order);
    if (key === "" || reading.runsWith(key).length !== 1) return false;
    if (hasColon(key)) return sample.pagesWithLabel(labelWord(key)) > 0;
    if (!sample.isConstant(key)) return false;
    return sample.isOnMost(key) || tagsAt(order) === tagsAt(own);
  };
}

/** The labels with a colon around this one, where the page has it. */
function labelsNear(reading: Reading, label: string): string[] {
  const isThis = (key: string): boolean => key === label || labelWord(prefixOf(key)) === labelWord(label);
  const orders = [...reading.shown.keys()].filter((order) => isThis(reading.keyAt(order)));
  return orders.flatMap((at) =>
    Array.from({ length: 4 * REACH.runs }, (_, i) => prefixOf(reading.keyAt(at - 2 * REACH.runs + i))).filter(
      (key) => key !== "" && !isThis(key),
    ),
  );
}
