/** Whether a labelled place is one of many that only their numbers tell apart. */
import type { TargetedRule } from "../read/hypothesis.js";
import { intervalKey, intervalOf } from "../read/interval.js";
import { countShape, type Many, shapeOfKey } from "../read/many.js";
import { isSeparator } from "../read/separators.js";
import type { Rule } from "../rules/rule.js";
import { type Chain, nodesWith } from "../rules/signature.js";
import type { Reading } from "../tree/reading.js";

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
