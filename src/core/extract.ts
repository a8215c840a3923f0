/** Read a page by a template: values with their proofs, or the reason why not (spec §7). */
import type { AttributeTemplate, Template } from "./learn/learn.js";
import type { Span } from "./page/page.js";
import { parsePage } from "./page/parse-page.js";
import { type Hypothesis, type HypothesisReading, readHypothesis, type WithheldClass } from "./read/hypothesis.js";
import type { Value } from "./read/take.js";
import { Reading } from "./tree/reading.js";

export interface Extraction {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly withheld: Readonly<Record<string, { readonly class: WithheldClass; readonly reason: string }>>;
  readonly proofs: Readonly<Record<string, readonly ({ readonly value: number } & Span)[]>>;
}

export function extract(template: Template, html: string): Extraction {
  const reading = new Reading(parsePage(html));
  const values: Record<string, string[]> = {};
  const withheld: Record<string, { class: WithheldClass; reason: string }> = {};
  const proofs: Record<string, ({ value: number } & Span)[]> = {};
  const isRecognised = isOfSite(reading, template.frame);
  for (const attribute of template.attributes) {
    const read = isRecognised ? readAttribute(reading, attribute) : { ok: false as const, class: "page-not-recognised" as const };
    if (read.ok) {
      values[attribute.name] = read.values.map(({ text }) => text);
      proofs[attribute.name] = read.values.flatMap(({ spans }, value) => spans.map(({ start, end }) => ({ value, start, end })));
    } else withheld[attribute.name] = { class: read.class, reason: read.class };
  }
  return { values, withheld, proofs };
}

/** The page gate: at least half of the texts that every sibling shows. */
function isOfSite(reading: Reading, frame: readonly string[]): boolean {
  const shown = frame.filter((key) => reading.runsWith(key).length > 0).length;
  return shown * 2 >= frame.length;
}

type AttributeReading = { ok: true; values: readonly Value[] } | { ok: false; class: WithheldClass };

function readAttribute(reading: Reading, { slots }: AttributeTemplate): AttributeReading {
  if (!slots.length) return { ok: false, class: "unsettled" };
  const values: Value[] = [];
  for (const groups of slots) {
    const read = readGroups(reading, groups);
    if (!read.ok) return read;
    values.push(...read.values);
  }
  return { ok: true, values };
}

/** Every group must speak, and all must say the same. */
function readGroups(reading: Reading, groups: readonly (readonly Hypothesis[])[]): AttributeReading {
  let agreed: AttributeReading | undefined;
  for (const group of groups) {
    const read = readGroup(reading, group);
    if (!read.ok) return read;
    if (agreed?.ok && textsOf(agreed.values) !== textsOf(read.values)) return { ok: false, class: "variants-disagree" };
    agreed ??= read;
  }
  return agreed ?? { ok: false, class: "unsettled" };
}

function readGroup(reading: Reading, group: readonly Hypothesis[]): AttributeReading {
  const reads = group.map((hypothesis) => readHypothesis(reading, hypothesis, 2));
  if (reads.some((read) => !read.ok && read.class === "rules-disagree")) return { ok: false, class: "rules-disagree" };
  const spoken = reads.filter((read): read is Extract<HypothesisReading, { ok: true }> => read.ok);
  if (!spoken.length) return { ok: false, class: reads.map((read) => (read.ok ? "unsettled" : read.class))[0] ?? "unsettled" };
  if (new Set(spoken.map(({ values }) => textsOf(values))).size > 1) return { ok: false, class: "rules-disagree" };
  return spoken.reduce((first, read) => (read.place.first < first.place.first ? read : first));
}

const textsOf = (values: readonly Value[]): string => values.map(({ text }) => text).join("\n");
