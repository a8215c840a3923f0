/**
 * What speaks for one of several places of a label (method §7). No kind is right always, so none decides alone: each is a
 * claim about one place that its rivals may lack.
 */

import { foldLabel, labelWord, prefixOf } from "../find/label-words.js";
import { findSignature, learnSignature } from "../find/signature.js";
import { nodesAtTags, tagsBetween } from "../find/steps.js";
import { isShare, PLACES } from "../limits.js";
import { classesOf } from "../take/extent.js";
import { intervalOf, outermostAlike } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { childrenOf, isInside, nodeChain } from "../tree/tree.js";
import { coverage, isFilled, isFixed, labelsOf, type PlaceCandidate } from "./candidate.js";
import type { Labelled } from "./labelled.js";
import { isLabelBefore } from "./places.js";
import type { Sample } from "./sample.js";

export interface AttributeSources {
  readonly name: string;
  readonly own: Labelled;
  readonly sample: Sample;
  readonly region: () => number; // the smallest element around a place of every other label, 0 where that is the page
}

const NEAREST = 12; // elements around a place that are looked at for others like them: a block reaches no further

type Claim = (candidate: PlaceCandidate, sources: AttributeSources) => boolean;

/** Each kind of evidence, as a claim about a place. */
export const EVIDENCE = {
  whole: ({ hypothesis: { form } }) => form.kind !== "part" && (form.kind !== "segment" || isLabelBefore(form)),
  filled: isSeenOnMost,
  varies: (candidate) => coverage(candidate) >= PLACES.seen && !isFixed(candidate),
  region: ({ node }, { own, region }) => isInside(own.reading.tree, node, region()),
  single: ({ node }, { own, sample }) => !isInRepeatedBlock(own.reading, node, sample),
  labelled: ({ hypothesis }, { name }) => labelsOf(hypothesis).some((label) => label.includes(foldLabel(name))),
  named: ({ node }, { name, own }) => isNamedAfter(own.reading, node, foldLabel(name)),
  titled: (candidate, { sample }) => isInTitle(candidate, sample),
} as const satisfies Record<string, Claim>;

/**
 * In one of several alike elements each of which has a text at its place, such as comments and related items. The rows of a
 * table are alike too, but each has a label of its own.
 */
function isInRepeatedBlock(reading: Reading, node: number, sample: Sample): boolean {
  const { tree } = reading;
  const isRepeated = (block: number): boolean => {
    if (block <= 2 || block === node || tree.element[block]! < 0) return false;
    const tags = tagsBetween(tree, block, node);
    const isAlike = (child: number): boolean =>
      child !== block &&
      tree.tag[child] === tree.tag[block] &&
      classesOf(reading, child) === classesOf(reading, block) &&
      nodesAtTags(tree, child, tags).length > 0;
    const alike = [...childrenOf(tree, tree.parent[block]!)].filter(isAlike);
    const others = new Set(alike.flatMap((child) => labelsIn(reading, child, sample)));
    return alike.length > 0 && labelsIn(reading, block, sample).every((key) => others.has(key));
  };
  return nodeChain(tree, node).slice(-NEAREST).some(isRepeated);
}

/** Texts of the template in an element; a name that some siblings show too is none. */
function labelsIn(reading: Reading, node: number, sample: Sample): string[] {
  const { first, last } = intervalOf(reading, node);
  const keys = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => reading.keyAt(first + i));
  return keys
    .map((key) => prefixOf(key) || key)
    .filter((key) =>
      key.endsWith(":") ? sample.pagesWithLabel(labelWord(key)) > 0 || sample.isPrefix(key) : sample.isOnMost(key),
    );
}

/** On most siblings something is displayed there, by all rules or by the signature alone, among as many as on the own page. */
function isSeenOnMost(candidate: PlaceCandidate, { own, sample }: AttributeSources): boolean {
  if (isFilled(candidate, sample)) return true;
  const [signature] = learnSignature(own.reading, candidate.node, sample);
  const isThere = (page: Reading): boolean => findSignature(page, signature!).some((node) => intervalOf(page, node).last >= 0);
  return isShare(sample.readings.filter(isThere).length, sample.size, PLACES.filled);
}

/** A class or id of its element, or of the row around that, has the attribute's name in it. */
function isNamedAfter(reading: Reading, node: number, name: string): boolean {
  const row = reading.tree.parent[outermostAlike(reading, node)]!;
  const around = nodeChain(reading.tree, node).filter((each) => each >= row);
  return around.some((each) => reading.tokensOfNode(each).some((token) => foldLabel(token).includes(name)));
}

/** What it reads stands in the page's title on most siblings. */
function isInTitle({ readings }: PlaceCandidate, sample: Sample): boolean {
  const read = readings.flatMap((text, i) => (text === undefined ? [] : [sample.readings[i]!.titleKey.includes(text)]));
  return read.length > 0 && isShare(read.filter(Boolean).length, read.length, PLACES.inTitle);
}
