/**
 * A hypothesis: one place where a value may stand, with the rules that lead there and the surroundings it must have.
 * Reading it is the promise of spec §7: unique, unanimous, accounted; it answers with a value or with a reason.
 */

import { findNodes, type Rule, type RuleKind } from "../rules/rule.js";
import type { Reading } from "../tree/reading.js";
import type { Gap } from "./absence.js";
import { type Extent, takeExtent } from "./extent.js";
import { type Family, findFamily } from "./family.js";
import type { Form } from "./form.js";
import { type Interval, intervalKey, intervalOf } from "./interval.js";
import { foldLabel } from "./label.js";
import { isTold, type Many } from "./many.js";
import { take, type Value } from "./take.js";

export interface TargetedRule {
  readonly on: "value" | "hi"; // whether it leads to the value's node or to the outermost node that shows just the value
  readonly rule: Rule;
}

/**
 * An element around the value and its neighbours of the same tag. A place under one of their tokens is theirs, unless it is
 * under an own one too; of an own one that stands several times nothing is known, as of classes that take turns.
 */
export interface Rival {
  readonly own: readonly string[];
  readonly other: readonly string[];
}

export interface Hypothesis {
  readonly form: Form;
  readonly extent: Extent;
  readonly rules: readonly TargetedRule[];
  readonly labels: readonly string[] | null; // folded texts one of which must stand directly before, null: any
  readonly tokens: readonly string[]; // must be around the place, as far as the page has them at all
  readonly rivals: readonly Rival[];
  readonly many: Many | null; // it is one of several places that only their numbers tell apart
  readonly gap: Gap | null; // what the page looks like without the value
  readonly known: readonly string[]; // template texts that may stand among the items of a list
}

export type WithheldClass =
  | "place-unknown"
  | "one-rule"
  | "not-unique"
  | "rules-disagree"
  | "shape-unseen"
  | "no-letters"
  | "template-text"
  | "other-label"
  | "variants-disagree"
  | "page-not-recognised"
  | "same-place"
  | "alone"
  | "unsettled";

export type HypothesisReading =
  | { readonly ok: true; readonly values: readonly Value[]; readonly kinds: readonly RuleKind[]; readonly place: Interval }
  | { readonly ok: false; readonly class: WithheldClass };

/** A rule that spoke, and what it said. */
interface Heard extends TargetedRule {
  readonly voice: Voice;
}

const withheld = (reason: WithheldClass): HypothesisReading => ({ ok: false, class: reason });

/** What one rule says: the text it finds, or nothing. */
export interface Voice {
  readonly kind: RuleKind;
  readonly key: string;
  readonly node: number;
  readonly place: Interval;
}

/** The places one hypothesis may mean on one page. Most rules lead to the same node, so each is judged once. */
class Places {
  private readonly judged = new Map<number, { readonly key: string; readonly place: Interval } | undefined>();

  constructor(
    private readonly reading: Reading,
    private readonly hypothesis: Hypothesis,
  ) {}

  /** What the node shows, undefined if that is nothing or the surroundings are not those of the value. */
  at(node: number): { readonly key: string; readonly place: Interval } | undefined {
    if (this.judged.has(node)) return this.judged.get(node);
    const place = intervalOf(this.reading, node);
    const key = voicedKey(this.reading, this.hypothesis.form, node, place);
    const judged = key !== "" && fits(this.reading, this.hypothesis, node, place) ? { key, place } : undefined;
    this.judged.set(node, judged);
    return judged;
  }
}

/** The voice of a rule, undefined where it finds no place, an empty one, or several with different texts. */
export function voiceOf(reading: Reading, hypothesis: Hypothesis, { rule }: TargetedRule): Voice | "several" | undefined {
  const voice = voiceAmong(new Places(reading, hypothesis), reading, rule);
  return voice === "empty" ? undefined : voice;
}

function voiceAmong(places: Places, reading: Reading, rule: Rule): Voice | "several" | "empty" | undefined {
  let voice: Voice | undefined;
  let isEmpty = false;
  for (const node of findNodes(reading, rule)) {
    const found = places.at(node);
    if (!found) {
      isEmpty ||= isBlank(intervalOf(reading, node));
      continue;
    }
    if (voice && voice.key !== found.key) return "several";
    voice ??= { kind: rule.kind, node, ...found };
  }
  return voice ?? (isEmpty ? "empty" : undefined);
}

const isBlank = ({ first, last }: Interval): boolean => last < first;

/** What tells two found places apart: the text they show, or the value of the HTML attribute that is meant. */
function voicedKey(reading: Reading, form: Form, node: number, place: Interval): string {
  if (form.kind !== "htmlAttribute") return isBlank(place) ? "" : intervalKey(reading, place);
  const taken = take(reading, node, form, new Set());
  return taken.ok ? taken.values[0]!.text : "";
}

/** Whether the surroundings the rules rely on are there. */
function fits(reading: Reading, { labels, tokens, rivals }: Hypothesis, node: number, place: Interval): boolean {
  if (labels && !labels.includes(labelBefore(reading, place))) return false;
  const isOwn = (token: string): boolean =>
    reading.isWithin(node, token) || (reading.hasToken(token) && reading.landmark(token) < 0);
  const isRival = ({ own, other }: Rival): boolean => other.some((token) => reading.isWithin(node, token)) && !own.some(isOwn);
  if (rivals.some(isRival)) return false;
  return tokens.every((token) => reading.isWithin(node, token) || !reading.hasToken(token));
}

