/** A place that may be the one a label means, with what its rules read on the siblings. */

import { foldLabel } from "../find/label-words.js";
import { isMoreThan, isShare, PLACES, WITNESSES } from "../limits.js";
import { readHypothesis } from "../read/hypothesis.js";
import type { Hypothesis } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
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

export const coverage = ({ readings }: PlaceCandidate): number => readings.filter((text) => text !== undefined).length;
export const isFilled = (candidate: PlaceCandidate, { size }: Sample): boolean =>
  isShare(coverage(candidate), size, PLACES.filled);
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

/** The labels beside the place or before it in its line, folded. */
export function labelsOf({ labels, form }: Hypothesis): string[] {
  const own = form.kind === "segment" ? (form.before ?? []) : form.kind === "part" ? [form.prefix] : [];
  return [...(labels ?? []), ...own.map(foldLabel)];
}
