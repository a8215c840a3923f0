/**
 * Absent told apart from moved (method §7, point 4). Two marks of the template stand around the value's slot. The value is
 * absent where both are there, once and in order, a sign that goes with the value is gone, and nothing between the marks
 * is unexplained; or where the slot shows to the letter what it showed on a page that a person called absent.
 */

import { foldLabel, prefixOf } from "../find/label-words.js";
import { LABELS } from "../limits.js";
import { digestOfTexts } from "../measure/digest.js";
import type { Absence, LabelSign, Mark, Sign } from "../template/page-template.js";
import { type Outline, outlineOf } from "../tree/outline.js";
import type { Reading } from "../tree/reading.js";

/** Items of the outline. */
export interface Slot {
  readonly from: number;
  readonly to: number; // exclusive
}

/** What was seen where the value would stand. */
export interface AbsenceProof {
  readonly between: readonly [before: string, after: string]; // displayed texts around the empty slot, "" at the page's ends
}

/** Every place of the value shows that it is absent. */
export function provedAbsent(reading: Reading, absences: readonly Absence[]): AbsenceProof | undefined {
  const proofs = absences.map((absence) => proofOf(reading, absence, false));
  return proofs.includes(undefined) ? undefined : proofs[0];
}

/** The page looks as one that a person called absent: that is obeyed, whatever the rules read. */
export function taughtAbsent(reading: Reading, absences: readonly Absence[]): AbsenceProof | undefined {
  return absences.map((absence) => proofOf(reading, absence, true)).find((proof) => proof !== undefined);
}

function proofOf(reading: Reading, { taught, signs, ...rough }: Absence, isTaught: boolean): AbsenceProof | undefined {
  if (isTaught && !taught.length) return undefined;
  const outline = outlineOf(reading);
  const slot = isTaught ? taughtSlot(outline, rough) : slotBetween(outline, rough);
  if (isTaught) {
    const same = [...(slot ? [slot] : []), wholeOf(outline)].find((each) => taught.includes(lookOf(outline, each, rough)));
    return same && { between: [textBefore(outline, same.from), textFrom(outline, same.to)] };
  }
  if (!slot || !signs.some((sign) => isGone(outline, slot, rough, sign))) return undefined;
  return { between: [textBefore(outline, slot.from), textFrom(outline, slot.to)] };
}

export const wholeOf = (outline: Outline): Slot => ({ from: 0, to: outline.count });

/** All texts of the slot with their paths; for a value in a tag also the elements that may have it. */
export function lookOf(outline: Outline, { from, to }: Slot, { path }: Pick<Absence, "path">): string {
  const shown: string[] = [from === 0 ? "page" : "slot"];
  for (let item = from; item < to; item++)
    if (outline.isText(item) || outline.pathOf(item) === path) shown.push(outline.pathOf(item), outline.keyOf(item));
  return digestOfTexts(shown);
}

function textBefore(outline: Outline, from: number): string {
  for (let item = from - 1; item >= 0; item--) if (outline.isText(item)) return outline.textOf(item);
  return "";
}

function textFrom(outline: Outline, to: number): string {
  for (let item = to; item < outline.count; item++) if (outline.isText(item)) return outline.textOf(item);
  return "";
}

/** Where the value would stand: between the nearest marks that stand once. */
export function slotBetween(outline: Outline, { before, after }: Pick<Absence, "before" | "after">): Slot | undefined {
  const [from, to] = [firstPlace(outline, before), firstPlace(outline, after)];
  return from !== undefined && to !== undefined && from < to ? { from: from + 1, to } : undefined;
}

/** The same without the label, which may stay where the value is missing. */
export const taughtSlot = (outline: Outline, { near, after }: Pick<Absence, "near" | "after">): Slot | undefined =>
  slotBetween(outline, { before: near, after });

function firstPlace(outline: Outline, marks: readonly Mark[]): number | undefined {
  for (const mark of marks) {
    const [place, ...more] = placesOfMark(outline, mark);
    if (place !== undefined && !more.length) return place;
  }
  return undefined;
}

