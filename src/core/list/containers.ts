/** The containers of a list on a page: every node at the tags of the labelled one. */

import type { ContainerLevel } from "../template/list-template.js";
import type { Reading } from "../tree/reading.js";
import { tagNumber, tagWord } from "../tree/tag-words.js";
import { nodeChain } from "../tree/tree.js";
import { shownChildren } from "./group.js";

export interface Container {
  readonly node: number;
  readonly isAlike: boolean; // ids and classes around it are those of the labelled one
}

/** Tokens that the page does not have at all say nothing: an id or class may be renamed. */
export function containersOf(reading: Reading, levels: readonly ContainerLevel[]): Container[] {
  let found: Container[] = [{ node: 0, isAlike: true }];
  for (const { tag, tokens } of levels) {
    const number = tagNumber(reading.page, tag);
    const asked = tokens.filter((token) => reading.hasToken(token));
    const next: Container[] = [];
    for (const { node, isAlike } of found) {
      for (const child of shownChildren(reading, node)) {
        if (reading.tree.tag[child] !== number) continue;
        const own = asked.length ? reading.tokensOfNode(child) : [];
        next.push({ node: child, isAlike: isAlike && asked.every((token) => own.includes(token)) });
      }
    }
    found = next;
  }
  return found;
}

/** What the containers of the labelled records share, from html down; undefined if their tags differ. */
export function sharedLevels(reading: Reading, containers: readonly number[]): ContainerLevel[] | undefined {
  const chains = containers.map((container) => nodeChain(reading.tree, container));
  const levels: ContainerLevel[] = [];
  for (const [i, node] of chains[0]!.entries()) {
    const tag = tagWord(reading.tree, node);
    if (chains.some((chain) => chain.length !== chains[0]!.length || tagWord(reading.tree, chain[i]!) !== tag)) return undefined;
    const tokens = reading
      .tokensOfNode(node)
      .filter((token) => chains.every((chain) => reading.tokensOfNode(chain[i]!).includes(token)));
    levels.push({ tag, tokens });
  }
  return levels;
}
