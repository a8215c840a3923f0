/** Learn a template from labelled pages and unlabelled siblings (method §7). */

import { read } from "../extract.js";
import { prefixOf } from "../find/label-words.js";
import { tagsBetween } from "../find/steps.js";
import { frameOf, isLikePage, isOfSite, pathMarks } from "../guard/page-gate.js";
import { textBefore } from "../guard/preceding-texts.js";
import { keyOf } from "../key.js";
import type { Span } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import { type AttributeReading, areUnbroken, readAttribute } from "../read/attribute.js";
import type { AttributeTemplate, PrecedingTexts, RuleSet, Template, TemplateKey } from "../template/page-template.js";
import type { Interval } from "../tree/interval.js";
import { Reading } from "../tree/reading.js";
import { learnAbsences } from "./absence.js";
import { learnAttribute } from "./attribute.js";
import { Labelled, type LabelledPage } from "./labelled.js";
import { withMetadata } from "./metadata.js";
import { type LabelProblem, problemsOf } from "./problems.js";
import { Sample } from "./sample.js";

export interface LearnInput extends LabelledPage {
  readonly further?: readonly LabelledPage[];
  readonly siblings?: readonly { readonly html: string }[];
  readonly volatile?: readonly string[]; // attributes whose value changes of itself and proves nothing in a check
}

export type Learned =
  | { readonly ok: true; readonly template: Template; readonly problems: readonly LabelProblem[] }
  | {
      readonly ok: false;
      readonly code: "nothing-learnt" | "siblings-unlike"; // the siblings are of another site
      readonly problems: readonly LabelProblem[];
    };

export function learn(input: LearnInput): Learned {
  const pages = [input, ...(input.further ?? [])].map((page) => new Labelled(page));
  const siblings = (input.siblings ?? []).map(({ html }) => new Reading(parsePage(html)));
  if (areStrangers(siblings, pages)) return { ok: false, code: "siblings-unlike", problems: [] };
  const names = [...new Set([input, ...(input.further ?? [])].flatMap(({ labels }) => Object.keys(labels)))].sort();
  const sets = pages.map((own) => learnSet(own, pages, siblings, names));
  const settled = new Set(sets.flatMap(({ attributes }) => attributes.map(({ name }) => name)));
  const problems = problemsOf(
    pages[0]!,
    names.filter((name) => !settled.has(name)),
  );
  if (!settled.size) return { ok: false, code: "nothing-learnt", problems };
  const site = new Sample([...siblings, ...pages.map(({ reading }) => reading)]);
  const rules = {
    version: 1 as const,
    attributes: names,
    sets,
    frame: site.size ? site.frame(pages.flatMap(({ reading, labels }) => pathMarks(reading, labels))) : [],
    prefixes: site.prefixes(),
    precedingTexts: {},
  };
  if (!isOfSite(pages[0]!.reading, rules.frame)) return { ok: false, code: "siblings-unlike", problems };
  const unkeyed = { ...rules, precedingTexts: precedingTextsOf(rules, pages) };
  return { ok: true, template: { ...unkeyed, key: keyFor(unkeyed, input, pages[0]!, siblings, site) }, problems };
}

/** One directly after the other, below the same tags. */
function areAlike({ tree, shown }: Reading, places: readonly Interval[]): boolean {
  const tags = new Set(places.map(({ first }) => tagsBetween(tree, 0, tree.runNode[shown[first]!]!)));
  return tags.size === 1 && areUnbroken(places);
}

/** Not one of the siblings looks like a page of the same site as any labelled page. */
function areStrangers(siblings: readonly Reading[], pages: readonly Labelled[]): boolean {
  const frames = pages.map(({ reading, labels }) => frameOf(reading, labels));
  return siblings.length > 0 && siblings.every((sibling) => !frames.some((frame) => isLikePage(sibling, frame)));
}

