import { ONE } from "../measure/fraction.js";
import { decimal, fraction } from "./decimal.js";
import {
  type Depth,
  type DrawnBars,
  type DrawOptions,
  depthsOf,
  leftOutNotice,
  type ShownDepths,
  shownDepths,
} from "./drawn-bars.js";
import { legend } from "./legend.js";
import { hatch, type NestedBar, nested, nettArea, type Stretch, visible } from "./nested.js";
import { type Columns, columnsOf, heads, labels, MARGIN, PICTURE, samples } from "./pattern-labels.js";
import { depthGroup, figure, line, type Markup, rounded, svg, text } from "./svg.js";
import { tiersOf } from "./tiers.js";
import { ENGLISH, type Words } from "./words.js";

export interface PatternOptions extends DrawOptions {
  /** `tiers` (default) magnifies where bars become too narrow; `true` keeps one scale, as the papers print it. */
  scale?: "tiers" | "true";
  /** Depths at which a tier has to start, so that two patterns side by side break alike: `tierStarts` of both. */
  startTiersAt?: readonly number[];
  /** Depths that differ from another pattern: the first is hatched, the others are tinted. */
  differs?: readonly number[];
}

const ROW = 24;
const FUNNEL = 30;
const GAP = 36;
const HEAD = 26;
const FOOT = 50;
const NARROWEST_BAR = 30;
const NARROWEST_CELL = 4;

/** Cells of a bar that fills more than this would hardly gain by a tier of their own. */
const WORTH_A_TIER = 0.5;

/** Fig. 5: all bars nested; the bar of depth d + 1 stands in the k_d-th of the P_d cells of bar d. */
export function drawPattern(bars: DrawnBars, options: PatternOptions = {}): string {
  const words = options.words ?? ENGLISH;
  const depths = depthsOf(bars);
  const shown = shownDepths(depths);
  const columns = columnsOf([...shown.outer, ...shown.inner], words, options.differs !== undefined);
  const isTrue = options.scale === "true";
  const room = { x: columns.picture, width: PICTURE };
  const blocks = isTrue ? trueBlocks(depths, shown, room) : tierBlocks(shown, room, options.startTiersAt ?? []);
  const base = MARGIN + HEAD + blocks.reduce((height, block) => height + heightOf(block), 0);
  const sheet: Sheet = { columns, room, words, shown, deepest: bars.path.length, differs: options.differs };
  const content = [
    ...heads(columns, MARGIN + 10, words),
    ...drawBlocks(blocks, base, sheet),
    ...legend(samples(words), MARGIN, base + 26),
    text(columns.end, base + 30, "strong end", `${words.total} = ${words.written(decimal(fraction(bars.A_total)))}`),
  ];
  const description = `${words.patternDescription} ${isTrue ? words.inTrueScale : words.inTiers}`;
  const title = words.patternTitle(bars.path.length);
  return figure({ width: Math.ceil(columns.end + MARGIN), height: base + FOOT, title, description, shown, content }, options);
}

/** The depths at which `drawPattern` starts a tier by itself. */
export function tierStarts(bars: DrawnBars): number[] {
  const shown = shownDepths(depthsOf(bars));
  return tiersOf([...shown.outer, ...shown.inner], stays([])).map((tier) => tier.depths[0]!.d);
}

function stays(starts: readonly number[]): (depth: Depth, share: number) => boolean {
  return ({ d, P }, share) => {
    const width = share * PICTURE;
    const isNarrow = width < NARROWEST_BAR || (width / P < NARROWEST_CELL && share <= WORTH_A_TIER);
    return !isNarrow && !starts.includes(d);
  };
}

/** Bars that stand directly on each other, and what leads to the first of them: nothing, a funnel, or a gap in the depths. */
interface Block {
  bars: readonly NestedBar[];
  from: "base" | "funnel" | "gap";
  times: string;
}

function tierBlocks(shown: ShownDepths, room: Stretch, starts: readonly number[]): Block[] {
  return tiersOf([...shown.outer, ...shown.inner], stays(starts)).map(({ depths, full, times }, index) => {
    const from = index === 0 ? "base" : depths[0] === shown.inner[0] ? "gap" : "funnel";
    return { bars: nested(depths, room, full), from, times };
  });
}

