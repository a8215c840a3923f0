/** The check of a source on its key page, before anything is harvested (spec §5). */
import type { SourceVerdict } from "../api/record.js";
import { read } from "../core/extract.js";
import {
  type Check,
  type CheckOptions,
  check,
  extract,
  type KeyedTemplate,
  type KnownRecord,
  keyOf,
  parsePage,
} from "../core/index.js";
import { isSameRecordValue } from "../core/key.js";
import { Reading } from "../core/tree/reading.js";
import type { Fetched, FetchedPage } from "../fetch/fetch-page.js";
import { isCharsetDoubtful } from "./charset-doubt.js";
import type { Known } from "./known.js";
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

export interface Keyed {
  readonly template: KeyedTemplate;
  readonly address: string;
  readonly known: readonly Known[];
}

/** Looks again before it says that the page is gone or not recognised: half-rendered pages and robot checks pass. */
export async function checkKey({ template, address, known }: Keyed, { fresh, wait }: Trying): Promise<Checked> {
  const others = known.filter((each) => each.address !== address);
  const options = { others: others.map(({ record }) => record) };
  let checked = judge(template, await fresh.finalPage(address), options, address);
  for (const ms of LOOK_AGAIN_MS) {
    if (checked.verdict !== "unrecognised" && !(checked.verdict === "key-missing" && checked.page === null)) break;
    fresh.take(address);
    await wait(ms);
    checked = judge(template, await fresh.finalPage(address), options, address);
  }
  if (checked.verdict !== "broken") return checked;
  const readElsewhere = await readOnOthers(template, others, fresh);
  return judge(template, await fresh.finalPage(address), { ...options, readElsewhere }, address);
}

const OTHERS_ASKED = 5; // a heal would look at their pages too

const AGAINST = 3; // pages read exactly that one outweighs which has grown too: a redesign may come page by page

/** Attributes that the template reads exactly on the pages of most other known records: there it still stands. */
async function readOnOthers(template: KeyedTemplate, others: readonly Known[], fresh: Fresh): Promise<string[]> {
  const lead = new Map<string, number>(); // pages read exactly, less those that are not
  for (const { address, record } of others.filter((each) => each.address !== null).slice(0, OTHERS_ASKED)) {
    const fetched = await fresh.finalPage(address ?? "");
    if (!isPage(fetched) || isCharsetDoubtful(fetched.bytes, fetched.charset)) continue;
    const { values } = extract(template, fetched.html);
    for (const [name, texts] of Object.entries(record)) {
      const now = values[name] ?? [];
      const weight = isSameRecordValue(texts, now) ? 1 : hasGrown(texts, now) ? -AGAINST : -1;
      lead.set(name, (lead.get(name) ?? 0) + weight);
    }
  }
  return [...lead].filter(([, pages]) => pages > 0).map(([name]) => name);
}

const hasGrown = (texts: readonly string[], now: readonly string[]): boolean =>
  texts.length > 0 && texts.every((text) => now.some((longer) => longer.includes(text)));

function judge(template: KeyedTemplate, fetched: Fetched | Elsewhere, options: CheckOptions, address: string): Checked {
  const none = { address, page: null, check: null };
  if (!isPage(fetched)) return { ...none, ...noPage(fetched) };
  const result = check(template, fetched.html, options);
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
