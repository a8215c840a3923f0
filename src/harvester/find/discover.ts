/** From the addresses a source begins with to the addresses of its final pages. */
import { reasonText } from "../../api/reasons.js";
import type { SourceSettings } from "../../api/source.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { tooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";
import { canonicalAddress } from "./canonical.js";
import type { Place } from "./link-sets.js";
import { eachLink } from "./links.js";
import { ruleAt } from "./next-page.js";
import { leftOut } from "./patterns.js";
import { isOnHosts, type Own, pageIdentity } from "./same-page.js";
import { Seen } from "./seen.js";
import { walkList } from "./walk-list.js";

export type Discovery = SourceSettings["discovery"];

/** What came of visiting a list page or sitemap; where it came, `address` is the final one. */
export type Visited =
  | ({ readonly kind: "ok" } & PageBytes)
  | { readonly kind: "gone"; readonly address: string }
  | { readonly kind: "trouble"; readonly address: string; readonly code: string; readonly reason: string };

export interface DiscoverTools extends Pick<HarvestTools, "threads"> {
  visit(address: string, accept: "page" | "any"): Promise<Visited>;
  /** Where the links of this list page stand; level 1 is the list the source begins with. */
  placesOf(page: PageBytes, level: number): Promise<readonly Place[]>;
  readonly hosts: readonly string[]; // that pages of the source may stand on
}

export type Finding =
  | { readonly kind: "page"; readonly address: string }
  | { readonly kind: "left-out"; readonly address: string; readonly reason: string }
  | { readonly kind: "list"; readonly address: string; readonly links: number; readonly untaken: number } // a list page was read
  | { readonly kind: "unread-list"; readonly address: string } // it shows no link at the places that were learnt
  | { readonly kind: "trouble"; readonly address: string; readonly code: string; readonly reason: string }
  | { readonly kind: "limit" };

const MOST_LIST_PAGES = 1000; // per list and harvest
const MOST_SITEMAPS = 500;

/** Every address once, as far as `Seen` remembers. `limit` where more lists or sitemaps would follow: they are not read. */
export async function* discover(discovery: Discovery, tools: DiscoverTools): AsyncGenerator<Finding> {
  const seen = new Seen();
  for await (const finding of findings(discovery, tools)) {
    if (finding.kind !== "page") {
      yield finding;
      continue;
    }
    const address = canonicalAddress(finding.address, discovery.dropParameters);
    if (address === undefined || !isOnHosts(address, tools.hosts) || seen.has(pageIdentity(address))) continue;
    seen.add(pageIdentity(address));
    const reason = leftOut(address, discovery);
    yield reason === undefined ? { kind: "page", address } : { kind: "left-out", address, reason };
  }
}

async function* findings(discovery: Discovery, tools: DiscoverTools): AsyncGenerator<Finding> {
  for (const address of discovery.addresses) yield { kind: "page", address };
  yield* fromSitemaps(discovery.sitemaps, tools);
  for (const list of discovery.lists) yield* fromList(list, { discovery, tools, level: 1 });
}

async function* fromSitemaps(first: readonly string[], { visit, threads }: DiscoverTools): AsyncGenerator<Finding> {
  const waiting = [...first];
  const seen = new Set(waiting);
  for (let visited = 0; visited < waiting.length; visited++) {
    if (visited === MOST_SITEMAPS) return yield { kind: "limit" };
    const address = waiting[visited] ?? "";
    const answer = await visit(address, "any");
    if (answer.kind !== "ok") {
      yield troubleOf(answer);
      continue;
    }
    const page = pageBytes(answer);
    try {
      const sitemap = await threads.call("sitemap", { page });
      if (!sitemap.ok) {
        yield { kind: "trouble", address, code: "sitemap-unreadable", reason: "it is no sitemap" };
        continue;
      }
      const named = eachLink(sitemap, async (from) => {
        const more = await threads.call("sitemap", { page, from });
        return more.ok ? more : { links: [], total: 0 };
      });
      for await (const each of named)
        if (sitemap.kind === "pages") yield { kind: "page", address: each };
        else if (waiting.length <= MOST_SITEMAPS && !seen.has(each)) waiting.push(seen.add(each) && each);
    } catch (error) {
      yield troubleWith(address, error);
    }
  }
}

interface Level {
  readonly discovery: Discovery;
  readonly tools: DiscoverTools;
  readonly level: number;
}

async function* fromList(list: string, { discovery, tools, level }: Level): AsyncGenerator<Finding> {
  const { threads, hosts, visit } = tools;
  const own: Own = { hosts, dropParameters: discovery.dropParameters };
  const listed = new Seen();
  const troubles: Finding[] = [];
  const walk = walkList(canonicalAddress(list) ?? list, {
    async fetch(address, isFirst) {
      const page = await visit(address, "page");
      if (page.kind === "ok") return pageBytes(page);
      if (isFirst || page.kind === "trouble") troubles.push(troubleOf(page)); // a list ends where no page answers
      return undefined;
    },
    next: (page, number) => threads.call("nextLinks", { page, number, rule: ruleAt(discovery.next, level), ...own }),
  });
  try {
    for await (const here of walk) {
      if (here.number > MOST_LIST_PAGES) return yield { kind: "limit" };
      here.isUseful = (yield* linksOn(here.page, { list: here.address, listed, own, discovery, tools, level })) > 0;
      if (!here.isUseful && here.isFirst) yield { kind: "unread-list", address: here.address };
      yield* troubles.splice(0);
    }
    yield* troubles;
  } catch (error) {
    yield troubleWith(list, error);
  }
}

interface ListLevel extends Level {
  readonly list: string;
  readonly listed: Seen;
  readonly own: Own;
}

/** What one page of a list leads to that no page before it did; gives how many links that are. */
async function* linksOn(page: PageBytes, { list, listed, own, ...at }: ListLevel): AsyncGenerator<Finding, number> {
  const { discovery, tools, level } = at;
  const places = await tools.placesOf(page, level);
  const read = (from: number) => tools.threads.call("links", { page, places, from, ...own });
  const first = await read(0);
  let found = 0;
  for await (const link of eachLink(first, read)) {
    const identity = pageIdentity(link);
    if (listed.has(identity)) continue;
    listed.add(identity);
    if (found === 0) yield { kind: "list", address: list, links: first.total, untaken: 0 };
    found += 1;
    if (level < discovery.depth) yield* fromList(link, { ...at, level: level + 1 });
    else yield { kind: "page", address: link };
  }
  return found;
}

/** One that is too much for a thread is no defect of ours; it is told like one that could not be fetched. */
const troubleWith = (address: string, error: unknown): Finding => {
  const reason = tooMuch(error);
  return { kind: "trouble", address, code: "work-too-much", reason: reasonText(reason) };
};

function troubleOf(answer: Exclude<Visited, { kind: "ok" }>): Finding {
  if (answer.kind === "trouble") return answer;
  return { kind: "trouble", address: answer.address, code: "list-gone", reason: "the site says that it is gone" };
}
