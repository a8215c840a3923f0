/** Whether a page still fits its template: the sets, the case, the place, proof R and the verdict (method §5). */
import { type ChangePlace, compareMeasures } from "./compare.js";
import { type Displayed, isBlank, placesOutside } from "./displayed.js";
import { type Extraction, read } from "./extract.js";
import { isOfSite } from "./guard/page-gate.js";
import { type Inspected, inspectSpan, NOT_FOUND } from "./inspect.js";
import { around, displayedOf, keyOf, type Layout, layoutOf, spansByValue, structureOf } from "./key.js";
import { Finder } from "./locate.js";
import type { ChangeCase } from "./measure/parts.js";
import { textAt } from "./page/page.js";
import { parsePage } from "./page/parse-page.js";
import type { Delimiter, KeyItem, KnownRecord, Template, TemplateKey } from "./template/page-template.js";
import { textKey } from "./text/text-key.js";
import { Reading } from "./tree/reading.js";

export type Verdict = "same" | "changed" | "broken" | "key-missing" | "unrecognised";
export type AttributeCheck = "exact" | "edited" | "volatile" | "not-displayed" | "failed";
export type KeyedTemplate = Template & { readonly key: TemplateKey };

export interface Sets {
  readonly S1: boolean; // true: equal
  readonly S2: boolean;
  readonly S3: boolean;
  readonly S4: boolean;
  readonly S5: boolean;
}

export interface Check {
  readonly verdict: Verdict;
  readonly sets: Sets | null;
  readonly case: ChangeCase | null;
  readonly at: ChangePlace | null;
  readonly reading: Readonly<Record<string, AttributeCheck>>; // attributes the template reads
}

export interface CheckOptions {
  readonly others?: readonly KnownRecord[]; // further known records of the source
  readonly readElsewhere?: readonly string[]; // attributes that the template gives exactly on the pages of such records
}

export function check(template: KeyedTemplate, html: string, { others = [], readElsewhere = [] }: CheckOptions = {}): Check {
  const { key } = template;
  const { reading, finder, extraction, shown, judged, layout } = lookAt(template, html, readElsewhere);
  const compared = compare(key, layout);
  return { verdict: verdictOf(), ...compared, reading: judged };

  function verdictOf(): Verdict {
    const marks = Object.values(judged);
    if (!marks.includes("exact") && !isKnownDisplayed() && !isRecognised(template, reading)) return "unrecognised";
    if (!isKeyDisplayed({ key, shown, judged, others })) return "key-missing";
    if (marks.includes("failed")) return "broken";
    if (!marks.includes("exact") && !hasGrown(key, judged, extraction)) return "key-missing"; // nothing is left to judge by
    // A page unlike the key page that has just a value in common with it is another page.
    if (marks.includes("not-displayed") && !isRecognised(template, reading)) return "key-missing";
    return (compared.sets?.S5 ?? !key.measures) ? "same" : "changed";
  }

  function isKnownDisplayed(): boolean {
    const isShown = (record: KnownRecord): boolean => isAnyThere(displayedOf(finder, record));
    return isAnyThere(shown) || others.some(isShown);
  }
}

/** The bars of a page around what a check finds on it, so that a picture shows what the check has compared. */
export function inspectChecked(template: KeyedTemplate, html: string): Inspected {
  const { reading, layout } = lookAt(template, html);
  return layout ? inspectSpan(reading.page, layout.region) : NOT_FOUND;
}

function lookAt(template: KeyedTemplate, html: string, readElsewhere: readonly string[] = []) {
  const { key } = template;
  const reading = new Reading(parsePage(html));
  const finder = new Finder(reading.page);
  const extraction = read(template, reading);
  const shown = displayedOf(finder, key.record);
  const isSameTree = structureOf(reading.page) === key.structure;
  const judged = judgeAll(key, extraction, {
    shown,
    isSameTree,
    isGrown: (name) => isSameTree && readElsewhere.includes(name) && hasGrownInPlace(finder, key, extraction, name),
  });
  return { reading, finder, extraction, shown, judged, layout: layoutNow(finder, key, extraction, judged) };
}

type Shown = Readonly<Record<string, readonly Displayed[]>>;

const isAnyThere = (shown: Shown): boolean => Object.values(shown).some((values) => values.some(({ isThere }) => isThere));

/** The page gate; a template without siblings knows its key page by that page's own texts. */
function isRecognised({ frame, key }: KeyedTemplate, reading: Reading): boolean {
  return !isBlank(reading.page) && isOfSite(reading, frame.length ? frame : key.frame);
}

interface Seen {
  readonly key: TemplateKey;
  readonly shown: Shown;
  readonly judged: Judged;
  readonly others: readonly KnownRecord[];
}

/**
 * At least one value is there that is this record's alone: no other known record has it, and it is read at its place or
 * stands on no other page of the source. Where no value is so, any of them has to do.
 */
function isKeyDisplayed({ key, shown, judged, others }: Seen): boolean {
  const ofOthers = new Set(others.flatMap((record) => Object.values(record).flat()).map(textKey));
  const common = new Set(key.common);
  const values = Object.entries(key.record)
    .filter(([name]) => !key.volatile.includes(name))
    .flatMap(([name, texts]) =>
      texts.map((text, i) => {
        const isRead = judged[name] === "exact";
        const isOwn = !ofOthers.has(textKey(text)) && (isRead || !common.has(text));
        return { isThere: isRead || shown[name]![i]!.isThere, isOwn };
      }),
    );
  const own = values.filter(({ isOwn }) => isOwn);
  return (own.length ? own : values).some(({ isThere }) => isThere);
}

