/** The elements on the path to a region, as spans from their first to their last displayed character. */
import { partsOf } from "../../core/measure/parts.js";
import { type Page, type Span, textsBefore } from "../../core/page/page.js";

export function elementSpans(page: Page, region: Span): Span[] {
  return partsOf(page, region).path.map((element) => spanOfElement(page, element, region));
}

function spanOfElement(page: Page, element: number, region: Span): Span {
  let after = element + 1;
  while (after < page.elementCount && (page.depth[after] ?? 0) > (page.depth[element] ?? 0)) after++;
  const first = textsBefore(page, element);
  const last = (after < page.elementCount ? textsBefore(page, after) : page.textCount) - 1;
  const own = { start: page.textStart[first] ?? region.start, end: page.textEnd[Math.max(first, last)] ?? region.end };
  return { start: Math.min(own.start, region.start), end: Math.max(own.end, region.end) };
}
