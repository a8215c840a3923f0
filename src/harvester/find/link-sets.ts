/** Sets of links of a list page, by their places: those that may lead to records, and those of learnt places. */

import { LEVELS, type Level, type PlacedLink, PlacedLinks, sumOfPlace } from "../../core/links/placed-links.js";
import { parsePage } from "../../core/page/parse-page.js";
import { htmlOf } from "../../fetch/charset.js";
import type { PageBytes } from "../read/page-bytes.js";
import { shapeOf } from "./address-shape.js";
import { canonicalAddress } from "./canonical.js";
import { type Links, slice } from "./links.js";
import { isOnHosts, type Own, ownAddress, pageIdentity } from "./same-page.js";

/** Where links of one kind stand. */
export interface Place {
  readonly level: Level;
  readonly path: string;
}

export interface LinkSet {
  readonly places: readonly Place[]; // all of them give the same addresses
  readonly links: readonly string[]; // canonical, each page once
  readonly isMenu: boolean; // most of it stands at the same place of the labelled page
}

export const placedLinksOf = (page: PageBytes): PlacedLinks => new PlacedLinks(parsePage(htmlOf(page)), page.address);

interface Entry {
  readonly link: PlacedLink;
  readonly address: string; // canonical
  readonly identity: string;
}

/** The links of a page that may lead to pages of the source. */
class Listed {
  readonly entries: readonly Entry[];
  readonly #bySum: Readonly<Record<Level, Map<number, Entry[]>>> = { tags: new Map(), names: new Map(), order: new Map() };

  constructor(
    readonly placed: PlacedLinks,
    own: Own,
    itself?: string,
  ) {
    const except = itself === undefined ? "" : pageIdentity(itself);
    this.entries = placed.links
      .flatMap((link) => {
        const address = ownAddress(link.address, own);
        return address === undefined ? [] : [{ link, address, identity: pageIdentity(address) }];
      })
      .filter(({ identity }) => identity !== except);
    for (const entry of this.entries)
      for (const level of LEVELS) {
        const same = this.#bySum[level].get(entry.link.sums[level]);
        if (same) same.push(entry);
        else this.#bySum[level].set(entry.link.sums[level], [entry]);
      }
  }

