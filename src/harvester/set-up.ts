/** A new source: its key page and siblings fetched, its templates learnt, all of it stored or nothing. */

import { refuse } from "../api/errors.js";
import type { LabelledAddress, SourceSettings } from "../api/source.js";
import { type Learned, type ListLearned, type ListTemplate, learn, learnList } from "../core/index.js";
import type { LabelledPage } from "../core/learn/labelled.js";
import type { FetchedPage } from "../fetch/fetch-page.js";
import { addSource, type SourceRow, scheduleCheck, setSourceSettings, setSourceState } from "../store/source.js";
import { addVersion, type NewVersion } from "../store/template.js";
import { transaction } from "../store/transaction.js";
import { alone } from "./alone.js";
import { changedSettings } from "./changed-settings.js";
import { canonicalAddress } from "./discover/canonical.js";
import { nextPage, ruleAt } from "./discover/next-page.js";
import { leftOut } from "./discover/patterns.js";
import { learnLinks, recordLinks, shownLinks } from "./discover/record-links.js";
import { readSitemap } from "./discover/sitemap.js";
import { labelledPage } from "./learn-again.js";
import { sealedSettings } from "./sealed-settings.js";
import { FEWEST_SIBLINGS } from "./templates.js";
import { type HarvestTools, nowOf } from "./tools.js";
import { isPage, type Visit, visitor } from "./visit.js";

export interface SetUp {
  readonly settings: SourceSettings; // with canonical addresses
  readonly pages: readonly LabelledPage[]; // the key page first
  readonly learned: Extract<Learned, { ok: true }>;
  readonly siblings: readonly { readonly address: string; readonly html: string }[];
  readonly leftOut: readonly string[]; // what was found, where the patterns leave out all of it
  readonly version: NewVersion;
}

const WANTED_SIBLINGS = 10;
const MOST_LIST_PAGES = 5; // on which the key's own link is looked for
const MOST_BETWEEN = 40; // links of a list of lists that are followed to find the one that leads to the key

export type Labelling = NonNullable<SourceSettings["key"]>;

