/**
 * Everything that withholds a value, in one ordered table: no other module makes a class of what is withheld.
 *
 * A row is one cause, in one sentence, with one remedy: what a person does about it. Of the rows of a stage the first that
 * does not hold gives its class; a fact that is not known where a stage is asked says nothing. Rows can only withhold.
 * Every class is shown by an example page in test/core/guard.test.ts, which is read wrongly without its row.
 */

import { WITNESSES } from "../limits.js";
import type { Page } from "../page/page.js";
import type { KnownRecord, PrecedingTexts, RuleKind } from "../template/page-template.js";
import { behindOtherLabels } from "./preceding-texts.js";
import { type ReadSpans, sharingText } from "./same-text.js";

/** Attribute → its values, none where it is said to be absent. */
type ReadValues = KnownRecord;

/** What a person does about it. */
const REMEDIES = {
  label: "Label one of these pages.",
  choose: "Choose the place, or label another page.",
  absent: "Say that it is absent there, or label it.",
  look: "Look at the page: it may be no record.",
  report: "Report the page.",
  nothing: "There is nothing to do.",
} as const;

export type Remedy = keyof typeof REMEDIES;

export interface PageFacts {
  readonly isOfSite: boolean; // it passes the page gate
}

/** What the rules of one hypothesis find. */
export interface PlaceFacts {
  readonly voices: number; // rules that find one text
  readonly isSeveral: boolean; // a rule finds several places with different texts
  readonly emptyKinds: number; // kinds of rules that find the place, and nothing in it
  readonly kinds: readonly RuleKind[]; // of the rules that find a text
  readonly isTextAfter: () => boolean; // what is found is a template's text that stood after the value
}

/** Why what stands at a place is not taken as it was on the labelled page. */
export type Misfit = "built-otherwise" | "other-text" | "more-of-its-kind" | "other-item";

/** What the rules of one labelled page take from the places they find. */
export interface ValueFacts {
  readonly misfit?: Misfit | undefined;
  readonly texts?: number; // different ones that the rules of one labelled page lead to
  readonly values?: ReadValues[string];
  readonly kinds?: readonly RuleKind[];
  readonly fewestKinds?: number;
  readonly isDistinguished?: () => boolean; // by more than its number among alike places
}

/** What all places, slots and labelled pages of an attribute say together. */
export interface AttributeFacts {
  readonly isUnbroken?: boolean; // nothing stands between one value and the next, where nothing did
  readonly isTwice?: boolean; // one place gives two of the values
  readonly textsOfPlaces?: number; // different ones that the places of the label lead to
  readonly textsOfPages?: number; // different ones that the labelled pages lead to
  readonly isContradicted?: boolean; // the page's own metadata says another text
  readonly isLearnt?: boolean; // one place of the label, or places that agree, could be told from the others
  readonly beginsAlike?: boolean; // with the label the labelled value began with, or with none of the site
}

/** What is read for all attributes of a page. */
export interface RecordFacts {
  readonly page: Page;
  readonly values: ReadValues;
  readonly proofs: ReadSpans;
  readonly lost: number; // attributes without a place, besides those whose place is empty
  readonly precedingTexts: PrecedingTexts;
  readonly labelled: KnownRecord | undefined;
}

/** What is known beyond the page: its bytes, its site, its record. */
export interface SiteFacts {
  readonly values: ReadValues;
  readonly isCharsetDoubtful?: boolean;
  readonly isProved?: boolean; // the stored page shows every value at its spans
  readonly isSoft404?: boolean; // it reads as what the site shows for a page that does not exist
  readonly known?: ReadValues; // the record's last values
  readonly moved?: readonly string[]; // attributes whose place is empty while their last value stands elsewhere
}

interface Cause<Code extends string> {
  readonly code: Code;
  readonly reason: string;
  readonly remedy: Remedy;
  readonly means?: Meaning;
}

/** What a class says beyond itself: its value has no place here; rules contradict each other. */
type Meaning = "lost" | "contradiction";

type Holds<Facts> = { readonly holds: (facts: Facts) => boolean };
type Refuses<Facts> = { readonly refuses: (facts: Facts) => readonly string[] }; // names of attributes

