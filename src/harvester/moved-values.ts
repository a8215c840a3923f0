/**
 * Known values that a page displays elsewhere than the template reads them. Where the place of one is empty it is absent,
 * unless the page still displays it as often as before: then it has moved, and an empty value would be a wrong one. Where
 * two attributes have each other's known values, their places were exchanged. What was read for other attributes does not
 * count as a display.
 */
import { isDeepStrictEqual } from "node:util";
import type { RecordValues } from "../api/record.js";
import { placesOutside } from "../core/displayed.js";
import { Finder } from "../core/locate.js";
import type { Span } from "../core/page/page.js";
import { parsePage } from "../core/page/parse-page.js";
import type { Db } from "../store/db.js";
import type { PageRow } from "../store/page.js";
import { valuesOf } from "../store/record.js";
import { type PageReading, withheldToo } from "./read-page.js";
import { storedPage } from "./stored-page.js";

const MOVED = "Its place is empty here, and its last value stands elsewhere on the page.";
const EXCHANGED = "It and another attribute have each other's last values here.";

/** Only for a page that was read by the same template before: what new labels say of known values is no doubt. */
export async function withoutMoved(
  db: Db,
  { sourceId, page, html }: { sourceId: string; page: PageRow; html: string },
  reading: PageReading,
): Promise<PageReading> {
  const [record] = reading.records;
  const known = record && (await valuesOf(db, sourceId, record.identity));
  if (!record || !known) return reading;
  const empty = Object.keys(known).filter((name) => known[name]?.length && record.values[name]?.length === 0);
  const before = empty.length > 0 ? await storedPage(db, page) : undefined;
  const hasMoved = before && movedBetween(before.html, html, Object.values(record.proofs).flat());
  const moved = empty.filter((name) => hasMoved && known[name]?.every(hasMoved));
  const reasons = Object.fromEntries([
    ...moved.map((name) => [name, MOVED]),
    ...exchanged(record.values, known).map((name) => [name, EXCHANGED]),
  ]);
  return Object.keys(reasons).length === 0 ? reading : withheldToo(reading, record, reasons);
}

function movedBetween(before: string, now: string, read: readonly Span[]): (text: string) => boolean {
  const [then, here] = [new Finder(parsePage(before)), new Finder(parsePage(now))];
  return (text) => placesOutside(here, text, read) > 0 && placesOutside(here, text, []) >= placesOutside(then, text, []);
}

function exchanged(read: RecordValues, known: RecordValues): string[] {
  const names = Object.keys(read).filter((name) => read[name]?.length && !isDeepStrictEqual(read[name], known[name]));
  const has = (name: string, other: string): boolean => isDeepStrictEqual(read[name], known[other]);
  return names.filter((name) => names.some((other) => other !== name && has(name, other) && has(other, name)));
}
