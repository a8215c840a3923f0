/** A new source: its key page and siblings fetched, its templates learnt, all of it stored or nothing. */

import { type ErrorReport, refuse } from "../../api/errors.js";
import { because } from "../../api/reasons.js";
import type { LabelledAddress, SourceSettings } from "../../api/source.js";
import type { Learned } from "../../core/index.js";
import type { FetchedPage } from "../../fetch/fetch-page.js";
import type { Db } from "../../store/db.js";
import { putFetched } from "../../store/page.js";
import { storeSnapshot } from "../../store/snapshot.js";
import { addSource, type SourceRow, scheduleCheck, setSourceSettings, setSourceState } from "../../store/source.js";
import { addVersion, type ListLinks, type NewTemplate, type NewVersion, templatesInForce } from "../../store/template.js";
import { transaction } from "../../store/transaction.js";
import type { ListPageLearned } from "../check/list-jobs.js";
import { canonicalAddress } from "../find/canonical.js";
import { type FoundLinks, findLinks, likeNamed, namedLists, type SampledPage } from "../find/find-links.js";
import { leftOut } from "../find/patterns.js";
import { isOnHosts, ownHosts } from "../find/same-page.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { packed } from "../read/read-isolated.js";
import { isPage, type Visit, visitor } from "../read/visit.js";
import { changedSettings } from "../settings/changed-settings.js";
import { sealedSettings } from "../settings/sealed-settings.js";
import { FEWEST_SIBLINGS } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { withSourceLock } from "../write/source-lock.js";
import { type LabelledBytes, labelledBytes } from "./labelled-bytes.js";
import { noteOnPauses, notesOnLists, proposals } from "./set-up-notes.js";

export interface SetUp {
  readonly settings: SourceSettings; // with canonical addresses
  readonly pages: LabelledPages;
  readonly learned: Extract<Learned, { ok: true }>;
  readonly siblings: readonly SampledPage[];
  readonly found: { readonly lists: number; readonly links: number; readonly looked: number };
  readonly notes: readonly ErrorReport[]; // on the pages that were found
  readonly leftOut: readonly string[]; // what was found, where the patterns leave out all of it
  readonly version: NewVersion;
}

const WANTED_SIBLINGS = 10;

export type Labelling = NonNullable<SourceSettings["key"]>;

/** The key page first. */
export type LabelledPages = readonly [LabelledBytes, ...LabelledBytes[]];

/** The labelled pages as they are now; refuses what cannot be fetched with the code that says why. */
export async function fetchLabelled(tools: HarvestTools, settings: SourceSettings, key: Labelling): Promise<LabelledPages> {
  const visit = visitor(tools.door, settings, tools.signal);
  const fetched = async (label: LabelledAddress): Promise<LabelledBytes> => {
    const page = await needed(visit, label.address);
    return labelledBytes({ ...label, address: isOtherForm(label.address, page.address) ? page.address : label.address }, page);
  };
  const pages: [LabelledBytes, ...LabelledBytes[]] = [await fetched(key)];
  for (const label of key.further) pages.push(await fetched(label));
  return pages;
}

/** https for http, a host's other name, a slash at the end: lists name the page so, and it would be another one. */
function isOtherForm(asked: string, final: string): boolean {
  const form = (address: string): string => {
    const { pathname, search } = new URL(address);
    return pathname.replace(/\/$/, "") + search;
  };
  return form(asked) === form(final);
}

export async function needed(visit: Visit, address: string): Promise<FetchedPage> {
  const fetched = await visit(address);
  if (isPage(fetched)) return fetched;
  if (fetched.kind === "gone") return refuse("page-gone", address, because("status", fetched.status));
  if (fetched.kind === "not-modified") throw new Error("it was asked for as a whole");
  return refuse(fetched.code, address, fetched.reason);
}

