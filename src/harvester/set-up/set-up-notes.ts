/** What a person is told of the pages that were found for a new source, before it is kept. */
import { type ErrorReport, errorReport } from "../../api/errors.js";
import type { SourceSettings } from "../../api/source.js";
import type { FoundLinks, Search } from "../find/find-links.js";
import { findLinks } from "../find/find-links.js";
import { leftOut } from "../find/patterns.js";
import { ownHosts, pageIdentity } from "../find/same-page.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { isPage } from "../read/visit.js";
import { unlessTooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";

const SLOW_MS = 5000;

/** Of lists that were looked at: what is left out, and what may surprise. */
export async function notesOnLists(
  { threads }: Pick<HarvestTools, "threads">,
  settings: SourceSettings,
  lists: readonly PageBytes[],
  { levels, kind, addresses }: FoundLinks,
): Promise<ErrorReport[]> {
  const { depth, dropParameters } = settings.discovery;
  const own = { hosts: ownHosts(settings), dropParameters };
  const [first] = lists;
  const notes: ErrorReport[] = [];
  if (first && levels.length > depth) notes.push(errorReport("depth-found", first.address, levels.length));
  const wanted = addresses.filter((address) => leftOut(address, settings.discovery) === undefined);
  if (first && kind.length === 0 && wanted.length > FEW) notes.push(errorReport("pages-unproved", first.address));
  const places = levels[0] ?? [];
  const elsewhere = new Set<string>();
  const empty: string[] = [];
  for (const page of lists) {
    for (const link of (await unlessTooMuch(threads.call("linksElsewhere", { page, places, ...own }))) ?? []) elsewhere.add(link);
    if ((await unlessTooMuch(threads.call("links", { page, places, ...own })))?.total === 0) empty.push(page.address);
  }
  const [example] = elsewhere;
  if (example !== undefined) notes.push(errorReport("hosts-left-out", elsewhere.size, example));
  return lists.length > 1 ? [...notes, ...empty.map((list) => errorReport("list-empty", list))] : notes;
}

const FEW = 2; // a list of one or two says nothing about its pages

/** A list or a sitemap that names the labelled page, where a person has named none. */
export async function proposals(search: Search): Promise<ErrorReport[]> {
  const { tools, visit, settings, labelled } = search;
  const { lists, sitemaps, addresses } = settings.discovery;
  const own = new Set(labelled.map(({ address }) => pageIdentity(address)));
  if (lists.length + sitemaps.length > 0 || addresses.some((address) => !own.has(pageIdentity(address)))) return [];
  const [key] = labelled;
  const { candidates } = await tools.threads.call("around", { page: key });
  for (const candidate of candidates) {
    const fetched = await visit(candidate);
    if (!isPage(fetched)) continue;
    const page = pageBytes(fetched);
    const sets = await tools.threads.call("draftSets", { page, labelled: key });
    if (!sets.some(({ links, isMenu }) => links.length > FEW && !isMenu)) continue;
    const found = await findLinks(search, [page]);
    if (found && found.kind.length > 0) return [errorReport("list-proposed", page.address, found.addresses.length)];
  }
  const sitemap = new URL("/sitemap.xml", key.address).href;
  const fetched = await visit(sitemap, { accept: "any" });
  const read = isPage(fetched) ? await unlessTooMuch(tools.threads.call("sitemap", { page: pageBytes(fetched) })) : undefined;
  const named = read?.ok && read.kind === "pages" ? read.links.filter((link) => URL.canParse(link)) : [];
  return named.some((link) => own.has(pageIdentity(link))) ? [errorReport("sitemap-offered", sitemap, named.length)] : [];
}

/** A site that asks for long pauses; its robots.txt is known by now. */
export async function noteOnPauses({ door }: Pick<HarvestTools, "door">, address: string): Promise<ErrorReport[]> {
  const { crawlDelayMs } = await door.robots.ask(new URL(address), async () => undefined);
  return crawlDelayMs >= SLOW_MS ? [errorReport("crawl-slow", Math.round(crawlDelayMs / 1000))] : [];
}
