/** Read a page by a template: values with their proofs, or the reason why not (method §7). */

import { prefixOf } from "./find/label-words.js";
import {
  GUARDS,
  type Guards,
  isContradiction,
  isLost,
  refusal,
  type Withheld,
  type WithheldClass,
  withheldAs,
} from "./guard/guards.js";
import { passesGate, type ReadableTemplate } from "./guard/page-gate.js";
import type { Span } from "./page/page.js";
import { parsePage } from "./page/parse-page.js";
import type { AbsenceProof } from "./read/absence.js";
import { type AttributeReading, NOTHING, readAttribute, textsOf } from "./read/attribute.js";
import type { Value } from "./take/take.js";
import type { AttributeTemplate, RuleKind, Template } from "./template/page-template.js";
import { textKey } from "./text/text-key.js";
import { Reading } from "./tree/reading.js";

export interface Proof extends Span {
  readonly value: number; // index into the attribute's values
  readonly htmlAttribute?: string; // the span lies in the value of this attribute of a tag
}

export interface Extraction {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly withheld: Readonly<Record<string, Withheld>>;
  readonly proofs: Readonly<Record<string, readonly Proof[]>>;
  readonly agreed: Readonly<Record<string, readonly RuleKind[]>>; // kinds of rules behind each value
  readonly absent: Readonly<Record<string, AbsenceProof>>; // why there is none, of attributes without a value
}

export function extract(template: Template, html: string): Extraction {
  return read(template, new Reading(parsePage(html)));
}

export function read(template: ReadableTemplate, reading: Reading, guards: Guards = GUARDS): Extraction {
  const values: Record<string, string[]> = {};
  const withheld: Record<string, Withheld> = {};
  const proofs: Record<string, Proof[]> = {};
  const agreed: Record<string, readonly RuleKind[]> = {};
  const absent: Record<string, AbsenceProof> = {};
  let doubted = 0; // absent ones whose place is not empty
  const strange = refusal(guards.page, { isOfSite: passesGate(template, reading) });
  for (const name of template.attributes) {
    const found: AttributeReading = strange ? { ok: false, class: strange } : readSets(reading, template, name, guards);
    if (!found.ok) {
      withheld[name] = withheldAs(found.class);
      continue;
    }
    const { values: own, kinds } = found;
    if (found.absent) absent[name] = found.absent;
    if (found.isFound) doubted++;
    values[name] = own.map(({ text }) => text);
    proofs[name] = own.flatMap(({ spans, htmlAttribute }, value) =>
      spans.map(({ start, end }) => ({ value, start, end, ...(htmlAttribute !== undefined && { htmlAttribute }) })),
    );
    agreed[name] = kinds;
  }
  for (const { code, refuses } of guards.record) {
    const lost = Object.values(withheld).filter((each) => isLost(each.class)).length - doubted;
    const facts = {
      page: reading.page,
      values,
      proofs,
      lost,
      precedingTexts: template.precedingTexts,
      labelled: template.key?.record,
    };
    for (const name of refuses(facts)) takeBack(name, code);
  }
  return { values, withheld, proofs, agreed, absent };

  function takeBack(name: string, code: WithheldClass): void {
    withheld[name] = withheldAs(code);
    for (const table of [values, proofs, agreed, absent]) delete table[name];
  }
}

/**
 * All sets that speak must say the same; a set whose rules contradict each other silences the attribute. One that shows it to
 * be absent is heard where the others find no place.
 */
function readSets(reading: Reading, template: ReadableTemplate, name: string, guards: Guards): AttributeReading {
  const reads = template.sets
    .flatMap(({ attributes }) => attributes.filter((each) => each.name === name))
    .map((attribute): AttributeReading => {
      const found = readAttribute(reading, attribute, { refusesNext: template.frame.length > 0, guards });
      if (!found.ok || found.absent) return found;
      const refused = refusal(guards.attribute, { beginsAlike: beginsAlike(found.values, template.prefixes, attribute) });
      return refused ? { ok: false, class: refused } : found;
    });
  const taught = reads.find((found) => found.ok && found.isTaught);
  if (taught) return taught;
  const contradicted = reads.find((found) => !found.ok && isContradiction(found.class));
  if (contradicted) return contradicted;
  const spoken = reads.flatMap((found) => (found.ok && !found.absent ? [found] : []));
  const textsOfPages = new Set(spoken.map(({ values }) => textsOf(values))).size;
  const refused = refusal(guards.attribute, { isLearnt: reads.length > 0, textsOfPages });
  if (refused) return { ok: false, class: refused };
  const doubtful = reads.filter((found) => !found.ok && !isLost(found.class));
  return spoken.at(-1) ?? doubtful.at(-1) ?? reads.findLast((found) => found.ok) ?? reads.at(-1) ?? NOTHING;
}

/** A value begins with a label of the site only if the labelled value did, and then with the same. */
function beginsAlike(values: readonly Value[], known: readonly string[], own: AttributeTemplate): boolean {
  return values.every(({ text }) => {
    const prefix = prefixOf(textKey(text));
    return own.prefixes.includes(prefix) || !(own.isPrefixed || known.includes(prefix));
  });
}
