/** The displayed runs of a node, as a stretch of reading order. Two nodes with the same stretch show the same text. */
import type { Reading } from "./reading.js";
import { runKey, runsIn } from "./tree.js";

export interface Interval {
  readonly first: number; // reading order
  readonly last: number; // inclusive; below `first` if nothing is displayed
}

export function intervalOf(reading: Reading, node: number): Interval {
  const { start, end } = runsIn(reading.tree, node);
  const [first, after] = [reading.orderOf[start]!, reading.orderOf[end]!];
  return first < after ? { first, last: after - 1 } : { first: 0, last: -1 };
}

export const isSameInterval = (a: Interval, b: Interval): boolean => a.first === b.first && a.last === b.last;

export function intervalKey({ tree, shown }: Reading, { first, last }: Interval): string {
  let key = "";
  for (let at = first; at <= last; at++) key += runKey(tree, shown[at]!);
  return key;
}

/** The outermost node that shows just what this one shows, below body. */
export function outermostAlike(reading: Reading, node: number): number {
  const { tree } = reading;
  const interval = intervalOf(reading, node);
  let at = node;
  for (
    let above = tree.parent[at]!;
    above > 2 && isSameInterval(intervalOf(reading, above), interval);
    above = tree.parent[above]!
  )
    at = above;
  return at;
}