  /** Each page once, in the order of the list. */
  at(places: readonly { readonly level: Level; readonly sum: number }[]): Entry[] {
    const byIdentity = new Map<string, Entry>();
    for (const { level, sum } of places)
      for (const entry of this.#bySum[level].get(sum) ?? [])
        if (!byIdentity.has(entry.identity)) byIdentity.set(entry.identity, entry);
    return [...byIdentity.values()];
  }
}

export interface SetsTo extends Own {
  readonly page: PageBytes;
  readonly labelled: PageBytes; // the labelled page itself: what stands there too is a menu
  readonly wanted: readonly string[]; // addresses that are known to be of the kind
}

const MENU_SHARE = 0.6;

/** The sets of which one link leads to a wanted page, the larger ones first, menus last. */
export function linkSetsTo({ page, labelled, wanted, ...own }: SetsTo): LinkSet[] {
  const listed = new Listed(placedLinksOf(page), own, page.address);
  return setsOf(listed, leadingTo(listed, wanted), new Listed(placedLinksOf(labelled), own));
}

function leadingTo({ entries }: Listed, wanted: readonly string[]): Entry[] {
  const identities = new Set(wanted.map(pageIdentity));
  return entries.filter(({ identity }) => identities.has(identity));
}

const FEWEST = 3; // a list of fewer links tells nothing about how it repeats

/** All places of the page with some links, those with addresses built like the wanted ones first. */
export function linkSetsOn({ page, labelled, wanted, ...own }: SetsTo): LinkSet[] {
  const listed = new Listed(placedLinksOf(page), own, page.address);
  const shapes = new Set(wanted.map(shapeOf));
  const alike = ({ links }: LinkSet): number => links.filter((link) => shapes.has(shapeOf(link))).length / links.length;
  return setsOf(listed, listed.entries, new Listed(placedLinksOf(labelled), own))
    .filter(({ links, isMenu }) => links.length >= FEWEST && !isMenu)
    .map((set) => ({ set, share: alike(set) }))
    .sort((a, b) => b.share - a.share)
    .map(({ set }) => set);
}

function setsOf(listed: Listed, known: readonly Entry[], onLabelled: Listed): LinkSet[] {
  const sets = new Map<string, { places: Place[]; links: string[]; isMenu: boolean }>();
  const seen = new Set<string>();
  for (const { link } of known)
    for (const level of LEVELS) {
      const place = { level, sum: link.sums[level] };
      if (seen.has(`${level}${place.sum}`)) continue;
      seen.add(`${level}${place.sum}`);
      const entries = listed.at([place]);
      const there = new Set(onLabelled.at([place]).map(({ identity }) => identity));
      const isMenu = entries.filter(({ identity }) => there.has(identity)).length >= MENU_SHARE * entries.length;
      const key = entries.map(({ identity }) => identity).join("\n");
      const set = sets.get(key) ?? { places: [], links: entries.map(({ address }) => address), isMenu };
      set.isMenu &&= isMenu;
      set.places.push({ level, path: listed.placed.pathOf(link, level) });
      sets.set(key, set);
    }
  return [...sets.values()].sort((a, b) => Number(a.isMenu) - Number(b.isMenu) || b.links.length - a.links.length);
}

export interface OnPage extends Own {
  readonly page: PageBytes;
}

export interface AtPlaces extends OnPage {
  readonly places: readonly Place[];
}

/** The links at these places, each page once. */
export function linksAt({ page, places, from, ...own }: AtPlaces & { readonly from?: number }): Links {
  return slice(
    atPlaces(new Listed(placedLinksOf(page), own, page.address), places).map(({ address }) => address),
    from,
  );
}

/** Links at these places that lead to other hosts. */
export function linksElsewhere({ page, places, hosts, dropParameters }: AtPlaces): string[] {
  const sums = new Set(places.map(({ level, path }) => `${level}${sumOfPlace(path)}`));
  const links = placedLinksOf(page).links.filter(({ sums: own }) => LEVELS.some((level) => sums.has(`${level}${own[level]}`)));
  const addresses = links.flatMap(({ address }) => canonicalAddress(address, dropParameters) ?? []);
  return [...new Set(addresses.filter((address) => !isOnHosts(address, hosts)))].slice(0, MOST_SHOWN);
}

const atPlaces = (listed: Listed, places: readonly Place[]): Entry[] =>
  listed.at(places.map(({ level, path }) => ({ level, sum: sumOfPlace(path) })));

const MOST_SHOWN = 5000;

/** All that are written on the page, each once. */
export const linksShown = ({ page, ...own }: OnPage): string[] => [
  ...new Set(new Listed(placedLinksOf(page), own, page.address).entries.slice(0, MOST_SHOWN).map(({ address }) => address)),
];

/** Places with some links each, for whoever asks whether another page goes on with the same lists. */
export function manyAtPlaces({ page, ...own }: OnPage): { readonly sum: number; readonly links: readonly string[] }[] {
  const listed = new Listed(placedLinksOf(page), own, page.address);
  return [...new Set(listed.entries.slice(0, MOST_SHOWN).map(({ link }) => link.sums.tags))]
    .map((sum) => ({ sum, links: listed.at([{ level: "tags", sum }]).map(({ identity }) => identity) }))
    .filter(({ links }) => links.length >= FEWEST);
}

export interface Relearning extends AtPlaces {
  readonly known: readonly string[]; // records that the page links to
}

/** Where the page links to more known records at another place than at these: that place, and what stands at these. */
export function placesRelearnt({
  page,
  places,
  known,
  ...own
}: Relearning): { readonly places: Place[]; readonly found: string[] } | undefined {
  const listed = new Listed(placedLinksOf(page), own, page.address);
  const identities = new Set(known.map(pageIdentity));
  const count = (links: readonly string[]): number => links.filter((link) => identities.has(pageIdentity(link))).length;
  const found = atPlaces(listed, places).map(({ address }) => address);
  if (count(found) === identities.size) return undefined;
  const [best] = setsOf(listed, leadingTo(listed, known), NOWHERE).sort(
    (a, b) => count(b.links) - count(a.links) || a.links.length - b.links.length,
  );
  if (!best || count(best.links) <= count(found)) return undefined;
  return { places: best.places.slice(0, 1), found };
}

const NOWHERE = new Listed(new PlacedLinks(parsePage(""), "http://unknown.invalid/"), { hosts: [], dropParameters: [] });
