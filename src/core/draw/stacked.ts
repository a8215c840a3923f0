import type { Depth, linesOf } from "./drawn-bars.js";
import { type Markup, text } from "./svg.js";

export interface Stacked {
  readonly content: Markup[];
  readonly end: number; // where the next line would begin
}

/** Lines of a figure below each other, each under its notice. */
export function stacked(
  lines: ReturnType<typeof linesOf>,
  { margin, notice: noticeHeight }: { margin: number; notice: number },
  drawLine: (depths: readonly Depth[], y: number) => Stacked,
): Stacked {
  const content: Markup[] = [];
  let y = margin;
  for (const { depths, notice } of lines) {
    if (notice !== undefined) {
      content.push(text(margin, y + 8, "strong", notice), "\n");
      y += noticeHeight;
    }
    const drawn = drawLine(depths, y);
    content.push(...drawn.content);
    y = drawn.end;
  }
  return { content, end: y };
}
