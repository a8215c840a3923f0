/** The node of a signature that carries the label: in a table of many like rows the one that says "Publisher:". */
import type { Sample } from "../learn/sample.js";
import { intervalOf } from "../read/interval.js";
import type { Reading } from "../tree/reading.js";
import { RUN, segmentsOf } from "../tree/tree.js";
import { type Chain, nodesWith, stableChain } from "./signature.js";

export interface LabelledRule {
  readonly kind: "labelled";
  readonly chain: Chain;
  readonly key: string; // of the label
  readonly isOwn: boolean; // it stands in the value's own run, else directly before it
}

export function learnLabelled(reading: Reading, node: number, sample: Sample): LabelledRule[] {
  const chain = stableChain(reading, node, sample);
  return [true, false].flatMap((isOwn): LabelledRule[] => {
    const key = labelOf(reading, node, isOwn);
    return sample.isAnchor(key) ? [{ kind: "labelled", chain, key, isOwn }] : [];
  });
}

function labelOf(reading: Reading, node: number, isOwn: boolean): string {
  const { tree } = reading;
  if (isOwn) {
    if (tree.tag[node] !== RUN) return "";
    const segments = segmentsOf(tree, tree.run[node]!);
    return segments.length > 1 ? segments[0]!.key : "";
  }
  const { first, last } = intervalOf(reading, node);
  return first <= last ? reading.keyAt(first - 1) : "";
}

export function findLabelled(reading: Reading, { chain, key, isOwn }: LabelledRule): number[] {
  return nodesWith(reading, chain).filter((node) => labelOf(reading, node, isOwn) === key);
}
