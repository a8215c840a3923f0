/** The way from the root, every step a tag and its number among its like. */
import type { Reading } from "../tree/reading.js";
import { stepsBetween, walkDown } from "./steps.js";

export interface PathRule {
  readonly kind: "path";
  readonly steps: string;
}

export function learnPath({ tree }: Reading, node: number): PathRule[] {
  return [{ kind: "path", steps: stepsBetween(tree, 0, node) }];
}

export function findPath({ tree }: Reading, { steps }: PathRule): number[] {
  const node = walkDown(tree, 0, steps);
  return node < 0 ? [] : [node];
}
