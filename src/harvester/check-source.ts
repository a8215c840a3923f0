/** The check of a source on its key page, before anything is harvested (spec §5). */
import type { SourceVerdict } from "../api/record.js";
import { read } from "../core/extract.js";
import { type Check, check, extract, type KeyedTemplate, type KnownRecord, keyOf, parsePage } from "../core/index.js";
import { Reading } from "../core/tree/reading.js";
import type { Fetched, FetchedPage } from "../fetch/fetch-page.js";
import { isCharsetDoubtful } from "./charset-doubt.js";
import { CHARSET_DOUBTFUL, noPage } from "./no-page.js";
import type { Elsewhere } from "./own-page.js";
import type { ReadablePage } from "./read-page.js";
import { type Fresh, isPage } from "./visit.js";

export interface Checked {
  readonly verdict: SourceVerdict;
  readonly address: string;
  readonly page: FetchedPage | null;
  readonly check: Check | null; // null where no page could be judged
  readonly reason: string | null;
}

export interface Trying {
  readonly fresh: Fresh;
  readonly wait: (ms: number) => Promise<void>;
}

export const LOOK_AGAIN_MS = [1000, 3000]; // before a page that is gone or not recognised is believed to be so

/** Looks again before it says that the page is gone or not recognised: half-rendered pages and robot checks pass. */
export async function checkKey(
  { template, address, others }: { template: KeyedTemplate; address: string; others: readonly KnownRecord[] },
  { fresh, wait }: Trying,
): Promise<Checked> {
  let checked = judge(template, await fresh.finalPage(address), others, address);
  for (const ms of LOOK_AGAIN_MS) {
    if (checked.verdict !== "unrecognised" && !(checked.verdict === "key-missing" && checked.page === null)) break;
    fresh.take(address);
    await wait(ms);
    checked = judge(template, await fresh.finalPage(address), others, address);
  }
  return checked;
}

function judge(template: KeyedTemplate, fetched: Fetched | Elsewhere, others: readonly KnownRecord[], address: string): Checked {
  const none = { address, page: null, check: null };
  if (!isPage(fetched)) return { ...none, ...noPage(fetched) };
  const result = check(template, fetched.html, { others });
  if (isCharsetDoubtful(fetched.bytes, fetched.charset) || isDamaged(template, result, fetched))
    return { ...none, page: fetched, verdict: "unrecognised", reason: CHARSET_DOUBTFUL };
  const reason = result.verdict === "unrecognised" ? "it does not look like a page of the site" : null;
  return { address, page: fetched, check: result, verdict: result.verdict, reason };
}

/** Bytes that the charset does not have in a value that was edited, or where nothing of the key is found: that is no edit. */
function isDamaged(template: KeyedTemplate, { verdict, reading }: Check, { html }: FetchedPage): boolean {
  if (!html.includes(REPLACEMENT)) return false;
  if (verdict === "key-missing") return true;
  const { values } = extract(template, html);
  return Object.keys(reading).some(
    (name) => reading[name] === "edited" && values[name]?.some((text) => text.includes(REPLACEMENT)),
  );
}

const REPLACEMENT = "\ufffd";

/** The template with another known record as its key, measured on the page as it was when it was last read. */
export function rekeyed(template: KeyedTemplate, record: KnownRecord, page: ReadablePage): KeyedTemplate {
  const reading = new Reading(parsePage(page.html));
  const { volatile } = template.key;
  return { ...template, key: keyOf(reading, record, { extraction: read(template, reading), volatile }) };
}
