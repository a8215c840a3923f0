/** What lies under the pointer: the text one would mean by a click there, or a picture. */
import { beginsRun, isHiddenText, type Page, type Span } from "../../core/page/page.js";
import { textKey } from "../../core/text/text-key.js";
import { valueText } from "../../core/text/value-text.js";
import { firstIndex, spanOf, type TextMap } from "./text-map.js";

const NEAR = 6; // pixels beside a line of text that still mean it

export type Pointed = { readonly kind: "text"; readonly span: Span } | { readonly kind: "picture"; readonly address: string };

/**
 * The texts of a page as one would point at them: all that stands between two layout tags is one, also where parts of it
 * are set in bold; only a label that ends such a part with a colon is left out of what follows it.
 */
export function fieldsOf(page: Page): Span[] {
  const fields: Span[] = [];
  let open: { start: number; end: number } | undefined;
  for (let text = 0; text < page.textCount; text++) {
    if (beginsRun(page, text)) open = undefined;
    const span = { start: page.textStart[text] ?? 0, end: page.textEnd[text] ?? 0 };
    if (isHiddenText(page, text) || textKey(valueText(page, [span])) === "") continue;
    if (open && !isLabel(page, open)) open.end = span.end;
    else {
      open = span;
      fields.push(open);
    }
  }
  return fields;
}

const isLabel = (page: Page, span: Span): boolean => /[:：]$/u.test(valueText(page, [span]));

/** The field that holds the offset; fields stand in document order and apart. */
export function fieldAt(fields: readonly Span[], offset: number): Span | undefined {
  const field = fields[firstIndex(fields.length, (i) => (fields[i]?.end ?? 0) > offset)];
  return field && field.start <= offset ? field : undefined;
}

/** What the mouse is over; nothing where it is beside all texts and pictures. */
export function pointedAt(map: TextMap, fields: readonly Span[], event: MouseEvent): Pointed | undefined {
  const { target, clientX: x, clientY: y } = event;
  const picture = (target as Element | null)?.closest?.<HTMLImageElement>("img");
  if (picture) {
    const address = foreignAddress(picture);
    return address === undefined ? undefined : { kind: "picture", address };
  }
  const range = letterAt(target as Node, x, y);
  if (!range || !isNear(range, x, y)) return undefined;
  const letter = spanOf(map, range);
  const span = letter && fieldAt(fields, letter.start);
  return span && { kind: "text", span };
}

/** Where a picture comes from: what is shown asks for it at our own address. */
function foreignAddress(picture: HTMLImageElement): string | undefined {
  return URL.parse(picture.src)?.searchParams.get("address") ?? undefined;
}

/** The letter under the point, or the one nearest to it. */
function letterAt(target: Node, x: number, y: number): Range | undefined {
  const document = target.ownerDocument ?? (target as Document);
  const point = caretAt(document, x, y);
  if (point?.node.nodeType !== Node.TEXT_NODE) return undefined;
  const { data } = point.node as Text;
  const offset = letterFrom(data, point.offset);
  if (offset === undefined) return undefined;
  const range = document.createRange();
  range.setStart(point.node, offset);
  range.setEnd(point.node, offset + ((data.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1));
  return range;
}

function caretAt(document: Document, x: number, y: number): { node: Node; offset: number } | undefined {
  if ("caretPositionFromPoint" in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position ? { node: position.offsetNode, offset: position.offset } : undefined;
  }
  const range = (document as Document).caretRangeFromPoint?.(x, y); // Safari knows no other way
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

/** The caret stands between two letters: the one after it, else the nearest before it. */
function letterFrom(data: string, caret: number): number | undefined {
  const isLetter = (at: number): boolean => textKey(data.slice(at, at + 1)) !== "";
  if (caret < data.length && isLetter(caret)) return isLow(data, caret) ? caret - 1 : caret;
  for (let at = caret - 1; at >= 0; at--) if (isLetter(at)) return isLow(data, at) ? at - 1 : at;
  return undefined;
}

const isLow = (data: string, at: number): boolean => (data.charCodeAt(at) & 0xfc00) === 0xdc00;

/** A caret is found also far from any text: at the end of the line, or below the last one. */
function isNear(range: Range, x: number, y: number): boolean {
  const node = range.startContainer;
  const whole = range.cloneRange();
  whole.selectNodeContents(node);
  return [...whole.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left - NEAR && x <= right + NEAR && y >= top - NEAR && y <= bottom + NEAR,
  );
}
