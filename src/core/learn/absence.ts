/** What a page without the value looks like (read/absence.ts), learnt from labelled pages and siblings. */

import { foldLabel, prefixOf } from "../find/label-words.js";
import { lastingTokens } from "../kind/lasting-tokens.js";
import { ABSENCE, LABELS, SIBLINGS } from "../limits.js";
import type { Span } from "../page/page.js";
import {
  isFilled,
  isGone,
  labelIn,
  labelPlaces,
  lookOf,
  provedAbsent,
  type Slot,
  slotBetween,
  taughtSlot,
  textsIn,
  wholeOf,
} from "../read/absence.js";
import type { Absence, LabelSign, Sign, Slots } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import { valueText } from "../text/value-text.js";
import { type Outline, outlineOf } from "../tree/outline.js";
import type { Reading } from "../tree/reading.js";
import { hasTextOutside, marksAfter, marksBefore } from "./absence-marks.js";
import { placesOfValue, type ValueSpan } from "./absence-places.js";

/** The pages an absence is learnt from. */
export interface AbsencePages {
  readonly own: Reading;
  readonly siblings: readonly Reading[]; // all other pages, labelled or not, but those called absent
  readonly filled: readonly Reading[]; // other pages on which a person labelled the value
  readonly absent: readonly Reading[]; // pages that a person called absent
}

/** What other attributes have on the labelled page. */
export interface OtherValues {
  readonly spans: readonly Span[]; // where they are read
  readonly keys: ReadonlySet<string>; // their labels
}

/** One of each place where the value stands; none where that is not settled, or nothing tells of it. */
export function learnAbsences(pages: AbsencePages, slots: Slots, otherValues: OtherValues): Absence[] {
  const spans = placesOfValue(pages.own, slots, pages.siblings, otherValues.keys);
  const absences = spans.map((span) => learnAbsence(pages, span, otherValues.spans));
  const isFalse = pages.filled.some((page) => provedAbsent(page, absences));
  const tells = ({ signs }: Absence): boolean => !isFalse && signs.length > 0;
  const isTold = absences.length > 0 && absences.every(tells);
  if (isTold) return absences;
  return absences.some(({ taught }) => taught.length) ? absences.map((absence) => ({ ...absence, signs: [] })) : [];
}

/** What is known of a place before its signs. */
interface Known {
  readonly outline: Outline;
  readonly siblings: readonly Outline[];
  readonly absent: readonly Outline[]; // pages that a person called absent
  readonly rough: Rough;
  readonly place: ValuePlace;
}

type Rough = Omit<Absence, "signs" | "taught">;

function learnAbsence({ own, siblings, absent }: AbsencePages, value: ValueSpan, otherValues: readonly Span[]): Absence {
  const outline = outlineOf(own);
  const others = siblings.length >= SIBLINGS.fewest ? siblings.map(outlineOf) : [];
  const place = placeOf(outline, value, otherValues);
  const rough: Rough = {
    before: others.length ? marksBefore(outline, place, others) : [],
    after: others.length ? marksAfter(outline, place, others) : [],
    near: others.length && absent.length ? marksBefore(outline, { from: place.first, to: place.to }, others) : [],
    label: place.word,
    path: value.isInTag ? outline.pathOf(place.first) : null,
  };
  const known: Known = { outline, siblings: others, absent: absent.map(outlineOf), rough, place };
  const isMarked = rough.before.length > 0 && rough.after.length > 0;
  const signs = isMarked ? [labelSign(known) ?? tokenSign(known), filledSign(known)].filter((sign) => sign !== null) : [];
  return { ...rough, signs, taught: looksOf(known) };
}

/** A value's slot on its page, from its label to its end. */
interface ValuePlace extends Slot {
  readonly first: number; // item of the value
  readonly label: number; // item of its label, −1 without
  readonly isOwn: boolean; // the label begins the value's own text
  readonly word: string; // the label, folded
}

/** The label is what begins the value's own text, up to a colon, else the nearest text before it that is no other value. */
function placeOf(outline: Outline, value: ValueSpan, otherValues: readonly Span[]): ValuePlace {
  const first = outline.itemAt(value.start);
  const to = value.isInTag ? outline.endOf(first) : outline.itemAt(value.end - 1) + 1;
  const lead = value.isInTag
    ? ""
    : textKey(valueText(outline.reading.page, [{ start: outline.startOf(first), end: value.start }]));
  const isLabel = (key: string): boolean => foldLabel(key).length >= LABELS.letters;
  const prefix = prefixOf(lead);
  if (isLabel(prefix)) return { first, from: first, to, label: first, isOwn: true, word: foldLabel(prefix) };
  let label = isLabel(lead) ? -1 : first - 1;
  while (label >= 0 && !isLabel(outline.keyOf(label))) label--;
  const isValue = ({ start, end }: Span): boolean => end > outline.startOf(label) && start < outline.startOf(label + 1);
  if (label < 0 || otherValues.some(isValue)) return { first, from: first, to, label: -1, isOwn: false, word: "" };
  return { first, from: label, to, label, isOwn: false, word: foldLabel(outline.keyOf(label)) };
}

function isGoneFrom(page: Outline, { rough }: Known, sign: Sign): boolean {
  const slot = slotBetween(page, rough);
  return slot !== undefined && isGone(page, slot, rough, sign);
}

