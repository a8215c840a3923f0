/** As a landmark rule, but every step counted from the end: it holds where something optional stands before the place. */

import type { Sample } from "../learn/sample.js";
import type { Reading } from "../tree/reading.js";
import { childAt, childrenOf, countChildren, type Tree } from "../tree/tree.js";
import { tagNumber, tagWord } from "./names.js";

export interface TailRule {
  readonly kind: "tail";
  readonly token: string;
  readonly steps: string; // "h5[1]": the last h5
}

export function learnTail(reading: Reading, node: number, sample: Sample): TailRule[] {
  const { tree } = reading;
  for (let at = tree.parent[node]!; at > 0; at = tree.parent[at]!) {
    const token = reading.tokensOfNode(at).find((each) => sample.isUniqueToken(each) && reading.landmark(each) >= 0);
    if (token !== undefined) return [{ kind: "tail", token, steps: stepsFromEnd(tree, at, node) }];
  }
  return [];
}

function stepsFromEnd(tree: Tree, ancestor: number, node: number): string {
  const steps: string[] = [];
  for (let at = node; at !== ancestor; at = tree.parent[at]!) {
    const alike = [...childrenOf(tree, tree.parent[at]!)].filter((child) => tree.tag[child] === tree.tag[at]);
    steps.push(`${tagWord(tree, at)}[${alike.length - alike.indexOf(at)}]`);
  }
  return steps.reverse().join(" ");
}

export function findTail(reading: Reading, { token, steps }: TailRule): number[] {
  const { tree } = reading;
  let at = reading.landmark(token);
  if (at < 0) return [];
  for (const step of steps.split(" ")) {
    const bracket = step.lastIndexOf("[");
    const tag = tagNumber(reading.page, step.slice(0, bracket));
    const index = countChildren(tree, at, tag) + 1 - Number(step.slice(bracket + 1, -1));
    at = index < 1 ? -1 : childAt(tree, at, tag, index);
    if (at < 0) return [];
  }
  return [at];
}
