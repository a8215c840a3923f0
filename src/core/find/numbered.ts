/**
 * A place that only its number tells from others: one of several rows without label or class. Where a row has come or
 * gone, all rules that count from one end agree on its neighbour. So as many rows must be here as on the labelled page, or a
 * label, or counting from both ends must lead to it, or the value must be the only one of its shape among them.
 */

import { isSeparator } from "../take/separators.js";
import type { Chain, Many, Rule, RuleKind, TargetedRule } from "../template/page-template.js";
import { intervalKey, intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { hasColon } from "./label-words.js";
import { nodesWith } from "./signature.js";

/** A text with its letters as one "a" and its digits as one "9": "(505)266-0550" is "(9)9-9". */
function shapeOfKey(key: string): string {
  return key.replace(/\p{N}+/gu, "9").replace(/[\p{L}\p{M}]+/gu, "a");
}

/** How many of the nodes show a text of that shape. */
function countShape(reading: Reading, nodes: readonly number[], shape: string): number {
  return nodes.filter((node) => shapeOfKey(intervalKey(reading, intervalOf(reading, node))) === shape).length;
}

export function isDistinguished(reading: Reading, { chain, shape }: Many, rules: readonly Rule[], key: string): boolean {
  if (rules.some(tellsApart) || isCountedFromBothEnds(rules.map(({ kind }) => kind))) return true;
  return shape !== null && shapeOfKey(key) === shape && countShape(reading, nodesWith(reading, chain), shape) === 1;
}

/** As many as on the labelled page, or a label before the place. */
const tellsApart = (rule: Rule): boolean =>
  ["signature", "labelled", "own"].includes(rule.kind) || (rule.kind === "following" && hasColon(rule.key));

const FROM_END: readonly RuleKind[] = ["tail", "before", "preceding"];

const isCountedFromBothEnds = (kinds: readonly RuleKind[]): boolean =>
  kinds.some((kind) => FROM_END.includes(kind)) && kinds.some((kind) => !FROM_END.includes(kind));

/** Whether a labelled place is one of many that only their numbers tell apart. */

/** Null where the place has a signature of its own, shares it with the attribute's other labels only, or has a token of its own. */
export function manyOf(reading: Reading, node: number, rules: readonly TargetedRule[], keys: readonly string[]): Many | null {
  const chain = rules.map(({ rule }) => chainOfMany(reading, rule, keys)).find((each) => each !== undefined);
  if (!chain || rules.some(({ rule }) => isItsOwn(reading, rule, keys))) return null;
  const shape = shapeOfKey(intervalKey(reading, intervalOf(reading, node)));
  return { chain, shape: countShape(reading, nodesWith(reading, chain), shape) === 1 ? shape : null };
}

function chainOfMany(reading: Reading, rule: Rule, keys: readonly string[]): Chain | undefined {
  if (rule.kind !== "signature" || rule.of === 1) return undefined;
  const isOther = (node: number): boolean => !keys.includes(intervalKey(reading, intervalOf(reading, node)));
  return nodesWith(reading, rule.chain).some(isOther) ? rule.chain : undefined;
}

/** Whether the landmark's element shows nothing but the attribute's labels: its token is then as good as a label. */
function isItsOwn(reading: Reading, rule: Rule, keys: readonly string[]): boolean {
  if (rule.kind !== "landmark") return false;
  const { first, last } = intervalOf(reading, reading.landmark(rule.token));
  const texts = Array.from({ length: last - first + 1 }, (_, i) => reading.keyAt(first + i));
  return texts.every((key) => keys.includes(key) || isSeparator(key));
}
