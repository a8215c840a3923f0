/** P1's delimiter table of a list: what most of the records have directly around each value. */

import { type DelimiterRow, delimiterRows, delimitersOf, surroundings } from "../delimiters.js";
import { LISTS } from "../limits.js";
import { type Page, textOf } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import { textKey } from "../text/text-key.js";
import type { ListRecord } from "./extract-list.js";

/** One row per attribute; `values` are the records, from 0, whose value stands so. */
export function listDelimiters(html: string, records: readonly ListRecord[]): DelimiterRow[] {
  const page = parsePage(html);
  const some = records.slice(0, LISTS.delimiters);
  const spansOf = ({ proofs }: ListRecord, name: string) =>
    (proofs[name] ?? []).filter((proof) => proof.htmlAttribute === undefined);
  const names = [...new Set(some.flatMap(({ proofs }) => Object.keys(proofs)))];
  const values = some.flatMap((record) => names.flatMap((name) => spansOf(record, name)));
  const counts = textCounts(page);
  const around = surroundings(values, (key) => (counts.get(key) ?? 0) > 1);
  return names.flatMap((name) => {
    const items = some.map((record) => {
      const spans = spansOf(record, name);
      return spans.length ? delimitersOf(page, { start: spans[0]!.start, end: spans.at(-1)!.end }, around) : null;
    });
    return delimiterRows(name, items)
      .sort((a, b) => b.values.length - a.values.length)
      .slice(0, 1);
  });
}

/** How often each text of the page stands there. */
function textCounts(page: Page): Map<string, number> {
  const counts = new Map<string, number>();
  for (let text = 0; text < page.textCount; text++) {
    const key = textKey(textOf(page, text));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
