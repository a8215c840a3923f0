/** The text of one run as a person reads it, with the way back to source offsets: what parts of a run are cut from. */
import { referenceAt } from "../page/entities.js";
import { BORDER_SPACE } from "../page/open-elements.js";
import { type Span, TEXT_ENTITY } from "../page/page.js";
import { stringOfUnits } from "../page/units.js";
import { isWhite } from "../text/white-space.js";
import { runEnd, type Tree } from "../tree/tree.js";

export interface RunText {
  readonly text: string; // white space collapsed
  spanOf(start: number, end: number): Span; // source of text[start, end)
}

/** Undefined where a character does not stand for itself (NUL): such a run is never cut. */
export function runTextOf(tree: Tree, run: number): RunText | undefined {
  const { page, runText } = tree;
  const { html, textFlags, textStart, textEnd } = page;
  const [first, last] = [runText[run]!, runEnd(tree, run)];
  const most = textEnd[last - 1]! - textStart[first]!; // nothing is longer than it is written
  const units = new Uint16Array(most);
  const starts = new Int32Array(most);
  const ends = new Int32Array(most);
  let length = 0;
  const put = (unit: number, start: number, end: number): void => {
    if (isWhite(unit) && (length === 0 || units[length - 1] === SPACE)) return;
    starts[length] = start;
    ends[length] = end;
    units[length++] = isWhite(unit) ? SPACE : unit;
  };
  for (let i = first; i < last; i++) {
    if (textFlags[i]! & BORDER_SPACE) put(SPACE, textStart[i]!, textStart[i]!);
    const hasReferences = (textFlags[i]! & TEXT_ENTITY) !== 0;
    for (let at = textStart[i]!; at < textEnd[i]!; ) {
      const reference = hasReferences && html[at] === "&" ? referenceAt(html, at) : undefined;
      const after = at + (reference?.length ?? 1);
      if (reference === undefined) put(html.charCodeAt(at), at, after);
      else for (let unit = 0; unit < reference.text.length; unit++) put(reference.text.charCodeAt(unit), at, after);
      at = after;
    }
  }
  if (length > 0 && units[length - 1] === SPACE) length--;
  const text = stringOfUnits(units, length);
  return text.includes("\0") ? undefined : { text, spanOf: (start, end) => ({ start: starts[start]!, end: ends[end - 1]! }) };
}

const SPACE = 32;
