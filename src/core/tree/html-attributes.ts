/** HTML attributes that carry values of records: read from the start tag's source, with the span of each value. */
import { tagNameEnd, writtenAttributes } from "../page/attributes.js";
import { decodeAttribute } from "../page/entities.js";
import { openEnd, type Page, type Span } from "../page/page.js";
import type { Reading } from "./reading.js";

export interface HtmlAttribute {
  readonly name: string;
  readonly value: string; // decoded and trimmed
  readonly span: Span; // of the trimmed value
}

/** Those a label may mean (method §2). */
export const CARRIERS: ReadonlySet<string> = new Set(["href", "src", "datetime", "title", "content", "alt", "value"]);

const ADDRESSES = new Set(["href", "src"]);
export const isAddress = (name: string): boolean => ADDRESSES.has(name);

const LONG_TAG = 4_096; // characters; a page of such tags has few of them, so what they hold is kept
const longTags = new WeakMap<Page, Map<number, readonly HtmlAttribute[]>>();

/** Every rule asks for them anew. A short tag is read again each time, one of five million characters is read once. */
export function htmlAttributesOf(page: Page, element: number): readonly HtmlAttribute[] {
  const known = longTags.get(page);
  const kept = known?.get(element);
  if (kept) return kept;
  const start = page.start[element]!;
  const end = openEnd(page, element);
  if (end === start) return []; // implied: the tag there is another's
  const attributes = attributesOfTag(page.html, start);
  if (end - start > LONG_TAG) longTags.set(page, (known ?? new Map()).set(element, attributes));
  return attributes;
}

function attributesOfTag(html: string, start: number): HtmlAttribute[] {
  const found = new Map<string, HtmlAttribute>();
  for (const { name, start: from, end } of writtenAttributes(html, tagNameEnd(html, start)).written) {
    if (CARRIERS.has(name) && !found.has(name)) found.set(name, attributeAt(html, name, from, end));
  }
  return [...found.values()];
}

function attributeAt(html: string, name: string, from: number, to: number): HtmlAttribute {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(html[start]!)) start++;
  while (end > start && /\s/.test(html[end - 1]!)) end--;
  return { name, value: decodeAttribute(html.slice(start, end)).trim(), span: { start, end } };
}

export function htmlAttribute(page: Page, element: number, name: string): HtmlAttribute | undefined {
  return htmlAttributesOf(page, element).find((attribute) => attribute.name === name);
}

/** The nodes of the subtree that carry the HTML attribute with a value. */
export function carriersIn({ tree, page }: Reading, node: number, name: string): number[] {
  const carriers: number[] = [];
  for (let at = node; at < tree.end[node]!; at++) {
    if (tree.element[at]! >= 0 && htmlAttribute(page, tree.element[at]!, name)?.value) carriers.push(at);
  }
  return carriers;
}
