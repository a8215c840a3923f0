import { type BarsOptions, drawBars } from "./draw/bars.js";
import type { DrawnBars } from "./draw/drawn-bars.js";
import { drawPattern, type PatternOptions } from "./draw/pattern.js";
import { drawTree } from "./draw/tree.js";

export { drawBars } from "./draw/bars.js";
export type { DrawnBars } from "./draw/drawn-bars.js";
export { drawPattern, tierStarts } from "./draw/pattern.js";
export { drawTree } from "./draw/tree.js";

/** The papers' three pictures of a bar-tree: Fig. 3, Fig. 4 and Fig. 5. */
export type Figure = "tree" | "bars" | "pattern";

/** A standalone SVG file; equal measures and options give equal bytes. */
export function draw(bars: DrawnBars, figure: Figure, options: BarsOptions & PatternOptions = {}): string {
  switch (figure) {
    case "tree":
      return drawTree(bars, options);
    case "bars":
      return drawBars(bars, options);
    case "pattern":
      return drawPattern(bars, options);
  }
}
