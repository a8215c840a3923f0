/**
 * Absent told apart from moved (spec §7, point 4). On the labelled page the value stood, with its label, among texts of
 * the template. If a text before and a text after it are here, every run between them is accounted for by a label that
 * stands beside this one on pages that have both, and the label itself is nowhere on the page, the place is recognised
 * and empty. A label that is never seen together with this one may be its other name: it accounts for nothing.
 */
import type { Reading } from "../tree/reading.js";
import { allRunKeys } from "../tree/tree.js";
import { foldLabel, labelWord } from "./label.js";
import { prefixOf } from "./prefix.js";
import { isSeparator } from "./separators.js";

export interface Gap {
  readonly label: string; // folded, with its colon if it has one
  readonly also: readonly string[]; // what else stands before the value on siblings, folded
  readonly before: readonly string[]; // keys of template texts before the label, nearest first
  readonly after: readonly string[]; // and after the value
  readonly bare: readonly string[]; // keys of those before and after that name no value: a label followed them
  readonly beside: readonly string[]; // keys of labels near this one, on its own page or on siblings that have it
}

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
function isAccounted(reading: Reading, from: number, to: number, { before, after, beside, bare }: Gap): boolean {
  const labels = new Set([...before, ...after, ...beside].map(labelWord));
  const nameless = new Set(bare.map(labelWord));
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
  const bare = label.replace(/:$/, "");
  for (const key of reading.keys) {
    if (key.length >= 200) continue;
    const said = bare === label ? key : prefixOf(key) || (foldLabel(key) === bare ? key : "");
    if (said !== "" && foldLabel(said).startsWith(bare)) return true;
  }
  return false;
}