/** What stands directly before the values that the rules read from the labelled pages. */
function precedingTextsOf(rules: Omit<Template, "key">, pages: readonly Labelled[]): PrecedingTexts {
  const reads = pages.map((page) => ({ page, proofs: read(rules, page.reading).proofs }));
  const before = (name: string): string[] =>
    reads.flatMap(({ page, proofs }) => {
      const first = page.keysOf(name).length ? proofs[name]?.[0] : undefined;
      return first && first.htmlAttribute === undefined ? [textBefore(page.reading.page, first.start)] : [];
    });
  return Object.fromEntries(rules.attributes.map((name) => [name, [...new Set(before(name))]]));
}

function keyFor(
  template: Omit<Template, "key">,
  input: LearnInput,
  page: Labelled,
  siblings: readonly Reading[],
  site: Sample,
): TemplateKey {
  const { reading } = page;
  const extraction = read(template, reading);
  return keyOf(reading, page.asRead(extraction.values), {
    extraction,
    siblings: siblings.map((sibling) => sibling.page),
    volatile: input.volatile ?? [],
    isConstant: (key) => site.isConstant(key),
    ...(input.region !== undefined && { region: input.region }),
  });
}

function learnSet(own: Labelled, pages: readonly Labelled[], siblings: readonly Reading[], names: readonly string[]): RuleSet {
  const others = pages.filter((page) => page !== own);
  const sample = new Sample([...siblings, ...others.map(({ reading }) => reading)]);
  const attributes = names.flatMap((name): AttributeTemplate[] => {
    if (!own.keysOf(name).length) return [];
    const slots = learnAttribute({ name, own, others, sample });
    if (!slots.length || slots.some((groups) => !groups.length)) return [];
    const prefixes = [...new Set(own.keysOf(name).map(prefixOf))].filter((prefix) => prefix !== "");
    const isPrefixed = prefixes.length > 0 && prefixes.every((prefix) => sample.isPrefix(prefix));
    const loose = { name, slots, prefixes, isPrefixed, absences: [], isUnbroken: false, isConfirmed: true, metadata: null };
    const first = readAttribute(own.reading, loose, { refusesNext: false });
    const attribute = { ...loose, isUnbroken: slots.length > 1 && first.ok && areAlike(own.reading, first.places) };
    const isRight = others.filter((page) => page.knows(name)).map((page) => judge(attribute, page));
    if (isRight.includes("wrong")) return [];
    return [withMetadata({ ...attribute, isConfirmed: !others.length || isRight.includes("right") }, own, others, sample)];
  });
  return { attributes: withAbsences(attributes, own, others, siblings) };
}

/** With what tells that a value is absent, once it is known which texts are values. */
function withAbsences(
  attributes: readonly AttributeTemplate[],
  own: Labelled,
  others: readonly Labelled[],
  siblings: readonly Reading[],
): AttributeTemplate[] {
  const spans = attributes.map((attribute) => spansOf(readAttribute(own.reading, attribute, { refusesNext: false })));
  const readingsOf = (pages: readonly Labelled[]): Reading[] => pages.map(({ reading }) => reading);
  return attributes.map((attribute, i) => {
    const absent = others.filter((page) => page.isAbsent(attribute.name));
    const pages = {
      own: own.reading,
      siblings: [...siblings, ...readingsOf(others.filter((page) => !absent.includes(page)))],
      filled: readingsOf(others.filter((page) => page.keysOf(attribute.name).length)),
      absent: readingsOf(absent),
    };
    const otherNames = Object.keys(own.labels).filter((name) => name !== attribute.name);
    const otherValues = {
      spans: spans.flatMap((each, at) => (at === i ? [] : each)),
      keys: new Set(otherNames.flatMap((name) => own.keysOf(name))),
    };
    return { ...attribute, absences: learnAbsences(pages, attribute.slots, otherValues) };
  });
}

/** Displayed texts that are read as values. */
const spansOf = (read: AttributeReading): Span[] =>
  read.ok ? read.values.flatMap(({ spans, htmlAttribute }) => (htmlAttribute === undefined ? spans : [])) : [];

/** The set as a whole on another labelled page: one bad value takes the attribute out. */
function judge(attribute: AttributeTemplate, page: Labelled): "right" | "silent" | "wrong" {
  const read = readAttribute(page.reading, attribute, { refusesNext: false });
  if (!read.ok) return "silent";
  return page.agrees(attribute.name, read.values, false) ? "right" : "wrong";
}
