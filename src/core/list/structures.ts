/**
 * Where the records of a list may stand, given one value of each of two neighbouring records: which nodes are their
 * containers, and how their children are cut into groups.
 */

import { LISTS } from "../limits.js";
import type { ListCut } from "../template/list-template.js";
import type { Reading } from "../tree/reading.js";
import { commonAncestor, indexAmongAlike, isInside } from "../tree/tree.js";
import { childWord, countedKinds, cutContainer, headKind, isOfKind } from "./cut.js";
import { type Group, shownChildren } from "./group.js";

export interface Structure {
  readonly cut: ListCut;
  readonly groups: readonly Group[]; // those of the labelled records
}

/** The children of their containers in which the two nodes stand, for every level at which they may repeat, outermost first. */
export function levelsOf({ tree }: Reading, a: number, b: number): [number, number][] {
  const above = commonAncestor(tree, a, b);
  if (above === a || isInside(tree, a, b)) return [];
  const [first, second] = [chainBelow(tree.parent, a, above), chainBelow(tree.parent, b, above)];
  const levels: [number, number][] = [];
  for (const [i, node] of first.entries()) {
    const other = second[i];
    if (other === undefined || tree.tag[node] !== tree.tag[other]) break;
    if (i === 0 || indexAmongAlike(tree, node) !== indexAmongAlike(tree, other)) levels.push([node, other]);
  }
  return levels;
}

function chainBelow(parent: Int32Array, node: number, above: number): number[] {
  const chain: number[] = [];
  for (let at = node; at !== above; at = parent[at]!) chain.push(at);
  return chain.reverse();
}

/** Every record is one child. */
export function singleStructure(reading: Reading, children: readonly number[], tag: string): Structure {
  return {
    cut: { kind: "single", tag },
    groups: children.map((child) => ({ container: reading.tree.parent[child]!, children: [child] })),
  };
}

export interface Window {
  readonly siblings: readonly (readonly number[])[]; // per record, all children of its container
  readonly at: readonly number[]; // per record, which of them holds the value
  readonly reach: number; // how far its other values may stand from it
}

export function windowOf(reading: Reading, [a, b]: readonly [number, number]): Window {
  const { tree } = reading;
  const siblings = [a, b].map((child) => shownChildren(reading, tree.parent[child]!));
  const at = [siblings[0]!.indexOf(a), siblings[1]!.indexOf(b)];
  const isShared = tree.parent[a] === tree.parent[b];
  return { siblings, at, reach: isShared ? Math.abs(at[1]! - at[0]!) - 1 : LISTS.ahead };
}

/** Records of several children each, from offset `first` to offset `last` around the value's child. */
export function wideStructure(reading: Reading, window: Window, first: number, last: number): Structure | undefined {
  const { siblings, at, reach } = window;
  const own = last - first + 1;
  if (own > reach + 1 || at.some((index, i) => index + first < 0 || index + last >= siblings[i]!.length)) return undefined;
  const from = at.map((index, i) => siblings[i]!.slice(index + first));
  const cut = headedCut(reading, window, from, own) ?? countedCut(reading, window, from);
  if (!cut) return undefined;
  const groups = from.map(([head]) =>
    cutContainer(reading, reading.tree.parent[head!]!, cut).groups.find(({ children }) => children[0] === head),
  );
  return groups.every((group) => group !== undefined) ? { cut, groups } : undefined;
}

const isShared = ({ siblings }: Window): boolean => siblings[0]![0] === siblings[1]![0];

/** `from`: per record, its first child and all that follow. */
function headedCut(reading: Reading, window: Window, from: readonly (readonly number[])[], own: number): ListCut | undefined {
  const heads = from.map(([head]) => head!);
  // All children of the first record are known where the second follows; behind its own ones the third may begin.
  const others = from.flatMap((children, i) => children.slice(1, isShared(window) && i === 0 ? window.reach + 1 : own));
  const head = headKind(reading, heads, others);
  if (!head) return undefined;
  const whole = from.flatMap((children) => {
    const next = children.findIndex((child, i) => i > 0 && isOfKind(reading, child, head));
    return next > 0 && next <= LISTS.children ? [children.slice(0, next)] : [];
  });
  const bodies = whole.length ? whole : from.map((children) => children.slice(0, own));
  const sequences = bodies.map((body) => body.map((child) => childWord(reading, child)).join(" "));
  return { kind: "headed", head, sequences: [...new Set(sequences)].sort((a, b) => b.length - a.length) };
}

function countedCut(reading: Reading, window: Window, from: readonly (readonly number[])[]): ListCut | undefined {
  if (!isShared(window) || window.reach >= LISTS.children) return undefined;
  const kinds = countedKinds(
    reading,
    from.map((children) => children.slice(0, window.reach + 1)),
  );
  return kinds && { kind: "counted", kinds };
}
