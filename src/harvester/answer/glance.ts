/** One stored page by the templates before an answer and after it. */
import { parsePage } from "../../core/page/parse-page.js";
import { htmlOf } from "../../fetch/charset.js";
import { kinshipOf, type PageReading, type ReadablePage, type ReadBy, readPage } from "../read/read-page.js";

export interface Templates {
  readonly before: ReadBy;
  readonly after: ReadBy;
}

/** Of an attribute on a page: read before and withheld now; read both times, otherwise; withheld before and read now. */
type Difference = "lost" | "changed" | "gained";

export interface Glance {
  readonly differences: Readonly<Record<string, Difference>>;
  readonly given: readonly string[]; // attributes that were read before
  readonly isNoRecord: boolean; // by the templates after
}

/** In a thread. */
export function glance({ page }: { readonly page: ReadablePage }, { before, after }: Templates): Glance {
  const parsed = parsePage(htmlOf(page));
  const isNoRecord = kinshipOf(after, page, parsed) === "no-record";
  if (before.record.stored === after.record.stored) return { differences: {}, given: [], isNoRecord };
  const [then, now] = [valuesIn(readPage(before, page, parsed)), valuesIn(readPage(after, page, parsed))];
  const names = new Set([...Object.keys(then), ...Object.keys(now)]);
  const differences = [...names].flatMap((name): [string, Difference][] => {
    const [was, is] = [then[name], now[name]];
    if (was === undefined) return [[name, "gained"]];
    if (is === undefined) return [[name, "lost"]];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[name, "changed"]];
  });
  return { differences: Object.fromEntries(differences), given: Object.keys(then), isNoRecord };
}

const valuesIn = ({ records }: PageReading): Readonly<Record<string, readonly string[]>> => records[0]?.values ?? {};
