/** One attribute of one labelled page: its hypotheses, tried on the other labelled pages and on the siblings. */

import { PLACES, WITNESSES } from "../limits.js";
import type { Span } from "../page/page.js";
import { readHypothesis, voiceOf } from "../read/hypothesis.js";
import type { Hypothesis, Slots, TargetedRule } from "../template/page-template.js";
import type { Reading } from "../tree/reading.js";
import { isInside, runsIn } from "../tree/tree.js";
import { coverage, isAtypical, isFixed, type PlaceCandidate, placeCandidateOf } from "./candidate.js";
import { withContext } from "./context.js";
import { hypothesisAt } from "./hypotheses.js";
import type { Labelled } from "./labelled.js";
import { familyPlaces, joinedPlaces, listPlaces } from "./list-places.js";
import { attributePlaces, type LabelPlace, placesOfLabel, placesTogether, smallestAround } from "./places.js";
import { prune } from "./prune.js";
import { resolve } from "./resolve.js";
import type { Sample } from "./sample.js";

export interface AttributeTask {
  readonly name: string;
  readonly own: Labelled;
  readonly others: readonly Labelled[]; // further labelled pages
  readonly sample: Sample;
}

export function learnAttribute(task: AttributeTask): Slots {
  const { own, name, sample } = task;
  const keys = own.keysOf(name);
  if (own.htmlAttributeOf(name)) return placesFor(task).map((places) => settle(task, places, keys.length > 1));
  if (keys.length > 1) {
    const families = familyPlaces(own.reading, keys, sample);
    const lists = listPlaces(own.reading, keys, sample).map((place) => ({ ...place, isNumberless: families.length > 0 }));
    const list = settle(task, [...lists, ...families], false);
    if (list.length) return [list];
    const joined = settle(task, joinedPlaces(own.reading, keys, sample), false);
    if (joined.length) return [joined];
  }
  const slots = placesFor(task).map((places) => candidatesAt(task, places, keys.length > 1));
  return placesTogether(own.reading, slots).map((candidates) => resolved(task, candidates));
}

/** Per label the places it may mean: all of them, or those in the region, or the one a person chose. */
export function placesFor(task: AttributeTask): LabelPlace[][] {
  const { own, name } = task;
  const choice = own.choiceFor(name);
  return allPlaces(task).map((all) => {
    const inside = all.filter(({ node }) => own.region && isWithin(own.reading, node, own.region));
    const places = inside.length ? inside : all;
    const unclaimed = places.length > 1 ? outsideLists(own.reading, places, otherLists(task)) : places;
    return choice === undefined ? unclaimed : unclaimed.slice(choice - 1, choice);
  });
}

function allPlaces({ own, name, sample }: AttributeTask): LabelPlace[][] {
  const htmlAttribute = own.htmlAttributeOf(name);
  return own
    .keysOf(name)
    .map((key) =>
      htmlAttribute ? attributePlaces(own.reading, key, htmlAttribute, own.url) : placesOfLabel(own.reading, key, sample),
    );
}

/** Without the places in a list that the labels of another attribute fill: those are explained. */
function outsideLists({ tree }: Reading, places: readonly LabelPlace[], lists: readonly number[]): LabelPlace[] {
  const outside = places.filter(({ node }) => !lists.some((list) => isInside(tree, node, list)));
  return outside.length ? outside : [...places];
}

/** The containers of lists that are all labels of another attribute with several. */
function otherLists({ own, name, sample }: AttributeTask): number[] {
  return Object.keys(own.labels).flatMap((other) => {
    const keys = other === name || own.htmlAttributeOf(other) ? [] : own.keysOf(other);
    return keys.length > 1 ? listPlaces(own.reading, keys, sample).map(({ node }) => node) : [];
  });
}

function isWithin({ tree, page }: Reading, node: number, region: Span): boolean {
  const { start } = runsIn(tree, node);
  const at = tree.element[node]! >= 0 ? page.start[tree.element[node]!]! : page.textStart[tree.runText[start]!]!;
  return at >= region.start && at < region.end;
}

function settle(task: AttributeTask, places: readonly LabelPlace[], isSlot: boolean): Hypothesis[][] {
  return resolved(task, candidatesAt(task, places, isSlot));
}

