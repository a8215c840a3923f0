/** Steps down a tree, written like "div[2] table[1] #[1]": a tag and which of its kind among the siblings. */
import { childAt, indexAmongAlike, type Tree } from "../tree/tree.js";
import { tagNumber, tagWord } from "./names.js";

export function stepsBetween(tree: Tree, ancestor: number, node: number): string {
  const steps: string[] = [];
  for (let at = node; at !== ancestor && at > 0; at = tree.parent[at]!) {
    steps.push(stepTo(tree, at));
  }
  return steps.reverse().join(" ");
}

/** "td[2]", or "table" where it is the only one of its kind. */
function stepTo(tree: Tree, node: number): string {
  const index = indexAmongAlike(tree, node);
  const isOnly = index === 1 && childAt(tree, tree.parent[node]!, tree.tag[node]!, 2) < 0;
  return isOnly ? tagWord(tree, node) : `${tagWord(tree, node)}[${index}]`;
}

/** The node at the end of the steps, −1 if one of them leads nowhere. */
export function walkDown(tree: Tree, from: number, steps: string): number {
  let at = from;
  for (const { word, index, isOnly } of stepsOf(steps)) {
    const tag = tagNumber(tree.page, word);
    const above = at;
    at = childAt(tree, above, tag, index);
    if (at < 0 || (isOnly && childAt(tree, above, tag, 2) >= 0)) return -1;
  }
  return at;
}

interface Step {
  readonly word: string; // the tag
  readonly index: number;
  readonly isOnly: boolean; // no other of its kind stands beside it
}

const MOST_KEPT = 4096;
const kept = new Map<string, readonly Step[]>(); // a template's steps are walked on every page, and taken apart once

function stepsOf(written: string): readonly Step[] {
  const known = kept.get(written);
  if (known) return known;
  const steps = written === "" ? [] : written.split(" ").map(stepOf);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(written, steps);
  return steps;
}

function stepOf(written: string): Step {
  const bracket = written.endsWith("]") ? written.lastIndexOf("[") : written.length;
  const index = Number(written.slice(bracket + 1, -1) || 1);
  return { word: written.slice(0, bracket), index, isOnly: bracket === written.length };
}

/** Tags alone, "div table #", for comparing places whatever their index. */
export function tagsBetween(tree: Tree, ancestor: number, node: number): string {
  const tags: string[] = [];
  for (let at = node; at !== ancestor && at > 0; at = tree.parent[at]!) tags.push(tagWord(tree, at));
  return tags.reverse().join(" ");
}

/** All nodes below the container reached by exactly those tags, in document order. */
export function nodesAtTags(tree: Tree, container: number, tags: string): number[] {
  let level = [container];
  for (const word of tags.split(" ")) {
    const tag = tagNumber(tree.page, word);
    level = level.flatMap((node) => {
      const next: number[] = [];
      for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
        if (tree.tag[child] === tag && tree.parent[child] === node) next.push(child);
      }
      return next;
    });
  }
  return level;
}
