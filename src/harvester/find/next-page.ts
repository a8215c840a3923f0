import type { SourceSettings } from "../../api/source.js";
import { textKey } from "../../core/text/text-key.js";
import { writtenLinks } from "./written-links.js";

export type NextRule = SourceSettings["discovery"]["next"];

export interface ListPosition {
  readonly html: string;
  readonly address: string; // the final one: relative links start there
  readonly number: number; // of list pages visited so far, this one included
}

/** At a level of lists of lists: a text stands on the lists of every level, numbered addresses are those of the first. */
export const ruleAt = (rule: NextRule, level: number): NextRule => (level > 1 && rule?.by === "number" ? null : rule);

/** Where a list goes on, or undefined at its end. Without a rule of the source's own, rel=next is taken where it is written. */
export function nextPage(rule: NextRule, { html, address, number }: ListPosition): string | undefined {
  switch (rule?.by) {
    case "number":
      return rule.pattern.replaceAll("{n}", String(rule.first + number * rule.step));
    case "text": {
      const wanted = textKey(rule.text);
      return writtenLinks(html, address).find(({ text }) => text === wanted)?.address;
    }
    default:
      return writtenLinks(html, address).find(({ rel }) => rel.includes("next"))?.address;
  }
}
