/** Known records found on fresh pages by their values (spec §6, step 1). */
import { wholePlaces } from "../displayed.js";
import type { KnownRecord } from "../key.js";
import { type PageKey, pageKey } from "../text/page-key.js";
import { textKey } from "../text/text-key.js";
import type { Reading } from "../tree/reading.js";

export interface FreshPage {
  readonly html: string;
  readonly reading: Reading;
}

export interface Match {
  readonly page: FreshPage;
  readonly record: KnownRecord;
  readonly found: readonly string[]; // attributes all of whose values are texts of their own on the page
}

const MANY_PAGES = 4; // a value on more than one page in so many is no one record's
const TELLING = 5; // key characters below which a value may stand anywhere
const FEWEST_ATTRIBUTES = 2; // one value alone may be any record's; two of one record are no chance

/** At most one record per page and one page per record, those with most attributes first. */
export function matchRecords(pages: readonly FreshPage[], known: readonly KnownRecord[], names: readonly string[]): Match[] {
  const keys = pages.map(({ reading }) => new ShownTexts(pageKey(reading.page, false), pageKey(reading.page, true)));
  const records = distinctRecords(known, names);
  const isRare = rarity(keys, records);
  const matches: Match[] = [];
  for (const [i, page] of pages.entries()) {
    const fits = records.map((record) => ({ record, page, found: foundAttributes(keys[i]!, record) }));
    const best = most(fits);
    if (best && isMost(best) && best.found.some((name) => best.record[name]!.some((value) => isRare(value)))) matches.push(best);
  }
  return onePageEach(matches).sort((a, b) => b.found.length - a.found.length);
}

/** Two records of a source often share an attribute or two; more than half of one is shared by none but itself. */
function isMost({ found, record }: Match): boolean {
  const size = Object.keys(record).length;
  return found.length * 2 > size && found.length >= Math.min(FEWEST_ATTRIBUTES, size);
}

/** The texts a page shows, each asked for once. */
class ShownTexts {
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly displayed: PageKey,
    private readonly all: PageKey,
  ) {}

  has(value: string): boolean {
    const key = textKey(value);
    let isThere = this.known.get(key);
    if (isThere === undefined) {
      isThere = wholePlaces(this.displayed, key) > 0 || wholePlaces(this.all, key) > 0;
      this.known.set(key, isThere);
    }
    return isThere;
  }
}

/** The records in terms of the template's attributes, each once. */
function distinctRecords(known: readonly KnownRecord[], names: readonly string[]): KnownRecord[] {
  const records = new Map<string, KnownRecord>();
  for (const record of known) {
    const entries = names.flatMap((name) => (record[name]?.length ? [[name, record[name]] as const] : []));
    if (entries.length) records.set(JSON.stringify(entries), Object.fromEntries(entries));
  }
  return [...records.values()];
}

function foundAttributes(texts: ShownTexts, record: KnownRecord): string[] {
  return Object.keys(record).filter((name) => record[name]!.every((value) => texts.has(value)));
}

/** A value of one record only, on few of the pages: finding it means finding that record. */
function rarity(pages: readonly ShownTexts[], records: readonly KnownRecord[]): (value: string) => boolean {
  const owners = new Map<string, number>();
  for (const record of records) {
    for (const key of new Set(Object.values(record).flat().map(textKey))) owners.set(key, (owners.get(key) ?? 0) + 1);
  }
  const most = Math.max(1, Math.floor(pages.length / MANY_PAGES));
  return (value) => {
    const key = textKey(value);
    return key.length >= TELLING && owners.get(key) === 1 && pages.filter((page) => page.has(value)).length <= most;
  };
}

/** The only one with most attributes; if two records fit a page alike, neither is known to be there. */
function most(fits: readonly Match[]): Match | undefined {
  const size = Math.max(0, ...fits.map(({ found }) => found.length));
  const [best, ...others] = fits.filter(({ found }) => found.length === size);
  return others.length ? undefined : best;
}

function onePageEach(matches: readonly Match[]): Match[] {
  const byRecord = new Map<KnownRecord, Match[]>();
  for (const match of matches) byRecord.set(match.record, [...(byRecord.get(match.record) ?? []), match]);
  return [...byRecord.values()].flatMap((each) => most(each) ?? []);
}