/**
 * Proof R attribute by attribute. After an edit the old value may still stand somewhere else on the page (in a menu, in
 * a list of offers): then it stands in fewer places than it did, or among more values, and the place that lost it shows
 * another. On a page whose tree is the same tag by tag, a value that left one of its places was edited there even if
 * the template, which sees two texts now, keeps silent. A value that is now a part of what is read in its place may have
 * been edited, or the template gives more than it should: the pages of other records tell.
 */
type Judged = Readonly<Record<string, AttributeCheck>>;

interface CheckEvidence {
  readonly shown: Shown;
  readonly isSameTree: boolean; // not one tag of the page differs
  readonly isGrown: (name: string) => boolean; // on this page alone
}

function judgeAll(key: TemplateKey, { values }: Extraction, { shown, isSameTree, isGrown }: CheckEvidence): Judged {
  const judge = (name: string): AttributeCheck => {
    const [stored, now] = [key.record[name]!, values[name] ?? []];
    if (key.volatile.includes(name)) return "volatile";
    if (isSameList(stored, now)) return "exact";
    const isLessOften = shown[name]!.some(({ places }, i) => places < key.places[name]![i]!);
    const isGone = shown[name]!.some(({ isThere }) => !isThere);
    if (now.length) return isGone || isLessOften || holdsAll(now, stored) || isGrown(name) ? "edited" : "failed";
    return isGone || (isLessOften && isSameTree) ? "not-displayed" : "failed";
  };
  return Object.fromEntries(key.reads.map((name) => [name, judge(name)]));
}

/** Whether every stored value, displayed still, left a place of its own for one inside what is read now. */
function hasGrownInPlace(finder: Finder, { record, places }: TemplateKey, extraction: Extraction, name: string): boolean {
  const read = spansByValue(extraction, [name])[name]!.flatMap((spans) => around(spans) ?? []);
  const isOneText = read.every(({ start, end }) => textAt(finder.page, start) === textAt(finder.page, end - 1)); // no tag in it
  return isOneText && record[name]!.every((text, i) => placesOutside(finder, text, read) < places[name]![i]!);
}

/** A list in which every stored value is still read, among more: the template reads it as it did. */
function hasGrown({ record }: TemplateKey, judged: Judged, { values }: Extraction): boolean {
  return Object.keys(judged).some((name) => judged[name] === "edited" && holdsAll(values[name] ?? [], record[name]!));
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => textKey(text) === textKey(b[i]!));

function holdsAll(now: readonly string[], stored: readonly string[]): boolean {
  const keys = new Set(now.map(textKey));
  return stored.every((text) => keys.has(textKey(text)));
}

/** Where the values stand now: proved ones where they were read, the others where their text stands. */
function layoutNow(finder: Finder, key: TemplateKey, extraction: Extraction, judged: Judged): Layout | null {
  const proved = Object.keys(judged).filter((name) => judged[name] !== "failed" && extraction.values[name]);
  const record = Object.fromEntries(
    Object.entries(key.record).map(([name, values]) => [name, proved.includes(name) ? extraction.values[name]! : values]),
  );
  return layoutOf(finder, record, key.region, { placed: spansByValue(extraction, proved), isConstant: () => true });
}

function compare(key: TemplateKey, now: Layout | null): Pick<Check, "sets" | "case" | "at"> {
  if (!key.measures || !now) return { sets: null, case: null, at: null };
  const { S1, S2, S3, S4, case: change, at } = compareMeasures(key.measures, now.measures);
  return { sets: { S1, S2, S3, S4, S5: S4 && hasSameItems(key.items, now.items) }, case: change, at };
}

type Items = Layout["items"];

function hasSameItems(before: Items, after: Items): boolean {
  return Object.entries(before).every(([name, items]) => {
    const now = after[name] ?? [];
    return items.length === now.length && items.every((item, i) => isSameItem(item, now[i]!));
  });
}

function isSameItem(before: KeyItem | null, after: KeyItem | null): boolean {
  if (!before || !after) return before === after;
  return before.chain === after.chain && isSameDelimiter(before.upper, after.upper) && isSameDelimiter(before.lower, after.lower);
}

/** A stored delimiter without text stood beside a line's end, a value or a text that changes: its tags say all. */
function isSameDelimiter(before: Delimiter, after: Delimiter): boolean {
  return before.tags === after.tags && (before.text === "" || before.text === after.text);
}

/**
 * The template after a calm verdict: measures and edited values as they are now, so that the next check compares with
 * today's page. What other pages taught stays, and so do the attributes to judge: one that is not displayed may come back.
 */
export function renewKey(template: KeyedTemplate, html: string): KeyedTemplate {
  const { key } = template;
  const reading = new Reading(parsePage(html));
  const extraction = read(template, reading);
  const proved = key.reads.filter((name) => extraction.values[name]?.length);
  const record = Object.fromEntries(
    Object.entries(key.record).map(([name, values]) => [name, proved.includes(name) ? extraction.values[name]! : values]),
  );
  const { region, volatile } = key;
  const now = keyOf(reading, record, { extraction, volatile, ...(region !== null && { region }) });
  return { ...template, key: { ...now, reads: key.reads, common: key.common, frame: key.frame } };
}
