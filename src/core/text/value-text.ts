/** The only maker of values (spec §7): what a person reads between two offsets of a page. */

import { decodeText } from "../page/entities.js";
import { BORDER_BLOCK } from "../page/open-elements.js";
import { isHiddenText, lowerBound, type Page, type Span, TEXT_ENTITY, textOf } from "../page/page.js";

/** White space as people and the Standard mean it: \s without the byte order mark, with the next-line character. */
const SPACE = /[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/g;

/** Displayed characters of each span, white space collapsed, NFC; several spans are joined by a line break. */
export function valueText(page: Page, spans: readonly Span[]): string {
  return spans.map((span) => spanText(page, span)).join("\n");
}

function spanText(page: Page, span: Span): string {
  const after = lowerBound(page.textStart, page.textCount, span.end);
  let text = "";
  for (let i = Math.max(0, lowerBound(page.textStart, page.textCount, span.start + 1) - 1); i < after; i++) {
    if (page.textEnd[i]! <= span.start || isHiddenText(page, i)) continue;
    if (text !== "" && (page.textFlags[i]! & (BORDER_BLOCK | 16)) !== 0) text += " ";
    text += pieceOf(page, i, span);
  }
  return text.replace(SPACE, " ").trim().normalize("NFC");
}

/** The part of text `i` that lies in the span, decoded. */
function pieceOf(page: Page, i: number, span: Span): string {
  if (page.textStart[i]! >= span.start && page.textEnd[i]! <= span.end) return textOf(page, i);
  const raw = page.html.slice(Math.max(page.textStart[i]!, span.start), Math.min(page.textEnd[i]!, span.end));
  return page.textFlags[i]! & TEXT_ENTITY ? decodeText(raw) : raw.replaceAll("\0", "");
}
