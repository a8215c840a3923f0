/** Several places may hold the label's text; which of them is meant, the siblings tell, or nobody does (method §7). */

import { foldLabel } from "../find/label-words.js";
import { isMoreThan, isShare, PLACES, WITNESSES } from "../limits.js";
import { readHypothesis } from "../read/hypothesis.js";
import type { Hypothesis } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import type { Labelled } from "./labelled.js";
import type { Sample } from "./sample.js";

export interface PlaceCandidate {
  readonly hypothesis: Hypothesis;
  readonly node: number;
  readonly readings: readonly (string | undefined)[]; // per sibling the key read, undefined if none
  readonly confirmed: number; // further labelled pages it reads right
}

export function placeCandidateOf(hypothesis: Hypothesis, node: number, sample: Sample, confirmed: number): PlaceCandidate {
  const readings = sample.readings.map((reading) => {
    const read = readHypothesis(reading, hypothesis, { kinds: WITNESSES.kinds, refusesNext: false });
    return read.ok ? read.values.map((value) => textKey(value.text)).join("\n") : undefined;
  });
  return { hypothesis, node, readings, confirmed };
}

const coverage = ({ readings }: PlaceCandidate): number => readings.filter((text) => text !== undefined).length;
const distinct = ({ readings }: PlaceCandidate): Set<string> => new Set(readings.filter((text) => text !== undefined));

/** On the siblings only a few texts of the template, and never this one: the labelled page is not like the others there. */
export function isAtypical(candidate: PlaceCandidate, labels: readonly string[], sample: Sample): boolean {
  const texts = distinct(candidate);
  const pages = coverage(candidate);
  if (pages < PLACES.seen || candidate.confirmed || labels.some((label) => texts.has(label))) return false;
  const template = candidate.readings.filter((text) => text !== undefined && sample.isOnMost(text)).length;
  return !isMoreThan(texts.size, pages, PLACES.fewTexts) && isMoreThan(template, pages, PLACES.templateTexts);
}

/** Reads one and the same text on every sibling. */
export function isFixed(candidate: PlaceCandidate): boolean {
  return coverage(candidate) >= PLACES.seen && distinct(candidate).size === 1;
}

function contradict(a: PlaceCandidate, b: PlaceCandidate): boolean {
  return a.readings.some((text, i) => text !== undefined && b.readings[i] !== undefined && b.readings[i] !== text);
}

interface AttributeSources {
  readonly name: string;
  readonly own: Labelled;
  readonly sample: Sample;
}

/** The groups left when all that is known has been used; one group means settled. */
export function resolve(
  candidates: readonly PlaceCandidate[],
  { name, own, sample }: AttributeSources,
  hasTruth: boolean,
): PlaceCandidate[][] {
  let left = [...candidates];
  if (hasTruth) left = keepIfAny(left, (each) => each.confirmed > 0);
  const named = left.filter(({ hypothesis }) => isNamed(hypothesis, foldLabel(name)));
  left = named.length ? named : keepIfAny(left, ({ node }) => labelAfter(own.reading, node) === foldLabel(name));
  let groups = grouped(left);
  const largest = Math.max(0, ...groups.map((group) => group.length));
  groups = groups.filter((group) => group.length === largest); // places that always agree beat one that stands alone
  const titled = groups.filter((group) => group.some((each) => isInTitle(each, sample)));
  return groups.length > 1 && titled.length ? titled : groups;
}

/** The label beside the place says the attribute's name. */
function isNamed({ labels, form }: Hypothesis, name: string): boolean {
  const own = form.kind === "segment" ? (form.before ?? []) : form.kind === "part" ? [form.prefix] : [];
  return [...(labels ?? []), ...own.map(foldLabel)].some((label) => label.includes(name));
}

/** The text directly after the place, as a label: "Stanley Kramer | Director". */
function labelAfter(reading: Reading, node: number): string {
  return foldLabel(reading.keyAt(intervalOf(reading, node).last + 1));
}

function grouped(candidates: readonly PlaceCandidate[]): PlaceCandidate[][] {
  const groups: PlaceCandidate[][] = [];
  for (const candidate of candidates) {
    const group = groups.find((each) => each.every((member) => !contradict(member, candidate)));
    if (group) group.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

/** What it reads stands in the page's title on most siblings. */
function isInTitle({ readings }: PlaceCandidate, sample: Sample): boolean {
  const read = readings.flatMap((text, i) => (text === undefined ? [] : [sample.readings[i]!.titleKey.includes(text)]));
  return read.length > 0 && isShare(read.filter(Boolean).length, read.length, PLACES.inTitle);
}

function keepIfAny(list: readonly PlaceCandidate[], isKept: (candidate: PlaceCandidate) => boolean): PlaceCandidate[] {
  const kept = list.filter(isKept);
  return kept.length ? kept : [...list];
}
