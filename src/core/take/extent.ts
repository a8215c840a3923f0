/**
 * How far a value reaches on this page (method §7, number of values).
 *
 * On the labelled page the value filled a node `outermost` and nothing else stood in it. If the same node holds more here, or
 * the value goes on after a separator, it is a list, or it is withheld; it is never cut.
 */

import { nodesAtTags, tagsBetween } from "../find/steps.js";
import { isInline } from "../page/page.js";
import type { Edge, Extent, Form } from "../template/page-template.js";
import { intervalKey, intervalOf, isSameInterval } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagWord } from "../tree/tag-words.js";
import { commonAncestor, RUN, runKey, type Tree } from "../tree/tree.js";
import { hasLetters, withoutSeparators } from "./separators.js";
import { areParted, BUILT_OTHERWISE, type Taken, take } from "./take.js";

/** The value at `node`, as far as it reaches. */
export function takeExtent(reading: Reading, node: number, form: Form, extent: Extent, known: ReadonlySet<string>): Taken {
  const own = take(reading, node, form, known);
  if (form.kind !== "whole") return own;
  const outermost = outermostOf(reading, node, extent);
  if (outermost < 0) return BUILT_OTHERWISE;
  if (!isSameInterval(intervalOf(reading, outermost), intervalOf(reading, node))) {
    const tags = tagsBetween(reading.tree, outermost, node);
    const items = nodesAtTags(reading.tree, outermost, tags).map((item) => outermostBelow(reading, item, outermost));
    const areLines = extent.isOfLines && tags === "#";
    const isList = items.length > 1 && (areLines ? !areMixed(reading, items) : areParted(reading, items));
    return isList
      ? take(reading, outermost, { kind: "items", tags, shape: null, alike: 0 }, new Set())
      : { ...own, misfit: "other-text" };
  }
  if (extent.isListed) return own;
  const members = goesOn(reading, outermost, extent) ? "open" : listAround(reading, outermost, extent.roles);
  if (members === "open") return { ...own, misfit: "more-of-its-kind" };
  if (members.length === 1) return own;
  const taken = members.map((member) => take(reading, member, { kind: "whole" }, known));
  const values = taken.flatMap((each) => each.values);
  return taken.some(({ misfit }) => misfit) ? { values, misfit: "other-item" } : { values };
}

/** Some of the lines have letters and some have none: a place and a year are no list. */
function areMixed(reading: Reading, items: readonly number[]): boolean {
  return new Set(items.map((item) => hasLetters(intervalKey(reading, intervalOf(reading, item))))).size > 1;
}

/** Another element of the same kind stands beside, where the labelled page had none: a second paragraph, a further author. */
function goesOn(reading: Reading, outermost: number, { edges }: Extent): boolean {
  const { tree } = reading;
  let at = outermost;
  for (const { isFirst, isLast } of edges) {
    if (at <= 2) return false;
    const tags = tagsBetween(tree, at, outermost);
    const isMore = (neighbour: number): boolean =>
      neighbour >= 0 &&
      isOfKind(reading, neighbour, at) &&
      (at === outermost || nodesAtTags(tree, neighbour, tags).some((node) => isOfKind(reading, node, outermost)));
    const { before, after } = neighbours(reading, at);
    if ((isFirst && isMore(before)) || (isLast && isMore(after))) return true;
    at = tree.parent[at]!;
  }
  return false;
}

const UNITS = ["li", "tr"]; // whose neighbours are more of the same; of a div or p around the value one cannot know

export function edgesOf(reading: Reading, outermost: number): Edge[] {
  const { tree } = reading;
  const { first, last } = intervalOf(reading, outermost);
  const edges: Edge[] = [];
  if (tree.tag[outermost] === RUN || last < first) return edges;
  for (let at = outermost; at > 2 && intervalOf(reading, at).first === first; at = tree.parent[at]!) {
    const { before, after } = neighbours(reading, at);
    const isOther = (neighbour: number): boolean => neighbour < 0 || !isOfKind(reading, neighbour, at);
    const isUnit = at === outermost || UNITS.includes(tagWord(tree, at));
    edges.push({ isFirst: isUnit && isOther(before), isLast: isUnit && isOther(after) });
  }
  return edges;
}

