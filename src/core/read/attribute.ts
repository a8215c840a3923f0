/** What one rule set says of one attribute on a page. */
import type { AttributeTemplate } from "../learn/learn.js";
import type { RuleKind } from "../rules/rule.js";
import type { Reading } from "../tree/reading.js";
import { isGap } from "./absence.js";
import { type Care, type Hypothesis, type HypothesisReading, readHypothesis, type WithheldClass } from "./hypothesis.js";
import type { Interval } from "./interval.js";
import type { Value } from "./take.js";

export type AttributeReading =
  | {
      readonly ok: true;
      readonly values: readonly Value[];
      readonly kinds: readonly RuleKind[];
      readonly places: readonly Interval[]; // of every slot
    }
  | { readonly ok: false; readonly class: WithheldClass; readonly isAbsent?: boolean };

const KINDS = 2; // rules of at least so many kinds must agree
const KINDS_UNCONFIRMED = 3; // for a set that no other labelled page has confirmed

export function readAttribute(
  reading: Reading,
  { slots, isConfirmed, isUnbroken }: AttributeTemplate,
  { refusesNext }: Pick<Care, "refusesNext">,
): AttributeReading {
  const care = { kinds: isConfirmed ? KINDS : KINDS_UNCONFIRMED, refusesNext };
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
  if (isUnbroken && !areUnbroken(places)) return { ok: false, class: "shape-unseen" };
  return { ok: true, values, kinds: [...kinds].sort(), places };
}

/** No other text stands between one and the next: behind a label of its own, a further value is another attribute's. */
export const areUnbroken = (places: readonly Interval[]): boolean =>
  places.every(({ first }, i) => i === 0 || first === places[i - 1]!.last + 1);

/** Every group must speak, and all must say the same: silence of one that contradicts on siblings is no consent. */
function readGroups(reading: Reading, groups: readonly (readonly Hypothesis[])[], care: Care): AttributeReading {
  let agreed: AttributeReading = { ok: false, class: "unsettled" };
  for (const group of groups) {
    const read = readGroup(reading, group, care);
    if (!read.ok) return read;
    if (agreed.ok && textsOf(agreed.values) !== textsOf(read.values)) return { ok: false, class: "variants-disagree" };
    if (!agreed.ok) agreed = read;
  }
  return agreed;
}

function readGroup(reading: Reading, group: readonly Hypothesis[], care: Care): AttributeReading {
  const reads = group.map((hypothesis) => readHypothesis(reading, hypothesis, care));
  const spoken = reads.filter((read): read is Extract<HypothesisReading, { ok: true }> => read.ok);
  if (reads.some((read) => !read.ok && read.class === "rules-disagree")) return { ok: false, class: "rules-disagree" };
  if (!spoken.length) return reads.find((read) => !read.ok) ?? { ok: false, class: "unsettled" };
  if (new Set(spoken.map(({ values }) => textsOf(values))).size > 1) return { ok: false, class: "rules-disagree" };
  const { place, ...read } = spoken.reduce((first, each) => (each.place.first < first.place.first ? each : first));
  return { ...read, places: [place] };
}

/** Values as one text, to compare two readings by. */
export function textsOf(values: readonly Value[]): string {
  return values.map(({ text }) => text).join("\n");
}

/** Nothing is found and every hypothesis that can tell sees the gap the value would leave. */
function isGone(reading: Reading, slots: AttributeTemplate["slots"], reason: WithheldClass): boolean {
  if (slots.length > 1 || slots[0]!.length > 1) return false; // what is not settled is not known to be gone
  const all = slots.flat(2);
  const isOwnLabelled = all.every(({ form }) => form.kind === "segment"); // a line without that label is another line
  if (reason !== "place-unknown" && !(reason === "shape-unseen" && isOwnLabelled)) return false;
  const gaps = all.flatMap(({ gap }) => (gap ? [gap] : []));
  return gaps.length > 0 && gaps.every((gap) => isGap(reading, gap));
}
