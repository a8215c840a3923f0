/**
 * The way between spans of a page's HTML text and ranges of the DOM a browser builds of it.
 *
 * Both sides are read as keys: the page's by the core, the DOM's by walking its text nodes in order. Two keys of one page
 * are equal but for what only one side has (the text of a menu, of noscript), so they are aligned in blocks of equal
 * characters. What stands in no block, such as a text the browser moved out of a table, has no way; it is said to have none.
 */
import type { Page, Span } from "../../core/page/page.js";
import { keyIndexAt, type PageKey, pageKey, spansOf } from "../../core/text/page-key.js";
import { joinsPrevious, textKey } from "../../core/text/text-key.js";

/** `length` characters of the page's key from `page` on are those of the DOM's key from `dom` on. */
interface Block {
  readonly page: number;
  readonly dom: number;
  readonly length: number;
}

export interface TextMap {
  readonly key: PageKey;
  readonly nodes: readonly Text[];
  readonly starts: readonly number[]; // where each node's key begins
  readonly blocks: readonly Block[];
}

/** Elements whose text the core does not count as text of the page. */
const SILENT = new Set(
  "script style noscript noframes template title textarea select option optgroup svg math iframe object embed audio video canvas".split(
    " ",
  ),
);

export function textMap(page: Page, root: Node): TextMap {
  const key = pageKey(page, true);
  const nodes = textNodes(root);
  const starts: number[] = [];
  let dom = "";
  for (const node of nodes) {
    starts.push(dom.length);
    dom += textKey(node.data);
  }
  return { key, nodes, starts, blocks: aligned(key.key, dom) };
}

function textNodes(root: Node): Text[] {
  const document = root.ownerDocument ?? (root as Document);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    return SILENT.has(node.nodeName.toLowerCase()) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

const SAME = 12; // characters that must agree where both sides meet again
const FAR = 20_000; // how far one side may be ahead

/** Blocks of equal characters of both texts, in the order of both. */
export function aligned(page: string, dom: string): Block[] {
  const blocks: Block[] = [];
  let a = 0;
  let b = 0;
  while (a < page.length && b < dom.length) {
    const length = equalFrom(page, a, dom, b);
    if (length > 0) blocks.push({ page: a, dom: b, length });
    a += length;
    b += length;
    if (a >= page.length || b >= dom.length) break;
    const skipped = nextMeeting(page, a, dom, b);
    a += skipped.page;
    b += skipped.dom;
  }
  return blocks;
}

function equalFrom(page: string, a: number, dom: string, b: number): number {
  let length = 0;
  while (a + length < page.length && b + length < dom.length && page[a + length] === dom[b + length]) length++;
  return length;
}

/** How much to pass on which side: one side has something of its own, or both differ by a few characters. */
function nextMeeting(page: string, a: number, dom: string, b: number): { page: number; dom: number } {
  for (let own = 0; own < SAME; own++) {
    const inDom = dom.slice(b, b + FAR).indexOf(page.slice(a + own, a + own + SAME));
    const inPage = page.slice(a, a + FAR).indexOf(dom.slice(b + own, b + own + SAME));
    if (inDom >= 0 && (inPage < 0 || inDom <= inPage)) return { page: own, dom: inDom };
    if (inPage >= 0) return { page: inPage, dom: own };
  }
  return { page: SAME, dom: SAME };
}

/** The range that shows the span; undefined where the browser shows nothing of it. */
export function rangeOf(map: TextMap, span: Span): Range | undefined {
  const from = keyIndexAt(map.key, span.start);
  const to = keyIndexAt(map.key, span.end);
  const inDom = map.blocks.flatMap(({ page, dom, length }) => {
    const start = Math.max(from, page);
    const end = Math.min(to, page + length);
    return start < end ? [{ start: start - page + dom, end: end - page + dom }] : [];
  });
  const [first, last] = [inDom[0], inDom.at(-1)];
  if (!first || !last) return undefined;
  const [begin, finish] = [pointAt(map, first.start), pointAt(map, last.end - 1)];
  const range = begin.node.ownerDocument.createRange();
  range.setStart(begin.node, begin.offset);
  range.setEnd(finish.node, finish.end);
  return range;
}

/** The span a range shows, without blanks at its ends; undefined for a range without a character of the page. */
export function spanOf(map: TextMap, range: AbstractRange): Span | undefined {
  const from = keyIndexOf(map, range.startContainer, range.startOffset);
  const to = keyIndexOf(map, range.endContainer, range.endOffset);
  const inPage = map.blocks.flatMap(({ page, dom, length }) => {
    const start = Math.max(from, dom);
    const end = Math.min(to, dom + length);
    return start < end ? [{ start: start - dom + page, end: end - dom + page }] : [];
  });
  const [first, last] = [inPage[0], inPage.at(-1)];
  return first && last ? spansOf(map.key, [{ start: first.start, end: last.end }])[0] : undefined;
}

/** How many characters of the DOM's key stand before the point. */
function keyIndexOf({ nodes, starts }: TextMap, container: Node, offset: number): number {
  const at = firstIndex(nodes.length, (i) => !isBefore(nodes[i] as Text, container, offset));
  const node = nodes[at];
  if (node === undefined) return Number.POSITIVE_INFINITY;
  const start = starts[at] ?? 0;
  return node === container ? start + textKey(node.data.slice(0, offset)).length : start;
}

/** True if the whole text node stands before the point. */
function isBefore(node: Text, container: Node, offset: number): boolean {
  if (node === container) return false;
  const child = container.childNodes[offset];
  const mark = container.nodeType === Node.TEXT_NODE ? container : child;
  if (mark) return (node.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !mark.contains(node);
  return container.contains(node) || (node.compareDocumentPosition(container) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Where one character of the DOM's key stands. */
function pointAt({ nodes, starts }: TextMap, index: number): { node: Text; offset: number; end: number } {
  const after = firstIndex(starts.length, (i) => (starts[i] ?? 0) > index);
  const node = nodes[after - 1] as Text; // starts[0] is 0, so there is one
  const within = index - (starts[after - 1] ?? 0);
  const end = firstIndex(node.data.length + 1, (length) => textKey(node.data.slice(0, length)).length > within);
  const offset = end - (isLowSurrogate(node.data, end - 1) ? 2 : 1);
  let last = end;
  while (last < node.data.length && joinsPrevious(node.data.slice(last, last + 2))) last++; // a letter's marks belong to it
  return { node, offset, end: last };
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** The first index that passes; a test that once passes passes from there on. */
function firstIndex(count: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
