/** The gap a value and its label would leave between other texts of the template, where the label is one of the template. */
import type { Gap } from "../read/absence.js";
import type { Hypothesis } from "../read/hypothesis.js";
import { intervalOf } from "../read/interval.js";
import { foldLabel, labelWord } from "../read/label.js";
import { prefixOf } from "../read/prefix.js";
import { tagsBetween } from "../rules/steps.js";
import type { Reading } from "../tree/reading.js";
import type { Sample } from "./sample.js";

const REACH = 12; // runs

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
  if (foldLabel(label).length < 2 || !sample.isConstant(label)) return null;
  const start = own ? first : first - 1; // the label's own run goes too
  const isLabel = labelTest(reading, start, sample);
  const labelsFrom = (from: number, step: number): number[] =>
    Array.from({ length: REACH }, (_, i) => from + step * i).filter(isLabel);
  const keyAt = (order: number): string => reading.keyAt(order);
  const [before, after] = [labelsFrom(start - 1, -1), labelsFrom(last + 1, 1)];
  if (!before.length || !after.length) return null;
  const folded = foldLabel(label);
  return {
    label: label.endsWith(":") ? `${folded}:` : folded,
    also: (labels ?? []).filter((each) => each !== folded && each !== ""),
    before: before.map(keyAt),
    after: after.map(keyAt),
    bare: [...before, ...after].filter((order) => order + 1 === start || isLabel(order + 1)).map(keyAt),
    beside: [...new Set([reading, ...sample.readings].flatMap((page) => labelsNear(page, label)))].sort(),
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
    if (key.endsWith(":")) return sample.pagesWithLabel(labelWord(key)) > 0;
    if (!sample.isConstant(key)) return false;
    return sample.pagesWith(key) >= sample.size - 1 || tagsAt(order) === tagsAt(own);
  };
}

/** The labels with a colon around this one, where the page has it. */
function labelsNear(reading: Reading, label: string): string[] {
  const isThis = (key: string): boolean => key === label || labelWord(prefixOf(key)) === labelWord(label);
  const orders = [...reading.shown.keys()].filter((order) => isThis(reading.keyAt(order)));
  return orders.flatMap((at) =>
    Array.from({ length: 4 * REACH }, (_, i) => prefixOf(reading.keyAt(at - 2 * REACH + i))).filter(
      (key) => key !== "" && !isThis(key),
    ),
  );
}