/** The hypotheses of these places that are not refuted; menus and unlike places only where there is nothing else. */
function candidatesAt(task: AttributeTask, places: readonly LabelPlace[], isSlot: boolean): PlaceCandidate[] {
  const { name, sample, own } = task;
  if (places.length > PLACES.tried) return [];
  const all = places.flatMap((place): PlaceCandidate[] => {
    const hypothesis = build(task, place, isSlot);
    return hypothesis ? [placeCandidateOf(hypothesis, place.node, sample, countConfirmed(task, hypothesis, isSlot))] : [];
  });
  const typical = all.filter((candidate) => !isAtypical(candidate, own.keysOf(name), sample));
  const varied = typical.filter((candidate) => !isFixed(candidate));
  const isSeen = sample.size === 0 || varied.some((candidate) => coverage(candidate) >= PLACES.seen);
  return isSeen || typical.length < all.length ? varied : typical;
}

function resolved(task: AttributeTask, candidates: readonly PlaceCandidate[]): Hypothesis[][] {
  let region: number | undefined; // asked for only where places must be told apart
  const sources = { ...task, region: () => (region ??= regionOf(task)) };
  return resolve(candidates, sources, task.others.length > 0).map((group) => group.map(({ hypothesis }) => hypothesis));
}

/** The smallest element around a place of every other attribute's labels, 0 without. */
function regionOf(task: AttributeTask): number {
  const { own, name } = task;
  const others = Object.keys(own.labels).filter((other) => other !== name);
  const places = others.flatMap((other) => allPlaces({ ...task, name: other }));
  const found = places.filter((each) => each.length > 0 && each.length <= PLACES.tried);
  return found.length > 1 ? smallestAround(own.reading, found) : 0;
}

/** The hypothesis of a place after truth, siblings and surroundings have had their say; undefined if truth refutes it. */
function build(task: AttributeTask, place: LabelPlace, isSlot: boolean): Hypothesis | undefined {
  const { own, sample } = task;
  let start = truthful(task, hypothesisAt(own.reading, place, own.keysOf(task.name), sample), isSlot);
  for (let round = 0; round <= PLACES.rebuilds; round++) {
    const hypothesis = withContext(own, place.node, prune(start, sample), sample);
    const misled = misleading(task, hypothesis, isSlot);
    if (!misled.size) return hypothesis;
    start = { ...start, rules: start.rules.filter((rule) => !misled.has(rule)) };
  }
  return undefined;
}

/** Truth before votes: where one rule finds the labelled value of another page, those that find something else there go. */
function truthful(task: AttributeTask, hypothesis: Hypothesis, isSlot: boolean): Hypothesis {
  let rules = hypothesis.rules;
  for (const page of task.others) {
    const wrong = rulesGivenAway(task, { ...hypothesis, rules }, page, isSlot);
    const kept = rules.filter((rule) => !wrong.has(rule));
    if (new Set(kept.map(({ rule }) => rule.kind)).size >= WITNESSES.kinds) rules = kept;
  }
  return { ...hypothesis, rules };
}

/** Rules that find another single place on a page where some rule of the hypothesis finds the right one. */
function rulesGivenAway({ name }: AttributeTask, hypothesis: Hypothesis, page: Labelled, isSlot: boolean): Set<TargetedRule> {
  const wrong = new Set<TargetedRule>();
  let isFound = false;
  for (const rule of hypothesis.rules) {
    const read = readHypothesis(page.reading, { ...hypothesis, rules: [rule] }, { kinds: 1, refusesNext: false });
    if (!read.ok) continue;
    if (page.agrees(name, read.values, isSlot)) isFound = true;
    else wrong.add(rule);
  }
  return isFound ? wrong : new Set();
}

/** The rules that led to a wrong value on any labelled page. */
function misleading(task: AttributeTask, hypothesis: Hypothesis, isSlot: boolean): Set<TargetedRule> {
  const misled = new Set<TargetedRule>();
  for (const page of [task.own, ...task.others]) {
    if (!page.knows(task.name)) continue;
    const read = readHypothesis(page.reading, hypothesis, { kinds: WITNESSES.kinds, refusesNext: false });
    if (!read.ok || page.agrees(task.name, read.values, isSlot)) continue;
    for (const rule of hypothesis.rules) if (voiceOf(page.reading, hypothesis, rule)) misled.add(rule);
  }
  return misled;
}

function countConfirmed({ name, others }: AttributeTask, hypothesis: Hypothesis, isSlot: boolean): number {
  return others.filter((page) => {
    const read = readHypothesis(page.reading, hypothesis, { kinds: WITNESSES.kinds, refusesNext: false });
    return read.ok && page.agrees(name, read.values, isSlot);
  }).length;
}
