/**
 * A hypothesis: one place where a value may stand, with the rules that lead there and the surroundings it must have.
 * Reading it is the promise of method §7: unique, unanimous, accounted; it answers with a value or with a reason.
 */

import { foldLabel } from "../find/label-words.js";
import { isDistinguished } from "../find/numbered.js";
import { findNodes } from "../find/rules.js";
import {
  GUARDS,
  type Guards,
  type Misfit,
  type PlaceFacts,
  refusal,
  type ValueFacts,
  type WithheldClass,
} from "../guard/guards.js";
import { takeExtent } from "../take/extent.js";
import { findFamily } from "../take/family.js";
import { OTHER_TEXT, take, type Value } from "../take/take.js";
import type { Extent, Form, Hypothesis, Rival, Rule, RuleKind, TargetedRule } from "../template/page-template.js";
import { type Interval, intervalKey, intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagWord } from "../tree/tag-words.js";

export type HypothesisReading =
  | { readonly ok: true; readonly values: readonly Value[]; readonly kinds: readonly RuleKind[]; readonly place: Interval }
  | { readonly ok: false; readonly class: WithheldClass };

/** A rule that spoke, and what it said. */
interface Heard extends TargetedRule {
  readonly voice: Voice;
}

/** What one rule says: the text it finds, or nothing. */
export interface Voice {
  readonly kind: RuleKind;
  readonly key: string;
  readonly node: number;
  readonly place: Interval;
}

/** The places one hypothesis may mean on one page. Most rules lead to the same node, so each is judged once. */
class JudgedPlaces {
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
  const voice = voiceAmong(new JudgedPlaces(reading, hypothesis), reading, rule);
  return voice === "empty" ? undefined : voice;
}

function voiceAmong(places: JudgedPlaces, reading: Reading, rule: Rule): Voice | "several" | "empty" | undefined {
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
  return taken.values[0]?.text ?? "";
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
  readonly guards?: Guards;
}

export function readHypothesis(reading: Reading, hypothesis: Hypothesis, care: Care): HypothesisReading {
  const { kinds: fewestKinds, refusesNext, guards = GUARDS } = care;
  const found =
    hypothesis.form.kind === "family" ? findFamily(reading, hypothesis.form) : findPlaces(reading, hypothesis, refusesNext);
  const lost = refusal(guards.place, found);
  if (lost) return { ok: false, class: lost };
  const { kinds } = found;
  const { values, place, ...taken } = found.take();
  const refused = refusal(guards.value, { ...taken, values: values.map(({ text }) => text), kinds, fewestKinds });
  return refused ? { ok: false, class: refused } : { ok: true, values, kinds, place };
}

/** What a hypothesis finds on a page, and how it is taken. */
export interface FoundPlaces extends PlaceFacts {
  readonly take: () => TakenPlaces;
}

export interface TakenPlaces extends Pick<ValueFacts, "misfit" | "texts" | "isDistinguished"> {
  readonly values: readonly Value[];
  readonly place: Interval;
}

function findPlaces(reading: Reading, hypothesis: Hypothesis, refusesNext: boolean): FoundPlaces {
  const heard: Heard[] = [];
  const places = new JudgedPlaces(reading, hypothesis);
  let isSeveral = false;
  const empty = new Set<RuleKind>(); // rules that find the place, and nothing there
  const spoken = new Set<RuleKind>();
  for (const { rule, on } of hypothesis.rules) {
    if (on === "outermost" && spoken.has(rule.kind)) continue; // its twin has led to the value inside
    const voice = voiceAmong(places, reading, rule);
    if (voice === "several") isSeveral = true;
    else if (voice === "empty") empty.add(rule.kind);
    else if (voice) {
      heard.push({ voice, on, rule });
      if (on === "value") spoken.add(rule.kind);
    }
  }
  return {
    voices: heard.length,
    isSeveral,
    emptyKinds: empty.size,
    kinds: [...new Set(heard.map(({ voice }) => voice.kind))].sort(),
    isTextAfter: () => refusesNext && heard.some(({ voice }) => isNext(hypothesis, voice.key)),
    take: () => takePlaces(reading, hypothesis, heard),
  };
}

/** A text of the template that stood after the value: where the value is gone with its row, that moves up to its place. */
const isNext = ({ rules }: Hypothesis, key: string): boolean =>
  rules.some(({ rule }) => (rule.kind === "preceding" || rule.kind === "before") && rule.key === key);

function takePlaces(reading: Reading, hypothesis: Hypothesis, heard: readonly Heard[]): TakenPlaces {
  const { form, extent, many, labels } = hypothesis;
  const known = new Set(hypothesis.known);
  const seen = new Map<string, { values: readonly Value[]; place: Interval }>();
  const done = new Set<number>();
  let misfit: Misfit | undefined;
  for (const { voice, on } of heard) {
    const node = on === "value" ? voice.node : valueNode(reading, voice.node, extent);
    if (done.has(node)) continue;
    done.add(node);
    const taken = node < 0 ? OTHER_TEXT : takeExtent(reading, node, form, extent, known);
    misfit ??= taken.misfit;
    const text = taken.values.map((value) => value.text).join("\n");
    const old = seen.get(text);
    if (!old || voice.place.first < old.place.first) seen.set(text, { values: taken.values, place: voice.place });
  }
  const [first = { values: [], place: NOWHERE }] = seen.values();
  const rules = heard.map(({ rule }) => rule);
  const isKnown = (): boolean => !many || labels !== null || isDistinguished(reading, many, rules, heard[0]!.voice.key);
  return { ...first, texts: seen.size, misfit, isDistinguished: isKnown };
}

const NOWHERE: Interval = { first: 0, last: -1 };

/** The value's node below a found outermost: along the tags seen at learning where they are there, else outermost's only run; −1 if it has more. */
function valueNode(reading: Reading, outermost: number, { inside }: Extent): number {
  const { tree } = reading;
  if (inside === "") return outermost;
  let at = outermost;
  for (const word of inside.split(" ")) {
    let next = -1;
    for (let child = at + 1; child < tree.end[at]!; child = tree.end[child]!) {
      if (tagWord(tree, child) === word) {
        next = child;
        break;
      }
    }
    if (next < 0) {
      const { first, last } = intervalOf(reading, outermost);
      return first === last ? tree.runNode[reading.shown[first]!]! : -1;
    }
    at = next;
  }
  return at;
}
