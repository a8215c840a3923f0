/** Tags and stable tokens from the root, without numbers; where several nodes carry the signature, the n-th of exactly m. */
import type { Sample } from "../learn/sample.js";
import type { Reading } from "../tree/reading.js";
import { nodeChain } from "../tree/tree.js";
import { tagNumber, tagWord } from "./names.js";

/** From the root down, of each element its tag and then its stable tokens. */
export type Chain = readonly (readonly string[])[];

export interface SignatureRule {
  readonly kind: "signature";
  readonly chain: Chain;
  readonly nth: number;
  readonly of: number;
}

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

export function findSignature(reading: Reading, { chain, nth, of }: SignatureRule): number[] {
  const all = nodesWith(reading, chain);
  return of === 1 ? all : all.length === of ? [all[nth - 1]!] : [];
}

/** Nodes of that signature, level by level from the root: a level only looks below what matched above it. */
export function nodesWith(reading: Reading, chain: Chain): number[] {
  const { tree } = reading;
  let level = [0];
  for (const [word, ...tokens] of chain) {
    const tag = tagNumber(reading.page, word!);
    const next: number[] = [];
    for (const node of level) {
      const end = tree.end[node]!;
      for (let child = node + 1; child < end; child = tree.end[child]!) {
        if (tree.tag[child] !== tag || tree.parent[child] !== node) continue;
        if (tokens.length && !holds(reading.tokensOfNode(child), tokens)) continue;
        next.push(child);
      }
    }
    if (!next.length) return next;
    level = next;
  }
  return level;
}

function holds(own: readonly string[], wanted: readonly string[]): boolean {
  for (const token of wanted) if (!own.includes(token)) return false;
  return true;
}
