/**
 * The way between spans of a page's HTML text and ranges of the DOM a browser builds of it.
 *
 * Both sides are read as keys: the page's by the core, the DOM's by walking its text nodes in order. Which text of the page
 * a node shows is known by its number (numbered.ts), so that equal texts are never taken for each other. What is shown
 * otherwise than the page says it has no way; it is said to have none.
 */
import type { Page, Span } from "../../core/page/page.js";
import { keyIndexAt, type PageKey, pageKey, spansOf } from "../../core/text/page-key.js";
import { joinsPrevious, textKey } from "../../core/text/text-key.js";
import { numberedCopy, numbersIn } from "./numbered.js";

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
  readonly length: number; // of the DOM's key
  readonly blocks: readonly Block[]; // in the order of the DOM
}

/** Elements whose text the core does not count as text of the page. */
const SILENT = new Set(
  "script style noscript noframes template title textarea select option optgroup svg math iframe object embed audio video canvas".split(
    " ",
  ),
);

export function textMap(page: Page, root: Node, address: string): TextMap {
  const key = pageKey(page, true);
  const nodes = textNodes(root);
  const numbered = textNodes(numberedCopy(page, address).body);
  const nodeOf = new Map(Array.from(key.nodeText.subarray(0, key.nodeCount), (text, node) => [text, node]));
  const starts: number[] = [];
  const blocks: Block[] = [];
  let length = 0;
  for (const [i, { data }] of nodes.entries()) {
    starts.push(length);
    const own = textKey(data);
    if (numbered.length === nodes.length)
      blocks.push(
        ...blocksOf(
          key,
          own,
          length,
          numbersIn(numbered[i]?.data ?? "").map((text) => nodeOf.get(text)),
        ),
      );
    length += own.length;
  }
  return { key, nodes, starts, length, blocks };
}

/** None where the node does not show exactly these. */
function blocksOf({ key, nodeStart }: PageKey, own: string, start: number, shown: readonly (number | undefined)[]): Block[] {
  const blocks: Block[] = [];
  let dom = start;
  for (const node of shown) {
    const page = nodeStart[node ?? -1] ?? 0;
    const length = (nodeStart[(node ?? -1) + 1] ?? 0) - page;
    if (node === undefined || key.slice(page, page + length) !== own.slice(dom - start, dom - start + length)) return [];
    if (length > 0) blocks.push({ page, dom, length });
    dom += length;
  }
  return dom - start === own.length ? blocks : [];
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

/** The range that shows the span, undefined unless all of it is shown in one piece. */
export function rangeOf(map: TextMap, span: Span): Range | undefined {
  const [from, to] = [keyIndexAt(map.key, span.start), keyIndexAt(map.key, span.end)];
  const parts = map.blocks.flatMap(({ page, dom, length }) => {
    const [start, end] = [Math.max(from, page), Math.min(to, page + length)];
    return start < end ? [{ start, end, other: start - page + dom }] : [];
  });
  const at = onePiece(parts, from, to);
  if (at === undefined) return undefined;
  const [begin, finish] = [pointAt(map, at), pointAt(map, at + to - from - 1)];
  const range = begin.node.ownerDocument.createRange();
  range.setStart(begin.node, begin.offset);
  range.setEnd(finish.node, finish.end);
  return range;
}

/** The span a range shows, without blanks at its ends; undefined unless all it shows is one piece of the page. */
export function spanOf(map: TextMap, range: AbstractRange): Span | undefined {
  const from = keyIndexOf(map, range.startContainer, range.startOffset);
  const to = Math.min(map.length, keyIndexOf(map, range.endContainer, range.endOffset));
  const parts = map.blocks.flatMap(({ page, dom, length }) => {
    const [start, end] = [Math.max(from, dom), Math.min(to, dom + length)];
    return start < end ? [{ start, end, other: start - dom + page }] : [];
  });
  const at = onePiece(parts, from, to);
  return at === undefined ? undefined : spansOf(map.key, [{ start: at, end: at + to - from }])[0];
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly other: number; // where it begins on the other side
}

/** Where [from, to) begins on the other side, undefined if a part of it is missing there or something else between. */
function onePiece(parts: readonly Part[], from: number, to: number): number | undefined {
  const [first] = parts;
  if (!first) return undefined;
  let [done, other] = [from, first.other];
  for (const part of parts) {
    if (part.start !== done || part.other !== other) return undefined;
    done = part.end;
    other += part.end - part.start;
  }
  return done === to ? first.other : undefined;
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
export function firstIndex(count: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
