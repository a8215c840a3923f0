/** What one rule set says of one attribute on a page. */

import { displayed } from "../displayed.js";
import { findMetadata, isSame, metadataKeys } from "../find/metadata.js";
import { GUARDS, type Guards, isBuiltOtherwise, isContradiction, isLost, refusal, type WithheldClass } from "../guard/guards.js";
import { WITNESSES } from "../limits.js";
import { Finder } from "../locate.js";
import type { Value } from "../take/take.js";
import type { AttributeTemplate, Hypothesis, MetadataRule, RuleKind } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import type { Interval } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { isGap } from "./absence.js";
import { type Care, type HypothesisReading, readHypothesis } from "./hypothesis.js";

export type AttributeReading =
  | {
      readonly ok: true;
      readonly values: readonly Value[];
      readonly kinds: readonly RuleKind[];
      readonly places: readonly Interval[]; // of every slot
    }
  | { readonly ok: false; readonly class: WithheldClass; readonly isAbsent?: boolean };

export const NOTHING = { ok: true, values: [], kinds: [], places: [] } as const satisfies AttributeReading;

const withheld = (code: WithheldClass): AttributeReading => ({ ok: false, class: code });

export function readAttribute(reading: Reading, attribute: AttributeTemplate, care: Omit<Care, "kinds">): AttributeReading {
  const found = readSlots(reading, attribute, care);
  return attribute.metadata ? besideMetadata(reading, attribute.metadata, found, care.guards ?? GUARDS) : found;
}

/**
 * What the rules find, beside what the page says of itself. Where its metadata names a text that is displayed at the kind of
 * place that was labelled, rules that lead elsewhere among themselves are silent; a value that it contradicts is withheld.
 */
function besideMetadata(reading: Reading, rule: MetadataRule, found: AttributeReading, guards: Guards): AttributeReading {
  const said = findMetadata(reading, rule);
  const [first] = said;
  const read = found.ok ? found.values.map(({ text }) => textKey(text)) : [];
  const isContradicted = found.ok
    ? said.some(({ keys }) => !isBorneOut(keys, read)) || (!first && read.length > 0 && isSaidElsewhere(reading, rule, read))
    : said.length > 1 || (first !== undefined && found.isAbsent === true);
  const refused = refusal(guards.attribute, { isContradicted });
  if (refused) return withheld(refused);
  if (!first) return found;
  if (found.ok) return { ...found, kinds: [...found.kinds, rule.kind].sort() };
  return { ok: true, values: first.values, kinds: [rule.kind, "signature"], places: first.places };
}

/** The same texts; or one of them or all in one, since many sites tell machines of the first genre alone, or "Drama, Crime". */
function isBorneOut(said: readonly string[], read: readonly string[]): boolean {
  const unparted = (key: string): string => key.replace(/[,;|]/g, "");
  const [only = ""] = said;
  return isSame(said, read) || (said.length === 1 && (read.includes(only) || unparted(only) === unparted(read.join(""))));
}

/** No entry says what was read, and the page displays what one of them says in some other place. */
function isSaidElsewhere(reading: Reading, { entries }: MetadataRule, read: readonly string[]): boolean {
  const said = entries.map((entry) => metadataKeys(reading, entry)).filter(({ length }) => length > 0);
  if (said.some((keys) => isBorneOut(keys, read))) return false;
  const finder = new Finder(reading.page);
  finder.foresee(said.flat());
  return said.some((keys) => keys.every((key) => displayed(finder, key).isThere));
}

function readSlots(
  reading: Reading,
  { slots, isConfirmed, isUnbroken }: AttributeTemplate,
  { refusesNext, guards = GUARDS }: Omit<Care, "kinds">,
): AttributeReading {
  const care = { kinds: isConfirmed ? WITNESSES.kinds : WITNESSES.unconfirmed, refusesNext, guards };
  const values: Value[] = [];
  const kinds = new Set<RuleKind>();
  const places: Interval[] = [];
  for (const groups of slots) {
    const read = readGroups(reading, groups, care);
    if (!read.ok) return isGone(reading, slots, read.class) ? { ...read, isAbsent: true } : read;
    for (const value of read.values) values.push(value);
    for (const kind of read.kinds) kinds.add(kind);
    places.push(...read.places);
  }
  const refused = refusal(guards.attribute, {
    isUnbroken: !isUnbroken || areUnbroken(places),
    isTwice: slots.length > 1 && areTwice(values),
  });
  return refused ? withheld(refused) : { ok: true, values, kinds: [...kinds].sort(), places };
}

/** Two values of one place: one of them is missing here, or the template was damaged. A part beside its whole is no such pair. */
function areTwice(values: readonly Value[]): boolean {
  const places = values.flatMap(({ spans }) => spans.map(({ start, end }) => `${start}-${end}`));
  return new Set(places).size < places.length;
}

/** No other text stands between one and the next: behind a label of its own, a further value is another attribute's. */
export const areUnbroken = (places: readonly Interval[]): boolean =>
  places.every(({ first }, i) => i === 0 || first === places[i - 1]!.last + 1);

/** Every group must speak, and all must say the same: silence of one that contradicts on siblings is no consent. */
function readGroups(reading: Reading, groups: readonly (readonly Hypothesis[])[], care: Required<Care>): AttributeReading {
  const texts = new Set<string>();
  let first: AttributeReading = NOTHING;
  for (const group of groups) {
    const read = readGroup(reading, group, care);
    if (!read.ok) return read;
    if (!texts.size) first = read;
    const refused = refusal(care.guards.attribute, { textsOfPlaces: texts.add(textsOf(read.values)).size });
    if (refused) return withheld(refused);
  }
  return first;
}

function readGroup(reading: Reading, group: readonly Hypothesis[], care: Required<Care>): AttributeReading {
  const reads = group.map((hypothesis) => readHypothesis(reading, hypothesis, care));
  const spoken = reads.filter((read): read is Extract<HypothesisReading, { ok: true }> => read.ok);
  const contradicted = reads.find((read) => !read.ok && isContradiction(read.class));
  const silent = contradicted ?? (spoken.length ? undefined : reads[0]);
  if (silent && !silent.ok) return silent;
  const refused = refusal(care.guards.value, { texts: new Set(spoken.map(({ values }) => textsOf(values))).size });
  if (refused) return withheld(refused);
  const { place, ...read } = spoken.reduce((first, each) => (each.place.first < first.place.first ? each : first));
  return { ...read, places: [place] };
}

/** Values as one text, to compare two readings by. */
export function textsOf(values: readonly Value[]): string {
  return values.map(({ text }) => text).join("\n");
}

/** Nothing is found and every hypothesis that can tell sees the gap the value would leave. */
function isGone(reading: Reading, slots: AttributeTemplate["slots"], code: WithheldClass): boolean {
  if (slots.length > 1 || slots[0]!.length > 1) return false; // what is not settled is not known to be gone
  const all = slots.flat(2);
  const isOwnLabelled = all.every(({ form }) => form.kind === "segment"); // a line without that label is another line
  if (!isLost(code) && !(isBuiltOtherwise(code) && isOwnLabelled)) return false;
  const gaps = all.flatMap(({ gap }) => (gap ? [gap] : []));
  return gaps.length > 0 && gaps.every((gap) => isGap(reading, gap));
}