export function placesOfMark(outline: Outline, { path, text, isEnd }: Mark): number[] {
  const items = outline.itemsAtPath(path).filter((item) => text === null || outline.keyOf(item) === text);
  return isEnd ? items.map((item) => outline.endOf(item)) : items;
}

type Rough = Pick<Absence, "label" | "path">;

export function isGone(outline: Outline, slot: Slot, rough: Rough, sign: Sign): boolean {
  switch (sign.kind) {
    case "label":
      if (labelPlaces(outline, sign).length || saysLabel(outline, slot, rough) || textsIn(outline, slot) > sign.most)
        return false;
      return isExplained(outline, slot, sign);
    case "token":
      if (outline.reading.hasToken(sign.token) || textsIn(outline, slot) > sign.most) return false;
      return isOfPaths(outline, slot, new Set(sign.paths));
    case "filled":
      return !isFilled(outline, slot, rough) && !saysLabel(outline, slot, rough);
  }
}

/** A page that lacks the value shows fewer texts than some page that has it: one more may be the value, moved. */
export function textsIn(outline: Outline, { from, to }: Slot): number {
  let texts = 0;
  for (let item = from; item < to; item++) if (outline.isText(item) && outline.keyOf(item) !== "") texts++;
  return texts;
}

/** Where a text at the label's path is the label, or begins with it if the value stands in the same text. */
export function labelPlaces(outline: Outline, { path, word, isOwn }: Pick<LabelSign, "path" | "word" | "isOwn">): number[] {
  return outline.itemsAtPath(path).filter((item) => labelIn(outline.keyOf(item), isOwn) === word);
}

/** A text as a label: all of it, or what stands before its colon. */
export const labelIn = (key: string, isOwn: boolean): string => foldLabel(isOwn ? prefixOf(key) : key);

/** A text in the slot, at whatever path, equals the label or begins with it. */
function saysLabel(outline: Outline, { from, to }: Slot, { label }: Rough): boolean {
  for (let item = from; label !== "" && item < to; item++)
    if (foldLabel(outline.keyOf(item).slice(0, LABELS.longestText)).startsWith(label)) return true;
  return false;
}

/**
 * Where labels stand there are only those known from pages that have this one too: any other may be its other name. And
 * where values stand there is none without a label before it, nor a second one after a label that had one at most. The mark
 * before the slot may be such a label itself.
 */
function isExplained(outline: Outline, { from, to }: Slot, sign: LabelSign): boolean {
  const { path, valuePath, isOwn, beside, single, unlabelled } = sign;
  const [known, ofOne] = [new Set(beside), new Set(single)];
  let free = isOwn || path === valuePath ? Number.POSITIVE_INFINITY : 0; // values that may follow
  const values = withoutColumns(valuePath); // without its label a cell moves to another column
  let without = 0;
  for (let item = from - 1; item < to; item++) {
    const at = outline.pathOf(item);
    if (at === path) {
      const word = labelIn(outline.keyOf(item), isOwn);
      if (isOwn && word === "") without++;
      else if (!known.has(word)) return false;
      free = ofOne.has(word) ? 1 : Number.POSITIVE_INFINITY;
    } else if (outline.isText(item) && withoutColumns(at) === values && --free < 0) return false;
  }
  return without <= unlabelled;
}

const withoutColumns = (path: string): string => path.replace(/:\d+/g, "");

function isOfPaths(outline: Outline, { from, to }: Slot, paths: ReadonlySet<string>): boolean {
  for (let item = from; item < to; item++) if (!paths.has(outline.pathOf(item))) return false;
  return true;
}

/** Something is displayed in the slot, or for a value in a tag an element is there that may have it. */
export function isFilled(outline: Outline, { from, to }: Slot, { path }: Pick<Absence, "path">): boolean {
  for (let item = from; item < to; item++)
    if (/[\p{L}\p{N}]/u.test(outline.keyOf(item)) || outline.pathOf(item) === path) return true;
  return false;
}
