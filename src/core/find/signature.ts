/** Tags and stable tokens from the root, without numbers; where several nodes carry the signature, the n-th of exactly m. */

import type { Sample } from "../learn/sample.js";
import type { Chain, SignatureRule } from "../template/page-template.js";
import type { Reading } from "../tree/reading.js";
import { tagNumber, tagWord } from "../tree/tag-words.js";
import { nodeChain } from "../tree/tree.js";

export function learnSignature(reading: Reading, node: number, sample: Sample): SignatureRule[] {
  const chain = stableChain(reading, node, sample);
  const all = nodesWith(reading, chain);
  return [{ kind: "signature", chain, nth: all.indexOf(node) + 1, of: all.length }];
}

export function stableChain(reading: Reading, node: number, sample: Sample): Chain {
  return nodeChain(reading.tree, node).map((at) => [
    tagWord(reading.tree, at),
    ...reading.tokensOfNode(at).filter((token) => sample.isStableToken(token)),
  ]);
}

export function findSignature(reading: Reading, { chain, nth, of }: SignatureRule): readonly number[] {
  const all = nodesWith(reading, chain);
  return of === 1 ? all : all.length === of ? [all[nth - 1]!] : [];
}

/** The last chain looked for on a page, with the nodes of every level that has some. */
interface Walk {
  chain: Chain;
  readonly levels: (readonly number[])[];
}

const lastWalks = new WeakMap<Reading, Walk>();

/**
 * Nodes of that signature, level by level from the root: a level only looks below what matched above it. Chains asked for
 * one after the other mostly begin alike, and what the last one found so far is not looked for again.
 */
export function nodesWith(reading: Reading, chain: Chain): readonly number[] {
  const walk = lastWalks.get(reading) ?? { chain: [], levels: [ROOT] };
  lastWalks.set(reading, walk);
  const known = countCommon(walk.chain, chain);
  walk.chain = chain;
  walk.levels.length = Math.min(walk.levels.length, known + 1);
  if (walk.levels.length <= known) return NONE; // the part both share leads nowhere
  for (let depth = known; depth < chain.length; depth++) {
    const next = nextLevel(reading, walk.levels[depth]!, chain[depth]!);
    if (!next.length) return NONE;
    walk.levels.push(next);
  }
  return walk.levels[chain.length]!;
}

const ROOT: readonly number[] = [0];
const NONE: readonly number[] = [];

/** How many elements from the root both chains have in common. */
function countCommon(a: Chain, b: Chain): number {
  let depth = 0;
  while (depth < a.length && depth < b.length && isSame(a[depth]!, b[depth]!)) depth++;
  return depth;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function nextLevel(reading: Reading, level: readonly number[], words: readonly string[]): number[] {
  const { tree } = reading;
  const tag = tagNumber(reading.page, words[0]!);
  const next: number[] = [];
  for (const node of level) {
    const end = tree.end[node]!;
    for (let child = node + 1; child < end; child = tree.end[child]!) {
      if (tree.tag[child] === tag && carries(reading, child, words)) next.push(child);
    }
  }
  return next;
}

/** Whether the node has all tokens of a chain's element, which stand behind its tag. */
function carries(reading: Reading, node: number, words: readonly string[]): boolean {
  for (let i = 1; i < words.length; i++) if (!reading.nodeHasToken(node, words[i]!)) return false;
  return true;
}
