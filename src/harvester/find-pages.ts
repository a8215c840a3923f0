/** Puts the pages of a source on a harvest's way: what its lists show, and what is known and not listed any more. */

import { extractList } from "../core/index.js";
import { forgottenAmong } from "../store/forgotten.js";
import { noteUntaken } from "../store/harvest.js";
import type { FoundPage, PageRole, PageRow } from "../store/page.js";
import { foundPages, pageOf, pagesOf, passOver, putUnlisted, storeOutcome, unlistedPages } from "../store/page.js";
import { pageStates } from "../store/page-states.js";
import { identityOf } from "../store/record.js";
import type { SourceRow } from "../store/source.js";
import { renewTemplate, type TemplateRow } from "../store/template.js";
import { closeWarning } from "../store/warning.js";
import { shapeOf } from "./address-shape.js";
import { canonicalAddress } from "./discover/canonical.js";
import { type DiscoverTools, discover, type Visited } from "./discover/discover.js";
import { nextPage } from "./discover/next-page.js";
import { leftOut as whyLeftOut } from "./discover/patterns.js";
import { learnLinks, recordLinks, shownLinks } from "./discover/record-links.js";
import { isListSource, listTemplateOf, type SourceTemplates } from "./templates.js";
import { type HarvestTools, nowOf } from "./tools.js";
import type { Visit } from "./visit.js";
import { warn } from "./warn.js";

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
  const discoverTools: DiscoverTools = {
    visit: (address, accept) => visited(visit, address, accept),
    linksOf: (page, level) => linksOf(tools, { source, links, level }, page),
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
      return { kind: "ok", address: fetched.address, html: fetched.html, bytes: fetched.bytes };
    case "gone":
      return { kind: "gone", address };
    case "not-modified":
      throw new Error("a list is asked for as a whole");
    case "refused":
    case "failed":
      return { kind: "trouble", address, code: fetched.code, reason: fetched.reason };
  }
}

/** Where list pages hold the records, each of them is a page to read; the list ends where a page shows no new record. */
async function* listPages({ source, templates }: Finding, { visit }: DiscoverTools): ReturnType<typeof discover> {
  const { lists, next, maxPages } = source.settings.discovery;
  const template = listTemplateOf(templates.record);
  const listed = new Set<string>();
  for (const list of lists) {
    let address = canonicalAddress(list);
    for (let number = 1; address !== undefined; number++) {
      if (number > maxPages) {
        yield { kind: "limit" };
        break;
      }
      const page = await visit(address, "page");
      if (page.kind !== "ok") {
        if (page.kind === "trouble" || number === 1)
          yield page.kind === "trouble"
            ? page
            : { kind: "trouble", address, code: "list-gone", reason: "the site says that it is gone" };
        break;
      }
      const { records, withheld, rejected } = extractList(template, { html: page.html, url: page.address });
      const isNew = records.some(({ identity }) => !listed.has(identity));
      if (number === 1 && records.length === 0) yield { kind: "unread-list", address };
      if (!isNew && number > 1) break;
      for (const { identity } of records) listed.add(identity);
      yield { kind: "list", address, links: records.length, untaken: withheld.length + rejected.length };
      yield { kind: "page", address };
      if (!isNew) break;
      address = canonicalAddress(nextPage(next, { html: page.html, address: page.address, number }) ?? "");
    }
  }
}

interface Links {
  readonly source: SourceRow;
  readonly links: TemplateRow[]; // of this harvest, renewed in place
  readonly level: number;
}

/**
 * The template of this level, learnt again where the list page links to more known pages than the template finds, and all
 * that it finds besides is no record's: then the list has been redesigned. More known links alone prove nothing: a box of
 * what is most read has them too, while the list shows new ones. It reads no values, so it may be renewed without a new
 * version.
 */
async function linksOf(tools: HarvestTools, { source, links, level }: Links, page: { html: string; address: string }) {
  const at = links.findIndex(({ variant }) => variant === level);
  const row = links[at];
  if (!row) return undefined;
  const template = listTemplateOf(row);
  const { dropParameters, depth } = source.settings.discovery;
  if (level < depth) return template; // pages in between are not known
  const canonical = (address: string): string => canonicalAddress(address, dropParameters) ?? "";
  const written = shownLinks(page, () => true).slice(0, BATCH);
  const states = await pageStates(tools.pool, source.id, written.map(canonical));
  const isKnown = (address: string): boolean => states.has(address) && !isOther(states.get(address));
  const known = written.filter((address) => isKnown(canonical(address)));
  const found = new Set(recordLinks(template, page, dropParameters));
  if (known.every((address) => found.has(canonical(address)))) return template;
  const learned = learnLinks(page, known);
  if (!learned.ok) return template;
  const again = new Set(recordLinks(learned.template, page, dropParameters));
  const count = (links: ReadonlySet<string>): number => known.filter((address) => links.has(canonical(address))).length;
  if (count(again) <= count(found)) return template;
  const givenUp = [...found].filter((address) => !again.has(address));
  if (await mayShowRecords(tools, source, givenUp)) return template;
  links[at] = { ...row, stored: { kind: "list", template: learned.template, delimiters: [] } };
  await renewTemplate(tools.pool, source.id, links[at]);
  return learned.template;
}

type State = PageRow["state"] | undefined; // undefined: nobody was there yet

const isRead = (state: State): boolean => state === "read" || state === "partly";
const isOther = (state: State): boolean => state === "withheld" || state === "skipped"; // no record's page, or no wanted one

/** Whether one of them has a record, or may have: nobody has read it yet, and its address is built like a record's. */
async function mayShowRecords({ pool }: HarvestTools, { id }: SourceRow, addresses: readonly string[]): Promise<boolean> {
  if (addresses.length === 0) return false;
  const shapes = new Set(
    (await pagesOf(pool, id, "0", BATCH)).filter(({ state }) => isRead(state)).map(({ address }) => shapeOf(address)),
  );
  const states = await pageStates(pool, id, addresses);
  return addresses.some((address) => {
    const state = states.get(address);
    return isRead(state) || (!isOther(state) && shapes.has(shapeOf(address)));
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
