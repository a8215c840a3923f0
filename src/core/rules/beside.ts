/** The run directly after, or before, a constant text in reading order, whatever the tags between. */
import type { Sample } from "../learn/sample.js";
import { intervalOf } from "../read/interval.js";
import type { Reading } from "../tree/reading.js";
import { RUN, type Tree } from "../tree/tree.js";
import { tagWord } from "./names.js";
import { tagsBetween } from "./steps.js";

export interface BesideRule {
  readonly kind: "following" | "preceding"; // the place follows, precedes the text
  readonly key: string;
  readonly inside: string; // tags from the place down to its run beside the text, "" if the place is that run
}

export function learnBeside(reading: Reading, node: number, sample: Sample, kind: BesideRule["kind"]): BesideRule[] {
  const { tree, shown } = reading;
  const order = edgeOrder(reading, node, kind);
  if (order < 0) return [];
  const key = reading.keyAt(order + (kind === "following" ? -1 : 1));
  if (!sample.isAnchor(key)) return [];
  return [{ kind, key, inside: tagsBetween(tree, node, tree.runNode[shown[order]!]!) }];
}

/** Reading order of the node's run beside the text, −1 if it displays none. */
function edgeOrder(reading: Reading, node: number, kind: BesideRule["kind"]): number {
  const { first, last } = intervalOf(reading, node);
  return kind === "preceding" || last < first ? last : first;
}

export function findBeside(reading: Reading, { kind, key, inside }: BesideRule): number[] {
  const { tree, shown, orderOf } = reading;
  const found: number[] = []; // each once, since a node has one run at its edge
  for (const anchor of reading.runsWith(key)) {
    const order = orderOf[anchor]! + (kind === "following" ? 1 : -1);
    const run = shown[order];
    if (run === undefined) continue;
    const node = ancestorOver(tree, tree.runNode[run]!, inside);
    if (node > 0 && edgeOrder(reading, node, kind) === order) found.push(node);
  }
  return found;
}

/** The ancestor from which those tags lead down to the run, −1 if the tags differ. */
function ancestorOver(tree: Tree, runNode: number, tags: string): number {
  if (tags === "") return runNode;
  let at = runNode;
  for (const tag of tags.split(" ").reverse()) {
    if (at <= 0 || tagWord(tree, at) !== tag) return -1;
    at = tree.parent[at]!;
  }
  return tree.tag[at] === RUN ? -1 : at;
}
