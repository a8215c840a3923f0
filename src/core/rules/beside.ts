/** The run directly after, or before, a constant text in reading order, whatever the tags between. */
import type { Sample } from "../learn/sample.js";
import type { Reading } from "../tree/reading.js";
import { RUN, runsIn, type Tree } from "../tree/tree.js";
import { tagWord } from "./names.js";
import { tagsBetween } from "./steps.js";

export interface BesideRule {
  readonly kind: "following" | "preceding"; // the place follows, precedes the text
  readonly key: string;
  readonly inside: string; // tags from the place down to its run beside the text, "" if the place is that run
}

export function learnBeside(reading: Reading, node: number, sample: Sample, kind: BesideRule["kind"]): BesideRule[] {
  const { tree } = reading;
  const run = edgeRun(reading, node, kind);
  if (run < 0) return [];
  const key = reading.neighbourKey(run, kind === "following" ? -1 : 1);
  if (!sample.isAnchor(key)) return [];
  return [{ kind, key, inside: tagsBetween(tree, node, tree.runNode[run]!) }];
}

function edgeRun(reading: Reading, node: number, kind: BesideRule["kind"]): number {
  const { start, end } = runsIn(reading.tree, node);
  const shown = [];
  for (let run = start; run < end; run++) if (reading.orderOf[run]! >= 0) shown.push(run);
  return (kind === "following" ? shown[0] : shown.at(-1)) ?? -1;
}

export function findBeside(reading: Reading, { kind, key, inside }: BesideRule): number[] {
  const { tree, shown, orderOf } = reading;
  const found: number[] = [];
  for (const anchor of reading.runsWith(key)) {
    const run = shown[orderOf[anchor]! + (kind === "following" ? 1 : -1)];
    if (run === undefined) continue;
    const node = ancestorOver(tree, tree.runNode[run]!, inside);
    if (node > 0 && edgeRun(reading, node, kind) === run && !found.includes(node)) found.push(node);
  }
  return found;
}

/** The ancestor from which those tags lead down to the run, −1 if the tags differ. */
function ancestorOver(tree: Tree, runNode: number, tags: string): number {
  if (tags === "") return runNode;
  let at = runNode;
  for (const tag of tags.split(" ").reverse()) {
    if (at <= 0 || tagWord(tree, at) !== tag) return -1;
    at = tree.parent[at]!;
  }
  return tree.tag[at] === RUN ? -1 : at;
}
