/** Listed records that none of their list pages shows any more. */
import type { KnownListed } from "../../core/index.js";
import { displayedNames, type ReadPlaces, shownRecords } from "../../core/list/known-listed.js";
import type { Span } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { textKey } from "../../core/text/text-key.js";
import { htmlOf } from "../../fetch/charset.js";
import { missingRecords, storeMissing } from "../../store/gone.js";
import { harvestCounts } from "../../store/harvest.js";
import { type PageRow, pagesOf, storeUnchanged } from "../../store/page.js";
import type { SourceRow } from "../../store/source.js";
import { type RecordToStore, storePage } from "../../store/store-page.js";
import { closeWarning } from "../../store/warning.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { readIsolated } from "../read/read-isolated.js";
import type { ReadAndPacked } from "../read/read-page.js";
import { storedPage } from "../read/stored-page.js";
import { listTemplateOf, type SourceTemplates } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warn } from "../warn/warn.js";

const BATCH = 500;

/**
 * They are gone if each list page was wholly read. One that stands on another page too, which is the same as before and
 * was not read anew, is stored from there. One that a page still displays was not read there, for whatever reason: it
 * stays what it was, and a person is told.
 */
export async function markMissing(
  tools: HarvestTools,
  work: { source: SourceRow; templates: SourceTemplates; harvestId: string },
): Promise<void> {
  const { source, templates, harvestId } = work;
  const { found, read, unchanged, gone } = await harvestCounts(tools.pool, harvestId);
  if (found === 0 || found !== read + unchanged + gone) return;
  const names = displayedNames(listTemplateOf(templates.record));
  const kept: string[] = [];
  for (let after = "0"; ; ) {
    const missing = await missingRecords(tools.pool, source.id, after, BATCH);
    const last = missing.at(-1);
    if (!last) break;
    const { read, shown } = await stillThere(tools, { ...work, missing, names });
    const lost = missing.filter(({ id }) => !read.has(id) && !shown.has(id)).map(({ id }) => id);
    await storeMissing(tools.pool, { harvestId, lost }, nowOf(tools));
    kept.push(...[...shown].filter((id) => !read.has(id)));
    after = last.id;
  }
  if (kept.length > 0) await warn(tools, source, "records-unread", { records: kept.slice(0, 10) });
  else await closeWarning(tools.pool, source.id, "records-unread", nowOf(tools));
}

interface Asked {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly harvestId: string;
  readonly missing: Awaited<ReturnType<typeof missingRecords>>;
  readonly names: readonly string[]; // of the attributes that are displayed
}

/** The ids of those that some list page is read to have, and of those that one displays. */
async function stillThere(tools: HarvestTools, asked: Asked): Promise<{ read: Set<string>; shown: Set<string> }> {
  const { pool } = tools;
  const { source, missing, names } = asked;
  const known = missing.map(({ identity, values }): KnownListed => {
    const texts = Object.entries(values).flatMap(([name, [text]]) => (text === undefined ? [] : [[name, text] as const]));
    return { identity, values: Object.fromEntries(texts) };
  });
  const wanted = new Set(missing.map(({ identity }) => identity));
  const there = { read: new Set<string>(), shown: new Set<string>() };
  for (let after = "0"; ; ) {
    const pages = await pagesOf(pool, source.id, after, BATCH);
    for (const page of pages.filter(({ state, role }) => role === "list" && state !== "gone")) {
      const then = await storedPage(pool, { ...page, address: page.base ?? page.address });
      if (!then) continue;
      const read = await readIsolated(tools, asked, then);
      const isRead = !("reason" in read); // else it is still known what it displays
      for (const id of isRead ? await storedFrom(tools, asked, { page, read, wanted }) : []) there.read.add(id);
      const records = isRead ? read.reading.records : [];
      const shown = await tools.threads.call("displayed", { page: pageBytes(then), known, names, read: records });
      for (const index of shown) there.shown.add(missing[index]?.id ?? "");
    }
    const last = pages.at(-1);
    if (!last || pages.length < BATCH) return there;
    after = last.id;
  }
}

export interface ReadThere {
  readonly page: PageBytes;
  readonly known: readonly KnownListed[];
  readonly names: readonly string[];
  readonly read: readonly RecordToStore[];
}

/**
 * Which of them, by their number, the page displays besides what was read, or that were read with the same values and
 * another identity. In a thread.
 */
export function displayedOn({ page, known, names, read }: ReadThere): number[] {
  const keysOf = (values: (name: string) => string | undefined): string =>
    JSON.stringify(names.map((name) => textKey(values(name) ?? "")));
  const alike = new Set(read.map(({ values }) => keysOf((name) => values[name]?.[0])));
  const others = known.filter(({ values }) => !alike.has(keysOf((name) => values[name])));
  const shown = new Set(shownRecords(parsePage(htmlOf(page)), others, names, placesOf(read)).map((each) => each.known));
  const unread = new Set(others);
  return [...known.keys()].filter((index) => {
    const each = known[index] as KnownListed;
    return !unread.has(each) || shown.has(each);
  });
}

function placesOf(read: readonly RecordToStore[]): ReadPlaces {
  const places = new Map<string, Span[]>();
  for (const { values, proofs } of read) {
    for (const [name, [text = ""]] of Object.entries(values)) {
      const spans = proofs[name] ?? [];
      const whole = { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
      const others = places.get(textKey(text)) ?? [];
      others.push(whole);
      places.set(textKey(text), others);
    }
  }
  return places;
}

interface Showing {
  readonly page: PageRow;
  readonly read: ReadAndPacked;
  readonly wanted: Set<string>; // identities; what is stored is wanted no more
}

/**
 * Stores the wanted records that an unchanged page has, with its values and proofs; gives their ids. A page that was read
 * in this harvest has stored its own.
 */
async function storedFrom(tools: HarvestTools, { source, harvestId }: Asked, { page, read, wanted }: Showing): Promise<string[]> {
  const { pool } = tools;
  if (page.harvestId !== harvestId || page.outcome !== "unchanged" || wanted.size === 0) return [];
  const { reading, snapshot } = read;
  const records = reading.records.filter(({ identity }) => wanted.has(identity));
  if (records.length === 0) return [];
  const { id: pageId, etag, lastModified, base } = page;
  const toStore = { ...reading, records, sourceId: source.id, pageId, harvestId, snapshot, etag, lastModified, base };
  const stored = await storePage(pool, { ...toStore, isComplete: false, isFirst: false }, nowOf(tools));
  await storeUnchanged(pool, [pageId], nowOf(tools)); // as it was found
  for (const { identity } of stored) wanted.delete(identity);
  return stored.map(({ id }) => id);
}
