/**
 * The page's own metadata as a witness (method §7). An entry says which text is the value; the kind of the labelled place,
 * its tags and classes, says which displayed text of that wording is meant. What is not displayed there is never given.
 *
 * Several values are complete only if every element of their kind in the same containers is named by the entry: metadata
 * that tells of the first author alone does not cut the list.
 */
import { METADATA } from "../limits.js";
import { take, type Value } from "../take/take.js";
import type { MetadataRule, PlaceKind } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import { valueText } from "../text/value-text.js";
import { type Interval, intervalKey, intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagNumber, tagWord } from "../tree/tag-words.js";
import { runSpan } from "../tree/tree.js";

/** What an entry says of a page: its contents, and the displayed texts equal to them. */
export interface MetadataReading {
  readonly keys: readonly string[];
  readonly values: readonly Value[];
  readonly places: readonly Interval[];
}

/** Keys of an entry's contents; one content said several times is one. */
export function metadataKeys(reading: Reading, entry: string): readonly string[] {
  const contents = reading.metadata.get(entry) ?? [];
  if (contents.length > METADATA.contents) return [];
  const keys = contents.map(textKey);
  return new Set(keys).size === 1 ? keys.slice(0, 1) : keys;
}

/** All that the entries find: one reading where they agree, none where they are silent. */
export function findMetadata(reading: Reading, { entries, places }: MetadataRule): MetadataReading[] {
  const found = new Map<string, MetadataReading>();
  for (const entry of entries) {
    const keys = metadataKeys(reading, entry);
    const said = keys.join("\n");
    if (!keys.length || found.has(said)) continue;
    const nodes = places.map((kind) => nodesShowing(reading, kind, keys)).find((each) => each !== undefined);
    const values = nodes?.flatMap((node) => valueAt(reading, node)) ?? [];
    if (nodes && values.length === keys.length)
      found.set(said, { keys, values, places: nodes.map((node) => withoutMarks(reading, node)) });
  }
  return [...found.values()];
}

/** The elements that show these texts one after the other, if no other element of the kind stands in their containers. */
export function nodesShowing(reading: Reading, kind: PlaceKind, keys: readonly string[]): number[] | undefined {
  const { tree } = reading;
  const shown = nodesOfKind(reading, kind);
  const longest = keys.reduce((most, { length }) => Math.max(most, length), 0);
  const taken: number[] = [];
  for (const node of shown) {
    if (taken.length === keys.length) break;
    if (shownKey(reading, node, longest) === keys[taken.length]) taken.push(node);
  }
  if (taken.length < keys.length) return undefined;
  const containers = new Set(taken.map((node) => tree.parent[node]!));
  const members = shown.filter((node) => containers.has(tree.parent[node]!));
  return members.length === taken.length ? taken : undefined;
}

/** Elements of that kind that display something, in document order. */
function nodesOfKind(reading: Reading, { tag, tokens, parentTag, parentTokens }: PlaceKind): number[] {
  const { tree, page } = reading;
  const [own, above] = [tagNumber(page, tag), tagNumber(page, parentTag)];
  const carries = (node: number, any: readonly string[]): boolean => any.some((token) => reading.nodeHasToken(node, token));
  const nodes: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    const parent = tree.parent[node]!;
    if (tree.tag[node] !== own || tree.tag[parent] !== above || tree.element[node]! < 0) continue;
    if (tokens.length ? !carries(node, tokens) : parentTokens.length && !carries(parent, parentTokens)) continue;
    const { first, last } = intervalOf(reading, node);
    if (first <= last) nodes.push(node);
  }
  return nodes;
}

/** Key of what the element displays, bullets and boxes at its ends left out; "" if it is longer than that. */
export function shownKey(reading: Reading, node: number, longest: number): string {
  const { first, last } = withoutMarks(reading, node);
  if (last - first >= longest) return "";
  let key = "";
  for (let order = first; order <= last && key.length <= longest; order++) key += reading.keyAt(order);
  return key.length <= longest ? key : "";
}

function withoutMarks(reading: Reading, node: number): Interval {
  let { first, last } = intervalOf(reading, node);
  while (first < last && !hasWords(reading.keyAt(first))) first++;
  while (first < last && !hasWords(reading.keyAt(last))) last--;
  return { first, last };
}

const hasWords = (key: string): boolean => /[\p{L}\p{N}]/u.test(key);

function valueAt(reading: Reading, node: number): readonly Value[] {
  const { tree, shown, page } = reading;
  const whole = intervalOf(reading, node);
  const { first, last } = withoutMarks(reading, node);
  if (first === whole.first && last === whole.last) return take(reading, node, { kind: "whole" }, new Set()).values;
  const [from, to] = [runSpan(tree, shown[first]!), runSpan(tree, shown[last]!)];
  const spans = [{ start: from.start, end: to.end }];
  const text = valueText(page, spans);
  return textKey(text) === intervalKey(reading, { first, last }) ? [{ text, spans }] : [];
}

/** The kind of place an element is; of its tokens and its parent's those that may name a place. */
export function kindOf(reading: Reading, node: number, isLasting: (token: string) => boolean): PlaceKind {
  const { tree } = reading;
  const parent = tree.parent[node]!;
  return {
    tag: tagWord(tree, node),
    tokens: reading.tokensOfNode(node).filter(isLasting),
    parentTag: tagWord(tree, parent),
    parentTokens: tagWord(tree, parent) === "body" ? [] : reading.tokensOfNode(parent).filter(isLasting), // body's are often the record's
  };
}

export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i]);
