/** Steps down a tree, written like "div[2] table[1] #[1]": a tag and which of its kind among the siblings. */

import type { Sample } from "../learn/sample.js";
import { REACH } from "../limits.js";
import type { LandmarkRule, PathRule, TailRule } from "../template/page-template.js";
import type { Reading } from "../tree/reading.js";
import { tagNumber, tagWord } from "../tree/tag-words.js";
import { childAt, childrenOf, countChildren, indexAmongAlike, type Tree } from "../tree/tree.js";

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

interface PathStep {
  readonly word: string; // the tag
  readonly index: number;
  readonly isOnly: boolean; // no other of its kind stands beside it
}

const MOST_KEPT = 4096;
const kept = new Map<string, readonly PathStep[]>(); // a template's steps are walked on every page, and taken apart once

function stepsOf(written: string): readonly PathStep[] {
  const known = kept.get(written);
  if (known) return known;
  const steps = written === "" ? [] : written.split(" ").map(stepOf);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(written, steps);
  return steps;
}

function stepOf(written: string): PathStep {
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
        if (tree.tag[child] === tag) next.push(child);
      }
      return next;
    });
  }
  return level;
}

/** The way from the root, every step a tag and its number among its like. */

export function learnPath({ tree }: Reading, node: number): PathRule[] {
  return [{ kind: "path", steps: stepsBetween(tree, 0, node) }];
}

export function findPath({ tree }: Reading, { steps }: PathRule): number[] {
  const node = walkDown(tree, 0, steps);
  return node < 0 ? [] : [node];
}

/** From the nearest elements around the place whose id or class stands only once on every page. */

export function learnLandmark(reading: Reading, node: number, sample: Sample): LandmarkRule[] {
  const { tree } = reading;
  const rules: LandmarkRule[] = [];
  for (let at = node; at > 0 && rules.length < REACH.landmarks; at = tree.parent[at]!) {
    const token = reading.tokensOfNode(at).find((each) => sample.isUniqueToken(each) && reading.landmark(each) >= 0);
    if (token !== undefined) rules.push({ kind: "landmark", token, steps: stepsBetween(tree, at, node) });
  }
  return rules;
}

export function findLandmark(reading: Reading, { token, steps }: LandmarkRule): number[] {
  const landmark = reading.landmark(token);
  const node = landmark < 0 ? -1 : walkDown(reading.tree, landmark, steps);
  return node < 0 ? [] : [node];
}

/** As a landmark rule, but every step counted from the end: it holds where something optional stands before the place. */

export function learnTail(reading: Reading, node: number, sample: Sample): TailRule[] {
  const { tree } = reading;
  for (let at = tree.parent[node]!; at > 0; at = tree.parent[at]!) {
    const token = reading.tokensOfNode(at).find((each) => sample.isUniqueToken(each) && reading.landmark(each) >= 0);
    if (token !== undefined) return [{ kind: "tail", token, steps: stepsFromEnd(tree, at, node) }];
  }
  return [];
}

function stepsFromEnd(tree: Tree, ancestor: number, node: number): string {
  const steps: string[] = [];
  for (let at = node; at !== ancestor; at = tree.parent[at]!) {
    const alike = [...childrenOf(tree, tree.parent[at]!)].filter((child) => tree.tag[child] === tree.tag[at]);
    steps.push(`${tagWord(tree, at)}[${alike.length - alike.indexOf(at)}]`);
  }
  return steps.reverse().join(" ");
}

export function findTail(reading: Reading, { token, steps }: TailRule): number[] {
  const { tree } = reading;
  let at = reading.landmark(token);
  if (at < 0) return [];
  for (const step of steps.split(" ")) {
    const bracket = step.lastIndexOf("[");
    const tag = tagNumber(reading.page, step.slice(0, bracket));
    const index = countChildren(tree, at, tag) + 1 - Number(step.slice(bracket + 1, -1));
    at = index < 1 ? -1 : childAt(tree, at, tag, index);
    if (at < 0) return [];
  }
  return [at];
}
