/** What tells the elements around the value from their neighbours: classes and ids of their own. */
import type { Rival } from "../read/hypothesis.js";
import type { Reading } from "../tree/reading.js";
import { nodeChain } from "../tree/tree.js";
import type { Sample } from "./sample.js";

export function rivalsOf(reading: Reading, node: number, sample: Sample): Rival[] {
  const chain = nodeChain(reading.tree, node);
  const around = new Set(chain.flatMap((each) => reading.tokensOfNode(each)));
  return chain.flatMap((each): Rival[] => {
    const here = tokensBeside(reading, each);
    const mine = reading.tokensOfNode(each).filter((token) => !here.has(token) && sample.isRepeatedToken(token));
    const beside = new Set([...here, ...mine.flatMap((token) => sample.readings.flatMap((page) => besideOnly(page, token)))]);
    const own = mine.filter((token) => !beside.has(token));
    const other = [...beside].filter((token) => !around.has(token) && sample.isRepeatedToken(token));
    return own.length && other.length ? [{ own: [...own].sort(), other: other.sort() }] : [];
  });
}

/** The tokens of the element's neighbours of its tag. */
function tokensBeside(reading: Reading, node: number): Set<string> {
  const { tree } = reading;
  const parent = tree.parent[node]!;
  const tokens = new Set<string>();
  if (parent < 0 || !reading.tokensOfNode(node).length) return tokens;
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (child === node || tree.parent[child] !== parent || tree.tag[child] !== tree.tag[node]) continue;
    for (const token of reading.tokensOfNode(child)) tokens.add(token);
  }
  return tokens;
}

/** The same on another page, of the only element that carries the token. */
function besideOnly(page: Reading, token: string): string[] {
  const node = page.landmark(token);
  return node < 0 ? [] : [...tokensBeside(page, node)];
}
