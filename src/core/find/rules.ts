/**
 * A rule is one way to find a place on a page (method §7). It names a set of nodes; it speaks if the set has one member.
 *
 * To add a kind, write its file, its row in LEARNERS and its case in `findNodes`.
 */

import type { Sample } from "../learn/sample.js";
import type { Rule } from "../template/page-template.js";
import type { Reading } from "../tree/reading.js";
import {
  findBeside,
  findLabelled,
  findNeighbour,
  findOwn,
  learnBeside,
  learnLabelled,
  learnNeighbour,
  learnOwn,
} from "./anchor-text.js";
import { findSignature, learnSignature } from "./signature.js";
import { findLandmark, findPath, findTail, learnLandmark, learnPath, learnTail } from "./steps.js";

/** Rules of each kind that might lead to the node; `learnRules` keeps those that do. */
const LEARNERS: readonly ((reading: Reading, node: number, sample: Sample) => Rule[])[] = [
  learnPath,
  learnSignature,
  learnLandmark,
  (reading, node, sample) => learnNeighbour(reading, node, sample, "after"),
  (reading, node, sample) => learnNeighbour(reading, node, sample, "before"),
  (reading, node, sample) => learnBeside(reading, node, sample, "following"),
  (reading, node, sample) => learnBeside(reading, node, sample, "preceding"),
  learnOwn,
  learnTail,
  learnLabelled,
];

export function findNodes(reading: Reading, rule: Rule): readonly number[] {
  switch (rule.kind) {
    case "path":
      return findPath(reading, rule);
    case "signature":
      return findSignature(reading, rule);
    case "landmark":
      return findLandmark(reading, rule);
    case "after":
    case "before":
      return findNeighbour(reading, rule);
    case "following":
    case "preceding":
      return findBeside(reading, rule);
    case "own":
      return findOwn(reading, rule);
    case "labelled":
      return findLabelled(reading, rule);
    case "tail":
      return findTail(reading, rule);
  }
}

/** All rules that lead to exactly this node on its own page. */
export function learnRules(reading: Reading, node: number, sample: Sample): Rule[] {
  return LEARNERS.flatMap((learn) => learn(reading, node, sample)).filter((rule) => {
    const found = findNodes(reading, rule);
    return found.length === 1 && found[0] === node;
  });
}
