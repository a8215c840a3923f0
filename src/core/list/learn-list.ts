/** Learn a list from the labels of two neighbouring records, or of one where that settles it (method §8). */

import { hasColon } from "../find/label-words.js";
import { LISTS } from "../limits.js";
import type { Flag } from "../locate.js";
import { baseOf, resolved } from "../page/address.js";
import { isHiddenText } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import type { ListTemplate } from "../template/list-template.js";
import { foldKey, textKey } from "../text/text-key.js";
import { Reading } from "../tree/reading.js";
import { type LabelledAttribute, type ListCandidate, listCandidateOf, structuresAbove, structuresAt } from "./candidates.js";
import { containersOf } from "./containers.js";
import { cutContainer } from "./cut.js";
import { type Group, holds } from "./group.js";
import { LabelPlaces } from "./label-places.js";
import type { ReadGroup } from "./read-group.js";
import { type ListReading, readList } from "./read-list.js";
import type { Structure } from "./structures.js";

export interface LearnListInput {
  readonly html: string;
  readonly url?: string | null;
  readonly records: readonly Readonly<Record<string, string>>[]; // the first two are neighbours; further ones show what else may be
  readonly identity?: readonly string[]; // attributes that tell records apart
}

export type ListLearned =
  | { readonly ok: true; readonly template: ListTemplate; readonly flags: readonly Extract<Flag, "hidden">[] }
  | { readonly ok: false; readonly code: "no-labels" }
  | { readonly ok: false; readonly code: "label-not-found"; readonly attribute: string; readonly record: number }
  | { readonly ok: false; readonly code: "no-common-place" } // the labels stand nowhere alike in both records
  | { readonly ok: false; readonly code: "several-lists"; readonly counts: readonly number[] } // one record, several ways it repeats
  | { readonly ok: false; readonly code: "contradicted"; readonly record: number } // a further record is read otherwise
  | { readonly ok: false; readonly code: "identity-unknown"; readonly attribute: string };

export function learnList(input: LearnListInput): ListLearned {
  const records = input.records.map(cleanRecord);
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const first = records.slice(0, 2);
  if (!records.length || !names.some((name) => first.every((record) => record.has(name))))
    return { ok: false, code: "no-labels" };
  const strange = input.identity?.find((name) => !names.includes(name));
  if (strange !== undefined) return { ok: false, code: "identity-unknown", attribute: strange };
  const page = parsePage(input.html);
  const base = baseOf(page.html, input.url);
  const learnFrom = (reading: Reading): ListLearned =>
    learnShown(reading, base, { names, records, identity: input.identity ?? [] });
  const displayed = learnFrom(new Reading(page));
  if (displayed.ok || !(displayed.code === "label-not-found" || displayed.code === "no-common-place")) return displayed;
  const reading = new Reading(page, true);
  if (!reading.shown.some((run) => isHiddenText(page, reading.tree.runText[run]!))) return displayed;
  const learned = learnFrom(reading);
  return learned.ok ? learned : displayed;
}

/** What a person wants to have read. */
interface Wanted {
  readonly names: readonly string[];
  readonly records: Learner["records"];
  readonly identity: readonly string[];
}

/** Learns from what the reading shows. */
function learnShown(reading: Reading, base: string, { names, records, identity }: Wanted): ListLearned {
  const places = new LabelPlaces(reading, base);
  const labelled: LabelledAttribute[] = [];
  for (const name of names) {
    const own = records.map((record) => (record.has(name) ? places.of(record.get(name)!) : []));
    const unfound = own.findIndex((list, i) => !list.length && records[i]!.has(name));
    if (unfound >= 0) return { ok: false, code: "label-not-found", attribute: name, record: unfound };
    labelled.push({ name, places: own });
  }
  const learner: Learner = { reading, base, records, labelled, lists: new Map(), identity };
  return records.length === 1 ? learnAlone(learner) : learnPair(learner);
}

