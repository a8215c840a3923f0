/**
 * Known values that a page displays elsewhere than the template reads them. Where the place of one is empty it is absent,
 * unless the page still displays it as often as before: then it has moved, and an empty value would be a wrong one. Where
 * two attributes have each other's known values, their places were exchanged. What was read for other attributes does not
 * count as a display.
 */
import type { RecordValues } from "../../api/record.js";
import { placesOutside } from "../../core/displayed.js";
import { Finder } from "../../core/locate.js";
import type { Span } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { htmlOf } from "../../fetch/charset.js";
import type { PageRow } from "../../store/page.js";
import { valuesOf } from "../../store/record.js";
import type { HarvestTools } from "../tools.js";
import { type PageBytes, pageBytes } from "./page-bytes.js";
import { guarded, type PageReading } from "./read-page.js";
import { storedPage } from "./stored-page.js";

/** Only for a page that was read by the same template before: what new labels say of known values is no doubt. */
export async function withoutMoved(
  { pool, threads }: Pick<HarvestTools, "pool" | "threads">,
  { sourceId, page, now }: { sourceId: string; page: PageRow; now: PageBytes },
  reading: PageReading,
): Promise<PageReading> {
  const [record] = reading.records;
  const known = record && (await valuesOf(pool, sourceId, record.identity));
  if (!record || !known) return reading;
  const empty = Object.keys(known).filter((name) => known[name]?.length && record.values[name]?.length === 0);
  const before = empty.length > 0 ? await storedPage(pool, page) : undefined;
  const moved = before
    ? await threads.call("moved", {
        before: pageBytes(before),
        now: pageBytes(now),
        read: Object.values(record.proofs).flat(),
        texts: Object.fromEntries(empty.map((name) => [name, known[name] ?? []])),
      })
    : [];
  return guarded(reading, record, { moved, known });
}

export interface Displays {
  readonly before: PageBytes;
  readonly now: PageBytes;
  readonly read: readonly Span[]; // what was read for other attributes
  readonly texts: RecordValues; // the last values of those whose place is empty
}

/** The names of those that stand elsewhere now, in a thread. */
export function movedValues({ before, now, read, texts }: Displays): string[] {
  const [then, here] = [new Finder(parsePage(htmlOf(before))), new Finder(parsePage(htmlOf(now)))];
  const hasMoved = (text: string): boolean =>
    placesOutside(here, text, read) > 0 && placesOutside(here, text, []) >= placesOutside(then, text, []);
  return Object.keys(texts).filter((name) => texts[name]?.every(hasMoved));
}