export function labelBefore(reading: Reading, place: Interval): string {
  return foldLabel(reading.keyAt(place.first - 1));
}

/** How much must speak for a value, and what against it. */
export interface Care {
  readonly kinds: number; // of rules, at least so many must agree
  readonly refusesNext: boolean; // siblings have told which texts are the template's: one that stood after the value is none
}

export function readHypothesis(
  reading: Reading,
  hypothesis: Hypothesis,
  { kinds: fewestKinds, refusesNext }: Care,
): HypothesisReading {
  if (hypothesis.form.kind === "family") return readFamily(reading, hypothesis.form, fewestKinds);
  const voices: Heard[] = [];
  const places = new Places(reading, hypothesis);
  let isSeveral = false;
  const empty = new Set<RuleKind>(); // rules that find the place, and nothing there
  const spoken = new Set<RuleKind>();
  for (const { rule, on } of hypothesis.rules) {
    if (on === "hi" && spoken.has(rule.kind)) continue; // its twin has led to the value inside
    const voice = voiceAmong(places, reading, rule);
    if (voice === "several") isSeveral = true;
    else if (voice === "empty") empty.add(rule.kind);
    else if (voice) {
      voices.push({ voice, on, rule });
      if (on === "value") spoken.add(rule.kind);
    }
  }
  if (!voices.length) return withheld(isSeveral ? "not-unique" : "place-unknown");
  const kinds = [...new Set(voices.map(({ voice }) => voice.kind))].sort();
  if (empty.size > 1 || (empty.size === 1 && !kinds.some(isStructural))) return withheld("place-unknown");
  if (refusesNext && voices.some(({ voice }) => isNext(hypothesis, voice.key))) return withheld("place-unknown");
  const values = valuesOf(reading, hypothesis, voices);
  if (!values.ok) return values;
  if (kinds.length < fewestKinds || kinds.every((kind) => kind === "path" || kind === "landmark")) return withheld("one-rule");
  const { many, labels } = hypothesis;
  const rules = voices.map((heard) => heard.rule);
  return many && !labels && !isTold(reading, many, rules, voices[0]!.voice.key) ? withheld("one-rule") : { ...values, kinds };
}

/** A text of the template that stood after the value: where the value is gone with its row, that moves up to its place. */
const isNext = ({ rules }: Hypothesis, key: string): boolean =>
  rules.some(({ rule }) => (rule.kind === "preceding" || rule.kind === "before") && rule.key === key);

/** Goes by elements; the others go by the texts around, and where the value is missing the next text stands there. */
const isStructural = (kind: RuleKind): boolean =>
  kind === "path" || kind === "signature" || kind === "landmark" || kind === "tail";

function readFamily(reading: Reading, family: Family, fewestKinds: number): HypothesisReading {
  const found = findFamily(reading, family);
  if (!found.ok) return withheld(found.reason);
  if (found.kinds.length < fewestKinds) return withheld("one-rule");
  const taken = found.members.map((member) => take(reading, member, { kind: "whole" }, new Set()));
  const values = taken.flatMap((each) => (each.ok ? each.values : []));
  if (values.length < taken.length || values.some(({ text }) => !/[\p{L}\p{N}]/u.test(text))) return withheld("shape-unseen");
  return { ok: true, values, kinds: found.kinds, place: intervalOf(reading, found.members[0]!) };
}

function valuesOf(reading: Reading, hypothesis: Hypothesis, voices: readonly Heard[]): HypothesisReading {
  const { form, extent } = hypothesis;
  const known = new Set(hypothesis.known);
  const seen = new Map<string, { values: readonly Value[]; place: Interval }>();
  const done = new Set<number>();
  for (const { voice, on } of voices) {
    const node = on === "value" ? voice.node : valueNode(reading, voice.node, extent);
    if (node < 0) return withheld("shape-unseen");
    if (done.has(node)) continue;
    done.add(node);
    const taken = takeExtent(reading, node, form, extent, known);
    if (!taken.ok) return withheld("shape-unseen");
    const text = taken.values.map((value) => value.text).join("\n");
    const old = seen.get(text);
    if (!old || voice.place.first < old.place.first) seen.set(text, { values: taken.values, place: voice.place });
  }
  if (seen.size > 1) return withheld("rules-disagree");
  const [{ values, place }] = seen.values() as unknown as [{ values: readonly Value[]; place: Interval }];
  if (values.some(({ text }) => !/[\p{L}\p{N}]/u.test(text))) return withheld("no-letters");
  return { ok: true, values, kinds: [], place };
}

/** The value's node below a found hi: along the tags seen at learning where they are there, else hi's only run; −1 if it has more. */
function valueNode(reading: Reading, hi: number, { inside }: Extent): number {
  const { tree } = reading;
  if (inside === "") return hi;
  let at = hi;
  for (const word of inside.split(" ")) {
    let next = -1;
    for (let child = at + 1; child < tree.end[at]!; child = tree.end[child]!) {
      if (tree.parent[child] === at && tagIs(reading, child, word)) {
        next = child;
        break;
      }
    }
    if (next < 0) {
      const { first, last } = intervalOf(reading, hi);
      return first === last ? tree.runNode[reading.shown[first]!]! : -1;
    }
    at = next;
  }
  return at;
}

import { tagWord } from "../rules/names.js";

const tagIs = (reading: Reading, node: number, word: string): boolean => tagWord(reading.tree, node) === word;
