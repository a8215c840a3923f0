/**
 * P1's delimiter table (method §7): what stands directly around every value.
 *
 * Tags are those of the model: text-format ones are cleaned, omitted ones are there, so two ways to write one page give
 * the same delimiters. `<br>` is named only where nothing else breaks the line.
 */

import { tagNameEnd, writtenAttributes } from "./page/attributes.js";
import { BORDER_BLOCK } from "./page/open-elements.js";
import { isHiddenText, isInline, lowerBound, nameOf, openEnd, type Page, type Span, tagName, textAt } from "./page/page.js";
import { FLAGS, TAG_NAMES, VOID } from "./page/tags.js";
import type { Delimiter, Delimiters } from "./template/page-template.js";
import { textKey } from "./text/text-key.js";
import { valueText } from "./text/value-text.js";

/** What is known when the surroundings of a value are looked at. */
export interface Surroundings {
  readonly starts: Int32Array; // where all values start, in order: one value is never another's delimiter
  readonly ends: Int32Array;
  readonly isConstant: (textKey: string) => boolean; // whether a text is of the template
}

export function surroundings(values: readonly Span[], isConstant: Surroundings["isConstant"]): Surroundings {
  const starts = Int32Array.from(values, ({ start }) => start).sort();
  const ends = Int32Array.from(values, ({ end }) => end).sort();
  return { starts, ends, isConstant };
}

export function delimitersOf(page: Page, value: Span, around: Surroundings): Delimiters {
  return { upper: upperOf(page, value.start, around), lower: lowerOf(page, value.end, around) };
}

/** Of a value that stands in a tag, as in `<a href="…">`: the element, and what of its tag stands around the value. */
export function tagDelimiters(page: Page, { start, end }: Span): { element: number; delimiters: Delimiters } | undefined {
  const element = lowerBound(page.start, page.elementCount, start + 1) - 1;
  if (element < 1 || openEnd(page, element) < end) return undefined;
  const { written } = writtenAttributes(page.html, tagNameEnd(page.html, page.start[element]!));
  const attribute = written.find((each) => each.start <= start && end <= each.end);
  if (attribute === undefined) return undefined;
  const tags = `<${tagName(page, element)} ${attribute.name}="`;
  return { element, delimiters: { upper: { text: "", tags }, lower: { text: "", tags: '">' } } };
}

function upperOf(page: Page, start: number, { ends, isConstant }: Surroundings): Delimiter {
  const text = textAt(page, start);
  const edge = ends[lowerBound(ends, ends.length, start + 1) - 1] ?? 0;
  const own = { start: page.textStart[text]!, end: start };
  if (hasKey(page, own)) return { text: valueText(page, [cut(own, edge, start)]), tags: "" };
  const before = displayedFrom(page, text - 1, -1);
  const tags = tagsBetween(page, before, text);
  if (before < 0 || isBroken(page, before, text)) return { text: "", tags };
  return { text: constantIn(page, before, edge, start, isConstant), tags };
}

function lowerOf(page: Page, end: number, { starts, isConstant }: Surroundings): Delimiter {
  const text = textAt(page, end - 1);
  const edge = starts[lowerBound(starts, starts.length, end)] ?? page.html.length;
  const own = { start: end, end: page.textEnd[text]! };
  if (hasKey(page, own)) return { text: valueText(page, [cut(own, end, edge)]), tags: "" };
  const after = displayedFrom(page, text + 1, 1);
  const tags = tagsBetween(page, text, after);
  if (after === page.textCount || isBroken(page, text, after)) return { text: "", tags };
  return { text: constantIn(page, after, end, edge, isConstant), tags };
}

const cut = ({ start, end }: Span, from: number, to: number): Span => ({ start: Math.max(start, from), end: Math.min(end, to) });
const hasKey = (page: Page, span: Span): boolean => span.start < span.end && textKey(valueText(page, [span])) !== "";

/** The text's own words, as far as they lie in [from, to), if they are of the template. */
function constantIn(page: Page, text: number, from: number, to: number, isConstant: (key: string) => boolean): string {
  const whole = { start: page.textStart[text]!, end: page.textEnd[text]! };
  const left = cut(whole, from, to);
  if (left.start >= left.end) return "";
  const words = valueText(page, [left]);
  const isWhole = left.start === whole.start && left.end === whole.end;
  return isWhole && !isConstant(textKey(words)) ? "" : words;
}

