/** What a text might be called, from what stands before it, from the page's own tags, or from how it looks. */

import type { z } from "zod";
import type { LocateAnswer, Suggestion, ValueKind } from "../../api/server/drafts.js";
import { attributesAt } from "../../core/page/attributes.js";
import { isHiddenText, openEnd, type Page, tagName, textAt } from "../../core/page/page.js";
import { textKey } from "../../core/text/text-key.js";
import { valueText } from "../../core/text/value-text.js";

export type Proposal = z.infer<typeof LocateAnswer>["proposal"];

const DATE =
  /^(?:\d{1,2}[./ -])?(?:\d{1,2}|[\p{L}]{3,12}\.?)[./ ,-]+(?:\d{1,2},? )?\d{4}$|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$|^(?:1[5-9]|20)\d{2}$/u;
const NUMBER = /^[^\p{L}\d]{0,3}\d[\d.,\s]*(?:%|[€$£¥]|Rp|IDR|USD|EUR)?$/u;
const LONG = 280;
const LONGEST_LABEL = 40;

export function propose(
  page: Page,
  text: string,
  at: number | null,
  own: readonly Suggestion[],
  taken: readonly string[],
): Proposal {
  const kind = kindOf(text);
  const key = textKey(text);
  const said = own.find(({ texts }) => texts.some((each) => textKey(each) === key));
  if (said) return { name: said.name, kind: said.kind, because: "own-tags" };
  if (at !== null) {
    const before = nameFrom(labelBefore(page, at));
    if (before !== "") return { name: before, kind: sameKind(kind, isPlural(page, at)), because: "text-before" };
    const look = lookOf(page, at, text);
    if (look) return { name: look, kind: look === "authors" ? "many" : kind, because: "look" };
  }
  if (kind === "date" || kind === "number") return { name: free(kind, taken), kind, because: "look" };
  return { name: free("text", taken), kind, because: "none" };
}

const sameKind = (kind: ValueKind, isMany: boolean): ValueKind => (kind === "one" && isMany ? "many" : kind);

function kindOf(text: string): ValueKind {
  const line = text.trim();
  if (DATE.test(line)) return "date";
  if (NUMBER.test(line)) return "number";
  return line.split(/\n\s*\n/).length > 1 ? "paragraphs" : "one";
}

/** The words before the value in its line, or the text before it where that is a label: “Published:”, a dt, a th, a first cell. */
function labelBefore(page: Page, at: number): string {
  const text = textAt(page, at);
  const own = { start: page.textStart[text] ?? 0, end: at };
  const line = own.start < own.end ? valueText(page, [own]).trim() : "";
  if (line !== "") return endsInColon(line) ? line : "";
  for (let before = text - 1; before >= 0 && before >= text - 3; before--) {
    if (isHiddenText(page, before)) continue;
    const words = valueText(page, [{ start: page.textStart[before] ?? 0, end: page.textEnd[before] ?? 0 }]).trim();
    if (words === "") continue;
    const parent = tagName(page, page.textParent[before] ?? 0);
    const isHeading = /^h[2-6]$/.test(parent) && !/^h\d$/.test(tagName(page, page.textParent[text] ?? 0));
    const isLabel = endsInColon(words) || /^(?:dt|th|label)$/.test(parent) || isHeading || isFirstCell(page, before, text);
    return isLabel ? words : "";
  }
  return "";
}

const endsInColon = (words: string): boolean => /[:：]$/.test(words);

/** A row of two cells, of which the first says what the second is. */
function isFirstCell(page: Page, before: number, text: number): boolean {
  const [first, second] = [cellOf(page, before), cellOf(page, text)];
  const row = page.parent[first] ?? 0;
  if (first === 0 || second === 0 || first === second || row !== page.parent[second]) return false;
  let cells = 0;
  for (let element = row + 1; element < page.elementCount && (page.depth[element] ?? 0) > (page.depth[row] ?? 0); element++)
    if (page.parent[element] === row) cells++;
  return cells === 2;
}

function cellOf(page: Page, text: number): number {
  for (let element = page.textParent[text] ?? 0; element > 0; element = page.parent[element] ?? 0)
    if (/^(?:td|th)$/.test(tagName(page, element))) return element;
  return 0;
}

function isPlural(page: Page, at: number): boolean {
  return tagName(page, page.textParent[textAt(page, at)] ?? 0) === "li";
}

/** Names of metadata begin with where they come from: dc.title, citation_title, og:title. */
const ORIGIN = /^(?:dc|dcterms|citation|prism|eprints|og|schema)[._:]/;

function nameFrom(label: string): string {
  const words = label.replace(/[:：]\s*$/, "").trim();
  if (words === "" || words.length > LONGEST_LABEL) return "";
  const name = words
    .toLowerCase()
    .replace(ORIGIN, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^[-\d]+/, "")
    .replace(/-$/, "");
  return name in Object.prototype ? "" : name;
}

/** What words in classes, ids and microdata mean; of two in one element the first here counts. */
const MEANT: readonly (readonly [name: string, words: readonly string[]])[] = [
  ["affiliation", ["affiliation", "affiliations", "afiliasi", "institution"]],
  ["authors", ["author", "authors", "creator", "creators", "byline", "penulis", "contributor"]],
  ["abstract", ["abstract", "abstrak", "summary"]],
  ["doi", ["doi"]],
  ["keywords", ["keyword", "keywords", "subject", "subjects"]],
  ["tags", ["tag", "tags"]],
  ["category", ["category", "categories", "kategori"]],
  ["date", ["date", "published", "datepublished", "pubdate", "tanggal", "created"]],
  ["journal", ["journal", "jurnal"]],
  ["publisher", ["publisher", "penerbit"]],
  ["price", ["price", "harga"]],
  ["email", ["email"]],
  ["phone", ["phone", "tel", "telephone"]],
  ["address", ["address", "alamat"]],
  ["location", ["location", "venue", "place"]],
  ["license", ["license", "licence"]],
  ["title", ["title", "headline", "judul"]],
];

const NEAREST = 4; // elements around the text that may be named after it

function lookOf(page: Page, at: number, text: string): string | undefined {
  const chain: number[] = [];
  for (let element = page.textParent[textAt(page, at)] ?? 0; element > 0; element = page.parent[element] ?? 0)
    chain.push(element);
  if (chain.slice(0, 3).some((element) => /^(h1|h2|caption)$/.test(tagName(page, element)))) return "title";
  for (const element of chain.slice(0, NEAREST)) {
    const meant = meantBy(page, element);
    if (meant) return meant;
  }
  if (chain[0] !== undefined && tagName(page, chain[0]) === "a" && text.length <= LONGEST_LINK)
    return nameFrom(text) || undefined;
  return text.length > LONG ? "abstract" : undefined;
}

const LONGEST_LINK = 16; // characters of a link that says what it leads to: PDF, Full text

function meantBy(page: Page, element: number): string | undefined {
  if (openEnd(page, element) <= (page.start[element] ?? 0)) return undefined; // one that is only implied
  const attributes = attributesAt(page.html, page.start[element] ?? 0);
  const words = new Set(
    ["itemprop", "class", "id", "rel"].flatMap((name) => wordsIn((attributes.get(name) ?? "").slice(0, LONGEST_TOKENS))),
  );
  return MEANT.find(([, meaning]) => meaning.some((word) => words.has(word)))?.[0];
}

const LONGEST_TOKENS = 300;

/** The words of “article-title entry__authorName”. */
const wordsIn = (tokens: string): string[] =>
  tokens
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);

function free(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
}
