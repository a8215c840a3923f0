import { decimal } from "./decimal.js";
import { type Depth, type DrawnBars, type DrawOptions, depthsOf, linesOf, shownDepths } from "./drawn-bars.js";
import { legend, type Sample } from "./legend.js";
import { stacked } from "./stacked.js";
import { clipped, depthGroup, figure, label, line, type Markup, rect, rounded, svg, text } from "./svg.js";
import { ENGLISH, type Words } from "./words.js";

const MARGIN = 16;
const HEADS = 68;
const WIDEST_LINE = 864;
const WIDEST_COLUMN = 104;
const STEP = 17;
const HEAD = 46;
const FOOT = 46;
const BETWEEN_LINES = 22;
const NOTICE = 30;
const LEGEND = 34;

/** Siblings drawn on one side of the path before the middle ones are folded into "… n more". */
const SIDE = 6;
const FIRST_FEW = 3;

/** One place in a column, counted in steps from the path: a node, or the number of nodes folded there. */
interface Place {
  step: number;
  folded: number;
}

/** Fig. 3: the tree. The path runs straight, what stands above it is in the upper part, what is below in the lower part. */
export function drawTree(bars: DrawnBars, options: DrawOptions = {}): string {
  const words = options.words ?? ENGLISH;
  const shown = shownDepths(depthsOf(bars));
  const lines = linesOf(shown, words);
  const columns = 1 + Math.max(0, ...lines.map((line) => line.depths.length));
  const column = Math.min(Math.floor(WIDEST_LINE / columns), WIDEST_COLUMN);
  const { content, end: y } = stacked(lines, { margin: MARGIN, notice: NOTICE }, (depths, top) => {
    const drawn = drawLine(depths, { y: top, column, deepest: bars.path.length, words });
    return { ...drawn, end: drawn.end + BETWEEN_LINES };
  });
  content.push(...legend(samples(words), MARGIN, y + 12));
  const width = Math.max(2 * MARGIN + HEADS + columns * column, 400);
  const title = words.treeTitle(bars.path.length);
  return figure({ width, height: y + LEGEND, title, description: words.treeDescription, shown, content }, options);
}

interface LineSheet {
  y: number;
  column: number;
  deepest: number;
  words: Words;
}

function drawLine(depths: readonly Depth[], { y, column, deepest, words }: LineSheet): { content: Markup[]; end: number } {
  const places = depths.map(placesOf);
  const upper = Math.max(1, ...places.flat().map((place) => -place.step));
  const lower = Math.max(1, ...places.flat().map((place) => place.step));
  const path = y + HEAD + upper * STEP;
  const foot = path + lower * STEP + FOOT - 18;
  const room = column - 4;
  const xOf = (index: number) => MARGIN + HEADS + (index + 1.5) * column;
  const content = [
    text(MARGIN, y + 10, "hint", words.depth),
    text(MARGIN, y + 26, "hint", words.tag),
    text(MARGIN, foot, "hint", words.order),
    text(MARGIN, foot + 16, "hint", words.width),
    "\n",
    lineStart(depths[0]!, xOf(-1), path, y, words),
    "\n",
  ];
  for (const [index, depth] of depths.entries()) {
    const x = xOf(index);
    content.push(
      depthGroup(
        depth,
        words,
        ...places[index]!.filter((place) => place.folded === 0).map((place) =>
          edge(x - column, path, x, path + place.step * STEP),
        ),
        line(x - column, path, x, path, "path"),
        ...places[index]!.map((place) => drawPlace(place, x, path + place.step * STEP, room, words)),
        rect(x - 5, path - 5, 10, 10, "node interested"),
        ...(depth.d === deepest ? [svg("circle", { cx: x, cy: path, r: 10, class: "ring" })] : []),
        text(x, y + 10, "mid strong", String(depth.d)),
        text(x, y + 26, "mid mono", clipped(depth.tag, room)),
        label(x, foot, "mid", `${depth.k}/${depth.P}`, room),
        label(x, foot + 16, "mid mono", words.written(decimal(depth.w)), room),
      ),
    );
  }
  return { content, end: foot + 16 };
}

/** A line starts at the document or, if it goes on from the line above, at that line's last element, drawn again. */
function lineStart(first: Depth, x: number, path: number, y: number, words: Words): Markup {
  const number = text(x, y + 10, "mid hint", String(first.d - 1));
  if (first.d > 1) return number + rect(x - 5, path - 5, 10, 10, "again");
  return (
    number + text(x, y + 26, "mid mono hint", words.document) + svg("circle", { cx: x, cy: path, r: 3, class: "interested root" })
  );
}

function edge(fromX: number, fromY: number, x: number, y: number): Markup {
  const middle = rounded((fromX + x) / 2);
  return svg("path", {
    d: `M${rounded(fromX)} ${rounded(fromY)}C${middle} ${rounded(fromY)} ${middle} ${rounded(y)} ${rounded(x)} ${rounded(y)}`,
    class: "edge",
  });
}

function drawPlace({ folded }: Place, x: number, y: number, room: number, words: Words): Markup {
  if (folded > 0) return label(x, y + 4, "mid fold", words.more(folded), room);
  return svg("circle", { cx: x, cy: y, r: 4, class: "node" });
}

/** The siblings of one depth around the path, which is step 0. */
function placesOf({ P, k }: Depth): Place[] {
  const upper = side(k - 1);
  return [
    ...upper.map((folded, index) => ({ step: index - upper.length, folded })),
    ...side(P - k).map((folded, index) => ({ step: index + 1, folded })),
  ];
}

/** What stands on one side, in order: 0 for a node, else how many are folded. */
function side(count: number): number[] {
  if (count <= SIDE) return Array.from({ length: count }, () => 0);
  return [...Array.from({ length: FIRST_FEW }, () => 0), count - FIRST_FEW - 1, 0];
}

function samples(words: Words): Sample[] {
  const square = (x: number, y: number) => rect(x + 4, y - 5, 10, 10, "interested");
  return [
    { draw: square, word: words.interested },
    { draw: (x, y) => svg("circle", { cx: x + 9, cy: y, r: 4, class: "node sample" }), word: words.others },
    { draw: (x, y) => square(x, y) + svg("circle", { cx: x + 9, cy: y, r: 10, class: "ring" }), word: words.innermost },
  ];
}
