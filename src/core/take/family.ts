/**
 * A list whose members are all nodes of one signature, wherever they stand: ingredients in three groups, authors in two
 * columns. The signature says which nodes; a landmark around them or the text before or after them must confirm it.
 */

import { nodesWith } from "../find/signature.js";
import { isInline } from "../page/page.js";
import type { FoundPlaces, TakenPlaces } from "../read/hypothesis.js";
import type { Family, RuleKind } from "../template/page-template.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { isInside, runKey } from "../tree/tree.js";
import { hasLetters, isMark, isSeparator } from "./separators.js";
import { fitsShape } from "./shape.js";
import { take } from "./take.js";

export function findFamily(reading: Reading, family: Family): FoundPlaces {
  const members = nodesWith(reading, family.chain).filter(
    (node) => intervalOf(reading, node).last >= intervalOf(reading, node).first,
  );
  const kinds: RuleKind[] = ["signature"];
  let isOne = true; // whether the landmarks hold all of them
  for (const token of family.landmarks) {
    const node = reading.landmark(token);
    if (node < 0) continue;
    isOne &&= members.every((member) => isInside(reading.tree, member, node));
    kinds.push("landmark");
  }
  const [before, after] = members.length ? textsAround(reading, members) : ["", ""];
  if (family.before !== "" && before === family.before) kinds.push("following");
  if (family.after !== "" && after === family.after) kinds.push("preceding");
  return {
    voices: members.length,
    isSeveral: false,
    emptyKinds: 0,
    kinds: [...new Set(kinds)].sort(),
    isTextAfter: () => false,
    take: () => takeFamily(reading, family, members, isOne),
  };
}

function takeFamily(reading: Reading, { shape, between }: Family, members: readonly number[], isOne: boolean): TakenPlaces {
  const taken = members.map((member) => take(reading, member, { kind: "whole" }, new Set()));
  const values = taken.flatMap((each) => each.values);
  const place = intervalOf(reading, members[0] ?? 0);
  if (!isOne) return { values, place, texts: 2 };
  const isAlike =
    fitsShape(reading, members, shape) && areJoined(reading, members, between) && !taken.some(({ misfit }) => misfit);
  return { values, place, texts: 1, misfit: isAlike ? undefined : "other-item" };
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