interface Learner {
  readonly reading: Reading;
  readonly base: string;
  readonly records: readonly ReadonlyMap<string, string>[];
  readonly labelled: readonly LabelledAttribute[];
  readonly lists: Map<string, ListReading>; // what each template reads, for many places lead to the same one
  readonly identity: readonly string[];
}

function cleanRecord(record: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(record).filter(([, label]) => textKey(label) !== ""));
}

interface Attempt extends ListCandidate {
  readonly isWorded: boolean;
}

interface Tried extends Attempt {
  readonly list: ListReading;
}

function learnPair(learner: Learner): ListLearned {
  const { reading } = learner;
  const pair = learner.labelled
    .map(({ name, places }) => ({ name, places: places.slice(0, 2) }))
    .filter(({ places }) => places.some((list) => list.length));
  const seen = new Set<string>();
  let best: Tried | undefined;
  for (const [a, b] of pairsOf(anchorOf(pair))) {
    let here: Tried | undefined;
    for (const structure of structuresAt(reading, pair, a, b)) {
      const key = JSON.stringify(structure);
      if (seen.has(key) || learner.lists.size >= LISTS.templates) continue;
      seen.add(key);
      const tried = tryBoth(learner, pair, structure);
      // Neighbours in one container are its records, unless most records stand in other containers.
      if (tried && (!here || tried.list.read.length > LISTS.otherLevel * here.list.read.length)) here = tried;
    }
    if (here && (!best || isBetter(here, best))) best = here;
  }
  if (!best) return { ok: false, code: "no-common-place" };
  return learner.records.length > 2 ? learnFurther(learner, best) : finish(learner, best);
}

/**
 * By number and class alone, and by constant texts too. Texts that merely happen to be equal in the labelled records
 * show in the count: by them fewer records are found. Texts that end in a colon may miss some and still be labels.
 */
function tryBoth(learner: Learner, labelled: readonly LabelledAttribute[], structure: Structure): Tried | undefined {
  const [plain, worded] = [false, true].map((isWorded) => {
    const candidate = listCandidateOf(learner.reading, labelled, structure, isWorded);
    return candidate && tryOut(learner, { ...candidate, isWorded });
  });
  const most = plain?.list.read.length ?? 0;
  if (!worded || worded.list.read.length * LISTS.textsAgainst <= most) return plain;
  return worded.list.read.length >= most || textsOf(worded.template).every(hasColon) ? worded : plain;
}

function textsOf({ attributes }: ListTemplate): string[] {
  const steps = attributes.flatMap(({ places }) => places.flatMap((place) => [...place.steps, ...(place.inner ?? [])]));
  return steps.flatMap(({ text }) => text ?? []);
}

/** Learns again from all labelled records, wherever in the list the further ones stand. */
function learnFurther(learner: Learner, { template, structure, isWorded }: Tried): ListLearned {
  const { reading, labelled, records } = learner;
  const all = containersOf(reading, template.container).flatMap(({ node }) => cutContainer(reading, node, template.cut).groups);
  const groups: Group[] = [...structure.groups];
  for (let record = 2; record < records.length; record++) {
    const found = all.find(
      (group) =>
        !groups.some(({ children }) => children[0] === group.children[0]) &&
        labelled.every(
          ({ places }) => !places[record]!.length || places[record]!.some(({ node }) => holds(reading, group, node)),
        ),
    );
    if (!found) return { ok: false, code: "contradicted", record };
    groups.push(found);
  }
  const candidate = listCandidateOf(reading, labelled, { cut: template.cut, groups }, isWorded);
  const tried = candidate && tryOut(learner, { ...candidate, isWorded });
  return tried ? finish(learner, tried) : { ok: false, code: "contradicted", record: 2 };
}

/** The attribute that stands in the fewest places leads to the records. */
function anchorOf(labelled: readonly LabelledAttribute[]): LabelledAttribute {
  const pairs = ({ places }: LabelledAttribute): number =>
    places.reduce((product, list) => product * list.length, 1) || Number.POSITIVE_INFINITY;
  return labelled.reduce((best, each) => (pairs(each) < pairs(best) ? each : best));
}

