/**
 * A place that only its number tells from others: one of several rows without label or class. Where a row has come or
 * gone, all rules that count from one end agree on its neighbour. So as many rows must be here as on the labelled page, or a
 * label, or counting from both ends must lead to it, or the value must be the only one of its shape among them.
 */
import type { Rule, RuleKind } from "../rules/rule.js";
import { type Chain, nodesWith } from "../rules/signature.js";
import type { Reading } from "../tree/reading.js";
import { intervalKey, intervalOf } from "./interval.js";

export interface Many {
  readonly chain: Chain; // the signature of all of them
  readonly shape: string | null; // of the labelled value, null where another of them has the same
}

/** A text with its letters as one "a" and its digits as one "9": "(505)266-0550" is "(9)9-9". */
export function shapeOfKey(key: string): string {
  return key.replace(/\p{N}+/gu, "9").replace(/[\p{L}\p{M}]+/gu, "a");
}

/** How many of the nodes show a text of that shape. */
export function countShape(reading: Reading, nodes: readonly number[], shape: string): number {
  return nodes.filter((node) => shapeOfKey(intervalKey(reading, intervalOf(reading, node))) === shape).length;
}

export function isTold(reading: Reading, { chain, shape }: Many, rules: readonly Rule[], key: string): boolean {
  if (rules.some(tellsApart) || isCountedFromBothEnds(rules.map(({ kind }) => kind))) return true;
  return shape !== null && shapeOfKey(key) === shape && countShape(reading, nodesWith(reading, chain), shape) === 1;
}

/** As many as on the labelled page, or a label before the place. */
const tellsApart = (rule: Rule): boolean =>
  ["signature", "labelled", "own"].includes(rule.kind) || (rule.kind === "following" && rule.key.endsWith(":"));

const FROM_END: readonly RuleKind[] = ["tail", "before", "preceding"];

const isCountedFromBothEnds = (kinds: readonly RuleKind[]): boolean =>
  kinds.some((kind) => FROM_END.includes(kind)) && kinds.some((kind) => !FROM_END.includes(kind));
