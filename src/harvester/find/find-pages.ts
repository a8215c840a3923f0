/** Puts the pages of a source on a harvest's way: what its lists show, and what is known and not listed any more. */
import { reasonText } from "../../api/reasons.js";
import { forgottenAmong } from "../../store/forgotten.js";
import { noteUntaken } from "../../store/harvest.js";
import type { FoundPage, PageRole, PageRow } from "../../store/page.js";
import { foundPages, pageOf, pagesOf, passOver, putUnlisted, storeOutcome, unlistedPages } from "../../store/page.js";
import { pageStates } from "../../store/page-states.js";
import { identityOf } from "../../store/record.js";
import type { SourceRow } from "../../store/source.js";
import { type LinksRow, renewTemplate } from "../../store/template.js";
import { closeWarning } from "../../store/warning.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import type { Visit } from "../read/visit.js";
import { isListSource, listTemplateOf, type SourceTemplates } from "../templates.js";
import { tooMuch } from "../threads/too-much.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warn } from "../warn/warn.js";
import { shapeOf } from "./address-shape.js";
import { canonicalAddress } from "./canonical.js";
import { type DiscoverTools, discover, type Visited } from "./discover.js";
import type { Place } from "./link-sets.js";
import { leftOut as whyLeftOut } from "./patterns.js";
import { type Own, ownHosts } from "./same-page.js";
import { walkList } from "./walk-list.js";

export interface Finding {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly visit: Visit;
  readonly harvestId: string;
}

const BATCH = 500;
const RANKS = { new: 0, doubtful: 1, known: 2 } as const; // new and changed pages first

/** Whether all that its lists show is on its way. What is more than its limit waits for the next harvests. */
export async function findPages(tools: HarvestTools, finding: Finding): Promise<boolean> {
  const { source, visit } = finding;
  const { discovery } = source.settings;
  const { maxPages } = discovery;
  const isList = isListSource(finding.templates);
  const links = [...finding.templates.links];
  const own: Own = { hosts: ownHosts(source.settings), dropParameters: discovery.dropParameters };
  const discoverTools: DiscoverTools = {
    threads: tools.threads,
    visit: (address, accept) => visited(visit, address, accept),
    placesOf: (page, level) => placesOf(tools, { source, links, level, own }, page),
    hosts: own.hosts,
  };
  const batch: string[] = [];
  const leftOut: { address: string; reason: string }[] = [];
  let untaken = 0;
  let unvisited = 0;
  let isLimited = false;
  let isUnread = false;
  let isCut = false; // there may be lists that were not asked for
  for await (const found of isList ? listPages(finding, discoverTools) : discover(discovery, discoverTools)) {
    if (found.kind === "page") batch.push(found.address);
    else if (found.kind === "list") untaken = Math.max(untaken, found.untaken);
    else if (found.kind === "left-out") leftOut.push(found);
    else if (found.kind === "limit") isLimited = true;
    else {
      isUnread = true;
      await warn(tools, source, "list-unread", found);
    }
    if (batch.length >= BATCH) unvisited += await put(tools, finding, batch.splice(0));
    if (leftOut.length >= BATCH) await putLeftOut(tools, finding, leftOut.splice(0));
    isCut = unvisited > maxPages; // nothing else has its turn this time
    if (isCut) break;
    tools.signal?.throwIfAborted();
  }
  unvisited += await put(tools, finding, batch);
  await putLeftOut(tools, finding, leftOut);
  if (unvisited <= maxPages) await putKnown(tools, finding);
  if ((await passOver(tools.pool, finding.harvestId, maxPages)) > 0) isLimited = true;
  const isWhole = !isLimited && !isUnread;
  await noteUntaken(tools.pool, finding.harvestId, isWhole ? untaken : null);
  if (!isUnread && !isCut) await closeWarning(tools.pool, source.id, "list-unread", nowOf(tools));
  if (isLimited) await warn(tools, source, "limit", { maxPages });
  if (isWhole) await closeWarning(tools.pool, source.id, "limit", nowOf(tools));
  return isWhole;
}

async function visited(visit: Visit, address: string, accept: "page" | "any"): Promise<Visited> {
  const fetched = await visit(address, { accept });
  switch (fetched.kind) {
    case "ok":
      return { kind: "ok", ...pageBytes(fetched) };
    case "gone":
      return { kind: "gone", address };
    case "not-modified":
      throw new Error("a list is asked for as a whole");
    case "refused":
    case "failed":
      return { kind: "trouble", address, code: fetched.code, reason: reasonText(fetched.reason) };
  }
}

/** Where list pages hold the records, each of them is a page to read; the list ends where a page shows no new record. */
async function* listPages({ source, templates }: Finding, { visit, threads, hosts }: DiscoverTools): ReturnType<typeof discover> {
  const { lists, next, maxPages, dropParameters } = source.settings.discovery;
  const template = listTemplateOf(templates.record);
  const listed = new Set<string>();
  for (const list of lists) {
    const troubles: Extract<Visited, { kind: "trouble" }>[] = [];
    const walk = walkList(canonicalAddress(list) ?? list, {
      async fetch(address, isFirst) {
        const page = await visit(address, "page");
        if (page.kind === "ok") return pageBytes(page);
        if (page.kind === "trouble") troubles.push(page);
        else if (isFirst) troubles.push({ kind: "trouble", address, code: "list-gone", reason: "the site says that it is gone" });
        return undefined;
      },
      next: (page, number) => threads.call("nextLinks", { page, number, rule: next, hosts, dropParameters }),
    });
    try {
      for await (const here of walk) {
        const { address, isFirst } = here;
        if (here.number > maxPages) {
          yield { kind: "limit" };
          break;
        }
        const { identities, total, untaken } = await threads.call("listed", { page: here.page, template });
        here.isUseful = identities.some((identity) => !listed.has(identity));
        if (isFirst && total === 0) yield { kind: "unread-list", address };
        if (!here.isUseful && !isFirst) continue;
        for (const identity of identities) listed.add(identity);
        yield { kind: "list", address, links: total, untaken };
        yield { kind: "page", address };
      }
    } catch (error) {
      yield { kind: "trouble", address: list, code: "work-too-long", reason: reasonText(tooMuch(error)) };
    }
    yield* troubles;
  }
}