/** Learns without storing anything: `keepSource` and `rekeySource` do that. */
export async function learnSource(
  tools: HarvestTools,
  settings: SourceSettings,
  pages: LabelledPages,
): Promise<SetUp | Extract<Learned, { ok: false }>> {
  const { key } = settings;
  if (!key) throw new Error("a source of final pages has a key");
  const visit = visitor(tools.door, settings, tools.signal);
  const full = { ...settings, key: canonicalKey(asFetched(key, pages), settings) };
  const { found, notes } = await linksFor(tools, visit, full, pages);
  const { addresses, looked } = found;
  const discovery = { ...full.discovery, depth: Math.max(full.discovery.depth, found.levels.length) };
  const siblings = found.pages.slice(0, WANTED_SIBLINGS);
  const isWanted = addresses.some(
    (address) => leftOut(canonicalAddress(address, full.discovery.dropParameters) ?? address, full.discovery) === undefined,
  );
  const isProvisional = siblings.length < FEWEST_SIBLINGS;
  const used = isProvisional ? [] : siblings.map(pageBytes);
  const learned = await tools.threads.call("learn", { pages, siblings: used, volatile: settings.volatile });
  if (!learned.ok) return learned;
  const learnt = {
    by: "labels" as const,
    siblings: used.length,
    further: pages.length - 1,
    unconfirmed: false,
  };
  return {
    settings: { ...full, discovery },
    pages,
    learned,
    siblings: found.pages,
    found: { lists: looked.lists, links: addresses.length, looked: looked.pages },
    notes: [...notes, ...(await noteOnPauses(tools, full.key.address))],
    leftOut: isWanted ? [] : addresses,
    version: {
      origin: "labels",
      standing: isProvisional ? "provisional" : "confirmed",
      note: isProvisional
        ? `${siblings.length} siblings are too few; it is learnt again once five pages are in`
        : `with ${siblings.length} siblings`,
      templates: [
        { role: "record", variant: 1, stored: { kind: "page", template: learned.template, learnt } },
        ...linksOfLevels(found),
      ],
    },
  };
}

/** With the addresses of `fetchLabelled`. */
function asFetched(key: Labelling, [own, ...others]: LabelledPages): Labelling {
  const further = key.further.map((label, i) => ({ ...label, address: others[i]?.label.address ?? label.address }));
  return { ...key, address: own.label.address, further };
}

function canonicalKey(key: Labelling, { discovery }: SourceSettings): Labelling {
  const canonical = <Label extends LabelledAddress>(label: Label): Label => ({
    ...label,
    address: canonicalAddress(label.address, discovery.dropParameters) ?? label.address,
  });
  return { ...canonical(key), further: key.further.map(canonical) };
}

/** What tells the kind of pages stands with the last level; where pages are named without lists, alone. */
export const linksOfLevels = ({ levels, kind, least }: Pick<FoundLinks, "levels" | "kind" | "least">): ListLinks[] =>
  (levels.length > 0 ? levels : [[]]).map((places, i) => {
    const isLast = i >= levels.length - 1;
    const stored = {
      kind: "links" as const,
      places: [...places],
      features: isLast ? [...kind] : [],
      least: isLast ? least : 0,
      unlike: [],
    };
    return { role: "links", variant: i + 1, stored };
  });

/** Where the lists link to pages like the key's; refuses where none does. */
async function linksFor(
  tools: HarvestTools,
  visit: Visit,
  settings: SourceSettings,
  pages: LabelledPages,
): Promise<{ readonly found: FoundLinks; readonly notes: readonly ErrorReport[] }> {
  const { discovery, key } = settings;
  const addressed = pages.map(({ label, page }) => ({
    ...page,
    address: canonicalAddress(label.address, discovery.dropParameters) ?? label.address,
  })) as [PageBytes, ...PageBytes[]];
  const search = { tools, visit, settings, labelled: addressed };
  if (discovery.lists.length === 0) {
    const found = await likeNamed(search, await namedPages(tools, visit, settings));
    return { found, notes: await proposals(search) };
  }
  const lists: PageBytes[] = [];
  for (const [i, address] of namedLists(discovery).entries()) {
    const fetched = i === 0 ? await needed(visit, address) : await visit(address);
    if (isPage(fetched)) lists.push(pageBytes(fetched));
  }
  const found = (await findLinks(search, lists)) ?? refuse("link-not-found", discovery.lists[0] ?? "", key?.address ?? "");
  return { found, notes: await notesOnLists(tools, settings, lists, found) };
}

