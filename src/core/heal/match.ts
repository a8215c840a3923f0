/** Known records found on fresh pages by their values (method §6, step 1). */

import { displayed, isMost, KnownValues, wholePlaces } from "../displayed.js";
import { KNOWN } from "../limits.js";
import { Finder } from "../locate.js";
import type { KnownRecord } from "../template/page-template.js";
import { pageKey } from "../text/page-key.js";
import { textKey } from "../text/text-key.js";
import type { Reading } from "../tree/reading.js";
import { Carried } from "./carried.js";

export interface FreshPage {
  readonly html: string;
  readonly reading: Reading;
}

export interface Match {
  readonly page: FreshPage;
  readonly record: KnownRecord;
  readonly found: readonly string[]; // attributes by whose values the page is known to show the record
  readonly displayed: readonly string[]; // attributes all of whose values are displayed, be it as parts of longer texts
  readonly htmlAttributes: Readonly<Record<string, string>>; // those of them whose values stand in tags, and in what
}

interface Fit extends Omit<Match, "displayed" | "htmlAttributes"> {
  readonly lasting: readonly string[];
}

/** Which attributes a record is looked for by. */
export interface WantedAttributes {
  readonly names: readonly string[];
  readonly volatile: readonly string[]; // change by themselves, so they identify nothing
  readonly carriers: Readonly<Record<string, string>>; // HTML attributes that values stood in, by attribute
}

/**
 * At most one record per page and one page per record, those with most attributes first. A value counts where it is a
 * text of its own; as a part of a longer text only if it is this record's alone.
 */
export function matchRecords(pages: readonly FreshPage[], known: readonly KnownRecord[], wanted: WantedAttributes): Match[] {
  const { names, volatile, carriers } = wanted;
  const texts = pages.map(({ reading }) => new ShownTexts(new Finder(reading.page)));
  const records = distinctRecords(known, names);
  const isRare = rarity(texts, records);
  const matches: Match[] = [];
  for (const [i, page] of pages.entries()) {
    const { has, displays } = texts[i]!;
    const carried = new Carried(page.reading.page);
    const isCarried = (name: string, value: string): boolean =>
      Object.hasOwn(carriers, name) && carried.has(carriers[name]!, value);
    const fits = records.map((record): Fit => {
      const lasting = Object.keys(record).filter((name) => !volatile.includes(name));
      const isFound = (name: string, value: string): boolean =>
        isCarried(name, value) || has(value) || (isRare(value) && displays(value));
      const found = lasting.filter((name) => record[name]!.every((value) => isFound(name, value)));
      return { page, record, found, lasting };
    });
    const best = most(fits);
    if (
      !best ||
      !isMost(best.found.length, best.lasting.length) ||
      !best.found.some((name) => best.record[name]!.some((value) => displays(value) && isRare(value)))
    )
      continue;
    const { record, found } = best;
    const inTags = Object.keys(record).filter((name) => record[name]!.every((value) => isCarried(name, value)));
    const displayed = Object.keys(record).filter((name) => inTags.includes(name) || record[name]!.every(displays));
    const htmlAttributes = Object.fromEntries(inTags.map((name) => [name, carriers[name]!]));
    matches.push({ page, record, found, displayed, htmlAttributes });
  }
  return onePageEach(matches).sort((a, b) => b.found.length - a.found.length);
}

/** The texts a page shows, each asked for once. */
class ShownTexts {
  private readonly all;
  private readonly whole = new Map<string, boolean>();
  private readonly anyhow = new Map<string, boolean>();

  constructor(private readonly finder: Finder) {
    this.all = pageKey(finder.page, true);
  }

  /** Whether the value is a text of its own. */
  readonly has = (value: string): boolean =>
    once(this.whole, textKey(value), (key) => wholePlaces(this.finder.displayedKey, key) > 0 || wholePlaces(this.all, key) > 0);

  readonly displays = (value: string): boolean =>
    this.has(value) || once(this.anyhow, textKey(value), () => displayed(this.finder, value).isThere);
}

function once(known: Map<string, boolean>, key: string, ask: (key: string) => boolean): boolean {
  const answer = known.get(key) ?? ask(key);
  known.set(key, answer);
  return answer;
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

/** A value of one record only, on few of the pages: finding it means finding that record. */
function rarity(pages: readonly ShownTexts[], records: readonly KnownRecord[]): (value: string) => boolean {
  const values = new KnownValues(records.map((record) => Object.values(record).flat()));
  const most = Math.max(1, Math.floor(pages.length / KNOWN.pages));
  return (value) => values.isOwn(value) && pages.filter((page) => page.displays(value)).length <= most;
}

/** The only one with most attributes; if two records fit a page alike, neither is known to be there. */
function most<T extends Pick<Match, "found">>(fits: readonly T[]): T | undefined {
  const size = Math.max(0, ...fits.map(({ found }) => found.length));
  const [best, ...others] = fits.filter(({ found }) => found.length === size);
  return others.length ? undefined : best;
}

function onePageEach(matches: readonly Match[]): Match[] {
  const byRecord = new Map<KnownRecord, Match[]>();
  for (const match of matches) byRecord.set(match.record, [...(byRecord.get(match.record) ?? []), match]);
  return [...byRecord.values()].flatMap((each) => most(each) ?? []);
}
