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

/** The words before the value in its line, or the text before it where that is a label: “Published:”, a dt, a th. */
function labelBefore(page: Page, at: number): string {
  const text = textAt(page, at);
  const own = { start: page.textStart[text] ?? 0, end: at };
  const line = own.start < own.end ? valueText(page, [own]).trim() : "";
  if (line !== "") return /[:：]$/.test(line) ? line : "";
  for (let before = text - 1; before >= 0 && before >= text - 3; before--) {
    if (isHiddenText(page, before)) continue;
    const words = valueText(page, [{ start: page.textStart[before] ?? 0, end: page.textEnd[before] ?? 0 }]).trim();
    if (words === "") continue;
    const parent = tagName(page, page.textParent[before] ?? 0);
    const isHeading = /^h[2-6]$/.test(parent) && !/^h\d$/.test(tagName(page, page.textParent[text] ?? 0));
    return /[:：]$/.test(words) || parent === "dt" || parent === "th" || parent === "label" || isHeading ? words : "";
  }
  return "";
}

function isPlural(page: Page, at: number): boolean {
  return tagName(page, page.textParent[textAt(page, at)] ?? 0) === "li";
}

function nameFrom(label: string): string {
  const words = label.replace(/[:：]\s*$/, "").trim();
  if (words === "" || words.length > LONGEST_LABEL) return "";
  const name = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^[-\d]+/, "")
    .replace(/-$/, "");
  return name in Object.prototype ? "" : name;
}

function lookOf(page: Page, at: number, text: string): string | undefined {
  const chain: number[] = [];
  for (let element = page.textParent[textAt(page, at)] ?? 0; element > 0; element = page.parent[element] ?? 0)
    chain.push(element);
  if (chain.slice(0, 3).some((element) => /^(h1|h2|caption)$/.test(tagName(page, element)))) return "title";
  const near = chain
    .slice(0, 4)
    .filter((element) => openEnd(page, element) > (page.start[element] ?? 0)) // not one that is only implied
    .map((element) => attributesAt(page.html, page.start[element] ?? 0));
  const isNamed = (attributes: readonly string[], words: RegExp): boolean =>
    near.some((values) => attributes.some((name) => words.test(values.get(name) ?? "")));
  if (isNamed(["class", "rel", "itemprop", "id"], /author|creator|byline|penulis/i)) return "authors";
  if (isNamed(["class", "itemprop", "id"], /abstract|summary|abstrak/i)) return "abstract";
  return text.length > LONG ? "abstract" : undefined;
}

function free(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
}
