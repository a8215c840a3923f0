/**
 * Links of a list page that may lead to its next pages, by all signs at once. None of them is believed: a sign counts as
 * long as its pages show links of the same kind, some of them new (`walk-list.ts`).
 */

import { htmlOf } from "../../fetch/charset.js";
import type { PageBytes } from "../read/page-bytes.js";
import { shapeOf } from "./address-shape.js";
import { placedLinksOf } from "./link-sets.js";
import { type NextRule, nextPage } from "./next-page.js";
import { saysNext } from "./next-words.js";
import { type Own, ownAddress, pageIdentity } from "./same-page.js";
import { writtenLinks } from "./written-links.js";

/** By which sign a link was taken: a person's rule, rel=next, its words, its classes, numbers, its address, letters or years. */
export type NextSign = "rule" | "rel" | "words" | "classes" | "numbers" | "address" | "letters";

export interface NextLink {
  readonly address: string; // canonical
  readonly signs: readonly NextSign[];
}

export interface NextOf extends Own {
  readonly page: PageBytes;
  readonly rule: NextRule;
  readonly number: number; // of list pages visited so far, this one included
}

const MOST = 200;
const LONGEST_TEXT = 80;

export function nextLinks({ page, rule, number, ...own }: NextOf): NextLink[] {
  const html = htmlOf(page);
  const signs = new Map<string, { address: string; signs: Set<NextSign> }>();
  const itself = pageIdentity(page.address);
  const put = (link: string | undefined, sign: NextSign): void => {
    const address = link === undefined ? undefined : ownAddress(link, own);
    if (address === undefined) return;
    const identity = pageIdentity(address);
    if (identity === itself || (signs.size >= MOST && !signs.has(identity))) return;
    const known = signs.get(identity) ?? { address, signs: new Set() };
    known.signs.add(sign);
    signs.set(identity, known);
  };
  if (rule !== null) {
    put(nextPage(rule, { html, address: page.address, number }), "rule");
    return listed(signs);
  }
  for (const { address, rel } of writtenLinks(html, page.address)) if (rel.includes("next")) put(address, "rel");
  const placed = placedLinksOf(page);
  const plainAddress = withoutCounter(page.address);
  const texts = placed.links.map((link) => ({ link, text: placed.textOf(link, LONGEST_TEXT) }));
  for (const { link, text } of texts) {
    const attributes = placed.attributesOf(link);
    const said = [text, attributes.get("title") ?? "", attributes.get("aria-label") ?? ""];
    if (said.some((each) => saysNext(each.trim()))) put(link.address, "words");
    const around = placed.tokensAround(link, 2);
    if (around.some(isNextToken) || (isNumber(text) && around.some(isPagerToken))) put(link.address, "classes");
    if (URL.canParse(link.address) && isCounted(link.address, plainAddress)) put(link.address, "address");
  }
  for (const address of runs(texts, isNumber, 2, true)) put(address, "numbers");
  for (const address of runs(texts, isLetterOrYear, 4, false)) put(address, "letters");
  return listed(signs);
}

/** What has more signs first: what is visited in vain costs the site a request. */
const listed = (signs: ReadonlyMap<string, { address: string; signs: Set<NextSign> }>): NextLink[] =>
  [...signs.values()]
    .map(({ address, signs: own }) => ({ address, signs: [...own] }))
    .sort((a, b) => b.signs.length - a.signs.length);

const isNumber = (text: string): boolean => /^[\p{Nd}]{1,5}$/u.test(text);
const isLetterOrYear = (text: string): boolean => /^(?:\p{L}|(?:19|20)\d\d)$/u.test(text);

const wordsOf = (token: string): string[] => token.slice(1).toLowerCase().split(/[-_]+/);
const isNextToken = (token: string): boolean =>
  wordsOf(token).some((word) => word === "next" || word === "older" || word === "nextpostslink");
const PAGERS = new Set([
  "pager",
  "pagination",
  "paginate",
  "paginator",
  "pagenav",
  "pagenavi",
  "paging",
  "pages",
  "page-numbers",
]);
const isPagerToken = (token: string): boolean => {
  const words = wordsOf(token);
  return words.some((word) => PAGERS.has(word)) || (words.includes("page") && words.includes("numbers"));
};

interface Said {
  readonly link: { readonly address: string };
  readonly text: string;
}

/** Links that say only a number, a letter or a year, in runs of one shape of address. */
function runs(said: readonly Said[], isOne: (text: string) => boolean, fewest: number, isCounting: boolean): string[] {
  const byShape = new Map<string, Said[]>();
  for (const each of said) {
    if (!isOne(each.text) || !URL.canParse(each.link.address)) continue;
    const shape = shapeOf(each.link.address);
    byShape.set(shape, [...(byShape.get(shape) ?? []), each]);
  }
  return [...byShape.values()].flatMap((run) => {
    const texts = new Set(run.map(({ text }) => text));
    const counts = [...texts].map(Number);
    const isRun = texts.size >= fewest && (!isCounting || counts.some((count) => texts.has(String(count + 1))));
    return isRun ? run.map(({ link }) => link.address) : [];
  });
}

const COUNTER =
  /[/?&@._-](?:page|paged|pag|pg|p|start|offset|from|hal|halaman|seite|pagina|strana|stranka|sida|side|sayfa)[=/_-]?\d{1,6}(?=[/&.]|$)/i;

/** The address without the part that counts pages, and without what only a first page has. */
function withoutCounter(address: string): string {
  const url = new URL(address);
  const plain = `${url.host}${url.pathname}${url.search}`.replace(COUNTER, "");
  return plain.replace(/(?:index)?\.(?:html?|php)$/i, "").replace(/[/?&]$/, "");
}

const isCounted = (address: string, own: string): boolean =>
  COUNTER.test(new URL(address).href) && withoutCounter(address) === own;
