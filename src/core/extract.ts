/** Read a page by a template: values with their proofs, or the reason why not (spec §7). */
import type { AttributeTemplate, Template } from "./learn/learn.js";
import type { Span } from "./page/page.js";
import { parsePage } from "./page/parse-page.js";
import { type AttributeReading, readAttribute, textsOf } from "./read/attribute.js";
import type { WithheldClass } from "./read/hypothesis.js";
import { merged } from "./read/merged.js";
import { prefixOf } from "./read/prefix.js";
import { reasonFor } from "./read/reasons.js";
import { strayed } from "./read/strayed.js";
import type { RuleKind } from "./rules/rule.js";
import { keySumOf } from "./text/key-sum.js";
import { textKey } from "./text/text-key.js";
import { Reading } from "./tree/reading.js";

export interface Withheld {
  readonly class: WithheldClass;
  readonly reason: string;
}

export interface Proof extends Span {
  readonly value: number; // index into the attribute's values
  readonly htmlAttribute?: string; // the span lies in the value of this attribute of a tag
}

export interface Extraction {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly withheld: Readonly<Record<string, Withheld>>;
  readonly proofs: Readonly<Record<string, readonly Proof[]>>;
  readonly agreed: Readonly<Record<string, readonly RuleKind[]>>; // kinds of rules behind each value
}

export function extract(template: Template, html: string): Extraction {
  return read(template, new Reading(parsePage(html)));
}

/** A template, or one that is still being learnt and has no key yet. */
type Readable = Omit<Template, "key"> & Partial<Pick<Template, "key">>;

export function read(template: Readable, reading: Reading): Extraction {
  const values: Record<string, string[]> = {};
  const withheld: Record<string, Withheld> = {};
  const proofs: Record<string, Proof[]> = {};
  const agreed: Record<string, readonly RuleKind[]> = {};
  const isRecognised = passesGate(template, reading);
  for (const name of template.attributes) {
    const found = isRecognised ? readSets(reading, template, name) : NOT_RECOGNISED;
    if (!found.ok && found.isAbsent) {
      values[name] = [];
      proofs[name] = [];
      agreed[name] = [];
      continue;
    }
    if (!found.ok) {
      withheld[name] = { class: found.class, reason: reasonFor(found.class) };
      continue;
    }
    values[name] = found.values.map(({ text }) => text);
    proofs[name] = found.values.flatMap(({ spans, htmlAttribute }, value) =>
      spans.map(({ start, end }) => ({ value, start, end, ...(htmlAttribute !== undefined && { htmlAttribute }) })),
    );
    agreed[name] = found.kinds;
  }
  for (const name of strayed(reading.page, template.befores, proofs)) takeBack(name, "other-label");
  for (const name of template.key ? merged(template.key.record, proofs) : []) takeBack(name, "same-place");
  for (const name of lonely(values, withheld)) takeBack(name, "alone");
  return { values, withheld, proofs, agreed };

  function takeBack(name: string, reason: WithheldClass): void {
    withheld[name] = { class: reason, reason: reasonFor(reason) };
    for (const table of [values, proofs, agreed]) delete table[name];
  }
}

const FEWEST_LOST = 3; // two cost 2 of 1,580 right values (cameras without maker and price), three cost none

/**
 * The one value of a page on which the other attributes have no place, or an empty one: a notice in the site's frame shows
 * some text where a record's title was. What is empty goes with it.
 */
function lonely(values: Extraction["values"], withheld: Extraction["withheld"]): string[] {
  const names = Object.keys(values);
  const given = names.filter((name) => values[name]!.length);
  const unknown = Object.values(withheld).filter((each) => each.class === "place-unknown");
  const lost = names.length - given.length + unknown.length;
  return given.length === 1 && lost >= FEWEST_LOST ? names : [];
}

const NOT_RECOGNISED: AttributeReading = { ok: false, class: "page-not-recognised" };

/** The page gate; it can only withhold. Of the texts that every sibling shows at least half must be here. */
function passesGate({ frame, key, sets }: Readable, reading: Reading): boolean {
  const isFirstAlone = key && !frame.length && sets.length === 1; // a further labelled page may be of another design
  return isFirstAlone ? isLikePage(reading, key.frame) : isOfSite(reading, frame);
}

/**
 * Without siblings: at least a tenth of the labelled page's own texts is displayed. All other pages of its site showed
 * that many, and 4 of 100 pages of other sites (77 sites, each tried on the others of its kind).
 */
export function isLikePage(reading: Reading, frame: readonly string[]): boolean {
  return showsSome(reading, frame, frame.length / 10);
}

/** At least half of the texts are displayed. */
export function isOfSite(reading: Reading, frame: readonly string[]): boolean {
  return showsSome(reading, frame, frame.length / 2);
}

/** Whether at least so many of the texts are displayed; it looks no further than it must. */
function showsSome(reading: Reading, keys: readonly string[], least: number): boolean {
  const sums = sumsOf(keys);
  let missing = least;
  for (let i = 0; i < keys.length && missing > 0 && keys.length - i >= missing; i++)
    if (reading.shows(keys[i]!, sums[i])) missing--;
  return missing <= 0;
}

const knownSums = new WeakMap<readonly string[], Int32Array>();

/** Of a template's texts, made for its first page and kept for the others. */
function sumsOf(keys: readonly string[]): Int32Array {
  const sums = knownSums.get(keys) ?? Int32Array.from(keys, keySumOf);
  knownSums.set(keys, sums);
  return sums;
}

/** All sets that speak must say the same; a set whose rules contradict each other silences the attribute. */
function readSets(reading: Reading, template: Readable, name: string): AttributeReading {
  let agreed: AttributeReading = { ok: false, class: "unsettled" };
  for (const { attributes } of template.sets) {
    const attribute = attributes.find((each) => each.name === name);
    if (!attribute) continue;
    const found = withSameLabel(
      readAttribute(reading, attribute, { refusesNext: template.frame.length > 0 }),
      template.prefixes,
      attribute,
    );
    if (!found.ok) {
      if (found.class === "rules-disagree") return found;
      if (!agreed.ok) agreed = found;
    } else if (agreed.ok && textsOf(agreed.values) !== textsOf(found.values)) return { ok: false, class: "variants-disagree" };
    else agreed = found;
  }
  return agreed;
}

/** A value begins with a label of the site only if the labelled value did, and then with the same. */
function withSameLabel(found: AttributeReading, known: readonly string[], own: AttributeTemplate): AttributeReading {
  if (!found.ok) return found;
  const isOther = found.values.some(({ text }) => {
    const prefix = prefixOf(textKey(text));
    if (own.prefixes.includes(prefix)) return false;
    return own.isPrefixed || known.includes(prefix);
  });
  return isOther ? { ok: false, class: "template-text" } : found;
}
