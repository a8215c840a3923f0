/**
 * A list whose members are all nodes of one signature, wherever they stand: ingredients in three groups, authors in two
 * columns. The signature says which nodes; a landmark around them or the text before or after them must confirm it.
 */

import { isInline } from "../page/page.js";
import type { RuleKind } from "../rules/rule.js";
import { type Chain, nodesWith } from "../rules/signature.js";
import type { Reading } from "../tree/reading.js";
import { isInside, runKey } from "../tree/tree.js";
import { intervalOf } from "./interval.js";
import { hasLetters, isMark, isSeparator } from "./separators.js";
import { fitsShape, type Shape } from "./shape.js";

export interface Family {
  readonly kind: "family";
  readonly chain: Chain;
  readonly landmarks: readonly string[]; // tokens, each on one element that holds all members
  readonly before: string; // key of the text before the first member
  readonly after: string; // key of the text after the last one
  readonly shape: Shape;
  readonly between: readonly string[]; // texts that stood between two members
}

export type FamilyReading =
  | { readonly ok: true; readonly members: readonly number[]; readonly kinds: readonly RuleKind[] }
  | { readonly ok: false; readonly reason: "place-unknown" | "rules-disagree" | "shape-unseen" };

export function findFamily(reading: Reading, family: Family): FamilyReading {
  const members = nodesWith(reading, family.chain).filter(
    (node) => intervalOf(reading, node).last >= intervalOf(reading, node).first,
  );
  if (!members.length) return { ok: false, reason: "place-unknown" };
  const kinds: RuleKind[] = ["signature"];
  for (const token of family.landmarks) {
    const node = reading.landmark(token);
    if (node < 0) continue;
    if (!members.every((member) => isInside(reading.tree, member, node))) return { ok: false, reason: "rules-disagree" };
    kinds.push("landmark");
  }
  if (!fitsShape(reading, members, family.shape)) return { ok: false, reason: "shape-unseen" };
  if (!areJoined(reading, members, family.between)) return { ok: false, reason: "shape-unseen" };
  const [before, after] = textsAround(reading, members);
  if (family.before !== "" && before === family.before) kinds.push("following");
  if (family.after !== "" && after === family.after) kinds.push("preceding");
  return { ok: true, members, kinds: [...new Set(kinds)].sort() };
}

/** The keys of the texts before the first and after the last member. */
export function textsAround(reading: Reading, members: readonly number[]): [before: string, after: string] {
  return [
    reading.keyAt(intervalOf(reading, members[0]!).first - 1),
    reading.keyAt(intervalOf(reading, members.at(-1)!).last + 1),
  ];
}

/** Between members that stand in one line nothing but separators, or what stood there on the labelled page. */
function areJoined(reading: Reading, members: readonly number[], known: readonly string[]): boolean {
  const { tree, page } = reading;
  const element = tree.element[members[0]!]!;
  if (element >= 0 && !isInline(page, element)) return true;
  const mayHaveMarks = members.every((member) => hasLetters(reading.keyAt(intervalOf(reading, member).first)));
  return textsBetween(reading, members).every((key) => isSeparator(key) || (mayHaveMarks && isMark(key)) || known.includes(key));
}

export function textsBetween(reading: Reading, members: readonly number[]): string[] {
  const texts = new Set<string>();
  for (let i = 1; i < members.length; i++) {
    const from = intervalOf(reading, members[i - 1]!).last;
    const to = intervalOf(reading, members[i]!).first;
    for (let order = from + 1; order < to; order++) texts.add(runKey(reading.tree, reading.shown[order]!));
  }
  return [...texts].sort();
}
