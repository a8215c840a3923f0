/** A group: the neighbouring children of one container that make one record. */
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { RUN } from "../tree/tree.js";

export interface Group {
  readonly container: number;
  readonly children: readonly number[];
}

/** Elements and displayed runs directly below the node. */
export function shownChildren({ tree }: Reading, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (tree.tag[child] === RUN && tree.runHidden[tree.run[child]!]) continue;
    children.push(child);
  }
  return children;
}

/** How many runs the nodes display. */
export function shownRuns(reading: Reading, nodes: readonly number[]): number {
  let count = 0;
  for (const node of nodes) {
    const { first, last } = intervalOf(reading, node);
    count += Math.max(0, last - first + 1);
  }
  return count;
}

export function holds({ tree }: Reading, { children }: Group, node: number): boolean {
  return children.some((child) => node >= child && node < tree.end[child]!);
}
