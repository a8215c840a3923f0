/**
 * Other pages like the labelled one: from the list that links to it, found by looking where such lists usually are, or
 * from links on the page itself that are built like its own address. Fetched politely, one by one.
 */
import { errorReport } from "../../api/errors.js";
import { SourceSettings } from "../../api/source.js";
import type { Fetched } from "../../fetch/fetch-page.js";
import { reportOf } from "../../fetch/report.js";
import { changeDraft, draftPages, dropSiblings, putDraftPages, setDraftPage, touchDraft } from "../../store/draft.js";
import { sourceOf } from "../../store/source.js";
import { shapeOf } from "../address-shape.js";
import { canonicalAddress } from "../discover/canonical.js";
import { learnLinks, recordLinks, shownLinks } from "../discover/record-links.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { isPage, type Visit, visitor } from "../visit.js";
import type { DraftBody } from "./body.js";
import { keepSnapshot, loadPage, neededDraft } from "./pages.js";
import { proposeNext } from "./paging.js";

const WANTED = 5;
const MOST_LISTS = 6; // addresses at which a list is looked for
const RETRIES = 1; // a person waits
const OWN_MACHINE_DELAY_MS = 50; // the demo's; everybody else gets the usual second

/** As for a source that is set up from this page. */
export function draftVisitor(tools: HarvestTools, { before }: Pick<DraftBody, "before">, address: string): Visit {
  const isOwn = URL.canParse(address) && tools.door.gate.isLoopbackOrigin(new URL(address));
  const delayMs = isOwn ? OWN_MACHINE_DELAY_MS : undefined;
  const settings = before ?? SourceSettings.parse({ discovery: { addresses: [address] }, delayMs });
  const limits = { ...tools.door.limits, retries: RETRIES };
  return visitor({ ...tools.door, limits }, settings, tools.signal);
}

/** With the headers and cookies of the source, which no draft holds. */
async function beforeOf({ pool }: HarvestTools, { sourceId, before }: DraftBody): Promise<DraftBody["before"]> {
  const source = sourceId === null ? undefined : await sourceOf(pool, sourceId);
  if (!before || !source) return before;
  const { headers, cookies, secretsFor } = source.settings;
  return { ...before, headers, cookies, secretsFor };
}

/**
 * Looks for pages and reads them; every step is stored at once, so that whoever looks sees how far it is. If a person names
 * another list meanwhile, what the older one gave is dropped and the new one is looked at.
 */
export async function readSiblings(tools: HarvestTools, id: string): Promise<void> {
  while (!(await look(tools, id)));
}

/** False if a person has named another list meanwhile. */
async function look(tools: HarvestTools, id: string): Promise<boolean> {
  const { pool } = tools;
  const draft = await neededDraft(pool, id);
  const [first] = draft.body.pages;
  const own =
    first &&
    (await loadPage(
      pool,
      draft.rows.find(({ address }) => address === first.address),
    ));
  if (!own) return true;
  let given = namedList(draft.body);
  const tell = (siblings: DraftBody["siblings"]) => changeUnlessRenamed(tools, id, given, (body) => ({ ...body, siblings }));
  if (!(await tell({ state: "looking", note: null }))) return false;
  const visit = draftVisitor(tools, { before: await beforeOf(tools, draft.body) }, own.address);
  const hasSiblings = draft.rows.some(({ role }) => role === "sibling");
  const found = await findSiblings(tools, { visit, html: own.html, address: own.address, given, hasSiblings });
  const isProposed = given === null;
  if (!(await changeUnlessRenamed(tools, id, given, (body) => withList(body, found, isProposed)))) return false;
  if (given !== null && found.links.length > 0) given = found.list?.address ?? given; // it may have led elsewhere
  const labelled = draft.body.pages.map(({ address }) => address);
  await storeFound(tools, id, found, { labelled, own: canonicalAddress(own.address) ?? own.address });
  const siblings = (await draftPages(pool, id)).filter(({ role }) => role === "sibling");
  for (const { address, state } of siblings) {
    if (state === "read") continue;
    tools.signal?.throwIfAborted();
    if (!(await tell({ state: "reading", note: found.note }))) return false;
    await readOne(tools, id, { address, visit });
  }
  return tell({ state: siblings.length > 0 ? "done" : "none", note: found.note });
}

/** The list that a person named, not one that we proposed. */
const namedList = ({ settings }: DraftBody): string | null => (settings.isListProposed ? null : settings.listAddress);

/** False, and nothing is changed, if a person has named another list than the one that was looked at. */
async function changeUnlessRenamed(
  tools: HarvestTools,
  id: string,
  given: string | null,
  change: (body: DraftBody) => DraftBody,
): Promise<boolean> {
  let isStill = false;
  const changed = await changeDraft<DraftBody>(
    tools.pool,
    id,
    ({ body }) => {
      isStill = namedList(body) === given;
      return isStill ? change(body) : body;
    },
    nowOf(tools),
  );
  return changed !== undefined && isStill;
}

function withList(body: DraftBody, { list, note }: Found, isProposed: boolean): DraftBody {
  if (!list || note !== null || !isPage(list.fetched)) return body;
  const next = body.settings.next ?? proposeNext(list.fetched.html, list.address);
  return { ...body, settings: { ...body.settings, listAddress: list.address, isListProposed: isProposed, next } };
}