/** The labelled pages as they are now; refuses what cannot be fetched with the code that says why. */
export async function fetchLabelled(tools: HarvestTools, settings: SourceSettings, key: Labelling): Promise<LabelledPage[]> {
  const visit = visitor(tools.door, settings, tools.signal);
  const pages: LabelledPage[] = [];
  for (const label of [key, ...key.further]) {
    const { html, address } = await needed(visit, label.address);
    pages.push(labelledPage({ ...label, address: isOtherForm(label.address, address) ? address : label.address }, html));
  }
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

async function needed(visit: Visit, address: string): Promise<FetchedPage> {
  const fetched = await visit(address);
  if (isPage(fetched)) return fetched;
  if (fetched.kind === "gone") return refuse("page-gone", address, `the status is ${fetched.status}`);
  if (fetched.kind === "not-modified") throw new Error("it was asked for as a whole");
  return refuse(fetched.code, address, fetched.reason);
}

/** Learns without storing anything: `keepSource` and `rekeySource` do that. */
export async function learnSource(
  tools: HarvestTools,
  settings: SourceSettings,
  pages: readonly LabelledPage[],
): Promise<SetUp | Extract<Learned, { ok: false }>> {
  const { key } = settings;
  if (!key) throw new Error("a source of final pages has a key");
  const visit = visitor(tools.door, settings, tools.signal);
  const full = { ...settings, key: canonicalKey(asFetched(key, pages), settings) };
  const { links, addresses } = await learnChain(visit, full, full.key.address);
  const siblings = await fetchSiblings(visit, full, addresses);
  const isWanted = addresses.some(
    (address) => leftOut(canonicalAddress(address, full.discovery.dropParameters) ?? address, full.discovery) === undefined,
  );
  const isProvisional = siblings.length < FEWEST_SIBLINGS;
  const [own, ...further] = pages as [LabelledPage, ...LabelledPage[]];
  const learned = learn({ ...own, further, siblings: isProvisional ? [] : siblings, volatile: settings.volatile });
  if (!learned.ok) return learned;
  const learnt = {
    by: "labels" as const,
    siblings: isProvisional ? 0 : siblings.length,
    further: further.length,
    unconfirmed: false,
  };
  return {
    settings: full,
    pages,
    learned,
    siblings,
    leftOut: isWanted ? [] : addresses,
    version: {
      origin: "labels",
      standing: isProvisional ? "provisional" : "confirmed",
      note: isProvisional
        ? `${siblings.length} siblings are too few; it is learnt again once five pages are in`
        : `with ${siblings.length} siblings`,
      templates: [
        { role: "record", variant: 1, stored: { kind: "page", template: learned.template, learnt } },
        ...links.map((template, i) => ({
          role: "links" as const,
          variant: i + 1,
          stored: { kind: "list" as const, template, delimiters: [] },
        })),
      ],
    },
  };
}

/** With the addresses of `fetchLabelled`. */
function asFetched(key: Labelling, [own, ...others]: readonly LabelledPage[]): Labelling {
  const further = key.further.map((label, i) => ({ ...label, address: others[i]?.url ?? label.address }));
  return { ...key, address: own?.url ?? key.address, further };
}

function canonicalKey(key: Labelling, { discovery }: SourceSettings): Labelling {
  const canonical = <Label extends LabelledAddress>(label: Label): Label => ({
    ...label,
    address: canonicalAddress(label.address, discovery.dropParameters) ?? label.address,
  });
  return { ...canonical(key), further: key.further.map(canonical) };
}

interface Chain {
  readonly links: readonly ListTemplate[]; // level by level
  readonly addresses: readonly string[]; // final pages seen on the way
}

/** Which links lead from the first list to the key page; refuses where none does. */
async function learnChain(visit: Visit, { discovery }: SourceSettings, key: string): Promise<Chain> {
  const [list] = discovery.lists;
  if (list === undefined) return { links: [], addresses: await namedPages(visit, discovery) };
  const found = await chainTo(visit, { discovery, list, key, levels: discovery.depth });
  return found ?? refuse("link-not-found", list, key);
}

interface Search {
  readonly discovery: SourceSettings["discovery"];
  readonly list: string;
  readonly key: string;
  readonly levels: number; // between this list and the key
}

async function chainTo(visit: Visit, { discovery, list, key, levels }: Search): Promise<Chain | undefined> {
  const { dropParameters } = discovery;
  const canonical = (address: string): string => canonicalAddress(address, dropParameters) ?? "";
  let address: string | undefined = list;
  for (let number = 1; address !== undefined && number <= MOST_LIST_PAGES; number++) {
    const fetched: Awaited<ReturnType<Visit>> =
      number === 1 && levels === discovery.depth ? await needed(visit, address) : await visit(address);
    if (!isPage(fetched)) return undefined;
    const page = { html: fetched.html, address: fetched.address };
    if (levels === 1) {
      const shown = shownLinks(page, (link) => canonical(link) === key);
      const learned = learnLinks(page, shown.slice(0, 1));
      if (learned.ok) return { links: [learned.template], addresses: recordLinks(learned.template, page, dropParameters) };
    } else {
      for (const link of shownLinks(page, (each) => canonical(each) !== canonical(list)).slice(0, MOST_BETWEEN)) {
        const below = await chainTo(visit, { discovery, list: link, key, levels: levels - 1 });
        const learned = below && learnLinks(page, [link]);
        if (below && learned?.ok) return { links: [learned.template, ...below.links], addresses: below.addresses };
      }
    }
    address = nextPage(ruleAt(discovery.next, discovery.depth - levels + 1), { ...page, number });
  }
  return undefined;
}

async function namedPages(visit: Visit, discovery: SourceSettings["discovery"]): Promise<string[]> {
  const [sitemap] = discovery.sitemaps;
  if (sitemap === undefined) return discovery.addresses;
  const fetched = await visit(sitemap, { accept: "any" });
  const read = isPage(fetched) ? readSitemap(fetched.bytes) : undefined;
  const listed = read?.ok && read.kind === "pages" ? read.addresses : [];
  return [...discovery.addresses, ...listed];
}

async function fetchSiblings(
  visit: Visit,
  { discovery, key }: SourceSettings,
  addresses: readonly string[],
): Promise<{ address: string; html: string }[]> {
  const labelled = new Set([key?.address, ...(key?.further ?? []).map(({ address }) => address)]);
  const siblings: { address: string; html: string }[] = [];
  for (const written of addresses) {
    const address = canonicalAddress(written, discovery.dropParameters);
    if (address === undefined || labelled.has(address) || leftOut(address, discovery) !== undefined) continue;
    labelled.add(address);
    const fetched = await visit(address);
    if (isPage(fetched)) siblings.push({ address, html: fetched.html });
    if (siblings.length >= WANTED_SIBLINGS) break;
  }
  return siblings;
}

/** A source whose list pages hold its records whole: it needs no final pages, and so no key page. */
export async function learnListSource(
  tools: HarvestTools,
  settings: SourceSettings,
): Promise<{ readonly page: FetchedPage; readonly learned: ListLearned }> {
  const [list] = settings.discovery.lists;
  if (list === undefined) return refuse("source-invalid", "it names no list that holds its records");
  const page = await needed(visitor(tools.door, settings, tools.signal), list);
  return { page, learned: learnList({ html: page.html, url: page.address, records: settings.records }) };
}

export async function keepSource(
  tools: HarvestTools,
  name: string,
  setUp: Pick<SetUp, "settings" | "version">,
): Promise<SourceRow> {
  const now = nowOf(tools);
  return transaction(tools.pool, async (client) => {
    const source = (await addSource(client, name, sealedSettings(tools, setUp.settings), now)) ?? refuse("source-exists", name);
    const templateVersion = await addVersion(client, source.id, setUp.version, now);
    return { ...source, templateVersion };
  });
}

/** New labels for a source: a new version, in force at once; a deferred source is active again. */
export function rekeySource(tools: HarvestTools, source: SourceRow, setUp: Pick<SetUp, "settings" | "version">): Promise<number> {
  const now = nowOf(tools);
  return alone(tools, source, ({ state }) =>
    transaction(tools.pool, async (client) => {
      await setSourceSettings(client, source.id, changedSettings(source.settings, sealedSettings(tools, setUp.settings)), now);
      if (state === "deferred") await setSourceState(client, source.id, { state: "active", reason: null }, now);
      if (setUp.settings.schedule !== null) await scheduleCheck(client, source.id, now); // read by it at once
      return addVersion(client, source.id, setUp.version, now);
    }),
  );
}
