/** From the addresses a source begins with to the addresses of its final pages. */
import type { SourceSettings } from "../../api/source.js";
import type { ListTemplate } from "../../core/index.js";
import { canonicalAddress } from "./canonical.js";
import { nextPage, ruleAt } from "./next-page.js";
import { leftOut } from "./patterns.js";
import { type ListPage, readLinks } from "./record-links.js";
import { Seen } from "./seen.js";
import { readSitemap } from "./sitemap.js";

export type Discovery = SourceSettings["discovery"];

/** What came of visiting a list page or sitemap; where it came, `address` is the final one. */
export type Visited =
  | { readonly kind: "ok"; readonly address: string; readonly html: string; readonly bytes: Uint8Array }
  | { readonly kind: "gone"; readonly address: string }
  | { readonly kind: "trouble"; readonly address: string; readonly code: string; readonly reason: string };

export interface DiscoverTools {
  visit(address: string, accept: "page" | "any"): Promise<Visited>;
  /** The template that reads the links of this list page; level 1 is the list the source begins with. */
  linksOf(page: ListPage, level: number): Promise<ListTemplate | undefined>;
}

export type Finding =
  | { readonly kind: "page"; readonly address: string }
  | { readonly kind: "left-out"; readonly address: string; readonly reason: string }
  | { readonly kind: "list"; readonly address: string; readonly links: number; readonly untaken: number } // a list page was read
  | { readonly kind: "unread-list"; readonly address: string } // no link of it could be learnt
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
    if (address === undefined || seen.has(address)) continue;
    seen.add(address);
    const reason = leftOut(address, discovery);
    yield reason === undefined ? { kind: "page", address } : { kind: "left-out", address, reason };
  }
}

async function* findings(discovery: Discovery, tools: DiscoverTools): AsyncGenerator<Finding> {
  for (const address of discovery.addresses) yield { kind: "page", address };
  yield* fromSitemaps(discovery.sitemaps, tools);
  for (const list of discovery.lists) yield* fromList(list, { discovery, tools, level: 1 });
}

async function* fromSitemaps(first: readonly string[], { visit }: DiscoverTools): AsyncGenerator<Finding> {
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
    const sitemap = readSitemap(answer.bytes);
    if (!sitemap.ok) yield { kind: "trouble", address, code: "sitemap-unreadable", reason: "it is no sitemap" };
    else if (sitemap.kind === "pages") for (const page of sitemap.addresses) yield { kind: "page", address: page };
    else
      for (const further of sitemap.addresses)
        if (waiting.length <= MOST_SITEMAPS && !seen.has(further)) waiting.push(seen.add(further) && further);
  }
}

interface Level {
  readonly discovery: Discovery;
  readonly tools: DiscoverTools;
  readonly level: number;
}

async function* fromList(list: string, { discovery, tools, level }: Level): AsyncGenerator<Finding> {
  const seen = new Set<string>();
  const listed = new Seen();
  let address: string | undefined = canonicalAddress(list);
  for (let number = 1; address !== undefined && !seen.has(address); number++) {
    if (number > MOST_LIST_PAGES) return yield { kind: "limit" };
    seen.add(address);
    const page = await tools.visit(address, "page");
    if (page.kind !== "ok") {
      if (page.kind === "gone" && number > 1) return; // a numbered list ends where no page answers
      return yield troubleOf(page);
    }
    const template = await tools.linksOf(page, level);
    const { links, untaken } = template ? readLinks(template, page, discovery.dropParameters) : { links: [], untaken: 0 };
    if (links.every((link) => listed.has(link))) {
      if (number === 1) yield { kind: "unread-list", address };
      return; // a numbered list may go on for ever, with pages that list nothing, or its last links again
    }
    yield { kind: "list", address, links: links.length, untaken };
    for (const link of links) {
      listed.add(link);
      if (level < discovery.depth) yield* fromList(link, { discovery, tools, level: level + 1 });
      else yield { kind: "page", address: link };
    }
    address = canonicalAddress(nextPage(ruleAt(discovery.next, level), { html: page.html, address: page.address, number }) ?? "");
  }
}

function troubleOf(answer: Exclude<Visited, { kind: "ok" }>): Finding {
  if (answer.kind === "trouble") return answer;
  return { kind: "trouble", address: answer.address, code: "list-gone", reason: "the site says that it is gone" };
}