const page = <C extends string>(row: Cause<C> & Holds<PageFacts>) => ({ stage: "page" as const, ...row });
const place = <C extends string>(row: Cause<C> & Holds<PlaceFacts>) => ({ stage: "place" as const, ...row });
const value = <C extends string>(row: Cause<C> & Holds<ValueFacts>) => ({ stage: "value" as const, ...row });
const attribute = <C extends string>(row: Cause<C> & Holds<AttributeFacts>) => ({ stage: "attribute" as const, ...row });
const record = <C extends string>(row: Cause<C> & Refuses<RecordFacts>) => ({ stage: "record" as const, ...row });
const site = <C extends string>(row: Cause<C> & Refuses<SiteFacts>) => ({ stage: "site" as const, ...row });

/** Rules that count the way to the place, and nothing else. */
const POSITIONS: readonly RuleKind[] = ["path", "landmark"];

/** Tags and classes lead to it. The other kinds go by the texts around, and where the value is missing the next one stands there. */
const BY_ELEMENTS: readonly RuleKind[] = [...POSITIONS, "signature", "tail"];

const REPLACEMENT = "\ufffd"; // stands for bytes that the charset does not have

const given = (values: ReadValues): string[] => Object.keys(values).filter((name) => values[name]!.length);

/**
 * The one value of a page on which the other attributes have no place, or an empty one: a notice in the site's frame shows
 * some text where a record's title was. What is empty goes with it.
 */
function onlyValue(values: ReadValues, lost: number): string[] {
  const names = Object.keys(values);
  const count = given(values).length;
  return count === 1 && names.length - count + lost >= WITNESSES.lost ? names : [];
}

