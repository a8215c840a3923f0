/**
 * A value whose place is empty is absent, unless the page still displays it as it is known: then it has moved, and an
 * empty value would be a wrong one. What was read for other attributes does not count as a display of it.
 */
import { placesOutside } from "../core/displayed.js";
import { Finder } from "../core/locate.js";
import { parsePage } from "../core/page/parse-page.js";
import type { Db } from "../store/db.js";
import { valuesOf } from "../store/record.js";
import { type PageReading, withheldToo } from "./read-page.js";

export async function withoutMoved(db: Db, sourceId: string, html: string, reading: PageReading): Promise<PageReading> {
  const [record] = reading.records;
  const empty = Object.entries(record?.values ?? {}).flatMap(([name, texts]) => (texts.length === 0 ? [name] : []));
  const known = record && empty.length > 0 ? await valuesOf(db, sourceId, record.identity) : undefined;
  const wanted = empty.filter((name) => known?.[name]?.length);
  if (wanted.length === 0) return reading;
  const finder = new Finder(parsePage(html));
  const read = Object.values(record?.proofs ?? {}).flat();
  const moved = wanted.filter((name) => known?.[name]?.every((text) => placesOutside(finder, text, read) > 0));
  return moved.length === 0 ? reading : withheldToo(reading, moved);
}