function pairsOf({ places }: LabelledAttribute): [number, number][] {
  const [first, second] = places.map((list) => [...new Set(list.map(({ node }) => node))].slice(0, LISTS.pairs)) as [
    number[],
    number[],
  ];
  const pairs = first.flatMap((a) => second.map((b): [number, number] => [a, b])).filter(([a, b]) => a !== b);
  return pairs.sort(([a, b], [c, d]) => Math.abs(a - b) - Math.abs(c - d) || a - c || b - d).slice(0, LISTS.pairs);
}

/** Reads the whole page by the candidate; it is one only if the labelled records come out as labelled. */
function tryOut({ reading, base, records, lists }: Learner, candidate: Attempt): Tried | undefined {
  const key = JSON.stringify(candidate.template);
  const list = lists.get(key) ?? readList(reading, candidate.template, base);
  lists.set(key, list);
  const isRight = candidate.structure.groups.every((group, i) => {
    const read = list.read.find((each) => each.group.children[0] === group.children[0]);
    return read !== undefined && isRecord(read, records[i]!, base);
  });
  return isRight ? { ...candidate, list } : undefined;
}

function isRecord({ values }: ReadGroup, record: ReadonlyMap<string, string>, base: string): boolean {
  if (values.size !== record.size) return false;
  return [...record].every(([name, label]) => {
    const value = values.get(name);
    if (value === undefined) return false;
    if (foldKey(textKey(value.text)) === foldKey(textKey(label))) return true;
    return value.htmlAttribute !== undefined && resolved(value.text, base) === resolved(label.trim(), base);
  });
}

/** Fewer parts of runs, then fewer HTML attributes and pieces, then more records, then fewer rejected groups. */
function isBetter(a: Tried, b: Tried): boolean {
  const difference = ranksOf(a)
    .map((rank, i) => rank - ranksOf(b)[i]!)
    .find((each) => each !== 0);
  return difference !== undefined && difference < 0;
}

const ranksOf = ({ kinds, list }: Tried): number[] => [...kinds.slice(1).reverse(), -list.read.length, list.rejected.length];

function finish(learner: Learner, { template, list }: Tried): ListLearned {
  const isMarked = learner.identity.length > 0;
  const identity = isMarked ? learner.identity : template.identity;
  const isLinkIdentity = !isMarked && template.isLinkIdentity;
  const attributes = template.attributes.map((attribute) => ({
    ...attribute,
    isDivided: list.rejected.some((rejected) => rejected.class === "places-disagree") && attribute.places.length > 1,
  }));
  const { showsHidden } = template;
  return { ok: true, template: { ...template, attributes, identity, isLinkIdentity }, flags: showsHidden ? ["hidden"] : [] };
}

/** One labelled record: the level at which it repeats must be the only one. */
function learnAlone(learner: Learner): ListLearned {
  const { reading, labelled } = learner;
  const found = new Map<string, Tried>();
  const nodes = new Set(anchorOf(labelled).places[0]!.map((place) => place.node));
  for (const node of nodes) {
    for (const structure of structuresAbove(reading, labelled, node)) {
      if (learner.lists.size >= LISTS.templates) break;
      const candidate = listCandidateOf(reading, labelled, structure, false);
      const tried = candidate && tryOut(learner, { ...candidate, isWorded: false });
      if (!tried || tried.list.read.length < LISTS.alone) continue;
      const spans = tried.list.read.map(({ values }) => [...values.values()].map(({ spans }) => spans[0]!.start)).join(";");
      if (!found.has(spans)) found.set(spans, tried);
    }
  }
  const [only, ...others] = found.values();
  if (!only) return { ok: false, code: "no-common-place" };
  if (others.length) return { ok: false, code: "several-lists", counts: [only, ...others].map(({ list }) => list.read.length) };
  return finish(learner, only);
}
