/**
 * Other pages like the labelled one: from the list that links to it, found by looking where such lists usually are, or
 * from links on the page itself that are built like its own address. Fetched politely, one by one.
 */

import { errorReport, ReportedError } from "../../api/errors.js";
import { because, type Reason } from "../../api/reasons.js";
import type { NextRule } from "../../api/server/settings.js";
import { SourceSettings } from "../../api/source.js";
import type { Fetched, FetchedPage } from "../../fetch/fetch-page.js";
import { reportOf } from "../../fetch/report.js";
import { changeDraft, draftPages, dropSiblings, putDraftPages, setDraftPage, touchDraft } from "../../store/draft.js";
import { sourceOf } from "../../store/source.js";
import { canonicalAddress } from "../find/canonical.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { isPage, type Visit, visitor } from "../read/visit.js";
import { tooMuch } from "../threads/too-much.js";
import { type HarvestTools, nowOf } from "../tools.js";
import type { DraftBody } from "./body.js";
import { keepSnapshot, loadPage, neededDraft } from "./pages.js";

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
  try {
    while (!(await look(tools, id)));
  } catch (error) {
    if (!tools.signal?.aborted) await tellTrouble(tools, id, error); // else another process goes on with it
    throw error;
  }
}

/** Nobody looks any more, and a person would wait for ever. */
async function tellTrouble(tools: HarvestTools, id: string, error: unknown): Promise<void> {
  const report = error instanceof ReportedError ? error.report : errorReport("internal", because("log-says-more"));
  const isFound = (await draftPages(tools.pool, id)).some(({ role }) => role === "sibling");
  const siblings = { state: isFound ? ("done" as const) : ("none" as const), note: because("refused", report) };
  await changeDraft<DraftBody>(tools.pool, id, ({ body }) => ({ ...body, siblings }), nowOf(tools));
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
  const found = await findSiblings(tools, { visit, page: own.page, given, hasSiblings });
  const isProposed = given === null;
  if (!(await changeUnlessRenamed(tools, id, given, (body) => withList(body, found, isProposed)))) return false;
  if (given !== null && found.isList) given = found.list?.address ?? given; // it may have led elsewhere
  const labelled = draft.body.pages.map(({ address }) => address);
  await storeFound(tools, id, found, labelled);
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

function withList(body: DraftBody, { list, note, next: proposed }: Found, isProposed: boolean): DraftBody {
  if (!list || note !== null || !isPage(list.fetched)) return body;
  const next = body.settings.next ?? proposed;
  return { ...body, settings: { ...body.settings, listAddress: list.address, isListProposed: isProposed, next } };
}

/** Pages found before make way for those found now; if none are, they stay. */
async function storeFound(tools: HarvestTools, id: string, { list, links }: Found, labelled: readonly string[]): Promise<void> {
  const { pool } = tools;
  if (links.length > 0) await dropSiblings(pool, id, labelled);
  if (list && !labelled.includes(list.address)) {
    await putDraftPages(pool, id, [{ address: list.address, role: "list" }]);
    await storeVisit(tools, id, list);
  }
  await putDraftPages(
    pool,
    id,
    links.map((address) => ({ address, role: "sibling" })),
  );
}

async function readOne(tools: HarvestTools, id: string, { address, visit }: { address: string; visit: Visit }): Promise<void> {
  await setDraftPage(tools.pool, id, { address, state: "reading" });
  await touchDraft(tools.pool, id, nowOf(tools));
  await storeVisit(tools, id, { address, fetched: await visit(address) });
  await touchDraft(tools.pool, id, nowOf(tools));
}

async function storeVisit(tools: HarvestTools, id: string, { address, fetched }: Visited): Promise<void> {
  const stored = isPage(fetched) ? await kept(tools, fetched) : { reason: whyFailed(fetched) };
  if ("reason" in stored) await setDraftPage(tools.pool, id, { address, state: "failed", reason: stored.reason });
  else await setDraftPage(tools.pool, id, { address, state: "read", ...stored });
}

/** A page that is too much to pack fails alone. */
async function kept(
  tools: HarvestTools,
  page: FetchedPage,
): Promise<{ readonly snapshotId: string; readonly fetchedAt: Date } | { readonly reason: Reason }> {
  try {
    return { snapshotId: await keepSnapshot(tools, page), fetchedAt: page.fetchedAt };
  } catch (error) {
    return { reason: tooMuch(error) };
  }
}

function whyFailed(fetched: Exclude<Fetched, FetchedPage>): Reason {
  if ("reason" in fetched) return fetched.reason;
  if (fetched.kind === "not-modified") throw new Error("it was asked for as a whole");
  return because("status", fetched.status);
}

interface Search {
  readonly visit: Visit;
  readonly page: PageBytes; // the draft's own
  readonly given: string | null; // a person named the list
  readonly hasSiblings: boolean;
}

interface Visited {
  readonly address: string;
  readonly fetched: Fetched;
}

interface Found {
  readonly list: Visited | null; // one that a person named, whatever it gave; else one that links to the labelled page
  readonly isList: boolean; // it leads to the labelled page
  readonly links: readonly string[]; // to other pages, the nearest first
  readonly next: NextRule | null; // how the list goes on
  readonly note: Reason | null; // why the named list gives no pages
}

async function findSiblings(tools: HarvestTools, { visit, page, given, hasSiblings }: Search): Promise<Found> {
  const { threads, signal } = tools;
  if (given !== null) {
    const list = { address: given, fetched: await visit(given) };
    const found = await asList(tools, list, page);
    if (found.isList) return found;
    const links = hasSiblings ? [] : (await threads.call("around", { page })).alike;
    return { ...found, list, links, note: found.note ?? whyNone(list, page.address) };
  }
  const { candidates, alike } = await threads.call("around", { page });
  for (const candidate of candidates) {
    signal?.throwIfAborted();
    const found = await asList(tools, { address: candidate, fetched: await visit(candidate) }, page);
    if (found.isList) return found;
  }
  return { ...NO_LIST, links: alike };
}

const NO_LIST: Found = { list: null, isList: false, links: [], next: null, note: null };

/** A page that is too much to look for links on is no list. */
async function asList({ threads }: HarvestTools, visited: Visited, labelled: PageBytes): Promise<Found> {
  const list = whereItLeads(visited);
  if (!isPage(list.fetched)) return NO_LIST;
  const page = { ...pageBytes(list.fetched), address: list.address };
  try {
    const found = await threads.call("asList", { page, labelled });
    return found ? { list, isList: true, ...found, note: null } : NO_LIST;
  } catch (error) {
    return { ...NO_LIST, note: tooMuch(error) };
  }
}

/** Its links start there, and so do those of the source that is kept. */
const whereItLeads = ({ address, fetched }: Visited): Visited => ({
  address: (isPage(fetched) ? canonicalAddress(fetched.address) : undefined) ?? address,
  fetched,
});

function whyNone({ address, fetched }: Visited, key: string): Reason {
  if (fetched.kind === "not-modified") throw new Error("it was asked for as a whole");
  return because("refused", isPage(fetched) ? errorReport("link-not-found", address, key) : reportOf(fetched));
}
