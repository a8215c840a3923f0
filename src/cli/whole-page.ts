import type { Span } from "../core/index.js";
import { isHiddenText, type Page } from "../core/page/page.js";

/** Nothing is displayed outside the span: then hardly a change of the page can show in what surrounds it. */
export function isWholePage(page: Page, { start, end }: Span): boolean {
  return page.textStart.every((textStart, text) => {
    if (text >= page.textCount || isHiddenText(page, text)) return true;
    return textStart < end && (page.textEnd[text] ?? 0) > start;
  });
}
