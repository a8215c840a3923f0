/** Several places may hold the label's text; which of them is meant, the siblings tell, or nobody does (method §7). */

import { foldLabel } from "../find/label-words.js";
import { PLACES } from "../limits.js";
import type { Hypothesis } from "../template/page-template.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { isInside } from "../tree/tree.js";
import { coverage, isFilled, labelsOf, type PlaceCandidate } from "./candidate.js";
import { type AttributeSources, EVIDENCE } from "./evidence.js";

function contradict(a: PlaceCandidate, b: PlaceCandidate): boolean {
  return a.readings.some((text, i) => text !== undefined && b.readings[i] !== undefined && b.readings[i] !== text);
}

/** On enough siblings both are read, always alike and not always the same text: they are one place. */
function agree(a: PlaceCandidate, b: PlaceCandidate): boolean {
  const both = a.readings.filter((text, i) => text !== undefined && text === b.readings[i]);
  return both.length >= PLACES.seen && new Set(both).size > 1 && !contradict(a, b);
}

/** The groups left when all that is known has been used; one group means settled. */
export function resolve(candidates: readonly PlaceCandidate[], sources: AttributeSources, hasTruth: boolean): PlaceCandidate[][] {
  const { name, own, sample } = sources;
  let left = [...candidates];
  if (hasTruth) left = keepIfAny(left, (each) => each.confirmed > 0);
  const named = left.filter(({ hypothesis }) => isNamed(hypothesis, foldLabel(name)));
  left = named.length ? named : keepIfAny(left, ({ node }) => labelAfter(own.reading, node) === foldLabel(name));
  if (!sample.size) return left.length ? [left] : [];
  if (left.some((each) => isFilled(each, sample))) left = left.filter((each) => coverage(each) >= PLACES.seen);
  const alike = grouped(left, own.reading);
  if (alike.length < 2) return alike;
  const groups = alike.map((places) => ({ places, claims: claimsOf(places, sources) }));
  const best = groups.find((group) => groups.every((other) => other === group || isBetter(group.claims, other.claims)));
  return (best ? [best] : mostAgreed(groups)).map(({ places }) => places);
}

interface Group {
  readonly places: readonly PlaceCandidate[];
  readonly claims: ReadonlySet<string>;
}

/** Places that always agree beat one that stands alone; what the page's title says beats what it does not. */
function mostAgreed<G extends Group>(groups: readonly G[]): readonly G[] {
  const most = Math.max(0, ...groups.map(({ places }) => places.length));
  const largest = groups.filter(({ places }) => places.length === most);
  const titled = largest.filter(({ claims }) => claims.has("titled"));
  return largest.length > 1 && titled.length ? titled : largest;
}

/** At least two kinds of evidence speak for it and not for the other one, and none the other way round. */
function isBetter(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const more = [...own].filter((claim) => !other.has(claim)).length;
  return more >= PLACES.evidence && [...other].every((claim) => own.has(claim));
}

function claimsOf(places: readonly PlaceCandidate[], sources: AttributeSources): Set<string> {
  const held = Object.entries(EVIDENCE).filter(([, holds]) => places.some((place) => holds(place, sources)));
  return new Set(held.map(([kind]) => kind));
}

/** The label beside the place is the attribute's name, or begins with it: "Gold medals" is what was called gold. */
const isNamed = (hypothesis: Hypothesis, name: string): boolean => labelsOf(hypothesis).some((label) => label.startsWith(name));

/** The text directly after the place, as a label: "Stanley Kramer | Director". */
function labelAfter(reading: Reading, node: number): string {
  return foldLabel(reading.keyAt(intervalOf(reading, node).last + 1));
}

/** Places that read alike are one, and so are a list and its members. */
function grouped(candidates: readonly PlaceCandidate[], { tree }: Reading): PlaceCandidate[][] {
  const groups: PlaceCandidate[][] = [];
  const isOne = (a: PlaceCandidate, b: PlaceCandidate): boolean =>
    agree(a, b) || (isList(a) && isList(b) && (isInside(tree, a.node, b.node) || isInside(tree, b.node, a.node)));
  for (const candidate of candidates) {
    const isMember = (each: PlaceCandidate[]): boolean =>
      each.some((member) => isOne(member, candidate)) && !each.some((member) => contradict(member, candidate));
    const group = groups.find(isMember);
    if (group) group.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

const isList = ({ hypothesis: { form } }: PlaceCandidate): boolean => form.kind === "items" || form.kind === "family";

function keepIfAny(list: readonly PlaceCandidate[], isKept: (candidate: PlaceCandidate) => boolean): PlaceCandidate[] {
  const kept = list.filter(isKept);
  return kept.length ? kept : [...list];
}
