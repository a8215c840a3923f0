/** Texts of a page in reading order, and selections that begin and end with whole words. */
import { isHiddenText, type Page, type Span, textAt } from "../../core/page/page.js";
import { textKey } from "../../core/text/text-key.js";
import { valueText } from "../../core/text/value-text.js";

/** One text of a page: what stands between two tags. */
export interface PageTextRun {
  readonly span: Span;
  readonly text: string;
}

/** The displayed texts, in reading order. */
export function displayedTexts(page: Page): PageTextRun[] {
  const texts: PageTextRun[] = [];
  for (let i = 0; i < page.textCount; i++) {
    const span = { start: page.textStart[i] ?? 0, end: page.textEnd[i] ?? 0 };
    const text = isHiddenText(page, i) ? "" : valueText(page, [span]);
    if (textKey(text) !== "") texts.push({ span, text });
  }
  return texts;
}

/** The span widened until it cuts no word; it never leaves the texts it begins and ends in. */
export function wholeWords(page: Page, span: Span): Span {
  let { start, end } = span;
  const first = page.textStart[textAt(page, start)] ?? 0;
  const last = page.textEnd[textAt(page, end - 1)] ?? page.html.length;
  while (start > first && isInsideWord(page.html, start)) start--;
  while (end < last && isInsideWord(page.html, end)) end++;
  return { start, end };
}

const isInsideWord = (html: string, at: number): boolean => /^[\p{L}\p{N}\p{M}]{2}$/u.test(html.slice(at - 1, at + 1));

/** The last words of a text, as many as have room; a cut is shown. */
export function lastWords(text: string, room: number): string {
  if (text.length <= room) return text;
  const end = text.slice(-room);
  return `… ${end.slice(end.search(/\s/) + 1)}`;
}
