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
const OVERLAP = 3; // lines of text reach into each other by as much

export interface TagInput {
  readonly number: string;
  readonly name: string;
  readonly box: Box; // the first line of what it names
}

export interface Tag {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/**
 * Where each tag stands and what it says: number and name above what it names, the number alone where that would cover a
 * text or another tag, and beside it where there is no room above.
 */
export function tagsFor(inputs: readonly TagInput[], texts: readonly Box[]): Tag[] {
  const taken: Box[] = [];
  return inputs.map(({ number, name, box }) => {
    const isFree = (tag: Box): boolean =>
      !taken.some((other) => overlaps(other, tag)) && !texts.some((text) => text !== box && overlaps(shrunk(text), tag));
    const whole = name === "" ? number : number === "" ? name : `${number} ${name}`;
    const short = number === "" ? whole : number;
    const above = (text: string) => ({ text, x: box.x - 3, y: box.y - TAG_HEIGHT - 1 });
    const middle = box.y + (box.height - TAG_HEIGHT) / 2;
    const choices = [
      above(whole),
      above(short),
      { text: short, x: box.x + box.width + 5, y: middle },
      { text: short, x: box.x - widthOf(short) - 6, y: middle },
    ];
    const chosen = choices.find((tag) => isFree(roomOf(tag))) ?? above(short);
    taken.push(roomOf(chosen));
    return chosen;
  });
}

const widthOf = (text: string): number => text.length * CHARACTER + PADDING;
const roomOf = ({ text, x, y }: Tag): Box => ({ x, y, width: widthOf(text), height: TAG_HEIGHT });
const shrunk = ({ x, y, width, height }: Box): Box => ({ x, y: y + OVERLAP, width, height: height - 2 * OVERLAP });

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const MANY_TEXTS = 5000; // beyond it the page is looked at for tags no more, they stand above what they name

/** The lines of all texts of the page. */
export function textBoxes(map: TextMap): Box[] {
  if (map.nodes.length > MANY_TEXTS) return [];
  const view = map.nodes[0]?.ownerDocument.defaultView;
  const [dx, dy] = [view?.scrollX ?? 0, view?.scrollY ?? 0];
  return map.nodes
    .filter((node) => node.data.trim() !== "")
    .flatMap((node) => {
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].map(({ left, top, width, height }) => ({ x: left + dx, y: top + dy, width, height }));
    });
}
