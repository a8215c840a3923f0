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
  if (steps === "") return at;
  for (const step of steps.split(" ")) {
    const bracket = step.endsWith("]") ? step.lastIndexOf("[") : step.length;
    const tag = tagNumber(tree.page, step.slice(0, bracket));
    const above = at;
    at = childAt(tree, above, tag, Number(step.slice(bracket + 1, -1) || 1));
    if (at < 0 || (bracket === step.length && childAt(tree, above, tag, 2) >= 0)) return -1;
  }
  return at;
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
