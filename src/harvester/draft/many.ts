/** One of several values that stand side by side stands for all of them: the first author a person points at. */
import type { LabelInput } from "../../api/server/drafts.js";
import { Finder } from "../../core/locate.js";
import { isHiddenText, type Page, tagName, textAt, textsBefore } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { textKey } from "../../core/text/text-key.js";
import { valueText } from "../../core/text/value-text.js";
import { htmlOf } from "../../fetch/charset.js";
import type { PageBytes } from "../read/page-bytes.js";

const MOST = 50;
const SMALL = new Set(["li", "dd", "a", "span", "p", "div", "td", "h3", "h4"]);

/** In a thread. */
export function widen({ page, labels }: { readonly page: PageBytes; readonly labels: readonly LabelInput[] }): LabelInput[] {
  const finder = new Finder(parsePage(htmlOf(page)));
  return labels.map((label) => withNeighbours(finder, label));
}

/** Its neighbours of the same tag in the same parent, where each is one text; the label as it is where there are none. */
function withNeighbours(finder: Finder, label: LabelInput): LabelInput {
  const [only, ...others] = label.texts;
  if (label.kind !== "many" || !only || others.length > 0) return label;
  const located = finder.label(only.text);
  if (!located.ok) return label;
  const { page } = finder;
  const element = wholeElement(page, located.span.start, textKey(only.text));
  if (element === undefined || !SMALL.has(tagName(page, element))) return label;
  const texts = neighboursOf(page, element).map((each) => textOf(page, each));
  if (texts.length < 2 || texts.length > MOST || texts.some((text) => textKey(text) === "")) return label;
  const isOnce = texts.every((text) => finder.label(text).ok);
  return isOnce ? { ...label, texts: texts.map((text) => ({ text, place: null })) } : label;
}

/** The outermost element that displays this text and nothing else. */
function wholeElement(page: Page, at: number, key: string): number | undefined {
  let whole: number | undefined;
  for (let element = page.textParent[textAt(page, at)] ?? 0; element > 0; element = page.parent[element] ?? 0) {
    if (textKey(textOf(page, element)) !== key) break;
    whole = element;
    if (neighboursOf(page, element).length > 1) break;
  }
  return whole;
}

function neighboursOf(page: Page, element: number): number[] {
  const found: number[] = [];
  for (let each = 1; each < page.elementCount; each++) {
    if (page.parent[each] === page.parent[element] && page.tag[each] === page.tag[element]) found.push(each);
  }
  return found;
}

function textOf(page: Page, element: number): string {
  const spans = [];
  for (let text = textsBefore(page, element); text < page.textCount; text++) {
    if (!isInside(page, page.textParent[text] ?? 0, element)) break;
    if (!isHiddenText(page, text)) spans.push({ start: page.textStart[text] ?? 0, end: page.textEnd[text] ?? 0 });
  }
  return spans.length === 0 ? "" : valueText(page, spans).trim();
}

function isInside(page: Page, element: number, ancestor: number): boolean {
  let at = element;
  while (at > ancestor) at = page.parent[at] ?? 0;
  return at === ancestor;
}