const isOfKind = (reading: Reading, a: number, b: number): boolean =>
  reading.tree.tag[a] === reading.tree.tag[b] && classesOf(reading, a) === classesOf(reading, b);

/** The displayed children of its parent directly before and after a node, −1 for none. */
function neighbours(reading: Reading, node: number): { readonly before: number; readonly after: number } {
  const { tree } = reading;
  const parent = tree.parent[node]!;
  let before = -1;
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (child === node || intervalOf(reading, child).last < 0) continue;
    if (child > node) return { before, after: child };
    before = child;
  }
  return { before, after: -1 };
}

/** The outermost node below `above` that shows just what the item shows. */
function outermostBelow(reading: Reading, item: number, above: number): number {
  const { tree } = reading;
  let at = item;
  while (tree.parent[at] !== above && isSameInterval(intervalOf(reading, tree.parent[at]!), intervalOf(reading, item)))
    at = tree.parent[at]!;
  return at;
}

/** The node that plays outermost's part here: by the same tags upwards, else the nearest ancestor of outermost's tag. */
function outermostOf({ tree }: Reading, node: number, { inside, outermost }: Extent): number {
  if (inside === "") return node;
  let at = node;
  for (const tag of inside.split(" ").reverse()) {
    if (tagWord(tree, at) !== tag) return nearest(tree, node, outermost);
    at = tree.parent[at]!;
  }
  return tagWord(tree, at) === outermost ? at : nearest(tree, node, outermost);
}

function nearest(tree: Tree, node: number, tag: string): number {
  for (let at = node; at > 0; at = tree.parent[at]!) if (tagWord(tree, at) === tag) return at;
  return -1;
}

/**
 * The runs that form a list with this one: in reading order a text between each two that parts them, and every member
 * below the same tags. "open": a separator stands there, but with words nobody has explained.
 */
export function listAround(reading: Reading, node: number, roles: readonly string[]): number[] | "open" {
  const { tree, shown } = reading;
  const { first, last } = intervalOf(reading, node);
  if (first !== last) return [node];
  const runAt = (order: number): number => (order >= 0 && order < shown.length ? tree.runNode[shown[order]!]! : -1);
  const self = runAt(first);
  const members = [self];
  for (const step of [-1, 1]) {
    for (let at = first; ; at += 2 * step) {
      const [joint, next] = [runAt(at + step), runAt(at + 2 * step)];
      if (joint < 0 || next < 0 || !isAlike(reading, self, next) || !isInLine(reading, self, joint)) break;
      const part = partOf(runKey(tree, tree.run[joint]!), roles);
      if (part === "open") return "open";
      if (part === "none") break;
      if (step < 0) members.unshift(next);
      else members.push(next);
    }
  }
  return members.length === 1 ? [node] : members;
}

/** Below the same tags, and in elements of the same classes: "Weight" after "German |" is of another kind. */
function isAlike(reading: Reading, a: number, b: number): boolean {
  const { tree } = reading;
  const above = commonAncestor(tree, Math.min(a, b), Math.max(a, b));
  if (tree.parent[a] === above || tagsBetween(tree, above, a) !== tagsBetween(tree, above, b)) return false;
  const classes = (node: number): string => classesOf(reading, tree.parent[node]!);
  return classes(a) === classes(b);
}

export const classesOf = (reading: Reading, node: number): string =>
  reading
    .tokensOfNode(node)
    .filter((token) => token[0] === ".")
    .sort()
    .join("");

/** Whether a text that may part members stands in one line with them and not, like a row that says "–", in a block of its own. */
function isInLine({ tree, page }: Reading, member: number, joint: number): boolean {
  const above = commonAncestor(tree, Math.min(member, joint), Math.max(member, joint));
  for (let at = tree.parent[joint]!; at !== above; at = tree.parent[at]!) if (!isInline(page, tree.element[at]!)) return false;
  return true;
}

/** Whether a text parts two members: separators alone, or with a role that the labelled page showed beside its value. */
function partOf(key: string, roles: readonly string[]): "parts" | "open" | "none" {
  const rest = withoutSeparators(key);
  if (rest === "" || (rest.length < key.length && roles.includes(rest))) return "parts";
  return /^[,;&]|[,;&]$/.test(key) ? "open" : "none";
}
