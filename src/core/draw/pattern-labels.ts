import { decimal } from "./decimal.js";
import type { Depth } from "./drawn-bars.js";
import type { Sample } from "./legend.js";
import { cells, clipped, type Markup, MONO, PROPORTIONAL, rect, svg, text } from "./svg.js";
import type { Words } from "./words.js";

/** Where the columns of labels stand: `tag` and `picture` by their left edge, the others by their right edge. */
export interface Columns {
  sign: number;
  depth: number;
  tag: number;
  tagWidth: number;
  order: number;
  picture: number;
  end: number;
}

export const MARGIN = 16;
export const PICTURE = 520;
const LONGEST_TAG = 16;

/** As wide as these labels need. `compared` makes room for the signs = and ≠. */
export function columnsOf(depths: readonly Depth[], words: Words, compared: boolean): Columns {
  const tagCells = Math.min(LONGEST_TAG, Math.max(4, cells(words.tag), ...depths.map((depth) => cells(depth.tag))));
  const orderCells = Math.max(3, ...depths.map((depth) => orderOf(depth).length));
  const depth = MARGIN + (compared ? 16 : 0) + Math.ceil(cells(words.depth) * MONO);
  const tag = depth + 12;
  const tagWidth = (tagCells + 0.5) * MONO;
  const order = Math.ceil(tag + tagWidth + orderCells * PROPORTIONAL + 8);
  return { sign: MARGIN, depth, tag, tagWidth, order, picture: order + 16, end: order + 16 + PICTURE + 84 };
}

export function heads(columns: Columns, y: number, words: Words): Markup[] {
  return [
    text(columns.depth, y, "hint end", words.depth),
    text(columns.tag, y, "hint", words.tag),
    text(columns.order, y, "hint end", words.order),
    text(columns.end, y, "hint end", words.width),
    "\n",
  ];
}

interface Labelled {
  columns: Columns;
  words: Words;
}

/** Labels of one depth; `isEqual` only where the pattern is compared with another. */
export function labels(depth: Depth, { columns, words }: Labelled, y: number, isEqual?: boolean): Markup[] {
  return [
    ...(isEqual === undefined ? [] : [text(columns.sign, y, "hint", isEqual ? "=" : "≠")]),
    text(columns.depth, y, "strong end", String(depth.d)),
    text(columns.tag, y, "mono", clipped(depth.tag, columns.tagWidth)),
    text(columns.order, y, "end", orderOf(depth)),
    text(columns.end, y, "mono end", words.written(decimal(depth.w))),
  ];
}

export function samples(words: Words): Sample[] {
  return [
    {
      draw: (x, y) => rect(x, y - 6, 18, 12, "cell") + svg("circle", { cx: x + 9, cy: y, r: 2, class: "dot" }),
      word: words.interested,
    },
    { draw: (x, y) => rect(x, y - 6, 18, 12, "bar"), word: words.others },
    { draw: (x, y) => rect(x, y - 6, 18, 12, "innermost"), word: words.innermost },
  ];
}

function orderOf({ k, P }: Depth): string {
  return `${k}/${P}`;
}
