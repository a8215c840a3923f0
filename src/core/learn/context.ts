/** The surroundings a value must have, learnt from where the hypothesis reads on the siblings (method §7, accounted). */

import { foldLabel, hasColon } from "../find/label-words.js";
import { nodesAtTags, tagsBetween } from "../find/steps.js";
import { isShare, LABELS, SIBLINGS } from "../limits.js";
import { gapOf } from "../read/absence.js";
import { labelBefore, readHypothesis, voiceOf } from "../read/hypothesis.js";
import { classesOf } from "../take/extent.js";
import type { Hypothesis, Rival } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import { intervalKey, intervalOf, outermostAlike } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagWord } from "../tree/tag-words.js";
import { indexesAmongAlike, isInside, nodeChain, type Tree } from "../tree/tree.js";
import type { Labelled } from "./labelled.js";
import type { Sample } from "./sample.js";

/** Readings of the hypothesis on all siblings where it speaks. */
function siblingPlaces(hypothesis: Hypothesis, sample: Sample): { reading: Reading; node: number; first: number }[] {
  return sample.readings.flatMap((reading) => {
    const read = readHypothesis(reading, hypothesis, { kinds: 1, refusesNext: false });
    if (!read.ok) return [];
    for (const rule of hypothesis.rules) {
      const voice = voiceOf(reading, hypothesis, rule);
      if (voice && voice !== "several") return [{ reading, node: voice.node, first: voice.place.first }];
    }
    return [];
  });
}

export function withContext(own: Labelled, node: number, hypothesis: Hypothesis, sample: Sample): Hypothesis {
  const { reading } = own;
  const places = siblingPlaces(hypothesis, sample);
  const extent = { ...hypothesis.extent, isOfLines: countLines(hypothesis, sample) >= SIBLINGS.lines };
  if (places.length < SIBLINGS.fewest) return { ...hypothesis, extent, labels: headLabels(own, node) };
  const { labels, isOnAll } = requiredLabels(own, node, places, sample);
  return {
    ...hypothesis,
    extent,
    gap: gapOf(reading, node, hypothesis, isOnAll ? labels : null, sample),
    labels,
    tokens: requiredTokens(reading, node, places),
  };
}

/** On how many siblings the node around the value holds several lines and nothing else. */
function countLines(hypothesis: Hypothesis, sample: Sample): number {
  if (hypothesis.extent.inside !== "#") return 0;
  const around = hypothesis.rules.filter(({ on }) => on === "outermost");
  return sample.readings.filter((reading) =>
    around.some((rule) => {
      const voice = voiceOf(reading, hypothesis, rule);
      if (!voice || voice === "several") return false;
      const lines = nodesAtTags(reading.tree, voice.node, "#").filter((node) => intervalOf(reading, node).last >= 0);
      return lines.length > 1 && lines.length === voice.place.last - voice.place.first + 1;
    }),
  ).length;
}

/**
 * The label that the labelled page itself gives the value, in a head of HTML or as one of its rows do. A date is none, nor is
 * a value that was labelled itself: a title may head the row of its author.
 */
function headLabels({ reading, labels }: Labelled, node: number): string[] | null {
  const { first, last } = intervalOf(reading, node);
  if (first < 1 || last < first) return null;
  const label = foldLabel(reading.keyAt(first - 1));
  if (!/\p{L}/u.test(label) || /\p{N}/u.test(label)) return null;
  if (Object.values(labels).some((texts) => texts.some((text) => foldLabel(textKey(text)) === label))) return null;
  return isHead(reading, first - 1) || isRowLabel(reading, first - 1) ? [label] : null;
}

/** A `dt` before its `dd`, a `th` before its `td`. */
function isHead({ tree, shown }: Reading, order: number): boolean {
  const [head, value] = [order, order + 1].map((at) => cellAround(tree, tree.runNode[shown[at]!]!));
  const isPair = head!.tag === "dt" ? value!.tag === "dd" : head!.tag === "th" && value!.tag === "td";
  return isPair && head!.row === value!.row;
}

/** Texts in elements of the same kind as the one there stand each beside an element of another kind: label and value. */
function isRowLabel(reading: Reading, order: number): boolean {
  const { tree, shown } = reading;
  const nodeAt = (at: number): number => tree.runNode[shown[at]!]!;
  const kindAt = (at: number): string => `${tagsAt(reading, at)} ${classesOf(reading, tree.parent[nodeAt(at)]!)}`;
  const indexes = kindAt(order) === kindAt(order + 1) ? indexesAmongAlike(tree) : null;
  const kindOf = (at: number): string => (indexes ? `${kindAt(at)} ${indexes[tree.parent[nodeAt(at)]!]!}` : kindAt(at));
  const isBeside = (at: number): boolean => {
    const label = outermostAlike(reading, nodeAt(at));
    const next = tree.end[label]!;
    return next < tree.count && tree.parent[next] === tree.parent[label] && isInside(tree, nodeAt(at + 1), next);
  };
  const [own, value] = [kindOf(order), kindOf(order + 1)];
  const tagAbove = (at: number): number => tree.tag[tree.parent[nodeAt(at)]!]!; // cheap, and mostly enough
  const rows = new Set<string>();
  for (let at = 0; at + 1 < shown.length && rows.size < LABELS.rows; at++)
    if (tagAbove(at) === tagAbove(order) && kindOf(at) === own && kindOf(at + 1) === value && isBeside(at))
      rows.add(reading.keyAt(at));
  return own !== value && isBeside(order) && rows.size >= LABELS.rows;
}

