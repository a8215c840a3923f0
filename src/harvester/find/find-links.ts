/**
 * Where the lists of a new source link to its records: from the labelled page, the lists and the pages they lead to.
 *
 * Links that lead to the labelled page show places; what else stands at a place is proved by some of its pages, which must
 * be built like the labelled one (docs/decisions/0035).
 */
import type { SourceSettings } from "../../api/source.js";
import { type Features, likeness, type PageKind } from "../../core/kind/page-kind.js";
import { LEVELS } from "../../core/links/placed-links.js";
import type { FetchedPage } from "../../fetch/fetch-page.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { isPage, type Visit } from "../read/visit.js";
import { unlessTooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";
import { shapeOf } from "./address-shape.js";
import type { LinkSet, Place } from "./link-sets.js";
import { ruleAt } from "./next-page.js";
import { leftOut } from "./patterns.js";
import { HIGH, LOW, leastFor, proveSets } from "./prove-sets.js";
import { type Own, ownHosts, pageIdentity } from "./same-page.js";
import { spread } from "./spread.js";
import { walkList } from "./walk-list.js";

export interface FoundLinks {
  readonly levels: readonly (readonly Place[])[]; // where links stand, from the first list down to the records
  readonly kind: PageKind;
  readonly least: number; // likeness from which a page is of the kind
  readonly addresses: readonly string[]; // of final pages, as far as lists were looked at
  readonly pages: readonly SampledPage[]; // other pages of the kind
  readonly looked: { readonly lists: number; readonly pages: number }; // at so many, to find out
}

/** Under the address it was asked for; `isMoved` if it was found elsewhere. */
export type SampledPage = FetchedPage & { readonly isMoved: boolean };

export interface Search {
  readonly tools: Pick<HarvestTools, "threads">;
  readonly visit: Visit;
  readonly settings: SourceSettings;
  readonly labelled: readonly [PageBytes, ...PageBytes[]]; // under canonical addresses
}

const MOST_LISTS = 10; // of those named, looked at before anything is kept
const MOST_SEARCHED = 40; // further list pages on which a link to the labelled page is looked for
const MOST_BETWEEN = 40; // links of a list of lists that are followed to find the one that leads on
const MOST_ABOVE = 5; // where no list of lists was spoken of
const MOST_GONE_ON = 3; // further pages of a list of few links
const MOST_SETS = 6;
const MOSTLY = 0.8;
const FIRST_TRIED = 3; // pages of each set
const TRIED = 8; // pages of a set that is as good as any
const MOST_OTHER_PLACES = 4;

/** Undefined where no list leads to pages like the labelled one. */
export function findLinks(search: Search, lists: readonly PageBytes[]): Promise<FoundLinks | undefined> {
  return new LinkSearch(search).find(lists);
}

/** Pages that are named one by one: which of them are like the labelled one tells what the others must be like. */
export function likeNamed(search: Search, addresses: readonly string[]): Promise<FoundLinks> {
  return new LinkSearch(search).named(addresses);
}

/** The first pages of the lists that a person named. */
export const namedLists = ({ lists }: SourceSettings["discovery"]): readonly string[] => lists.slice(0, MOST_LISTS);

interface Chain {
  readonly above: readonly (readonly Place[])[]; // level by level
  readonly sets: readonly LinkSet[]; // of the last level
}

class LinkSearch {
  readonly #own: Own;
  readonly #fetched = new Map<string, { readonly page: SampledPage; readonly features: Features } | undefined>();
  readonly #lists: PageBytes[] = []; // whose links were looked at

  constructor(readonly search: Search) {
    const { settings } = search;
    this.#own = { hosts: ownHosts(settings), dropParameters: settings.discovery.dropParameters };
  }

  get #wanted(): string[] {
    return this.search.labelled.map(({ address }) => address);
  }

  #setsTo(page: PageBytes, wanted: readonly string[]): Promise<LinkSet[]> {
    const { labelled, tools } = this.search;
    return tools.threads.call("linkSetsTo", { page, labelled: labelled[0], wanted, ...this.#own });
  }

  #setsOn(page: PageBytes): Promise<LinkSet[]> {
    const { labelled, tools } = this.search;
    return tools.threads.call("linkSetsOn", { page, labelled: labelled[0], wanted: this.#wanted, ...this.#own });
  }

  async find(lists: readonly PageBytes[]): Promise<FoundLinks | undefined> {
    this.#lists.push(...lists);
    const { depth } = this.search.settings.discovery;
    const chain = (await this.#chain(lists, depth)) ?? (depth === 1 ? await this.#between(lists, 2, MOST_ABOVE) : undefined);
    if (chain) {
      const proved = await this.#proved(await this.#goneOn(chain.sets));
      return proved ? this.#complete(chain.above, proved) : this.#unproved(chain.above, chain.sets[0]);
    }
    const others = (await Promise.all(lists.map((list) => this.#setsOn(list)))).flat();
    const menus = (await Promise.all(lists.map((list) => this.#setsTo(list, this.#wanted)))).flat();
    for (const sets of [others, menus]) {
      const proved = await this.#proved(sets);
      if (proved) return this.#complete([], proved);
    }
    return this.#unproved([], menus[0] ?? others.find((set) => this.#isBuiltAlike(set)));
  }

  /** Nothing tells the kind of its pages: they are few, or say little; then the template alone tells which are read. */
  #unproved(above: Chain["above"], set: LinkSet | undefined): FoundLinks | undefined {
    return (
      set && {
        looked: this.#looked,
        levels: [...above, placesOf([set])],
        kind: [],
        least: 0,
        addresses: set.links,
        pages: this.#pagesLike([], 0),
      }
    );
  }

  get #looked(): FoundLinks["looked"] {
    return { lists: this.#lists.length, pages: this.#fetched.size };
  }

  #isBuiltAlike({ links }: LinkSet): boolean {
    const shapes = new Set(this.#wanted.map(shapeOf));
    return links.filter((link) => shapes.has(shapeOf(link))).length >= MOSTLY * links.length;
  }

  async named(addresses: readonly string[]): Promise<FoundLinks> {
    const shapes = new Set(this.#wanted.map(shapeOf));
    const alike = addresses.filter((address) => shapes.has(shapeOf(address)));
    const links = alike.length >= TRIED ? alike : addresses;
    const proved = await this.#proved([{ places: [], links, isMenu: false }]);
    if (!proved) return { levels: [], kind: [], least: 0, addresses, pages: this.#pagesLike([], 0), looked: this.#looked };
    const least = leastFor(proved.kind);
    return { levels: [], kind: proved.kind, least, addresses, pages: this.#pagesLike(proved.kind, least), looked: this.#looked };
  }

  #pagesLike(kind: PageKind, least: number): SampledPage[] {
    return [...this.#fetched.values()].flatMap((each) =>
      each && (kind.length === 0 || likeness(kind, each.features) >= least) ? each.page : [],
    );
  }

  /** The sets with what the next pages of their list show there, if they are short: a few pages share more than their kind. */
  async #goneOn(sets: readonly LinkSet[]): Promise<readonly LinkSet[]> {
    const list = this.#lists.at(-1);
    if (!list || Math.max(...sets.map(({ links }) => links.length)) > TRIED) return sets;
    const longer = sets.map((set) => ({ ...set, links: [...set.links] }));
    const left = { pages: MOST_GONE_ON };
    for await (const page of this.#nextPages(list, left))
      for (const set of longer) {
        const { links } = await this.search.tools.threads.call("links", { page, places: set.places.slice(0, 1), ...this.#own });
        set.links.push(...links.filter((link) => !set.links.includes(link)));
      }
    return longer;
  }

  /** How the lists lead to the labelled page, by so many links. */
  async #chain(lists: readonly PageBytes[], levels: number): Promise<Chain | undefined> {
    if (levels > 1) return this.#between(lists, levels);
    const direct = (await Promise.all(lists.map((list) => this.#listedSets(list)))).flat();
    return direct.length > 0 ? { above: [], sets: merged(direct) } : this.#later(lists);
  }

  /** A menu leads to the labelled page from everywhere, and tells of no list. */
  async #listedSets(page: PageBytes): Promise<LinkSet[]> {
    const sets = await this.#setsTo(page, this.#wanted);
    return sets.some(({ isMenu }) => !isMenu) ? sets : [];
  }

  async #later(lists: readonly PageBytes[]): Promise<Chain | undefined> {
    const left = { pages: MOST_SEARCHED };
    for (const list of lists)
      for await (const page of this.#nextPages(list, left)) {
        const sets = await this.#listedSets(page);
        if (sets.length === 0) continue;
        this.#lists.push(page);
        return { above: [], sets };
      }
    return undefined;
  }

  /** The pages after the first one of a list: each shows new links at places where that has many. */
  async *#nextPages(list: PageBytes, left: { pages: number }): AsyncGenerator<PageBytes> {
    const { threads } = this.search.tools;
    const { next, depth } = this.search.settings.discovery;
    const known = new Map<number, Set<string>>();
    const walk = walkList(list.address, {
      fetch: async (address, isFirst) => (isFirst ? list : left.pages-- > 0 ? this.#listAt(address) : undefined),
      next: (page, number) => threads.call("nextLinks", { page, number, rule: ruleAt(next, depth), ...this.#own }),
    });
    for await (const here of walk) {
      if (left.pages < 0) return;
      for (const { sum, links } of await threads.call("manyAtPlaces", { page: here.page, ...this.#own })) {
        const before = known.get(sum) ?? (here.isFirst ? new Set() : undefined);
        if (!before) continue;
        known.set(sum, before);
        if (links.some((link) => !before.has(link))) here.isUseful = true;
        for (const link of links) before.add(link);
      }
      if (here.isFirst) here.isUseful = true;
      else if (here.isUseful) yield here.page;
    }
  }

  /** By the first of the lists' links that leads on; those that stand above the labelled page in its site first. */
  async #between(lists: readonly PageBytes[], levels: number, most = MOST_BETWEEN): Promise<Chain | undefined> {
    for (const list of lists) {
      const above = await this.#linksAbove(list);
      const others = most === MOST_ABOVE ? [] : await this.search.tools.threads.call("linksShown", { page: list, ...this.#own });
      for (const link of [...new Set([...above, ...others])].slice(0, most)) {
        const page = await this.#listAt(link);
        const below = page && (await this.#chain([page], levels - 1));
        const [upper] = below ? await this.#setsTo(list, [link]) : [];
        if (!page || !below || !upper) continue;
        this.#lists.push(page);
        return { above: [placesOf([upper]), ...below.above], sets: below.sets };
      }
    }
    return undefined;
  }

  /** Links of a list to what the labelled page's address stands under, the nearest first. */
  async #linksAbove(list: PageBytes): Promise<string[]> {
    const [{ address }] = this.search.labelled;
    const pathOf = (link: string): string => new URL(link).pathname.replace(/(?:index\.html?|\/)$/, "");
    const shown = await this.search.tools.threads.call("linksShown", { page: list, ...this.#own });
    const above = shown.filter((link) => pathOf(link) !== "" && new URL(address).pathname.startsWith(`${pathOf(link)}/`));
    return above.sort((a, b) => pathOf(b).length - pathOf(a).length);
  }

  async #listAt(address: string): Promise<PageBytes | undefined> {
    const fetched = await this.search.visit(address);
    return isPage(fetched) ? pageBytes(fetched) : undefined;
  }

  /** Some pages of each set first, more of those that are as good as any. */
  async #proved(sets: readonly LinkSet[]) {
    const tried = sets.slice(0, MOST_SETS);
    const labelled = await this.#features(this.search.labelled[0]);
    if (!labelled) return undefined;
    const lists = (await Promise.all(this.#lists.slice(0, 4).map((list) => this.#features(list)))).flatMap((each) => each ?? []);
    const sampled = async (of: readonly LinkSet[], most: number) => {
      const samples: { set: LinkSet; pages: Features[] }[] = [];
      for (const set of of) samples.push({ set, pages: await this.#sample(set, most) });
      return samples;
    };
    const first = proveSets(labelled, lists, await sampled(tried, FIRST_TRIED));
    const hopeful = tried.length > 1 && first ? first.sets : tried;
    return (
      proveSets(labelled, lists, await sampled(hopeful, TRIED)) ??
      (hopeful.length < tried.length ? proveSets(labelled, lists, await sampled(tried, TRIED)) : undefined)
    );
  }

  async #features(page: PageBytes): Promise<Features | undefined> {
    const features = await unlessTooMuch(this.search.tools.threads.call("features", { page }));
    return features && new Set(features);
  }

  /** Evenly spread over the set, without the labelled pages. */
  async #sample(set: LinkSet, most: number): Promise<Features[]> {
    const { discovery } = this.search.settings;
    const labelled = new Set(this.#wanted.map(pageIdentity));
    const links = set.links.filter((link) => !labelled.has(pageIdentity(link)) && leftOut(link, discovery) === undefined);
    const found: Features[] = [];
    for (const link of spread(links, most)) {
      const page = await this.#pageAt(link);
      if (page) found.push(page.features);
    }
    return found;
  }

  async #pageAt(address: string) {
    const known = this.#fetched.get(pageIdentity(address));
    if (known || this.#fetched.has(pageIdentity(address))) return known;
    const fetched = await this.search.visit(address);
    const page = isPage(fetched) && this.#isItsOwn(fetched) ? fetched : undefined;
    const features = page && (await this.#features(pageBytes(page)));
    const found =
      page && features
        ? { page: { ...page, address, isMoved: pageIdentity(page.address) !== pageIdentity(address) }, features }
        : undefined;
    this.#fetched.set(pageIdentity(address), found);
    return found;
  }

  /** It does not lead back to a list or to a labelled page. */
  #isItsOwn({ address }: FetchedPage): boolean {
    const identity = pageIdentity(address);
    return ![...this.#lists, ...this.search.labelled].some((page) => pageIdentity(page.address) === identity);
  }

  async #complete(above: Chain["above"], { sets, kind }: { sets: readonly LinkSet[]; kind: PageKind }): Promise<FoundLinks> {
    const taken = [...sets];
    let least = leastFor(kind);
    if (least > 0)
      for (const set of await this.#otherPlaces(sets, kind)) {
        taken.push(set);
        least = 0.5; // records and others are less well told apart there
      }
    const addresses = merged(taken).flatMap(({ links }) => links);
    return {
      levels: [...above, placesOf(taken)],
      kind,
      least,
      addresses: [...new Set(addresses)],
      pages: this.#pagesLike(kind, Math.max(least, LOW)),
      looked: this.#looked,
    };
  }

  /** Further places of the lists that lead to pages of the kind, surely. */
  async #otherPlaces(sets: readonly LinkSet[], kind: PageKind): Promise<LinkSet[]> {
    const found = new Set(sets.flatMap(({ links }) => links).map(pageIdentity));
    const shapes = commonShapes([...sets.flatMap(({ links }) => links)]);
    const taken: LinkSet[] = [];
    let tried = 0;
    for (const list of this.#lists.slice(0, MOST_LISTS))
      for (const set of await this.#setsOn(list)) {
        const rest = set.links.filter((link) => !found.has(pageIdentity(link)));
        if (rest.length === 0 || !rest.some((link) => shapes.has(shapeOf(link))) || tried >= MOST_OTHER_PLACES) continue;
        tried += 1;
        const pages = await this.#sample({ ...set, links: rest }, FIRST_TRIED);
        if (pages.length === 0 || pages.some((page) => likeness(kind, page) < HIGH)) continue;
        taken.push(set);
        for (const link of set.links) found.add(pageIdentity(link));
      }
    return taken;
  }
}

const COMMON = 0.1;

/** Shapes of addresses that a tenth of the found pages have. */
function commonShapes(links: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const link of links) counts.set(shapeOf(link), (counts.get(shapeOf(link)) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= COMMON * links.length).map(([shape]) => shape));
}

/** Sets of several lists that stand at one place are one. */
function merged(sets: readonly LinkSet[]): LinkSet[] {
  const byPlace = new Map<string, LinkSet>();
  for (const set of sets) {
    const [place] = set.places;
    const name = `${place?.level} ${place?.path}`;
    const known = byPlace.get(name);
    byPlace.set(
      name,
      known ? { ...known, links: [...new Set([...known.links, ...set.links])], isMenu: known.isMenu && set.isMenu } : set,
    );
  }
  return [...byPlace.values()];
}

/** At the loosest level that gives each set: what tells entries of one list apart may differ on the next. */
export function placesOf(sets: readonly LinkSet[]): Place[] {
  const places = new Map<string, Place>();
  for (const { places: own } of sets) {
    const loosest = LEVELS.find((level) => own.some((place) => place.level === level));
    for (const place of own) if (place.level === loosest) places.set(`${place.level} ${place.path}`, place);
  }
  return [...places.values()];
}
