/** ReadSpan R of a list: what the template reads of the records that are known and displayed (method §5, §8). */
import { isOfWholeWords } from "../displayed.js";
import { Finder } from "../locate.js";
import type { Page, Span } from "../page/page.js";
import { textKey } from "../text/text-key.js";
import type { ListExtraction, ListRecord } from "./extract-list.js";
import type { KnownListed } from "./known-listed.js";

/**
 * `failed`: the stored value still stands in its record and another, or none, was read. `edited`: it stands there no
 * more. `unread`: the record is displayed, but was not read as one.
 */
export interface JudgedListed {
  readonly known: KnownListed;
  readonly exact: readonly string[];
  readonly edited: readonly string[];
  readonly failed: readonly string[];
  readonly isUnread: boolean;
}

/** How identities were stored; long ones may be by their digest. */
export type AsStored = (identity: string) => string;

export function judgeKnown(
  page: Page,
  { records, withheld }: ListExtraction,
  shown: readonly KnownListed[],
  asStored: AsStored,
): JudgedListed[] {
  const finder = new Finder(page);
  const all = [...records, ...withheld.map(({ record }) => record)]; // a withheld one is read, but contested
  const byIdentity = new Map(all.map((record) => [asStored(record.identity), record]));
  const equalTo = equalsIn(all);
  return shown.map((known) => {
    const record = known.identity === null ? equalTo(known) : byIdentity.get(known.identity);
    return record ? judged(finder, known, record) : { known, exact: [], edited: [], failed: [], isUnread: true };
  });
}

/** The first record that has all values of a known one. Most known ones have values of the same names: those are looked up at once. */
function equalsIn(records: readonly ListRecord[]): (known: KnownListed) => ListRecord | undefined {
  const tables = new Map<string, ReadonlyMap<string, ListRecord>>();
  return ({ values }) => {
    const names = Object.keys(values).sort();
    const table = tables.get(JSON.stringify(names)) ?? firstByValues(records, names);
    tables.set(JSON.stringify(names), table);
    return table.get(keysOf(values, names));
  };
}

const keysOf = (values: ListRecord["values"], names: readonly string[]): string =>
  JSON.stringify(names.map((name) => textKey(values[name]!)));

function firstByValues(records: readonly ListRecord[], names: readonly string[]): Map<string, ListRecord> {
  const first = new Map<string, ListRecord>();
  for (const record of records) {
    if (names.some((name) => record.values[name] === undefined)) continue;
    const keys = keysOf(record.values, names);
    if (!first.has(keys)) first.set(keys, record);
  }
  return first;
}

const isSame = (read: string | undefined, known: string): boolean => read !== undefined && textKey(read) === textKey(known);

function judged(finder: Finder, known: KnownListed, { values, span, proofs }: ListRecord): JudgedListed {
  const names = Object.keys(known.values);
  const exact = names.filter((name) => isSame(values[name], known.values[name]!));
  const others = names.filter((name) => !exact.includes(name));
  const taken = Object.values(proofs).flat();
  const stands = (text: string): boolean =>
    [...(finder.find(textKey(text), span)?.places ?? [])].some(
      (place) => isOfWholeWords(finder.page, place) && !taken.some((proof) => isInside(place, proof)),
    );
  const failed = others.filter((name) => stands(known.values[name]!));
  return { known, exact, failed, edited: others.filter((name) => !failed.includes(name)), isUnread: false };
}

/** A year in a title is the title's; a year that is the whole of what was read as something else is a year. */
const isInside = (place: Span, whole: Span): boolean =>
  whole.start <= place.start && place.end <= whole.end && whole.end - whole.start > place.end - place.start;
