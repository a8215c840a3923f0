/** The only maker of values (method §7): what a person reads between two offsets of a page. */

import { BORDER_BLOCK, BORDER_SPACE } from "../page/open-elements.js";
import { isHiddenText, lowerBound, type Page, type Span, textOf } from "../page/page.js";
import { collapsed } from "./white-space.js";

/**
 * Displayed characters of each span, white space collapsed; several spans are joined by a line break. They are the page's
 * own: keys are normalised to be compared (`text-key.ts`), values are not. A span that displays nothing gives what is hidden
 * in it until a script shows it.
 */
export function valueText(page: Page, spans: readonly Span[]): string {
  return spans.map((span) => spanText(page, span, false) || spanText(page, span, true)).join("\n");
}

function spanText(page: Page, span: Span, isHidden: boolean): string {
  const after = lowerBound(page.textStart, page.textCount, span.end);
  let text = "";
  for (let i = Math.max(0, lowerBound(page.textStart, page.textCount, span.start + 1) - 1); i < after; i++) {
    if (page.textEnd[i]! <= span.start || isHiddenText(page, i) !== isHidden) continue;
    if (text !== "" && (page.textFlags[i]! & (BORDER_BLOCK | BORDER_SPACE)) !== 0) text += " ";
    text += pieceOf(page, i, span);
  }
  return collapsed(text);
}

/** The part of text `i` that lies in the span, decoded. */
function pieceOf(page: Page, i: number, span: Span): string {
  return textOf(page, i, Math.max(page.textStart[i]!, span.start), Math.min(page.textEnd[i]!, span.end));
}
