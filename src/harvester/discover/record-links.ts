/** The links of a list page that lead to records, learnt from the links that are known to (spec §8). */
import { extractList, type ListTemplate, learnList } from "../../core/index.js";
import { canonicalAddress } from "./canonical.js";
import { writtenLinks } from "./written-links.js";

export interface ListPage {
  readonly html: string;
  readonly address: string;
}

/** Addresses of known pages the list page links to, each once, in document order and as they are written there. */
export function shownLinks({ html, address }: ListPage, isKnown: (address: string) => boolean): string[] {
  return [...new Set(writtenLinks(html, address).map((link) => link.address))].filter(isKnown);
}

export type LinksLearned = { readonly ok: true; readonly template: ListTemplate } | { readonly ok: false; readonly code: string };

const FEWEST = 3; // a list of fewer links tells nothing about how it repeats

/**
 * From two known neighbours where the page shows them, from one otherwise. Where one leaves it open at which level the
 * list repeats, the next link of the page is tried as its neighbour: a wrong guess finds pages that nobody can read,
 * never a wrong value.
 */
export function learnLinks(page: ListPage, known: readonly string[]): LinksLearned {
  const [first, second] = known;
  if (first === undefined) return { ok: false, code: "link-not-found" };
  const learned = learn(page, second === undefined ? [first] : [first, second]);
  if (learned.ok || second !== undefined) return learned.ok ? learned : learnLinks(page, [first]);
  for (const neighbour of neighboursOf(page, first)) {
    const tried = learn(page, neighbour);
    if (tried.ok && recordLinks(tried.template, page).length >= FEWEST) return tried;
  }
  return learned;
}

function learn({ html, address }: ListPage, links: readonly string[]): LinksLearned {
  const learned = learnList({ html, url: address, records: links.map((link) => ({ link })) });
  return learned.ok ? learned : { ok: false, code: learned.code };
}

function neighboursOf(page: ListPage, link: string): string[][] {
  const all = shownLinks(page, () => true);
  const at = all.indexOf(link);
  const [before, after] = [all[at - 1], all[at + 1]];
  return [...(after === undefined ? [] : [[link, after]]), ...(before === undefined ? [] : [[before, link]])];
}

/** Canonical, each once, in the order of the list. */
export const recordLinks = (template: ListTemplate, page: ListPage, dropParameters: readonly string[] = []): string[] =>
  readLinks(template, page, dropParameters).links;

/** Also how much stands among the records of the list and was not taken for one. */
export function readLinks(
  template: ListTemplate,
  { html, address }: ListPage,
  dropParameters: readonly string[],
): { readonly links: string[]; readonly untaken: number } {
  const { records, withheld, rejected } = extractList(template, { html, url: address });
  const links = records.map(({ link, values }) => link ?? values.link ?? "");
  const canonical = links.flatMap((link) => canonicalAddress(link, dropParameters, address) ?? []);
  return { links: [...new Set(canonical)], untaken: withheld.length + rejected.length };
}