/** Attributes that have each other's last values: their places were exchanged. */
function exchanged(values: ReadValues, known: ReadValues): string[] {
  const has = (name: string, other: string): boolean => isSameList(values[name]!, known[other] ?? []);
  const changed = given(values).filter((name) => !has(name, name));
  return changed.filter((name) => changed.some((other) => other !== name && has(name, other) && has(other, name)));
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

const TABLE = [
  page({
    code: "page-not-recognised",
    reason: "This does not look like a page of the site: most of its usual texts are missing.",
    remedy: "look",
    holds: ({ isOfSite }) => isOfSite,
  }),
  place({
    code: "not-unique",
    reason: "Several places here would fit, with different texts.",
    remedy: "label",
    holds: ({ voices, isSeveral }) => voices > 0 || !isSeveral,
  }),
  place({
    code: "place-unknown",
    reason: "Not found on this page: no place here has the surroundings it had on the labelled page.",
    remedy: "label",
    means: "lost",
    holds: ({ voices }) => voices > 0,
  }),
  place({
    code: "place-empty",
    reason: "Its place is empty here, and the text found instead may be another value.",
    remedy: "absent",
    means: "lost",
    holds: ({ emptyKinds, kinds }) => emptyKinds === 0 || (emptyKinds === 1 && kinds.some((kind) => BY_ELEMENTS.includes(kind))),
  }),
  place({
    code: "next-text",
    reason: "At its place stands a text that followed it on the labelled page.",
    remedy: "absent",
    means: "lost",
    holds: ({ isTextAfter }) => !isTextAfter(),
  }),
  value({
    code: "shape-unseen",
    reason: "Found, but it looks different here: its text is built otherwise than on the labelled page.",
    remedy: "label",
    holds: ({ misfit }) => misfit !== "built-otherwise",
  }),
  value({
    code: "more-text",
    reason: "Found, but other text stands with it here that the labelled page did not have.",
    remedy: "label",
    holds: ({ misfit }) => misfit !== "other-text",
  }),
  value({
    code: "more-values",
    reason: "Found, but more of its kind follows here than on the labelled page.",
    remedy: "label",
    holds: ({ misfit }) => misfit !== "more-of-its-kind",
  }),
  value({
    code: "item-unlike",
    reason: "Found, but one of its items, or a text among them, looks different from those on the labelled page.",
    remedy: "label",
    holds: ({ misfit }) => misfit !== "other-item",
  }),
  value({
    code: "rules-disagree",
    reason: "The rules point at different texts here.",
    remedy: "label",
    means: "contradiction",
    holds: ({ texts = 0 }) => texts < 2,
  }),
  value({
    code: "no-letters",
    reason: "What stands at the place has neither a letter nor a digit.",
    remedy: "absent",
    holds: ({ values = [] }) => values.every((text) => /[\p{L}\p{N}]/u.test(text)),
  }),
  value({
    code: "one-rule",
    reason: "Not confirmed: one clue leads here, and two are needed.",
    remedy: "label",
    holds: ({ kinds = [], fewestKinds = 0 }) => kinds.length >= fewestKinds,
  }),
  value({
    code: "position-only",
    reason: "Not confirmed: only its position leads here, and no text or class beside it.",
    remedy: "label",
    holds: ({ kinds }) => !kinds?.every((kind) => POSITIONS.includes(kind)),
  }),
  value({
    code: "number-only",
    reason: "Not confirmed: only its number tells it from others like it, and their number is another here.",
    remedy: "label",
    holds: ({ isDistinguished }) => isDistinguished?.() ?? true,
  }),
  attribute({
    code: "value-twice",
    reason: "Two of its values are read from one place, so one of them may be missing here.",
    remedy: "label",
    holds: ({ isTwice = false }) => !isTwice,
  }),
  attribute({
    code: "values-apart",
    reason: "Other text stands between its values, which stood together on the labelled page.",
    remedy: "label",
    holds: ({ isUnbroken = true }) => isUnbroken,
  }),
  attribute({
    code: "places-disagree",
    reason: "The labelled text stood in several places, and they show different texts here.",
    remedy: "choose",
    holds: ({ textsOfPlaces = 0 }) => textsOfPlaces < 2,
  }),
  attribute({
    code: "pages-disagree",
    reason: "The labelled pages lead to different texts here.",
    remedy: "label",
    holds: ({ textsOfPages = 0 }) => textsOfPages < 2,
  }),
  attribute({
    code: "metadata-differs",
    reason: "The page's own metadata says another text than the one at its place.",
    remedy: "label",
    means: "contradiction",
    holds: ({ isContradicted = false }) => !isContradicted,
  }),
  attribute({
    code: "unsettled",
    reason: "The labelled page leaves open which of several places is meant; label another page or choose the place.",
    remedy: "choose",
    holds: ({ isLearnt = true }) => isLearnt,
  }),
  attribute({
    code: "template-text",
    reason: "What stands at the place begins with another label than the labelled value, or with none.",
    remedy: "label",
    holds: ({ beginsAlike = true }) => beginsAlike,
  }),
  record({
    code: "other-label",
    reason: "What stands at the place follows the text that stood before another attribute on the labelled page.",
    remedy: "label",
    refuses: ({ page: of, precedingTexts, proofs }) => behindOtherLabels(of, precedingTexts, proofs),
  }),
  record({
    code: "same-place",
    reason: "Another attribute is read from the same text here; on the labelled page they stood apart.",
    remedy: "label",
    refuses: ({ labelled, proofs }) => (labelled ? sharingText(labelled, proofs) : []),
  }),
  record({
    code: "only-value",
    reason: "None of the other values has a place here, so this may be no record at all.",
    remedy: "look",
    refuses: ({ values, lost }) => onlyValue(values, lost),
  }),
  site({
    code: "charset-doubtful",
    reason: "The page's letters and its declared charset do not fit.",
    remedy: "nothing",
    refuses: ({ values, isCharsetDoubtful }) =>
      Object.keys(values).filter((name) => isCharsetDoubtful || values[name]!.some((text) => text.includes(REPLACEMENT))),
  }),
  site({
    code: "soft-404",
    reason: "The site shows the same for a page that does not exist.",
    remedy: "nothing",
    refuses: ({ values, isSoft404 }) => (isSoft404 ? given(values) : []),
  }),
  site({
    code: "value-moved",
    reason: "Its place is empty here, and its last value stands elsewhere on the page.",
    remedy: "label",
    refuses: ({ moved = [] }) => moved,
  }),
  site({
    code: "values-exchanged",
    reason: "It and another attribute have each other's last values here.",
    remedy: "label",
    refuses: ({ values, known }) => (known ? exchanged(values, known) : []),
  }),
  site({
    code: "proof-failed",
    reason: "The stored page does not show this value where its proof says; this is a defect of bartree, please report it.",
    remedy: "report",
    refuses: ({ values, isProved = true }) => (isProved ? [] : Object.keys(values)),
  }),
  site({
    code: "no-value",
    reason: "Nothing was read from this page, so nothing says that its empty places are a record's.",
    remedy: "look",
    refuses: ({ values }) => (given(values).length ? [] : Object.keys(values)),
  }),
] as const;

type GuardRow = (typeof TABLE)[number];
type Stage = GuardRow["stage"];
export type WithheldClass = GuardRow["code"];

export interface Withheld {
  readonly class: WithheldClass;
  readonly reason: string;
}

/** The rows by stage, in their order. */
export type Guards = { readonly [S in Stage]: readonly Extract<GuardRow, { stage: S }>[] };

/** The table; without one of its rows it shows what that row is for. */
export function guardsWithout(code?: WithheldClass): Guards {
  const of = <S extends Stage>(stage: S) =>
    TABLE.filter((row): row is Extract<GuardRow, { stage: S }> => row.stage === stage && row.code !== code);
  return {
    page: of("page"),
    place: of("place"),
    value: of("value"),
    attribute: of("attribute"),
    record: of("record"),
    site: of("site"),
  };
}

export const GUARDS = guardsWithout();

/** The class of the first row that does not hold. */
export function refusal<Facts>(
  rows: readonly (Holds<Facts> & { readonly code: WithheldClass })[],
  facts: Facts,
): WithheldClass | undefined {
  for (const { holds, code } of rows) if (!holds(facts)) return code;
  return undefined;
}

/** What a page gave: values and proofs of some attributes, the reason why not of the others. */
export interface ReadTables<Proof> {
  readonly values: ReadValues;
  readonly withheld: Readonly<Record<string, Withheld>>;
  readonly proofs: Readonly<Record<string, readonly Proof[]>>;
}

/** The same without what the facts beyond the page, as far as they are known, speak against. */
export function guardedBySite<Proof>(
  read: ReadTables<Proof>,
  facts: Omit<SiteFacts, "values">,
  guards: Guards = GUARDS,
): ReadTables<Proof> {
  return guards.site.reduce((left, { code, refuses }) => without(left, refuses({ ...facts, values: left.values }), code), read);
}

function without<Proof>(read: ReadTables<Proof>, names: readonly string[], code: WithheldClass): ReadTables<Proof> {
  if (!names.length) return read;
  const left = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
  const withheld = { ...read.withheld, ...Object.fromEntries(names.map((name) => [name, withheldAs(code)])) };
  return { values: left(read.values), withheld, proofs: left(read.proofs) };
}

const ROWS: ReadonlyMap<string, GuardRow> = new Map(TABLE.map((row) => [row.code, row]));
export const WITHHELD_CLASSES: readonly WithheldClass[] = TABLE.map(({ code }) => code);

/** A defect of ours and no doubt about the page: it raises a warning of its own. */
export const PROOF_FAILED = "proof-failed" satisfies WithheldClass;

const meansOf = (code: WithheldClass): Meaning | undefined => (ROWS.get(code) as Cause<string>).means;

export const isLost = (code: WithheldClass): boolean => meansOf(code) === "lost";
export const isContradiction = (code: WithheldClass): boolean => meansOf(code) === "contradiction";

export const withheldAs = (code: WithheldClass): Withheld => ({ class: code, reason: ROWS.get(code)!.reason });

/** Of an attribute that no rule was learnt for yet, as while a draft's labels change. */
export const NOT_LEARNT: Withheld = { class: "unsettled", reason: "It is not learnt yet." };

export const isWithheldClass = (code: string): code is WithheldClass => ROWS.has(code);

export const remedyOf = (code: WithheldClass): string => REMEDIES[ROWS.get(code)!.remedy];

/** What settles values that are withheld for several reasons: the act that comes before the others. */
export function remedyFor(codes: readonly string[]): { readonly remedy: Remedy; readonly sentence: string } {
  const remedies = new Set(codes.map((code): Remedy => ROWS.get(code)?.remedy ?? "label"));
  const remedy = FIRST_OF_ALL.find((each) => remedies.has(each)) ?? "label";
  return { remedy, sentence: REMEDIES[remedy] };
}

/** A page that is no record needs no label; one that is labelled says what is absent too. */
const FIRST_OF_ALL: readonly Remedy[] = ["report", "look", "choose", "label", "absent", "nothing"];
