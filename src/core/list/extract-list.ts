/** Read all records of a list page; what is no record is counted and shown, never guessed (method §8). */

import { type RejectedClass, rejectedAs } from "../guard/list-groups.js";
import type { ReadSpan } from "../guard/same-text.js";
import { baseOf } from "../page/address.js";
import { openEnd, type Page, type Span } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import type { Value } from "../take/take.js";
import type { ListTemplate } from "../template/list-template.js";
import { intervalOf } from "../tree/interval.js";
import { Reading } from "../tree/reading.js";
import { RUN, runSpan, runsIn } from "../tree/tree.js";
import type { Group } from "./group.js";
import type { ReadGroup } from "./read-group.js";
import { readList } from "./read-list.js";

export interface ListRecord {
  readonly values: Readonly<Record<string, string>>; // an attribute the record does not show is missing here
  readonly proofs: Readonly<Record<string, readonly ReadSpan[]>>;
  readonly link: string | null; // resolved address that leads to the record's own page
  readonly identity: string;
  readonly span: Span;
}

export interface RejectedRecord {
  readonly class: RejectedClass;
  readonly reason: string;
  readonly span: Span;
}

export interface WithheldRecord {
  readonly class: "identity-not-unique";
  readonly reason: string;
  readonly record: ListRecord;
}

export interface ListExtraction {
  readonly records: readonly ListRecord[];
  readonly withheld: readonly WithheldRecord[]; // read and proved, but another record claims the same identity
  readonly rejected: readonly RejectedRecord[];
}

export function extractList(
  template: ListTemplate,
  input: { readonly html: string; readonly url?: string | null },
): ListExtraction {
  return readListPage(template, parsePage(input.html), input.url);
}

export function readListPage(template: ListTemplate, page: Page, url?: string | null): ListExtraction {
  const reading = new Reading(page, template.showsHidden);
  const base = baseOf(reading.page.html, url);
  const { read, rejected } = readList(reading, template, base);
  const all = read.map((group) => recordOf(reading, group, template));
  const isContested = contestedIn(all);
  return {
    records: all.filter((record) => !isContested(record)),
    withheld: all.filter(isContested).map((record) => ({ ...rejectedAs("identity-not-unique"), record })),
    rejected: rejected
      .map(({ group, class: kind }) => ({ ...rejectedAs(kind), span: groupSpan(reading, group) }))
      .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
  };
}

/** Records of one identity that differ in a value. The same record shown twice contradicts nothing (docs/decisions/0009). */
function contestedIn(records: readonly ListRecord[]): (record: ListRecord) => boolean {
  const shown = new Map<string, Set<string>>();
  for (const { identity, values } of records) {
    const variants = shown.get(identity) ?? new Set();
    shown.set(identity, variants.add(JSON.stringify(Object.entries(values))));
  }
  return ({ identity }) => shown.get(identity)!.size > 1;
}

function recordOf(reading: Reading, { group, values, link }: ReadGroup, template: ListTemplate): ListRecord {
  return {
    values: Object.fromEntries([...values].map(([name, { text }]) => [name, text])),
    proofs: Object.fromEntries([...values].map(([name, value]) => [name, proofsOf(value)])),
    link,
    identity: identityOf({ group, values, link }, template),
    span: groupSpan(reading, group),
  };
}

const proofsOf = ({ spans, htmlAttribute }: Value): ReadSpan[] =>
  spans.map((span) => (htmlAttribute === undefined ? span : { ...span, htmlAttribute }));

/** The link's address where it is the identity; otherwise the marked values, with the record's own link where it has one. */
function identityOf({ values, link }: ReadGroup, { identity, attributes, isLinkIdentity }: ListTemplate): string {
  const isAddress = (name: string): boolean =>
    attributes.some(
      (each) => each.name === name && each.places[0]!.form.kind === "htmlAttribute" && each.places[0]!.form.name === "href",
    );
  const parts = identity.map((name) => (isAddress(name) && link !== null ? link : (values.get(name)?.text ?? "")));
  return JSON.stringify(isLinkIdentity && link !== null ? [...parts, link] : parts);
}

/** From the first start tag or displayed character of the group to the last. */
function groupSpan({ tree, page }: Reading, { children }: Group): Span {
  const first = children[0]!;
  const last = children.at(-1)!;
  const start = tree.tag[first] === RUN ? runSpan(tree, tree.run[first]!).start : page.start[tree.element[first]!]!;
  const { start: from, end: to } = { start: runsIn(tree, first).start, end: runsIn(tree, last).end };
  const lastElement = lastElementIn(tree.end[last]! - 1, last, tree.element);
  const afterTag = lastElement >= 0 ? openEnd(page, lastElement) : start;
  const afterText = to > from ? runSpan(tree, to - 1).end : start;
  return { start, end: Math.max(afterTag, afterText) };
}

function lastElementIn(from: number, to: number, element: Int32Array): number {
  for (let node = from; node >= to; node--) if (element[node]! >= 0) return element[node]!;
  return -1;
}

/**
 * The whole list as a region: from the first displayed character of the first record to the end of the last record.
 * What stands inside counts for no measure, so records may come and go (method §8). Null if the page shows no record.
 */
export function listRegion(template: ListTemplate, page: Page): Span | null {
  const reading = new Reading(page, template.showsHidden);
  const { read } = readList(reading, template, baseOf(page.html));
  const groups = read.map(({ group }) => group).filter((group) => firstShown(reading, group) >= 0);
  if (!groups.length) return null;
  const start = runSpan(reading.tree, firstShown(reading, groups[0]!)).start;
  return { start, end: groupSpan(reading, groups.at(-1)!).end };
}

/** The first displayed run of the group, −1 without one. */
function firstShown(reading: Reading, { children }: Group): number {
  for (const child of children) {
    const { first, last } = intervalOf(reading, child);
    if (first <= last) return reading.shown[first]!;
  }
  return -1;
}
