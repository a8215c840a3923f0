/** Where several labels of one attribute stand together: as the items of a list, as one signature, or joined in a line. */

import { nodesWith, stableChain } from "../find/signature.js";
import { nodesAtTags, tagsBetween } from "../find/steps.js";
import { PLACES, REACH } from "../limits.js";
import { listAround } from "../take/extent.js";
import { textsAround, textsBetween } from "../take/family.js";
import { shapeOf } from "../take/shape.js";
import type { Form } from "../template/page-template.js";
import { intervalKey, intervalOf, outermostAlike } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { commonAncestor, countAlike } from "../tree/tree.js";
import { type LabelPlace, placesOfLabel } from "./places.js";
import type { Sample } from "./sample.js";

/**
 * Several labels as one list: the innermost container in which the nodes at one chain of tags show the labels and nothing
 * else. The order of the labels does not matter; the page's order is the value's.
 */
export function listPlaces(reading: Reading, keys: readonly string[], sample: Sample): LabelPlace[] {
  const { tree } = reading;
  const wanted = new Set(keys);
  const found = new Map<number, LabelPlace>();
  const starts = startsOf(reading, keys[0]!, sample);
  for (const start of starts) {
    for (let container = tree.parent[start]!; container > 0; container = tree.parent[container]!) {
      const tags = tagsBetween(tree, container, start);
      const items = nodesAtTags(tree, container, tags);
      const shown = textsOf(reading, items);
      const isAll = keys.every((key) => shown.has(key));
      if (isAll && shown.size === wanted.size) {
        const form: Form = { kind: "items", tags, shape: shapeOf(reading, items), alike: countAlike(tree, container) };
        found.set(container, { node: container, form });
      }
      if (isAll) break;
    }
  }
  return [...found.values()];
}

/** Where a list may begin: the outermost nodes that show the label; none if it stands in too many places to mean one. */
function startsOf(reading: Reading, key: string, sample: Sample): number[] {
  const whole = placesOfLabel(reading, key, sample).filter(({ form }) => form.kind === "whole");
  return whole.length > PLACES.tried ? [] : whole.map(({ node }) => outermostAlike(reading, node));
}

const textsOf = (reading: Reading, nodes: readonly number[]): Set<string> =>
  new Set(nodes.map((node) => intervalKey(reading, intervalOf(reading, node))));

/** Several labels that are all the nodes of one signature on their page. */
export function familyPlaces(reading: Reading, keys: readonly string[], sample: Sample): LabelPlace[] {
  const wanted = new Set(keys);
  const found = new Map<number, LabelPlace>();
  const starts = startsOf(reading, keys[0]!, sample);
  for (const start of starts) {
    const chain = stableChain(reading, start, sample);
    const members = nodesWith(reading, chain).filter((node) => intervalOf(reading, node).last >= intervalOf(reading, node).first);
    const shown = textsOf(reading, members);
    if (members.length < 2 || shown.size !== wanted.size || keys.some((key) => !shown.has(key))) continue;
    const [before, after] = textsAround(reading, members);
    const landmarks = landmarksAround(reading, members, sample);
    found.set(members[0]!, {
      node: members[0]!,
      form: {
        kind: "family",
        chain,
        landmarks,
        before,
        after,
        shape: shapeOf(reading, members),
        between: textsBetween(reading, members),
      },
    });
  }
  return [...found.values()];
}

/** Unique tokens of the two nearest elements that hold all members. */
function landmarksAround(reading: Reading, members: readonly number[], sample: Sample): string[] {
  const { tree } = reading;
  const tokens: string[] = [];
  for (
    let at = commonAncestor(tree, members[0]!, members.at(-1)!);
    at > 0 && tokens.length < REACH.landmarks;
    at = tree.parent[at]!
  ) {
    const token = reading.tokensOfNode(at).find((each) => sample.isUniqueToken(each) && reading.landmark(each) >= 0);
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

/** Several labels as the members of a list joined by separators, in a container that holds other things too. */
export function joinedPlaces(reading: Reading, keys: readonly string[], sample: Sample): LabelPlace[] {
  const wanted = new Set(keys);
  const found = new Map<number, LabelPlace>();
  for (const start of startsOf(reading, keys[0]!, sample)) {
    const members = listAround(reading, start, []);
    if (members === "open") continue;
    const shown = textsOf(reading, members);
    if (members.length < 2 || shown.size !== wanted.size || keys.some((key) => !shown.has(key))) continue;
    found.set(members[0]!, { node: members[0]!, form: { kind: "whole" }, isJoined: true });
  }
  return [...found.values()];
}
