/**
 * From a constant text near the place: up, along the siblings, down again, with the same number of displayed runs
 * between. Without that number the walk may jump over content that is new on a page.
 */
import type { Sample } from "../learn/sample.js";
import { lowerBound } from "../page/page.js";
import { intervalOf } from "../read/interval.js";
import type { Reading } from "../tree/reading.js";
import { childrenOf, commonAncestor, runKey, type Tree } from "../tree/tree.js";
import { tagNumber, tagWord } from "./names.js";
import { stepsBetween, tagsBetween, walkDown } from "./steps.js";

export interface NeighbourRule {
  readonly kind: "after" | "before"; // the place stands after, before the text
  readonly key: string;
  readonly up: string; // tags from below the common ancestor down to the text
  readonly tag: string; // of the sibling that holds the place
  readonly siblings: number; // how many of that tag further
  readonly down: string;
  readonly between: number;
}

const REACH = 12; // runs
const ANCHORS = 2;

export function learnNeighbour(reading: Reading, node: number, sample: Sample, kind: NeighbourRule["kind"]): NeighbourRule[] {
  const { tree, shown, orderOf } = reading;
  const edge = edgeOrder(reading, node, kind);
  if (edge < 0) return [];
  const rules: NeighbourRule[] = [];
  const step = kind === "after" ? -1 : 1;
  for (let distance = 1; distance <= REACH && rules.length < ANCHORS; distance++) {
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

/** Reading order of the node's first run (for "after") or last run (for "before"); −1 if it has none that is displayed. */
function edgeOrder(reading: Reading, node: number, kind: NeighbourRule["kind"]): number {
  const { first, last } = intervalOf(reading, node);
  return kind === "before" || last < first ? last : first;
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
  for (let child = node + 1; child < end; child = tree.end[child]!)
    if (tree.tag[child] === tag && tree.parent[child] === node) children.push(child);
  return children;
}

/** Of the children of a tag the one `distance` after (before, if negative) the node, which may be of another tag; −1 without. */
function siblingAt(children: Int32Array, node: number, distance: number): number {
  const before = lowerBound(children, children.length, node);
  const isOne = children[before] === node;
  return children[distance > 0 ? before + distance - (isOne ? 0 : 1) : before + distance] ?? -1;
}