interface Links {
  readonly source: SourceRow;
  readonly links: LinksRow[]; // of this harvest, renewed in place
  readonly level: number;
  readonly own: Own;
}

/**
 * The places of this level, learnt again where the list page links to more known pages than stand there, and all that
 * stands there is no record's: then the list has been redesigned. More known links alone prove nothing: a box of
 * what is most read has them too, while the list shows new ones. No value is read by them, so they may be renewed without
 * a new version.
 */
async function placesOf(tools: HarvestTools, { source, links, level, own }: Links, page: PageBytes): Promise<readonly Place[]> {
  const at = links.findIndex(({ variant }) => variant === level);
  const row = links[at];
  if (!row) return [];
  const { places } = row.stored;
  if (level < source.settings.discovery.depth) return places; // pages in between are not known
  const written = await tools.threads.call("linksShown", { page, ...own });
  const states = await pageStates(tools.pool, source.id, written);
  const key = source.settings.key?.address;
  const known = written.filter((address) => address === key || isRead(states.get(address)));
  const learned = await tools.threads.call("placesRelearnt", { page, places, known, ...own });
  if (!learned || (await mayShowRecords(tools, source, learned.found))) return places;
  const renewed = { ...row, stored: { ...row.stored, places: learned.places } };
  await renewTemplate(tools.pool, source.id, renewed);
  links[at] = renewed;
  return learned.places;
}

type State = PageRow["state"] | undefined; // undefined: nobody was there yet

const isRead = (state: State): boolean => state === "read" || state === "partly";
const isOther = (state: State): boolean => state === "withheld" || state === "skipped"; // no record's page, or no wanted one

/** Whether one of them has a record, or may have: nobody has read it yet, and its address is built like a record's, or none is read. */
async function mayShowRecords({ pool }: HarvestTools, { id }: SourceRow, addresses: readonly string[]): Promise<boolean> {
  if (addresses.length === 0) return false;
  const shapes = new Set(
    (await pagesOf(pool, id, "0", BATCH)).filter(({ state }) => isRead(state)).map(({ address }) => shapeOf(address)),
  );
  const states = await pageStates(pool, id, addresses);
  return addresses.some((address) => {
    const state = states.get(address);
    return isRead(state) || (!isOther(state) && (shapes.size === 0 || shapes.has(shapeOf(address))));
  });
}

/** Gives how many of them nobody has visited yet. */
async function put(tools: HarvestTools, { source, harvestId, templates }: Finding, found: readonly string[]): Promise<number> {
  if (found.length === 0) return 0;
  const addresses = await unforgotten(tools, source, found);
  const states = await pageStates(tools.pool, source.id, addresses);
  const role = roleOf(templates);
  const pages = addresses.map((address): FoundPage => {
    const state = states.get(address);
    const isUnvisited = state === undefined || state === "new";
    const isDoubtful = state === "withheld" || state === "failed" || state === "partly";
    return { address, role, rank: isUnvisited ? RANKS.new : isDoubtful ? RANKS.doubtful : RANKS.known };
  });
  return foundPages(tools.pool, { sourceId: source.id, harvestId }, pages, nowOf(tools));
}

/**
 * What is known and not listed any more; of another source's, too, what was forgotten is not asked for. A page that was
 * skipped or gone may have been so for a while; only what a pattern leaves out stays out.
 */
async function putKnown(tools: HarvestTools, { source, harvestId, templates }: Finding): Promise<void> {
  const isAsked = ({ address, state }: Pick<PageRow, "address" | "state">): boolean =>
    (state !== "skipped" && state !== "gone") || whyLeftOut(address, source.settings.discovery) === undefined;
  const unlisted = { sourceId: source.id, harvestId, role: roleOf(templates), now: nowOf(tools) };
  for (let after = ""; ; ) {
    const pages = await unlistedPages(tools.pool, unlisted, after, BATCH);
    const last = pages.at(-1);
    if (!last) return;
    const addresses = pages.map(({ address }) => address);
    const wanted = new Set(await unforgotten(tools, source, addresses));
    const ids = pages.filter((page) => wanted.has(page.address) && isAsked(page)).map(({ id }) => id);
    await putUnlisted(tools.pool, harvestId, ids);
    after = last.address;
  }
}

/** By identity: long ones by their digest. */
async function unforgotten({ pool }: HarvestTools, { id }: SourceRow, addresses: readonly string[]): Promise<string[]> {
  const forgotten = await forgottenAmong(pool, id, addresses.map(identityOf));
  return addresses.filter((address) => !forgotten.has(identityOf(address)));
}

const roleOf = (templates: SourceTemplates): PageRole => (isListSource(templates) ? "list" : "final");

async function putLeftOut(
  tools: HarvestTools,
  finding: Finding,
  leftOut: readonly { address: string; reason: string }[],
): Promise<void> {
  await put(
    tools,
    finding,
    leftOut.map(({ address }) => address),
  );
  for (const { address, reason } of leftOut) {
    const page = await pageOf(tools.pool, finding.source.id, address);
    if (page) await storeOutcome(tools.pool, page.id, { outcome: "skipped", reason });
  }
}
