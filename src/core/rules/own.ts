/** The run that carries, in a text-format element of its own, the constant text before the value: "ISBN: 123" in one line. */
import type { Sample } from "../learn/sample.js";
import { countedLength, mayBegin } from "../text/key-sum.js";
import type { Reading } from "../tree/reading.js";
import { RUN, runKey, segmentsOf } from "../tree/tree.js";

export interface OwnRule {
  readonly kind: "own";
  readonly key: string; // key of the run's first segment
}

export function learnOwn(reading: Reading, node: number, sample: Sample): OwnRule[] {
  const { tree } = reading;
  if (tree.tag[node] !== RUN) return [];
  const segments = segmentsOf(tree, tree.run[node]!);
  const first = segments[0]?.key;
  if (segments.length < 2 || first === undefined || !sample.isAnchor(first)) return [];
  return [{ kind: "own", key: first }];
}

export function findOwn(reading: Reading, { key }: OwnRule): number[] {
  const { tree, page } = reading;
  const found: number[] = [];
  for (const run of reading.runsOfTexts) {
    if (tree.runLength[run]! < countedLength(key) || !mayBegin(page, tree.runText[run]!, key)) continue;
    const whole = runKey(tree, run);
    if (whole.length > key.length && whole.startsWith(key) && segmentsOf(tree, run)[0]?.key === key)
      found.push(tree.runNode[run]!);
  }
  return found;
}
