/** What tells the elements around the value from their neighbours: classes and ids of their own. */
import type { Rival } from "../read/hypothesis.js";
import type { Reading } from "../tree/reading.js";
import { nodeChain } from "../tree/tree.js";
import type { Sample } from "./sample.js";

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

type Side = "before" | "behind" | "both";

/** The tokens of the element's neighbours of its tag, and on which side of it they stand. */
function tokensBeside(reading: Reading, node: number): Map<string, Side> {
  const { tree } = reading;
  const parent = tree.parent[node]!;
  const tokens = new Map<string, Side>();
  if (parent < 0 || !reading.tokensOfNode(node).length) return tokens;
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (child === node || tree.parent[child] !== parent || tree.tag[child] !== tree.tag[node]) continue;
    const side = child < node ? "before" : "behind";
    for (const token of reading.tokensOfNode(child)) tokens.set(token, (tokens.get(token) ?? side) === side ? side : "both");
  }
  return tokens;
}

/** The same on another page, of each element that alone carries one of the tokens. */
function besideOnly(page: Reading, tokens: readonly string[]): Map<string, Side>[] {
  const nodes = new Set(tokens.map((token) => page.landmark(token)).filter((node) => node >= 0));
  return [...nodes].map((node) => tokensBeside(page, node));
}
