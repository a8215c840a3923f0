/** Several places may hold the label's text; which of them is meant, the siblings tell, or nobody does (spec §7). */
import { type Hypothesis, readHypothesis } from "../read/hypothesis.js";
import { foldLabel } from "../read/label.js";
import { textKey } from "../text/text-key.js";
import type { Sample } from "./sample.js";

export interface Candidate {
  readonly hypothesis: Hypothesis;
  readonly node: number;
  readonly readings: readonly (string | undefined)[]; // per sibling the text read, undefined if none
}

export function candidateOf(hypothesis: Hypothesis, node: number, sample: Sample): Candidate {
  const readings = sample.readings.map((reading) => {
    const read = readHypothesis(reading, hypothesis, 2);
    return read.ok ? read.values.map((value) => value.text).join("\n") : undefined;
  });
  return { hypothesis, node, readings };
}

const coverage = ({ readings }: Candidate): number => readings.filter((text) => text !== undefined).length;
const distinct = ({ readings }: Candidate): Set<string> => new Set(readings.filter((text) => text !== undefined));

/** On the siblings only a few texts of the template, and never this one: the labelled page is not like the others there. */
export function isAtypical(candidate: Candidate, labelText: string, sample: Sample): boolean {
  const texts = distinct(candidate);
  const pages = coverage(candidate);
  if (pages < 3 || texts.has(labelText)) return false;
  const template = candidate.readings.filter((text) => text !== undefined && sample.isConstant(textKey(text))).length;
  return texts.size * 10 <= pages * 3 && template * 2 > pages;
}

/** Reads one and the same text on every sibling. */
export function isFixed(candidate: Candidate): boolean {
  return coverage(candidate) >= 3 && distinct(candidate).size === 1;
}

function contradict(a: Candidate, b: Candidate): boolean {
  return a.readings.some((text, i) => text !== undefined && b.readings[i] !== undefined && b.readings[i] !== text);
}

/** The groups left when all that is known has been used; one group means settled. */
export function resolve(candidates: readonly Candidate[], name: string): Candidate[][] {
  let left = [...candidates];
  if (left.length > 1 && left.some((each) => distinct(each).size > 1)) left = keepIfAny(left, (each) => !isFixed(each));
  left = keepIfAny(left, (each) => each.hypothesis.labels?.some((label) => label.includes(foldLabel(name))) ?? false);
  let groups: Candidate[][] = [];
  for (const candidate of left) {
    const group = groups.find((each) => each.every((member) => !contradict(member, candidate)));
    if (group) group.push(candidate);
    else groups.push([candidate]);
  }
  const best = Math.max(0, ...groups.map(groupCoverage));
  groups = groups.filter((group) => groupCoverage(group) * 5 >= best * 3);
  const largest = Math.max(0, ...groups.map((group) => group.length));
  if (groups.length > 1) groups = groups.filter((group) => group.length === largest);
  return groups;
}

function groupCoverage(group: readonly Candidate[]): number {
  const pages = group[0]?.readings.length ?? 0;
  let covered = 0;
  for (let i = 0; i < pages; i++) if (group.some(({ readings }) => readings[i] !== undefined)) covered++;
  return covered;
}

function keepIfAny(list: readonly Candidate[], isKept: (candidate: Candidate) => boolean): Candidate[] {
  const kept = list.filter(isKept);
  return kept.length ? kept : [...list];
}
