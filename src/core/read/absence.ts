/**
 * Absent told apart from moved (spec §7, point 4). On the labelled page the value stood, with its label, among texts of
 * the template. If a text before and a text after it are here, every run between them is accounted for by a label of the
 * template that stood there too, and the label itself is nowhere on the page, the place is recognised and empty.
 */
import type { Reading } from "../tree/reading.js";
import { runKey } from "../tree/tree.js";
import { foldLabel } from "./label.js";
import { isSeparator } from "./separators.js";

export interface Gap {
  readonly label: string; // folded
  readonly before: readonly string[]; // keys of template texts before the label, nearest first
  readonly after: readonly string[]; // and after the value
}

export function isGap(reading: Reading, { label, before, after }: Gap): boolean {
  const from = before.map((key) => onlyOrder(reading, key)).find((order) => order >= 0);
  const to = after.map((key) => onlyOrder(reading, key)).find((order) => order >= 0);
  if (from === undefined || to === undefined || to <= from || hasLabel(reading, label)) return false;
  return isAccounted(reading, from, to, new Set([...before, ...after]));
}

/** Reading order of the only displayed run with that key, −1 if there is none or more. */
function onlyOrder(reading: Reading, key: string): number {
  const [run, ...others] = reading.runsWith(key);
  return run === undefined || others.length ? -1 : reading.orderOf[run]!;
}

/** Between the two stand only labels known from there, each with one value or a list joined by separators. */
function isAccounted({ tree, shown }: Reading, from: number, to: number, labels: ReadonlySet<string>): boolean {
  let mayFollow = true; // whether a value may stand next
  for (let order = from + 1; order < to; order++) {
    const key = runKey(tree, shown[order]!);
    if (labels.has(key) || isSeparator(key)) mayFollow = true;
    else if (mayFollow) mayFollow = false;
    else return false;
  }
  return true;
}

function hasLabel(reading: Reading, label: string): boolean {
  for (const key of reading.keys) if (key.length < 200 && foldLabel(key).startsWith(label)) return true;
  return false;
}