/** A sign that is seen too rarely is one if it is gone from a page that a person called absent. */
const isTaught = (known: Known, sign: Sign): boolean => known.absent.some((page) => isGoneFrom(page, known, sign));

/** The sign, if the rule tells every sibling that has it not: else something other than absence takes it away. */
function checked(sign: Sign, known: Known, hasSign: (page: Outline) => boolean): Sign | null {
  return known.siblings.every((page) => hasSign(page) || isGoneFrom(page, known, sign)) ? sign : null;
}

function labelSign(known: Known): Sign | null {
  const { outline, siblings, rough, place } = known;
  if (place.label < 0) return null;
  const { word, isOwn } = place;
  const bare = { path: outline.pathOf(place.label), valuePath: outline.pathOf(place.first), word, isOwn };
  const countOn = (page: Outline): number => labelPlaces(page, bare).length;
  const having = siblings.filter((page) => countOn(page) === 1);
  if (countOn(outline) !== 1 || siblings.some((page) => countOn(page) > 1)) return null;
  const pages = [outline, ...having];
  const most = mostOthers(pages, known);
  const sign: Sign = { kind: "label", ...bare, ...textsBeside(pages, bare, rough), most };
  return having.length >= ABSENCE.label || isTaught(known, sign) ? checked(sign, known, (page) => countOn(page) > 0) : null;
}

/** What stands between the marks, on pages that have this label: which others, and whether several values follow. */
function textsBeside(
  pages: readonly Outline[],
  { path, valuePath, word, isOwn }: Pick<LabelSign, "path" | "valuePath" | "word" | "isOwn">,
  rough: Rough,
): Pick<LabelSign, "beside" | "single" | "unlabelled"> {
  const values = new Map<string, number>(); // by label, most that follow
  let unlabelled = 0;
  for (const page of pages) {
    const slot = slotBetween(page, rough);
    let [label, count, without] = ["", 0, 0];
    for (let item = (slot?.from ?? 1) - 1; item < (slot?.to ?? 0); item++) {
      const at = page.pathOf(item);
      if (at === path) {
        [label, count] = [labelIn(page.keyOf(item), isOwn), 0];
        if (isOwn && label === "") without++;
      } else if (at === valuePath) count++;
      if (label !== "" && label !== word) values.set(label, Math.max(count, values.get(label) ?? 0));
    }
    unlabelled = Math.max(unlabelled, without);
  }
  const beside = [...values.keys()].sort();
  return { beside, single: beside.filter((each) => values.get(each)! <= 1), unlabelled };
}

/** A class or id of an element that shows nothing but the value, or it and its label; the first that tells. */
function tokenSign(known: Known): Sign | null {
  const { outline, siblings, rough, place } = known;
  const around = [...(outline.isText(place.first) ? [] : [place.first]), ...outline.ancestorsOf(place.first)];
  const own = around.filter((item) => !hasTextOutside(outline, item, place));
  const tokens = new Set(own.flatMap((item) => lastingTokens(outline.reading.tokensOfNode(outline.nodeOf(item)))));
  for (const token of tokens) {
    const having = siblings.filter((page) => page.reading.hasToken(token));
    if (having.length < ABSENCE.token || outline.reading.landmark(token) < 0) continue;
    const paths = pathsBetween([outline, ...having], rough);
    const most = mostOthers([outline, ...having], known);
    const sign: Sign = { kind: "token", token, most, paths: [...paths].sort() };
    if (paths.size <= ABSENCE.paths && checked(sign, known, (page) => page.reading.hasToken(token))) return sign;
  }
  return null;
}

/**
 * Texts between the nearest marks of one of the pages, without the value's own and its label. Farther marks, where one is
 * missing, have more between them.
 */
function mostOthers(pages: readonly Outline[], { place, rough }: Known): number {
  const nearest = { before: rough.before.slice(0, 1), after: rough.after.slice(0, 1) };
  const slots = pages.map((page) => ({ page, slot: slotBetween(page, nearest) }));
  const own = (rough.path === null ? 1 : 0) + (place.label >= 0 && !place.isOwn ? 1 : 0);
  return Math.max(0, ...slots.map(({ page, slot }) => (slot ? textsIn(page, slot) - own : 0)));
}

function pathsBetween(pages: readonly Outline[], rough: Rough): Set<string> {
  const paths = new Set<string>();
  for (const page of pages) {
    const slot = slotBetween(page, rough);
    for (let item = slot?.from ?? 0; item < (slot?.to ?? 0); item++) paths.add(page.pathOf(item));
  }
  return paths;
}

function filledSign(known: Known): Sign | null {
  const sign: Sign = { kind: "filled" };
  return isMostlyFilled(known) && (known.place.label >= 0 || isTaught(known, sign)) ? sign : null;
}

function isMostlyFilled({ siblings, rough }: Known): boolean {
  const filled = siblings.filter((page) => {
    const slot = slotBetween(page, rough);
    return slot !== undefined && isFilled(page, slot, rough);
  });
  return filled.length >= ABSENCE.filled;
}

/** How the slot looks on pages called absent; the whole page where the marks are not there or siblings do not fill the slot. */
function looksOf(known: Known): string[] {
  const looks = known.absent.map((page) => {
    const slot = isMostlyFilled(known) ? taughtSlot(page, known.rough) : undefined;
    return lookOf(page, slot ?? wholeOf(page), known.rough);
  });
  return [...new Set(looks)].sort();
}
