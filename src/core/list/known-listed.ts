/** Known records of a list, found again on a page by their values as a person would find them (method §6, step 1). */

import { isMost, KnownValues, placesOutside } from "../displayed.js";
import { Finder } from "../locate.js";
import type { Page, Span } from "../page/page.js";
import type { ListTemplate } from "../template/list-template.js";
import { textKey } from "../text/text-key.js";

export interface KnownListed {
  readonly identity: string | null; // null: as a person labelled it, before anything was read
  readonly values: Readonly<Record<string, string>>;
}

export interface ShownRecord {
  readonly known: KnownListed;
  readonly at: number; // where its first own value stands
}

/** Attributes whose values are displayed; the others stand in HTML attributes. */
export function displayedNames({ attributes }: ListTemplate): string[] {
  return attributes.filter(({ places }) => places[0]!.form.kind !== "htmlAttribute").map(({ name }) => name);
}

/** Where values were read, by their text keys. */
export type ReadPlaces = ReadonlyMap<string, readonly Span[]>;

/**
 * Those displayed, in document order: more than half of their values, one of them no other known record's. What was read
 * for another record, such as the same year, does not display this one.
 */
export function shownRecords(
  page: Page,
  known: readonly KnownListed[],
  names: readonly string[],
  read: ReadPlaces = new Map(),
): ShownRecord[] {
  const finder = new Finder(page);
  const valuesOf = ({ values }: KnownListed): string[] => names.flatMap((name) => values[name] ?? []);
  const all = new KnownValues(known.map(valuesOf));
  finder.foresee(all.keys);
  const seen = new Map<string, boolean>();
  const isShown = (value: string): boolean => {
    const key = textKey(value);
    const isThere = seen.get(key) ?? placesOutside(finder, value, read.get(key) ?? []) > 0;
    seen.set(key, isThere);
    return isThere;
  };
  const shown = known.flatMap((record): ShownRecord[] => {
    const values = valuesOf(record);
    const there = values.filter(isShown);
    if (!isMost(there.length, values.length)) return [];
    const starts = there
      .filter((value) => all.isOwn(value))
      .flatMap((value) => finder.find(textKey(value))?.places.at(0)?.start ?? []);
    return starts.length ? [{ known: record, at: Math.min(...starts) }] : [];
  });
  return shown.sort((a, b) => a.at - b.at);
}