function trueBlocks(depths: readonly Depth[], shown: ShownDepths, room: Stretch): Block[] {
  const all = nested(depths, room, ONE);
  const outer: Block = { bars: all.slice(0, shown.outer.length), from: "base", times: "1" };
  if (shown.leftOut === 0) return [outer];
  return [outer, { bars: all.slice(-shown.inner.length), from: "gap", times: "1" }];
}

const BELOW = { base: 0, funnel: FUNNEL, gap: GAP };

function heightOf({ bars, from }: Block): number {
  return BELOW[from] + bars.length * ROW;
}

interface Sheet {
  columns: Columns;
  room: Stretch;
  words: Words;
  shown: ShownDepths;
  deepest: number;
  differs: readonly number[] | undefined;
}

/** From the foot upwards, so that the sides of a bar are painted over the bars they run down on. */
function drawBlocks(blocks: readonly Block[], base: number, sheet: Sheet): Markup[] {
  const content: Markup[] = [];
  let y = base;
  let marked = sheet.room;
  for (const block of blocks) {
    const foot = y - BELOW[block.from];
    if (block.from === "funnel") content.push(funnel(marked, y, sheet.room, foot));
    if (block.from === "gap") content.push(gap(y, sheet));
    if (block.from === "funnel" || block.times !== "1")
      content.push(text(sheet.columns.end, (y + foot) / 2 + 4, "strong end", `× ${sheet.words.written(block.times)}`), "\n");
    const edge = visible(block.bars[0]?.bar ?? sheet.room);
    content.push(...block.bars.map((bar, index) => drawBar(bar, foot - (index + 1) * ROW, foot, sheet)));
    content.push(line(edge.x, foot, edge.x + edge.width, foot, "base"), "\n");
    marked = block.bars.at(-1)?.cell ?? marked;
    y -= heightOf(block);
  }
  return content;
}

function drawBar(bar: NestedBar, y: number, foot: number, sheet: Sheet): Markup {
  const { depth } = bar;
  const { columns, words, differs } = sheet;
  const sides = visible(bar.bar);
  const drawn = [
    line(columns.order + 6, y + ROW / 2, sides.x, y + ROW / 2, "guide"),
    line(sides.x + sides.width, y + ROW / 2, columns.picture + PICTURE + 8, y + ROW / 2, "guide"),
    ...nettArea(bar, y, ROW, depth.d === sheet.deepest),
  ];
  if (depth.d === differs?.[0]) drawn.push(hatch(sides, y, ROW));
  if (y + ROW < foot) {
    drawn.push(
      line(sides.x, y + ROW, sides.x, foot, "side"),
      line(sides.x + sides.width, y + ROW, sides.x + sides.width, foot, "side"),
    );
  }
  const isEqual = differs === undefined ? undefined : !differs.includes(depth.d);
  drawn.push(...labels(depth, sheet, y + ROW / 2 + 4, isEqual));
  const group = depthGroup(depth, words, ...drawn);
  return isEqual === false ? svg("g", { class: "differs" }, group) : group;
}

/** From the marked cell of one tier to the whole width of the next. */
function funnel(cell: Stretch, y: number, room: Stretch, foot: number): Markup {
  const corners = [
    [cell.x, y],
    [room.x, foot],
    [room.x + room.width, foot],
    [cell.x + cell.width, y],
  ];
  return svg("path", { d: `M${corners.map((corner) => corner.map(rounded).join(" ")).join("L")}`, class: "funnel" });
}

function gap(y: number, { room, shown, words }: Sheet): Markup {
  const middle = y - GAP / 2;
  return (
    line(room.x, y - 6, room.x + room.width, y - 6, "break") +
    line(room.x, y - GAP + 6, room.x + room.width, y - GAP + 6, "break") +
    text(room.x + room.width / 2, middle + 4, "mid strong", leftOutNotice(shown, words))
  );
}
