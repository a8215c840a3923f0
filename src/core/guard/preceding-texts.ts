/**
 * Values that stand where another attribute's value stood (method §7, unanimous). Where a field is missing, all rules that
 * count (path, landmark, after, tail) are off by one alike, and kinds that should be independent agree on the next field.
 */

import { isHiddenText, type Page, textAt, textOf } from "../page/page.js";
import type { PrecedingTexts } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import { valueText } from "../text/value-text.js";
import type { ReadSpan, ReadSpans } from "./same-text.js";

/**
 * Attributes whose value stands behind a text that stood before another attribute's value, while that other one is read
 * from the same place, or nowhere. One that has strayed is read nowhere, so a row of them falls one by one.
 */
export function behindOtherLabels(page: Page, preceding: PrecedingTexts, proofs: ReadSpans): string[] {
  const left = new Map(
    Object.entries(proofs).flatMap(([name, [first]]) => (first && first.htmlAttribute === undefined ? [[name, first]] : [])),
  );
  const hasStrayed = (name: string, { start, end }: ReadSpan): boolean => {
    const before = textBefore(page, start);
    if (!/\p{L}/u.test(before) || preceding[name]?.includes(before)) return false;
    return Object.keys(preceding).some((other) => {
      const its = left.get(other);
      return other !== name && preceding[other]!.includes(before) && (!its || (its.start < end && its.end > start));
    });
  };
  const fallen: string[] = [];
  for (;;) {
    const more = [...left].filter(([name, place]) => hasStrayed(name, place)).map(([name]) => name);
    if (!more.length) return fallen;
    for (const name of more) left.delete(name);
    fallen.push(...more);
  }
}

/** The key of what is displayed directly before the offset: in the same text, else the text before it. */
export function textBefore(page: Page, start: number): string {
  const own = textAt(page, start);
  const prefix = textKey(valueText(page, [{ start: page.textStart[own]!, end: start }]));
  if (prefix !== "") return prefix;
  for (let text = own - 1; text >= 0; text--) {
    const key = isHiddenText(page, text) ? "" : textKey(textOf(page, text));
    if (key !== "") return key;
  }
  return "";
}
