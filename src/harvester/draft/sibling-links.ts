/** Where other pages like a labelled one may be found: what its links and those of a list say, in a thread. */
import type { NextRule } from "../../api/server/settings.js";
import { htmlOf } from "../../fetch/charset.js";
import { shapeOf } from "../find/address-shape.js";
import { canonicalAddress } from "../find/canonical.js";
import { type LinkSet, linkSetsTo, linksShown } from "../find/link-sets.js";
import { hostsOf, type Own } from "../find/same-page.js";
import type { PageBytes } from "../read/page-bytes.js";
import { proposeNext } from "./paging.js";

const WANTED = 5;
const MOST_LISTS = 6; // addresses at which a list is looked for

const ownOf = (...addresses: readonly string[]): Own => ({ hosts: hostsOf(addresses), dropParameters: [] });

interface DraftLists {
  readonly page: PageBytes; // the list
  readonly labelled: PageBytes;
}

/** The sets of links that may be the list's, the likeliest first: no menus, and addresses built like the labelled one's. */
export function draftSets({ page, labelled }: DraftLists): LinkSet[] {
  const wanted = [canonicalAddress(labelled.address) ?? labelled.address];
  const sets = linkSetsTo({ page, labelled, wanted, ...ownOf(page.address, labelled.address) });
  const shape = shapeOf(labelled.address);
  const alike = ({ links }: LinkSet): number => links.filter((link) => shapeOf(link) === shape).length / links.length;
  return sets.sort((a, b) => Number(a.isMenu) - Number(b.isMenu) || alike(b) - alike(a) || b.links.length - a.links.length);
}

/** How the page lists others beside the labelled one; undefined where it does not lead to that. */
export function asList(lists: DraftLists): { readonly links: readonly string[]; readonly next: NextRule | null } | undefined {
  const { page, labelled } = lists;
  const [set] = draftSets(lists);
  const own = canonicalAddress(labelled.address) ?? labelled.address;
  return set && { links: nearest(set.links, own), next: proposeNext(htmlOf(page), page.address) };
}

/** From the labelled page alone: where its list may be, and its links that are built like its own address. */
export function aroundPage({ page }: { readonly page: PageBytes }): {
  readonly candidates: readonly string[];
  readonly alike: readonly string[];
} {
  const shown = linksShown({ page, ...ownOf(page.address) });
  const shape = shapeOf(page.address);
  const alike = shown.filter((link) => shapeOf(link) === shape);
  return {
    candidates: listCandidates(shown, page.address),
    alike: nearest(alike, canonicalAddress(page.address) ?? page.address),
  };
}

/** Links of the page that lead upwards from it first, then the folders above it, then its other links. */
function listCandidates(shown: readonly string[], address: string): string[] {
  const own = new URL(address);
  const links = shown.filter((link) => new URL(link).origin === own.origin);
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

/** Those that follow the labelled page in its list, then those before it. */
function nearest(links: readonly string[], own: string): string[] {
  const at = links.indexOf(own);
  return [...links.slice(at + 1), ...links.slice(0, Math.max(0, at))].filter((link) => link !== own).slice(0, WANTED);
}
