/** The marks around a slot (read/absence.ts): texts and elements that stand once on the labelled page and on the siblings. */

import { foldLabel } from "../find/label-words.js";
import { ABSENCE, LABELS, SIBLINGS } from "../limits.js";
import { placesOfMark, type Slot } from "../read/absence.js";
import type { Mark } from "../template/page-template.js";
import type { Outline } from "../tree/outline.js";

export function marksBefore(outline: Outline, slot: Slot, siblings: readonly Outline[]): Mark[] {
  const marks: Mark[] = [];
  const end = Math.max(0, slot.from - ABSENCE.reach);
  for (let item = slot.from - 1; item >= end && marks.length < ABSENCE.marks; item--) {
    const isAround = outline.endOf(item) > slot.from;
    const mark = isAround && !hasTextOutside(outline, item, slot) ? undefined : markAt(outline, item); // one that goes with the value is none
    if (mark && isMark(mark, outline, siblings)) marks.push(mark);
  }
  return marks;
}

/** Also the ends of the elements around the slot that hold more than it. */
export function marksAfter(outline: Outline, slot: Slot, siblings: readonly Outline[]): Mark[] {
  const marks: Mark[] = [];
  const around = outline.ancestorsOf(slot.to - 1).filter((item) => item < slot.from && hasTextOutside(outline, item, slot));
  const end = Math.min(outline.count, slot.to + ABSENCE.reach);
  for (let item = slot.to; item <= end && marks.length < ABSENCE.marks; item++) {
    const ended = around.filter((each) => outline.endOf(each) === item);
    const begun = item < outline.count ? markAt(outline, item) : undefined;
    const here = [...ended.map((each) => ({ path: outline.pathOf(each), text: null, isEnd: true })), ...(begun ? [begun] : [])];
    marks.push(...here.filter((mark) => isMark(mark, outline, siblings)));
  }
  return marks;
}

function markAt(outline: Outline, item: number): Mark | undefined {
  const path = outline.pathOf(item);
  if (!outline.isText(item)) return { path, text: null, isEnd: false };
  const key = outline.keyOf(item);
  const isTelling = foldLabel(key).length >= LABELS.letters && key.length <= LABELS.longestText;
  return isTelling ? { path, text: key, isEnd: false } : undefined;
}

function isMark(mark: Mark, outline: Outline, siblings: readonly Outline[]): boolean {
  const isOnce = (page: Outline): boolean => placesOfMark(page, mark).length === 1;
  return isOnce(outline) && siblings.filter(isOnce).length >= siblings.length - SIBLINGS.others;
}

export function hasTextOutside(outline: Outline, item: number, { from, to }: Slot): boolean {
  const end = outline.endOf(item);
  for (let at = item + 1; at < end; at++) if ((at < from || at >= to) && outline.isText(at)) return true;
  return false;
}
