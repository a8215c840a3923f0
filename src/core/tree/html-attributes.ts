/** HTML attributes that carry values of records: read from the start tag's source, with the span of each value. */
import { decodeAttribute } from "../page/entities.js";
import { openEnd, type Page, type Span } from "../page/page.js";
import type { Reading } from "./reading.js";

export interface HtmlAttribute {
  readonly name: string;
  readonly value: string; // decoded and trimmed
  readonly span: Span; // of the trimmed value
}

/** Those a label may mean (spec §2). */
export const CARRIERS: ReadonlySet<string> = new Set(["href", "src", "datetime", "title", "content", "alt", "value"]);

const ADDRESSES = new Set(["href", "src"]);
export const isAddress = (name: string): boolean => ADDRESSES.has(name);

/** Name, then an optional value, quoted or bare. Sticky: every match begins where the last one ended. */
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/dy;

export function htmlAttributesOf(page: Page, element: number): HtmlAttribute[] {
  const { html } = page;
  const start = page.start[element]!;
  const source = html.slice(start, openEnd(page, element));
  if (!source.includes("=")) return [];
  const found = new Map<string, HtmlAttribute>();
  ATTRIBUTE.lastIndex = nameEnd(source);
  for (let match = ATTRIBUTE.exec(source); match; match = ATTRIBUTE.exec(source)) {
    const name = match[1]!.toLowerCase();
    const place = match.indices![2] ?? match.indices![3] ?? match.indices![4];
    if (place && CARRIERS.has(name) && !found.has(name))
      found.set(name, attributeAt(html, name, start + place[0], start + place[1]));
  }
  return [...found.values()];
}

function nameEnd(source: string): number {
  let at = 1;
  while (at < source.length && !/[\s/>]/.test(source[at]!)) at++;
  return at;
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