/** The nearest displayed text at or beyond `text` in that direction; −1 or the number of texts beyond the ends. */
function displayedFrom(page: Page, text: number, step: 1 | -1): number {
  let at = text;
  while (at >= 0 && at < page.textCount) {
    if (!isHiddenText(page, at) && hasKey(page, { start: page.textStart[at]!, end: page.textEnd[at]! })) return at;
    at += step;
  }
  return at;
}

/** Whether a line ends between the two texts. */
function isBroken(page: Page, before: number, after: number): boolean {
  for (let text = before + 1; text <= after; text++) if (page.textFlags[text]! & BORDER_BLOCK) return true;
  return false;
}

/** How many elements begin before a text ends, which none does in its midst; the document is one of them. */
function elementsBefore(page: Page, text: number): number {
  return text < page.textCount ? lowerBound(page.start, page.elementCount, page.textEnd[text]!) : page.elementCount;
}

/** The tags between two texts as a walk through the tree: up from the first, in and out of what begins between, down. */
function tagsBetween(page: Page, before: number, after: number): string {
  const first = before < 0 ? 1 : elementsBefore(page, before);
  const end = elementsBefore(page, after);
  let at = before < 0 ? 0 : page.textParent[before]!;
  let tags = "";
  let isBlock = false;
  const leaveTo = (ancestor: number): void => {
    for (; at !== ancestor && at > 0; at = page.parent[at]!) {
      if (!isVoid(page, at)) tags += `</${tagName(page, at)}>`;
      isBlock ||= !isInline(page, at);
    }
  };
  for (let element = first; element < end; element++) {
    leaveTo(page.parent[element]!);
    tags += `<${nameOf(page, page.tag[element]!)}>`;
    isBlock ||= !isInline(page, element);
    at = element;
  }
  leaveTo(after < page.textCount ? page.textParent[after]! : 0);
  return !isBlock && before >= 0 && after < page.textCount && isBroken(page, before, after) ? `${tags}<br>` : tags;
}

function isVoid(page: Page, element: number): boolean {
  const tag = page.tag[element]!;
  return tag < TAG_NAMES.length && (FLAGS[tag]! & VOID) !== 0;
}

export interface DelimiterRow extends Delimiters {
  readonly attribute: string;
  readonly values: readonly number[]; // which values of the attribute stand so, from 0
}

/** One row per attribute; an attribute whose values stand differently has one for each way. */
export function delimiterTable(template: {
  readonly key: { readonly items: Readonly<Record<string, readonly (Delimiters | null)[]>> };
}): DelimiterRow[] {
  return Object.entries(template.key.items).flatMap(([attribute, items]) => delimiterRows(attribute, items));
}

/** One row for each way in which values of the attribute stand; null for a value of which none is known. */
export function delimiterRows(attribute: string, items: readonly (Delimiters | null)[]): DelimiterRow[] {
  const alike = new Map<string, DelimiterRow & { values: number[] }>();
  for (const [value, item] of items.entries()) {
    if (!item) continue;
    const { upper, lower } = item;
    const name = JSON.stringify([upper, lower]);
    const row = alike.get(name);
    if (row) row.values.push(value);
    else alike.set(name, { attribute, values: [value], upper, lower });
  }
  return [...alike.values()];
}

/** The table for people: three columns, the upper delimiter ending where the value begins. */
export function delimiterLines(rows: readonly DelimiterRow[]): string[] {
  const several = new Set(rows.map(({ attribute }) => attribute).filter((name, i, all) => all.indexOf(name) !== i));
  const cells = rows.map(({ attribute, values, upper, lower }) => [
    several.has(attribute) ? `${attribute} (${values.map((value) => value + 1).join(", ")})` : attribute,
    shown([upper.text, upper.tags]),
    shown([lower.tags, lower.text]),
  ]);
  const table = [["attribute", "upper delimiter", "lower delimiter"], ...cells];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => [...row[column]!].length)));
  return table.map(([name, upper, lower]) => `${padded(name!, widths[0]!)} | ${padded(upper!, widths[1]!)} | ${lower}`.trimEnd());
}

const shown = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ") || "(nothing)";
const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - [...text].length));
