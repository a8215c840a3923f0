/** Where spans are seen: boxes of their lines in the frame's document, and tags above them that do not collide. */
import type { Span } from "../../core/page/page.js";
import { rangeOf, type TextMap } from "./text-map.js";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One box per line of text, in coordinates of the frame's document. */
export function boxesOf(map: TextMap, span: Span): Box[] {
  const range = rangeOf(map, span);
  if (!range) return [];
  const view = range.startContainer.ownerDocument?.defaultView;
  const [dx, dy] = [view?.scrollX ?? 0, view?.scrollY ?? 0];
  const lines: Box[] = [];
  for (const { left, top, width, height } of textRects(map, range)) {
    if (width < 0.5 || height < 0.5) continue;
    const box = { x: left + dx, y: top + dy, width, height };
    const last = lines.at(-1);
    if (last && isSameLine(last, box)) lines[lines.length - 1] = around(last, box);
    else lines.push(box);
  }
  return lines;
}

/** Of the texts only: a range that holds whole elements would give their boxes too. */
function* textRects(map: TextMap, range: Range): Generator<DOMRect> {
  const first = map.nodes.indexOf(range.startContainer as Text);
  const last = map.nodes.indexOf(range.endContainer as Text);
  for (const node of map.nodes.slice(first, last + 1)) {
    const part = node.ownerDocument.createRange();
    part.selectNodeContents(node);
    if (node === range.startContainer) part.setStart(node, range.startOffset);
    if (node === range.endContainer) part.setEnd(node, range.endOffset);
    yield* part.getClientRects();
  }
}

const isSameLine = (a: Box, b: Box): boolean =>
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.6 * Math.min(a.height, b.height) &&
  b.x >= a.x &&
  b.x - (a.x + a.width) < 24;

export function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

const TAG_HEIGHT = 15;
const CHARACTER = 6.4; // width of an average one of the tag's type
const PADDING = 9;

export interface TagInput {
  readonly number: string;
  readonly name: string;
  readonly box: Box; // the first line of what it names
}

/** What each tag says: number and name, or the number alone where it would run into another. */
export function tagTexts(tags: readonly TagInput[]): string[] {
  const taken: Box[] = [];
  return tags.map(({ number, name, box }) => {
    const whole = name === "" ? number : `${number} ${name}`;
    const room = (text: string): Box => ({
      x: box.x,
      y: box.y - TAG_HEIGHT,
      width: text.length * CHARACTER + PADDING,
      height: TAG_HEIGHT,
    });
    const text = taken.some((other) => overlaps(other, room(whole))) ? number : whole;
    taken.push(room(text));
    return text;
  });
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