/** Pages found before make way for those found now; if none are, they stay. */
async function storeFound(
  tools: HarvestTools,
  id: string,
  { list, links }: Found,
  { labelled, own }: { labelled: readonly string[]; own: string },
): Promise<void> {
  const { pool } = tools;
  if (links.length > 0) await dropSiblings(pool, id, labelled);
  if (list && !labelled.includes(list.address)) {
    await putDraftPages(pool, id, [{ address: list.address, role: "list" }]);
    await storeVisit(tools, id, list);
  }
  await putDraftPages(
    pool,
    id,
    nearest(links, own).map((address) => ({ address, role: "sibling" })),
  );
}

async function readOne(tools: HarvestTools, id: string, { address, visit }: { address: string; visit: Visit }): Promise<void> {
  await setDraftPage(tools.pool, id, { address, state: "reading" });
  await touchDraft(tools.pool, id, nowOf(tools));
  await storeVisit(tools, id, { address, fetched: await visit(address) });
  await touchDraft(tools.pool, id, nowOf(tools));
}

async function storeVisit(tools: HarvestTools, id: string, { address, fetched }: Visited): Promise<void> {
  if (isPage(fetched)) {
    const snapshotId = await keepSnapshot(tools, fetched);
    await setDraftPage(tools.pool, id, { address, state: "read", snapshotId, fetchedAt: fetched.fetchedAt });
  } else {
    const reason =
      "reason" in fetched ? fetched.reason : fetched.kind === "gone" ? `the status is ${fetched.status}` : fetched.kind;
    await setDraftPage(tools.pool, id, { address, state: "failed", reason });
  }
}

interface Search {
  readonly visit: Visit;
  readonly html: string;
  readonly address: string;
  readonly given: string | null; // a person named the list
  readonly hasSiblings: boolean;
}

interface Visited {
  readonly address: string;
  readonly fetched: Fetched;
}

interface Found {
  readonly list: Visited | null; // one that a person named, whatever it gave; else one that links to the labelled page
  readonly links: readonly string[];
  readonly note: string | null; // why the named list gives no pages
}

async function findSiblings(tools: HarvestTools, { visit, html, address, given, hasSiblings }: Search): Promise<Found> {
  if (given !== null) {
    const list = { address: given, fetched: await visit(given) };
    const final = whereItLeads(list);
    const links = linksOf(final, address);
    if (links.length > 0) return { list: final, links, note: null };
    return { list, links: hasSiblings ? [] : alikeOn(html, address), note: whyNone(list, address) };
  }
  for (const candidate of listCandidates(html, address)) {
    tools.signal?.throwIfAborted();
    const list = whereItLeads({ address: candidate, fetched: await visit(candidate) });
    const links = linksOf(list, address);
    if (links.length > 0) return { list, links, note: null };
  }
  return { list: null, links: alikeOn(html, address), note: null };
}

/** Its links start there, and so do those of the source that is kept. */
const whereItLeads = ({ address, fetched }: Visited): Visited => ({
  address: (isPage(fetched) ? canonicalAddress(fetched.address) : undefined) ?? address,
  fetched,
});

const linksOf = ({ address, fetched }: Visited, key: string): string[] =>
  isPage(fetched) ? linksFrom({ html: fetched.html, address }, key) : [];

function whyNone({ address, fetched }: Visited, key: string): string {
  if (fetched.kind === "not-modified") throw new Error("it was asked for as a whole");
  return isPage(fetched) ? errorReport("link-not-found", address, key).message : reportOf(fetched).message;
}

/** The record links of a list page, if it leads to the labelled page. */
function linksFrom(page: { html: string; address: string }, key: string): string[] {
  const own = canonicalAddress(key);
  const shown = shownLinks(page, (link) => canonicalAddress(link) === own);
  const learned = learnLinks(page, shown.slice(0, 1));
  return learned.ok ? recordLinks(learned.template, page) : [];
}

/** Links of the page that lead upwards from it first, then the folders above it, then its other links. */
function listCandidates(html: string, address: string): string[] {
  const own = new URL(address);
  const links = shownLinks({ html, address }, (link) => URL.canParse(link) && new URL(link).origin === own.origin).map(
    (link) => canonicalAddress(link) ?? link,
  );
  const isAbove = (link: string): boolean => {
    const path = new URL(link).pathname.replace(/\/$/, "");
    return path !== "" && own.pathname.startsWith(`${path}/`);
  };
  const above = links.filter(isAbove).sort((a, b) => new URL(b).pathname.length - new URL(a).pathname.length);
  const folder = new URL(".", own).href;
  const shape = shapeOf(address);
  const others = links.filter((link) => !isAbove(link) && shapeOf(link) !== shape && new URL(link).pathname !== "/");
  return [...new Set([...above, folder, ...others])].filter((link) => link !== canonicalAddress(address)).slice(0, MOST_LISTS);
}

/** Without a list: links of the page that are built like its own address. */
function alikeOn(html: string, address: string): string[] {
  const shape = shapeOf(address);
  return shownLinks({ html, address }, (link) => URL.canParse(link) && shapeOf(link) === shape).flatMap(
    (link) => canonicalAddress(link) ?? [],
  );
}

/** Those that follow the labelled page in its list, then those before it. */
function nearest(links: readonly string[], own: string): string[] {
  const at = links.indexOf(own);
  return [...links.slice(at + 1), ...links.slice(0, Math.max(0, at))].filter((link) => link !== own).slice(0, WANTED);
}
