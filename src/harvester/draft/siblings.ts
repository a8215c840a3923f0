/**
 * Other pages like the labelled one: from the list that links to it, found by looking where such lists usually are, or
 * from links on the page itself that are built like its own address. Fetched politely, one by one.
 */
import { SourceSettings } from "../../api/source.js";
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

/** Looks for pages and reads them; every step is stored at once, so that whoever looks sees how far it is. */
export async function readSiblings(tools: HarvestTools, id: string): Promise<void> {
  const { pool } = tools;
  const draft = await neededDraft(pool, id);
  const [first] = draft.body.pages;
  const own =
    first &&
    (await loadPage(
      pool,
      draft.rows.find(({ address }) => address === first.address),
    ));
  if (!own) return;
  const visit = draftVisitor(tools, { before: await beforeOf(tools, draft.body) }, own.address);
  await setSiblings(tools, id, { state: "looking", note: null });
  await dropSiblings(
    pool,
    id,
    draft.body.pages.map(({ address }) => address),
  );
  const given = draft.body.settings.isListProposed ? null : draft.body.settings.listAddress;
  const found = await findSiblings(tools, id, { visit, html: own.html, address: own.address, given });
  const wanted = nearest(found, canonicalAddress(own.address) ?? own.address);
  await putDraftPages(
    pool,
    id,
    wanted.map((address) => ({ address, role: "sibling" })),
  );
  await setSiblings(tools, id, wanted.length > 0 ? { state: "reading", note: null } : { state: "none", note: NONE });
  for (const { address, state, role } of await draftPages(pool, id)) {
    if (role !== "sibling" || state === "read") continue;
    tools.signal?.throwIfAborted();
    await readOne(tools, id, { address, visit });
  }
  if (wanted.length > 0) await setSiblings(tools, id, { state: "done", note: null });
}

const NONE = "No other pages found yet. Paste the address of the list page.";

async function readOne(tools: HarvestTools, id: string, { address, visit }: { address: string; visit: Visit }): Promise<void> {
  await setDraftPage(tools.pool, id, { address, state: "reading" });
  await touchDraft(tools.pool, id, nowOf(tools));
  const fetched = await visit(address);
  if (isPage(fetched)) {
    const snapshotId = await keepSnapshot(tools, fetched);
    await setDraftPage(tools.pool, id, { address, state: "read", snapshotId, fetchedAt: fetched.fetchedAt });
  } else {
    const reason =
      "reason" in fetched ? fetched.reason : fetched.kind === "gone" ? `the site answered ${fetched.status}` : fetched.kind;
    await setDraftPage(tools.pool, id, { address, state: "failed", reason });
  }
  await touchDraft(tools.pool, id, nowOf(tools));
}

async function setSiblings(tools: HarvestTools, id: string, siblings: DraftBody["siblings"]): Promise<void> {
  await changeDraft<DraftBody>(tools.pool, id, ({ body }) => ({ ...body, siblings }), nowOf(tools));
}

interface Search {
  readonly visit: Visit;
  readonly html: string;
  readonly address: string;
  readonly given: string | null; // a person named the list
}

async function findSiblings(tools: HarvestTools, id: string, search: Search): Promise<string[]> {
  const { visit, html, address, given } = search;
  for (const list of given === null ? listCandidates(html, address) : [given]) {
    tools.signal?.throwIfAborted();
    const fetched = await visit(list);
    if (!isPage(fetched)) continue;
    const page = { html: fetched.html, address: list };
    const links = linksFrom(page, address);
    if (links.length === 0) continue;
    await putDraftPages(tools.pool, id, [{ address: list, role: "list" }]);
    const snapshotId = await keepSnapshot(tools, fetched);
    await setDraftPage(tools.pool, id, { address: list, state: "read", snapshotId, fetchedAt: fetched.fetchedAt });
    await proposeList(tools, id, { list, html: fetched.html, isProposed: given === null });
    return links;
  }
  return alikeOn(html, address);
}

/** The record links of a list page, if it leads to the labelled page. */
function linksFrom(page: { html: string; address: string }, key: string): string[] {
  const own = canonicalAddress(key);
  const shown = shownLinks(page, (link) => canonicalAddress(link) === own);
  const learned = learnLinks(page, shown.slice(0, 1));
  return learned.ok ? recordLinks(learned.template, page) : [];
}

async function proposeList(
  tools: HarvestTools,
  id: string,
  { list, html, isProposed }: { list: string; html: string; isProposed: boolean },
): Promise<void> {
  await changeDraft<DraftBody>(
    tools.pool,
    id,
    ({ body }) => {
      const { settings } = body;
      if (isProposed && !settings.isListProposed && settings.listAddress !== null) return body; // a person was quicker
      return {
        ...body,
        settings: { ...settings, listAddress: list, isListProposed: isProposed, next: settings.next ?? proposeNext(html, list) },
      };
    },
    nowOf(tools),
  );
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
