/**
 * The key of a template: the labelled record with all that a later check compares (method §5).
 *
 * Learning and checking place the values and measure by the same functions, so the labelled page compares equal to
 * itself whatever is on it.
 */

import { delimitersOf, surroundings, tagDelimiters } from "./delimiters.js";
import { type Displayed, displayed } from "./displayed.js";
import type { Extraction, Proof } from "./extract.js";
import { frameOf } from "./guard/page-gate.js";
import { Finder } from "./locate.js";
import { foldLanes, hexOf, nameLanes } from "./measure/digest.js";
import { type Measures, measure } from "./measure/measure.js";
import { partsOf } from "./measure/parts.js";
import { chainOf, type Page, type Span, tagName, textAt } from "./page/page.js";
import type { KeyItem, KnownRecord, TemplateKey } from "./template/page-template.js";
import { textKey } from "./text/text-key.js";
import type { Reading } from "./tree/reading.js";

export interface KeyOptions {
  readonly extraction: Pick<Extraction, "values" | "proofs">; // what the template reads on this page
  readonly region?: string;
  readonly siblings?: readonly Page[];
  readonly volatile?: readonly string[];
  readonly isConstant?: (textKey: string) => boolean; // of the template, as far as siblings tell
}

export function keyOf(reading: Reading, labels: KnownRecord, options: KeyOptions): TemplateKey {
  const { extraction, siblings = [] } = options;
  const finder = new Finder(reading.page);
  const reads = Object.keys(labels).filter((name) => isSameRecordValue(labels[name]!, extraction.values[name]));
  const record = Object.fromEntries(
    Object.entries(labels).map(([name, values]) => [name, reads.includes(name) ? extraction.values[name]! : values]),
  );
  const layout = layoutOf(finder, record, options.region ?? null, {
    placed: spansByValue(extraction, reads),
    isConstant: options.isConstant ?? (() => true),
  });
  return {
    record,
    reads,
    volatile: options.volatile ?? [],
    region: options.region ?? null,
    measures: layout?.measures ?? null,
    items: layout?.items ?? {},
    places: Object.fromEntries(
      Object.entries(displayedOf(finder, record)).map(([name, values]) => [name, values.map(({ places }) => places)]),
    ),
    common: commonValues(record, siblings),
    structure: structureOf(reading.page),
    frame: siblings.length ? [] : frameOf(reading, record),
  };
}

/** Equal as sets of texts: the order of labels is the person's, the order of values is the page's. */
export function isSameRecordValue(a: readonly string[], b: readonly string[] | undefined): boolean {
  if (!b) return false;
  const [left, right] = [new Set(a.map(textKey)), new Set(b.map(textKey))];
  return left.size === right.size && [...left].every((key) => right.has(key));
}

export type Placed = Readonly<Record<string, readonly (readonly Span[])[]>>;

/** The proved spans of the named attributes, value by value. */
export function spansByValue({ values, proofs }: Pick<Extraction, "values" | "proofs">, names: readonly string[]): Placed {
  return Object.fromEntries(names.map((name) => [name, spansOf(values[name]!.length, proofs[name] ?? [])]));
}

function spansOf(count: number, proofs: readonly Proof[]): Span[][] {
  const spans: Span[][] = Array.from({ length: count }, () => []);
  for (const { value, start, end } of proofs) spans[value]?.push({ start, end });
  return spans;
}

export function displayedOf(finder: Finder, record: KnownRecord): Record<string, Displayed[]> {
  finder.foresee(Object.values(record).flat().map(textKey));
  return Object.fromEntries(
    Object.entries(record).map(([name, values]) => [name, values.map((value) => displayed(finder, value))]),
  );
}

function commonValues(record: KnownRecord, siblings: readonly Page[]): string[] {
  const finders = siblings.map((page) => new Finder(page));
  const values = [...new Set(Object.values(record).flat())];
  for (const finder of finders) finder.foresee(values.map(textKey));
  return values.filter((value) => finders.some((finder) => displayed(finder, value).isThere));
}

/** Every element's tag and depth, in document order: that is the tree. */
export function structureOf(page: Page): string {
  const lanes = new Map<string, Int32Array>();
  const fold = new Int32Array(4);
  for (let element = 1; element < page.elementCount; element++) {
    const word = `${page.depth[element]!} ${tagName(page, element)}`;
    const own = lanes.get(word) ?? nameLanes(word);
    lanes.set(word, own);
    foldLanes(fold, 0, own, 0);
  }
  return hexOf(fold, 0);
}

export interface Layout {
  readonly region: Span;
  readonly measures: Measures;
  readonly items: Readonly<Record<string, readonly (KeyItem | null)[]>>;
}

export interface LayoutOptions {
  readonly placed: Placed; // proved places; the others are looked for by their text
  readonly isConstant: (textKey: string) => boolean;
}

/** Measures of the region and the surroundings of every value; null where neither region nor any value has one place. */
export function layoutOf(finder: Finder, record: KnownRecord, regionText: string | null, options: LayoutOptions): Layout | null {
  const { page } = finder;
  const pasted = regionText === null ? undefined : finder.region(regionText);
  const given = pasted?.ok ? pasted.span : undefined;
  const places = Object.fromEntries(
    Object.entries(record).map(([name, values]) => [
      name,
      options.placed[name] ?? values.map((value) => located(finder, value, given)),
    ]),
  );
  const spans = Object.values(places)
    .flat(2)
    .filter((span) => isInText(page, span));
  const region = given ?? around(spans);
  if (!region) return null;
  const container = containerOf(page, region);
  const nearby = surroundings(spans, options.isConstant);
  const itemOf = (value: readonly Span[]): KeyItem | null => {
    const whole = around(value.filter((span) => isInText(page, span)));
    if (whole)
      return { chain: chainFrom(page, container, textParentAt(page, whole.start)), ...delimitersOf(page, whole, nearby) };
    const inTag = value[0] && tagDelimiters(page, value[0]);
    return inTag ? { chain: chainFrom(page, container, inTag.element), ...inTag.delimiters } : null;
  };
  return {
    region,
    measures: measure(page, region),
    items: Object.fromEntries(Object.entries(places).map(([name, values]) => [name, values.map(itemOf)])),
  };
}

function located(finder: Finder, value: string, region: Span | undefined): Span[] {
  const found = finder.label(value, region);
  return found.ok ? [found.span] : [];
}

/** An HTML attribute's value lies in a tag, not in a text. */
function isInText(page: Page, { start }: Span): boolean {
  const text = textAt(page, start);
  return text >= 0 && start < page.textEnd[text]!;
}

export function around(spans: readonly Span[]): Span | undefined {
  if (!spans.length) return undefined;
  return spans.reduce((all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }));
}

/** The innermost element around the whole region (method §5), 0 for the document. */
function containerOf(page: Page, region: Span): number {
  const { path, lowerChain } = partsOf(page, region);
  let container = 0;
  for (const [d, element] of path.entries()) {
    if (lowerChain[d] !== element) break;
    container = element;
  }
  return container;
}

const textParentAt = (page: Page, offset: number): number => page.textParent[textAt(page, offset)]!;

/** The tags from the container down to the element. */
function chainFrom(page: Page, container: number, element: number): string {
  const chain = chainOf(page, element);
  const depth = container === 0 ? 0 : chain.indexOf(container) + 1;
  const tags = chain.slice(depth).map((each) => tagName(page, each));
  return container !== 0 && depth === 0 ? `/${tags.join(" ")}` : tags.join(" ");
}
