/** The check of a source on its key page, before anything is harvested (method §5). */
import { because, type Reason } from "../../api/reasons.js";
import type { SourceVerdict } from "../../api/record.js";
import type { Check, CheckOptions, KeyedTemplate } from "../../core/index.js";
import { isSameRecordValue } from "../../core/key.js";
import type { Fetched, FetchedPage } from "../../fetch/fetch-page.js";
import type { Elsewhere } from "../read/own-page.js";
import { pageBytes } from "../read/page-bytes.js";
import { type Fresh, isPage } from "../read/visit.js";
import { tooMuch, unlessTooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";
import type { Known } from "./known.js";
import { noPage } from "./no-page.js";

export interface Checked {
  readonly verdict: SourceVerdict;
  readonly address: string;
  readonly page: FetchedPage | null;
  readonly check: Check | null; // null where no page could be judged
  readonly reason: Reason | null;
}

export interface Trying extends Pick<HarvestTools, "threads"> {
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
export async function checkKey({ template, address, known }: Keyed, trying: Trying): Promise<Checked> {
  const { fresh, wait } = trying;
  const others = known.filter((each) => each.address !== address);
  const options = { others: others.map(({ record }) => record) };
  let checked = await judge(trying, template, await fresh.finalPage(address), options, address);
  for (const ms of LOOK_AGAIN_MS) {
    if (checked.verdict !== "unrecognised" && !(checked.verdict === "key-missing" && checked.page === null)) break;
    fresh.take(address);
    await wait(ms);
    checked = await judge(trying, template, await fresh.finalPage(address), options, address);
  }
  if (checked.verdict !== "broken") return checked;
  const readElsewhere = await readOnOthers(template, others, trying);
  return judge(trying, template, await fresh.finalPage(address), { ...options, readElsewhere }, address);
}

const OTHERS_ASKED = 5; // a heal would look at their pages too

const AGAINST = 3; // pages read exactly that one outweighs which has grown too: a redesign may come page by page

/** Attributes that the template reads exactly on the pages of most other known records: there it still stands. */
async function readOnOthers(template: KeyedTemplate, others: readonly Known[], { fresh, threads }: Trying): Promise<string[]> {
  const lead = new Map<string, number>(); // pages read exactly, less those that are not
  for (const { address, record } of others.filter((each) => each.address !== null).slice(0, OTHERS_ASKED)) {
    const fetched = await fresh.finalPage(address ?? "");
    const values = isPage(fetched)
      ? await unlessTooMuch(threads.call("values", { page: pageBytes(fetched), template }))
      : undefined;
    if (!values) continue;
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

async function judge(
  { threads }: Pick<HarvestTools, "threads">,
  template: KeyedTemplate,
  fetched: Fetched | Elsewhere,
  options: CheckOptions,
  address: string,
): Promise<Checked> {
  const none = { address, page: null, check: null };
  if (!isPage(fetched)) return { ...none, ...noPage(fetched) };
  const page = { ...none, page: fetched, verdict: "unrecognised" as const };
  try {
    const result = await threads.call("check", { page: pageBytes(fetched), template, options });
    if (!result) return { ...page, reason: because("charset-doubtful") };
    const reason = result.verdict === "unrecognised" ? because("not-like-the-site") : null;
    return { address, page: fetched, check: result, verdict: result.verdict, reason };
  } catch (error) {
    return { ...page, reason: tooMuch(error) };
  }
}
