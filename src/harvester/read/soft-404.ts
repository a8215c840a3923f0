/**
 * Many sites answer for a page they do not have, or do not show to everybody, with a notice in the frame of a page and say
 * that all is well (200). Its words stand where values do. So a site is asked once per harvest for a page that nobody has:
 * what reads as that page does is no record.
 */
import { isDeepStrictEqual } from "node:util";
import type { RecordValues } from "../../api/record.js";
import { type PageRow, pagesOf } from "../../store/page.js";
import { valuesOf } from "../../store/record.js";
import { pageTemplateOf, type SourceTemplates } from "../templates.js";
import type { HarvestTools } from "../tools.js";
import type { PageWork } from "../write/harvest-pages.js";
import { readIsolated } from "./read-isolated.js";
import { guarded, isWithheldAs, type PageReading } from "./read-page.js";
import { isPage } from "./visit.js";

/** Of a final page. A record that is known with these very values is none of the site's notices. */
export async function withholdSoft404(
  tools: HarvestTools,
  work: PageWork,
  { page, isFetched }: { readonly page: PageRow; readonly isFetched: boolean },
  reading: PageReading,
): Promise<PageReading> {
  const [record] = reading.records;
  if (!record || reading.outcome === "withheld") return reading;
  const read = given(record.values);
  const wasSoft404 = isWithheldAs(page.withheldGroup, "soft-404"); // a stored page is what it was when it was fetched
  const isSoft404 = isFetched ? await isNotice(tools, work, page, { ...record, values: read }) : wasSoft404;
  return guarded(reading, record, { isSoft404 });
}

async function isNotice(
  tools: HarvestTools,
  work: PageWork,
  { address, state }: PageRow,
  { identity, values }: { readonly identity: string; readonly values: RecordValues },
): Promise<boolean> {
  const known = state === "new" ? undefined : await valuesOf(tools.pool, work.sourceId, identity);
  if (known && isDeepStrictEqual(given(known), values)) return false;
  return isDeepStrictEqual(await noticeOf(tools, work, address), values);
}

const given = (values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([, texts]) => texts.length > 0));

const notices = new WeakMap<SourceTemplates, Promise<RecordValues | undefined>>(); // a harvest has templates of its own

function noticeOf(tools: HarvestTools, work: PageWork, near: string): Promise<RecordValues | undefined> {
  const asked = notices.get(work.templates) ?? readNotice(tools, work, near);
  notices.set(work.templates, asked);
  return asked;
}

const OTHERS = 200; // enough to tell what pages have in common in their addresses

async function readNotice(tools: HarvestTools, work: PageWork, near: string): Promise<RecordValues | undefined> {
  const pages = await pagesOf(tools.pool, work.sourceId, "0", OTHERS);
  const others = pages.filter(({ role, address }) => role === "final" && address !== near);
  const fetched = await work.fresh.nowhere(
    near,
    others.map(({ address }) => address),
  );
  const read = isPage(fetched) ? await readIsolated(tools, work, fetched) : undefined;
  const notice = read && "reading" in read ? given(read.reading.records[0]?.values ?? {}) : undefined;
  const { record, reads } = pageTemplateOf(work.templates).key;
  const labelled = Object.fromEntries(reads.map((name) => [name, record[name]]));
  return isDeepStrictEqual(notice, labelled) ? undefined : notice; // what a person has labelled is none
}
