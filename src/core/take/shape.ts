/** What the members of a list look like, so that a heading or two members in one are not taken for a member. */

import { BORDER_BLOCK } from "../page/open-elements.js";
import { nameOf } from "../page/page.js";
import type { Shape } from "../template/page-template.js";
import type { Reading } from "../tree/reading.js";
import { runEnd, runsIn } from "../tree/tree.js";

export function shapeOf(reading: Reading, members: readonly number[]): Shape {
  const formats = new Set(members.map((member) => wholeFormat(reading, member)));
  return { formats: [...formats].sort(), hasBreaks: members.some((member) => hasBreak(reading, member)) };
}

export function fitsShape(reading: Reading, members: readonly number[], shape: Shape): boolean {
  return members.every(
    (member) => shape.formats.includes(wholeFormat(reading, member)) && (shape.hasBreaks || !hasBreak(reading, member)),
  );
}

/** The text-format tag that every text of the node stands in, "" if they differ. */
function wholeFormat(reading: Reading, node: number): string {
  const { page } = reading;
  const formats = new Set(textsIn(reading, node).map((text) => page.textFormat[text]!));
  const [format] = formats;
  return formats.size === 1 && format ? nameOf(page, format) : "";
}

function hasBreak(reading: Reading, node: number): boolean {
  return textsIn(reading, node)
    .slice(1)
    .some((text) => (reading.page.textFlags[text]! & BORDER_BLOCK) !== 0);
}

/** The displayed texts of a node. */
function textsIn({ tree }: Reading, node: number): number[] {
  const texts: number[] = [];
  const { start, end } = runsIn(tree, node);
  for (let run = start; run < end; run++) {
    if (tree.runHidden[run]) continue;
    for (let text = tree.runText[run]!; text < runEnd(tree, run); text++) texts.push(text);
  }
  return texts;
}
