/** The run directly after, or before, a constant text in reading order, whatever the tags between. */

import type { Sample } from "../learn/sample.js";
import { REACH } from "../limits.js";
import { lowerBound } from "../page/page.js";
import type { BesideRule, LabelledRule, NeighbourRule, OwnRule } from "../template/page-template.js";
import { countedLength, mayBegin } from "../text/key-sum.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagNumber, tagWord } from "../tree/tag-words.js";
import { childrenOf, commonAncestor, RUN, runKey, segmentsOf, type Tree } from "../tree/tree.js";
import { nodesWith, stableChain } from "./signature.js";
import { stepsBetween, tagsBetween, walkDown } from "./steps.js";

export function learnBeside(reading: Reading, node: number, sample: Sample, kind: BesideRule["kind"]): BesideRule[] {
  const { tree, shown } = reading;
  const order = edgeOrder(reading, node, kind);
  if (order < 0) return [];
  const key = reading.keyAt(order + (kind === "following" ? -1 : 1));
  if (!sample.isAnchor(key)) return [];
  return [{ kind, key, inside: tagsBetween(tree, node, tree.runNode[shown[order]!]!) }];
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

/**
 * From a constant text near the place: up, along the siblings, down again, with the same number of displayed runs
 * between. Without that number the walk may jump over content that is new on a page.
 */

export function learnNeighbour(reading: Reading, node: number, sample: Sample, kind: NeighbourRule["kind"]): NeighbourRule[] {
  const { tree, shown, orderOf } = reading;
  const edge = edgeOrder(reading, node, kind);
  if (edge < 0) return [];
  const rules: NeighbourRule[] = [];
  const step = kind === "after" ? -1 : 1;
  for (let distance = 1; distance <= REACH.runs && rules.length < REACH.anchors; distance++) {
    const run = shown[edge + step * distance];
    if (run === undefined) break;
    const key = runKey(tree, run);
    if (!sample.isAnchor(key)) continue;
    const anchor = tree.runNode[run]!;
    const above = commonAncestor(tree, Math.min(anchor, node), Math.max(anchor, node));
    if (above === anchor || above === node) continue;
    const [from, to] = [childTowards(tree, above, anchor), childTowards(tree, above, node)];
    rules.push({
      kind,
      key,
      up: tagsBetween(tree, above, anchor),
      tag: tagWord(tree, to),
      siblings: siblingDistance(tree, above, from, to),
      down: stepsBetween(tree, to, node),
      between: Math.abs(orderOf[run]! - edge) - 1,
    });
  }
  return rules;
}

/** Reading order of the node's run that is nearest to the text: its first one behind it, its last one before it; −1 without. */
function edgeOrder(reading: Reading, node: number, kind: BesideRule["kind"] | NeighbourRule["kind"]): number {
  const { first, last } = intervalOf(reading, node);
  return kind === "preceding" || kind === "before" || last < first ? last : first;
}

function childTowards(tree: Tree, ancestor: number, node: number): number {
  let at = node;
  while (tree.parent[at] !== ancestor) at = tree.parent[at]!;
  return at;
}

function siblingDistance(tree: Tree, parent: number, from: number, to: number): number {
  let distance = 0;
  const [low, high] = from < to ? [from, to] : [to, from];
  for (const child of childrenOf(tree, parent)) {
    if (tree.tag[child] === tree.tag[to] && child >= low && child <= high && child !== from) distance++;
  }
  return distance;
}

export function findNeighbour(reading: Reading, rule: NeighbourRule): number[] {
  const { tree } = reading;
  const runs = reading.runsWith(rule.key);
  if (runs.length === 0) return [];
  const found = new Set<number>();
  const up = rule.up.split(" ").map((word) => tagNumber(reading.page, word));
  const tag = tagNumber(reading.page, rule.tag);
  const alike = new Map<number, Int32Array>(); // per parent its children of the tag, for many texts may stand below one
  const reached = new Map<number, number>();
  const reach = (from: number): number => {
    const parent = tree.parent[from]!;
    const children = alike.get(parent) ?? new Int32Array(childrenAlike(tree, parent, tag));
    alike.set(parent, children);
    const to = siblingAt(children, from, rule.kind === "after" ? rule.siblings : -rule.siblings);
    return to < 0 ? -1 : walkDown(tree, to, rule.down);
  };
  for (const run of runs) {
    const from = climb(tree, tree.runNode[run]!, up);
    if (from <= 0) continue;
    const node = reached.get(from) ?? reach(from);
    reached.set(from, node);
    if (node < 0) continue;
    const edge = edgeOrder(reading, node, rule.kind);
    if (edge >= 0 && Math.abs(edge - reading.orderOf[run]!) - 1 === rule.between) found.add(node);
  }
  return [...found];
}

/** Up along the given tags (outermost first); the node that carries the outermost, −1 if the tags differ. */
function climb(tree: Tree, node: number, tags: readonly number[]): number {
  let at = node;
  for (let i = tags.length - 1; i > 0; i--) {
    if (at <= 0 || tree.tag[at] !== tags[i]) return -1;
    at = tree.parent[at]!;
  }
  return at > 0 && tree.tag[at] === tags[0] ? at : -1;
}

function childrenAlike(tree: Tree, node: number, tag: number): number[] {
  const children: number[] = [];
  const end = tree.end[node]!;
  for (let child = node + 1; child < end; child = tree.end[child]!) if (tree.tag[child] === tag) children.push(child);
  return children;
}

/** Of the children of a tag the one `distance` after (before, if negative) the node, which may be of another tag; −1 without. */
function siblingAt(children: Int32Array, node: number, distance: number): number {
  const before = lowerBound(children, children.length, node);
  const isOne = children[before] === node;
  return children[distance > 0 ? before + distance - (isOne ? 0 : 1) : before + distance] ?? -1;
}

/** The run that carries, in a text-format element of its own, the constant text before the value: "ISBN: 123" in one line. */

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

/** The node of a signature that carries the label: in a table of many like rows the one that says "Publisher:". */

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
