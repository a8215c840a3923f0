import type { Fraction } from "../measure/fraction.js";
import { ratio } from "./decimal.js";
import type { Depth } from "./drawn-bars.js";
import { type Markup, rect, rounded, svg } from "./svg.js";

/** A stretch of the horizontal axis, in pixels. */
export interface Stretch {
  x: number;
  width: number;
}

/** A bar in its place: the whole of it and its k-th cell, in which the next bar stands. */
export interface NestedBar {
  depth: Depth;
  bar: Stretch;
  cell: Stretch;
}

/** Thinner bars are drawn this wide: a hair one can see. */
const HAIR = 1.5;

/** Cells closer than this would print as a grey mass; the label still says how many they are. */
const CLOSEST_CUTS = 2;

/** Each bar in the middle of the k-th cell of the one before; a bar of width `full` fills `room`. */
export function nested(depths: readonly Depth[], room: Stretch, full: Fraction): NestedBar[] {
  let around = room;
  return depths.map((depth) => {
    const width = ratio(depth.w, full) * room.width;
    const bar = { x: around.x + (around.width - width) / 2, width };
    const cell = { x: bar.x + ((depth.k - 1) / depth.P) * width, width: width / depth.P };
    around = cell;
    return { depth, bar, cell };
  });
}

/** The nett area of a bar: its cells, the k-th shaded and dotted, or filled if it holds the region. */
export function nettArea({ depth, bar, cell }: NestedBar, y: number, height: number, isInnermost: boolean): Markup[] {
  const wide = visible(bar);
  const marked = visible(cell);
  const drawn = [rect(wide.x, y, wide.width, height, "bar")];
  if (cell.width >= CLOSEST_CUTS && depth.P > 1) drawn.push(cuts(bar, depth.P, y, height));
  drawn.push(rect(marked.x, y, marked.width, height, isInnermost ? "innermost" : "cell"));
  if (depth.P > 1 && !isInnermost) {
    const r = Math.min(2, marked.width / 2);
    drawn.push(svg("circle", { cx: marked.x + marked.width / 2, cy: y + height / 2, r, class: "dot" }));
  }
  return drawn;
}

/** Slanted lines, cut at the edges by hand: a pattern fill would need an id, and ids clash when figures share a page. */
export function hatch({ x, width }: Stretch, y: number, height: number): Markup {
  const strokes: string[] = [];
  for (let offset = 7 - height; offset < width; offset += 7) {
    const left = Math.max(offset, 0);
    const right = Math.min(offset + height, width);
    const from = `${rounded(x + left)} ${rounded(y + height - (left - offset))}`;
    strokes.push(`M${from}L${rounded(x + right)} ${rounded(y + height - (right - offset))}`);
  }
  return svg("path", { d: strokes.join(""), class: "hatch" });
}

export function visible({ x, width }: Stretch): Stretch {
  return width >= HAIR ? { x, width } : { x: x + (width - HAIR) / 2, width: HAIR };
}

function cuts(bar: Stretch, P: number, y: number, height: number): Markup {
  const strokes = Array.from({ length: P - 1 }, (_, index) => {
    const x = bar.x + ((index + 1) / P) * bar.width;
    return `M${rounded(x)} ${rounded(y)}v${rounded(height)}`;
  });
  return svg("path", { d: strokes.join(""), class: "cuts" });
}