/** The cell or term that the node lies in, and the row or list around that. */
function cellAround(tree: Tree, node: number): { readonly tag: string; readonly row: number } {
  const cell = nodeChain(tree, node).findLast((each) => ["dt", "dd", "th", "td"].includes(tagWord(tree, each)));
  return cell === undefined ? { tag: "", row: -1 } : { tag: tagWord(tree, cell), row: tree.parent[cell]! };
}

/**
 * Texts one of which must stand before the value, null: any may. Where the value is missing on a sibling, the rules are off
 * by a row and find the label of that row, which stands beside the own one on other pages: that says nothing against it.
 * Only of a label on all of them its gap tells that the value is absent.
 */
function requiredLabels(
  page: Labelled,
  node: number,
  places: readonly { reading: Reading; first: number }[],
  sample: Sample,
): { readonly labels: string[] | null; readonly isOnAll: boolean } {
  const { reading } = page;
  const { first } = intervalOf(reading, node);
  const before = reading.keyAt(first - 1);
  const own = foldLabel(before);
  if (own === "") return { labels: null, isOnAll: false };
  const seen = new Map<string, number>();
  for (const place of places) {
    const label = labelBefore(place.reading, { first: place.first, last: place.first });
    seen.set(label, (seen.get(label) ?? 0) + 1);
  }
  const rows = [reading, ...sample.readings]
    .map((each) => textsAt(each, tagsAt(reading, first - 1)))
    .filter((row) => row.has(own));
  const beside = new Set(rows.flatMap((row) => [...row]));
  const same = seen.get(own) ?? 0;
  const strayed = [...seen].reduce((sum, [label, pages]) => (label !== own && beside.has(label) ? sum + pages : sum), 0);
  const told = places.length - strayed;
  const isSeen = same >= LABELS.seen || headLabels(page, node) !== null;
  const isOn = (pages: number): boolean =>
    hasColon(before) ? isShare(same, pages, LABELS.withColon) : same >= pages - SIBLINGS.others;
  if (!isSeen || !isOn(told)) return { labels: null, isOnAll: false };
  const isElsewhere = (label: string): boolean => [...reading.keys].some((key) => foldLabel(key) === label);
  const isOther = (label: string): boolean => !beside.has(label) && !isElsewhere(label);
  const others = [...seen].filter(([label, pages]) => pages >= LABELS.seen && isOther(label)).map(([label]) => label);
  return { labels: [own, ...others].sort(), isOnAll: isOn(places.length) };
}

const tagsAt = ({ tree, shown }: Reading, order: number): string => tagsBetween(tree, 0, tree.runNode[shown[order]!]!);

/** The folded texts below those tags: all labels of a table, where they are those of one of them. */
function textsAt(reading: Reading, tags: string): Set<string> {
  return new Set(nodesAtTags(reading.tree, 0, tags).map((node) => foldLabel(intervalKey(reading, intervalOf(reading, node)))));
}

/** Tokens around the labelled place that are also around every place read on the siblings. */
function requiredTokens(reading: Reading, node: number, places: readonly { reading: Reading; node: number }[]): string[] {
  const around = (at: Reading, from: number): Set<string> =>
    new Set(nodeChain(at.tree, from).flatMap((each) => at.tokensOfNode(each)));
  let tokens = [...around(reading, node)];
  for (const place of places) {
    const there = around(place.reading, place.node);
    tokens = tokens.filter((token) => there.has(token));
  }
  return tokens.sort();
}

/** What tells the elements around the value from their neighbours: classes and ids of their own. */

/** A token that stands now before the own one and now behind it takes turns with it, as that of every second row or of the open tab. */
export function rivalsOf(reading: Reading, node: number, sample: Sample): Rival[] {
  const chain = nodeChain(reading.tree, node);
  const around = new Set(chain.flatMap((each) => reading.tokensOfNode(each)));
  return chain.flatMap((each): Rival[] => {
    const here = tokensBeside(reading, each);
    const mine = reading.tokensOfNode(each).filter((token) => !here.has(token) && sample.isRepeatedToken(token));
    const pages = [here, ...sample.readings.flatMap((page) => besideOnly(page, mine))];
    const beside = new Set(pages.flatMap((page) => [...page.keys()]));
    const takesTurns = (token: string): boolean => new Set(pages.flatMap((page) => page.get(token) ?? [])).size > 1;
    const own = mine.filter((token) => !beside.has(token));
    const other = [...beside].filter((token) => !around.has(token) && sample.isRepeatedToken(token) && !takesTurns(token));
    return own.length && other.length ? [{ own: [...own].sort(), other: other.sort() }] : [];
  });
}

type NeighbourSide = "before" | "behind" | "both";

/** The tokens of the element's neighbours of its tag, and on which side of it they stand. */
function tokensBeside(reading: Reading, node: number): Map<string, NeighbourSide> {
  const { tree } = reading;
  const parent = tree.parent[node]!;
  const tokens = new Map<string, NeighbourSide>();
  if (parent < 0 || !reading.tokensOfNode(node).length) return tokens;
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (child === node || tree.tag[child] !== tree.tag[node]) continue;
    const side = child < node ? "before" : "behind";
    for (const token of reading.tokensOfNode(child)) tokens.set(token, (tokens.get(token) ?? side) === side ? side : "both");
  }
  return tokens;
}

/** The same on another page, of each element that alone carries one of the tokens. */
function besideOnly(page: Reading, tokens: readonly string[]): Map<string, NeighbourSide>[] {
  const nodes = new Set(tokens.map((token) => page.landmark(token)).filter((node) => node >= 0));
  return [...nodes].map((node) => tokensBeside(page, node));
}