/** Final pages that a sitemap or a person names. */
async function namedPages(tools: HarvestTools, visit: Visit, settings: SourceSettings): Promise<string[]> {
  const { sitemaps, addresses } = settings.discovery;
  const [sitemap] = sitemaps;
  if (sitemap === undefined) return addresses;
  const fetched = await visit(sitemap, { accept: "any" });
  const read = isPage(fetched) ? await tools.threads.call("sitemap", { page: pageBytes(fetched) }) : undefined;
  const listed = read?.ok && read.kind === "pages" ? read.links : [];
  const hosts = ownHosts(settings);
  return [...addresses, ...listed].flatMap((written) => {
    const address = canonicalAddress(written, settings.discovery.dropParameters);
    return address !== undefined && isOnHosts(address, hosts) ? address : [];
  });
}

/** A source whose list pages hold its records whole: it needs no final pages, and so no key page. */
export async function learnListSource(
  tools: HarvestTools,
  settings: SourceSettings,
): Promise<{ readonly page: FetchedPage; readonly learned: ListPageLearned }> {
  const [list] = settings.discovery.lists;
  if (list === undefined) return refuse("source-invalid", "it names no list that holds its records");
  const page = await needed(visitor(tools.door, settings, tools.signal), list);
  return { page, learned: await tools.threads.call("learnList", { page: pageBytes(page), records: settings.records }) };
}

export async function keepSource(
  tools: HarvestTools,
  name: string,
  setUp: Pick<SetUp, "settings" | "version"> & Partial<Pick<SetUp, "siblings">>,
): Promise<SourceRow> {
  const now = nowOf(tools);
  const fetched = (setUp.siblings ?? []).filter(({ isMoved }) => !isMoved); // a harvest tells where those belong
  const pages = await Promise.all(fetched.map(async (page) => ({ page, snapshot: await packed(tools, page) })));
  return transaction(tools.pool, async (client) => {
    const source = (await addSource(client, name, sealedSettings(tools, setUp.settings), now)) ?? refuse("source-exists", name);
    const templateVersion = await addVersion(client, source.id, setUp.version, now);
    for (const { page, snapshot } of pages) await putFetched(client, source.id, page, await storeSnapshot(client, snapshot, now));
    return { ...source, templateVersion };
  });
}

/** New labels for a source: a new version, in force at once; a deferred source is active again. */
export function rekeySource(tools: HarvestTools, source: SourceRow, setUp: Pick<SetUp, "settings" | "version">): Promise<number> {
  const now = nowOf(tools);
  return withSourceLock(tools, source, ({ state }) =>
    transaction(tools.pool, async (client) => {
      await setSourceSettings(client, source.id, changedSettings(source.settings, sealedSettings(tools, setUp.settings)), now);
      if (state === "deferred") await setSourceState(client, source.id, { state: "active", reason: null }, now);
      if (setUp.settings.schedule !== null) await scheduleCheck(client, source.id, now); // read by it at once
      return addVersion(client, source.id, await withNoRecords(client, source.id, setUp.version), now);
    }),
  );
}

/** What tells pages that a person called no records stays said. */
async function withNoRecords(db: Db, sourceId: string, version: NewVersion): Promise<NewVersion> {
  const unlike = (await templatesInForce(db, sourceId)).flatMap((row) => (row.role === "links" ? row.stored.unlike : []));
  const last = version.templates.findLast((each) => each.role === "links");
  const templates = version.templates.map(
    (each): NewTemplate => (each === last ? { ...last, stored: { ...last.stored, unlike } } : each),
  );
  return { ...version, templates };
}
