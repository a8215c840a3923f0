/** From the nearest elements around the place whose id or class stands only once on every page. */
import type { Sample } from "../learn/sample.js";
import type { Reading } from "../tree/reading.js";
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
