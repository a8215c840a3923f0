/**
 * How far a value reaches on this page (spec §7, number of values).
 *
 * On the labelled page the value filled a node `hi` and nothing else stood in it. If the same node holds more here, or
 * the value goes on after a separator, it is a list, or it is withheld; it is never cut.
 */
import type { Form } from "../learn/places.js";
import { tagWord } from "../rules/names.js";
import { tagsBetween } from "../rules/steps.js";
import type { Reading } from "../tree/reading.js";
import { RUN, type Tree } from "../tree/tree.js";
import { intervalOf, isSameInterval } from "./interval.js";
import { isSeparator } from "./separators.js";
import { type Taken, take } from "./take.js";

export interface Extent {
  readonly inside: string; // tags from hi down to the value's node, "" if it is hi itself
  readonly hi: string; // tag of hi
  readonly isListed: boolean; // the label itself had neighbours in a list and was meant alone
}

/** The value at `node`, as far as it reaches. */
export function takeExtent(reading: Reading, node: number, form: Form, extent: Extent, known: ReadonlySet<string>): Taken {
  if (form.kind !== "whole") return take(reading, node, form, known);
  const hi = hiOf(reading, node, extent);
  if (hi < 0) return { ok: false, reason: "shape-unseen" };
  if (!isSameInterval(intervalOf(reading, hi), intervalOf(reading, node))) {
    const tags = tagsBetween(reading.tree, hi, node);
    const taken = take(reading, hi, { kind: "items", tags }, new Set());
    return taken;
  }
  if (extent.isListed) return take(reading, node, form, known);
  const members = listAround(reading.tree, hi);
  if (members.length === 1) return take(reading, node, form, known);
  const values = members.map((member) => take(reading, member, { kind: "whole" }, known));
  return values.every((value) => value.ok)
    ? { ok: true, values: values.flatMap((value) => value.values) }
    : { ok: false, reason: "shape-unseen" };
}

/** The node that plays hi's part here: by the same tags upwards, else the nearest ancestor of hi's tag. */
function hiOf({ tree }: Reading, node: number, { inside, hi }: Extent): number {
  if (inside === "") return node;
  let at = node;
  for (const tag of inside.split(" ").reverse()) {
    if (tagWord(tree, at) !== tag) return nearest(tree, node, hi);
    at = tree.parent[at]!;
  }
  return tagWord(tree, at) === hi ? at : nearest(tree, node, hi);
}

function nearest(tree: Tree, node: number, tag: string): number {
  for (let at = node; at > 0; at = tree.parent[at]!) if (tagWord(tree, at) === tag) return at;
  return -1;
}

/** The node and the siblings of its tag that are joined to it by separators alone. */
export function listAround(tree: Tree, node: number): number[] {
  const parent = tree.parent[node]!;
  if (tree.tag[node] === RUN) return [node];
  const siblings: number[] = [];
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!)
    if (tree.parent[child] === parent) siblings.push(child);
  const at = siblings.indexOf(node);
  const isJoint = (i: number): boolean => {
    const child = siblings[i];
    return child !== undefined && tree.tag[child] === RUN && isSeparator(tree.runKeys[tree.run[child]!]!);
  };
  const isAlike = (i: number): boolean => siblings[i] !== undefined && tree.tag[siblings[i]!] === tree.tag[node];
  let first = at;
  while (isJoint(first - 1) && isAlike(first - 2)) first -= 2;
  let last = at;
  while (isJoint(last + 1) && isAlike(last + 2)) last += 2;
  return siblings.slice(first, last + 1).filter((_, i) => i % 2 === 0);
}
