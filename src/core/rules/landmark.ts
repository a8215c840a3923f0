/** From the nearest elements around the place whose id or class stands only once on every page. */
import type { Sample } from "../learn/sample.js";
import { lowerBound } from "../page/page.js";
import type { Reading } from "../tree/reading.js";
import { elementsWith } from "../tree/tokens.js";
import { stepsBetween, walkDown } from "./steps.js";

export interface LandmarkRule {
  readonly kind: "landmark";
  readonly token: string;
  readonly steps: string;
}

const LANDMARKS = 2;

export function learnLandmark(reading: Reading, node: number, sample: Sample): LandmarkRule[] {
  const { tree } = reading;
  const rules: LandmarkRule[] = [];
  for (let at = node; at > 0 && rules.length < LANDMARKS; at = tree.parent[at]!) {
    const token = reading
      .tokensOfNode(at)
      .find((each) => sample.isUniqueToken(each) && elementsWith(reading.page, each).length === 1);
    if (token !== undefined) rules.push({ kind: "landmark", token, steps: stepsBetween(tree, at, node) });
  }
  return rules;
}

export function findLandmark(reading: Reading, { token, steps }: LandmarkRule): number[] {
  const elements = elementsWith(reading.page, token);
  if (elements.length !== 1) return [];
  const node = walkDown(reading.tree, nodeOfElement(reading, elements[0]!), steps);
  return node < 0 ? [] : [node];
}

/** Elements keep their order among the nodes, so the node is found by halving; runs before it share its number. */
function nodeOfElement({ tree }: Reading, element: number): number {
  let node = lowerBound(tree.elementOrder, tree.count, element);
  while (tree.element[node] !== element) node++;
  return node;
}
