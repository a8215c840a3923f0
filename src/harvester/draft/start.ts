/** A draft begins with one page: fetched, sent as a file, or one that a source has. */

import { randomUUID } from "node:crypto";
import { refuse } from "../../api/errors.js";
import { because } from "../../api/reasons.js";
import { DAILY } from "../../api/schedule.js";
import type { SourceSettings } from "../../api/source.js";
import { withScheme } from "../../api/with-scheme.js";
import { addDraft, putDraftPages, setDraftPage } from "../../store/draft.js";
import { pageOf, pagesOfGroup } from "../../store/page.js";
import { digestOf } from "../../store/snapshot.js";
import type { SourceRow } from "../../store/source.js";
import { canonicalAddress } from "../find/canonical.js";
import { ownHosts } from "../find/same-page.js";
import { pageBytes } from "../read/page-bytes.js";
import { isPage } from "../read/visit.js";
import { loadTemplates, placesAt } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import type { DraftBody } from "./body.js";
import { keepSnapshot } from "./pages.js";
import { draftVisitor } from "./siblings.js";

const MOST_OF_GROUP = 20;
const MOST_DRAFTS = 200; // of one person, that were not kept

export async function startDraft(tools: HarvestTools, address: string, createdBy: string | null): Promise<string> {
  const page = await fetched(tools, { before: null }, addressOf(address));
  const name = await tools.threads.call("siteName", { page: pageBytes(page) });
  const id = await begun(tools, bodyOf(page.address, { name }), createdBy);
  await putOwn(tools, id, page);
  return id;
}

export async function startUpload(
  tools: HarvestTools,
  { address, bytes, contentType }: { address: string; bytes: Uint8Array; contentType: string },
  createdBy: string | null,
): Promise<string> {
  const own = addressOf(address);
  const label = /charset=([^;\s]{1,100})/i.exec(contentType)?.[1];
  const opened = await tools.threads.call("openUpload", { page: pageBytes({ bytes, charset: label ?? "", address: own }) });
  if (opened.kind !== "page") return refuse(opened.kind === "empty" ? "page-empty" : "page-not-html", own);
  const { charset, name } = opened;
  const id = await begun(tools, bodyOf(own, { name }), createdBy);
  const page = {
    address: own,
    bytes,
    digest: digestOf(bytes).toString("hex"),
    charset,
    mediaType: "text/html",
    rendered: false,
  };
  const snapshotId = await keepSnapshot(tools, page);
  await putDraftPages(tools.pool, id, [{ address: own, role: "own" }]);
  await setDraftPage(tools.pool, id, { address: own, state: "read", snapshotId, fetchedAt: nowOf(tools), isUpload: true });
  return id;
}

export async function startRekey(
  tools: HarvestTools,
  source: SourceRow,
  address: string | undefined,
  createdBy: string | null,
): Promise<string> {
  const wanted = address === undefined ? await listedNow(tools, source) : addressOf(address);
  const page = await fetched(tools, { before: source.settings }, wanted);
  const settings = ofSource(source);
  const id = await begun(tools, { ...bodyOf(page.address, settings), mode: "rekey", ...guided(source) }, createdBy);
  await putOwn(tools, id, page);
  return id;
}

/** The pages of the group are those the store has; nothing is fetched. */
export async function startVariant(
  tools: HarvestTools,
  source: SourceRow,
  { group, address }: { group: string; address: string | undefined },
  createdBy: string | null,
): Promise<string> {
  const { pool } = tools;
  const pages = (await pagesOfGroup(pool, source.id, group, MOST_OF_GROUP)).filter(({ snapshotId }) => snapshotId !== null);
  const named = address === undefined ? undefined : await pageOf(pool, source.id, address);
  const own = named ?? pages[0] ?? refuse("not-there", "group of withheld pages");
  const body: DraftBody = {
    ...bodyOf(own.address, ofSource(source)),
    mode: "variant",
    group,
    ...guided(source),
    siblings: { state: "done", note: null },
  };
  const id = await begun(tools, body, createdBy);
  const others = pages.filter((page) => page.id !== own.id);
  await putDraftPages(pool, id, [
    { address: own.address, role: "own" },
    ...others.map((page) => ({ address: page.address, role: "sibling" as const })),
  ]);
  for (const { address: each, snapshotId, seenAt } of [own, ...others])
    await setDraftPage(pool, id, { address: each, state: "read", snapshotId, fetchedAt: seenAt });
  return id;
}

/** The first page that its list shows now by the links as they were learnt, else the key's own. */
async function listedNow(tools: HarvestTools, source: SourceRow): Promise<string> {
  const { discovery, key } = source.settings;
  const [list] = discovery.lists;
  const places = placesAt(await loadTemplates(tools.pool, source), 1);
  if (list !== undefined && places.length > 0) {
    const page = await draftVisitor(tools, { before: source.settings }, list)(list);
    const own = { hosts: ownHosts(source.settings), dropParameters: discovery.dropParameters };
    const [first] = isPage(page) ? (await tools.threads.call("links", { page: pageBytes(page), places, ...own })).links : [];
    if (first !== undefined) return first;
  }
  return key?.address ?? list ?? refuse("draft-incomplete", because("page-unnamed"));
}

const ofSource = ({ name, settings }: SourceRow): Partial<DraftBody["settings"]> => ({
  name,
  listAddress: settings.discovery.lists[0] ?? null,
  isListProposed: false,
  next: settings.discovery.next,
});

const guided = (source: SourceRow): Pick<DraftBody, "sourceId" | "guide" | "before"> => ({
  sourceId: source.id,
  guide: source.settings.key?.labels ?? {},
  before: { ...source.settings, headers: {}, cookies: {} }, // those are asked of the source
});

function addressOf(written: string): string {
  return canonicalAddress(withScheme(written)) ?? refuse("address-refused", written.slice(0, 200), because("not-of-the-web"));
}

async function fetched(tools: HarvestTools, of: { before: SourceSettings | null }, address: string) {
  const page = await draftVisitor(tools, of, address)(address);
  if (isPage(page)) return page;
  if (page.kind === "gone") return refuse("page-gone", address, because("status", page.status));
  if (page.kind === "not-modified") throw new Error("it was asked for as a whole");
  return refuse(page.code, address, page.reason);
}

async function begun(tools: HarvestTools, body: DraftBody, createdBy: string | null): Promise<string> {
  const id = randomUUID();
  if (!(await addDraft(tools.pool, { id, body, createdBy, limit: MOST_DRAFTS }, nowOf(tools))))
    return refuse("too-many-drafts", MOST_DRAFTS);
  return id;
}

async function putOwn(tools: HarvestTools, id: string, page: Awaited<ReturnType<typeof fetched>>): Promise<void> {
  const address = canonicalAddress(page.address) ?? page.address;
  await putDraftPages(tools.pool, id, [{ address, role: "own" }]);
  const snapshotId = await keepSnapshot(tools, page);
  await setDraftPage(tools.pool, id, { address, state: "read", snapshotId, fetchedAt: page.fetchedAt });
}

function bodyOf(address: string, settings: Partial<DraftBody["settings"]>): DraftBody {
  return {
    version: 1,
    mode: "new",
    sourceId: null,
    group: null,
    edits: 0,
    pages: [{ address: canonicalAddress(address) ?? address, region: null, labels: [], absent: [] }],
    records: [],
    guide: {},
    siblings: { state: "waiting", note: null },
    settings: {
      name: "",
      listAddress: null,
      isListProposed: true,
      next: null,
      schedule: DAILY,
      warnMail: null,
      ...settings,
    },
    before: null,
  };
}
