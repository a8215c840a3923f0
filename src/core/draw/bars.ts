import { type Fraction, ONE } from "../measure/fraction.js";
import { decimal, fraction, ratio } from "./decimal.js";
import { type Depth, type DrawnBars, type DrawOptions, depthsOf, linesOf, shownDepths } from "./drawn-bars.js";
import { legend, type Sample } from "./legend.js";
import { visible } from "./nested.js";
import { stacked } from "./stacked.js";
import { clipped, depthGroup, figure, label, line, type Markup, rect, text } from "./svg.js";
import { tiersOf } from "./tiers.js";
import { ENGLISH, type Words } from "./words.js";

export interface BarsOptions extends DrawOptions {
  /** `tiers` (default) magnifies where bars become too narrow; `true` keeps one scale. */
  scale?: "tiers" | "true";
}

const MARGIN = 16;
const HEADS = 68;
const WIDEST_LINE = 864;
const WIDEST_SLOT = 140;
const BETWEEN_BARS = 12;
const TALLEST = 220;
const TALLEST_STEP = 20;
const LABELS = 86;
const BETWEEN_LINES = 26;
const NOTICE = 34;
const LEGEND = 32;
const NARROWEST_BAR = 5;

/** Fig. 4: every bar by itself, width w_d and height d; its upper slice of height 1 is the nett area. */
export function drawBars(bars: DrawnBars, options: BarsOptions = {}): string {
  const words = options.words ?? ENGLISH;
  const isTrue = options.scale === "true";
  const shown = shownDepths(depthsOf(bars));
  const lines = linesOf(shown, words);
  const slots = Math.max(1, ...lines.map((line) => line.depths.length));
  const slot = Math.min(Math.floor(WIDEST_LINE / slots), WIDEST_SLOT);
  const deepest = bars.path.length;
  const step = Math.min(TALLEST_STEP, TALLEST / Math.max(deepest, 1));
  const scales = scalesOf([...shown.outer, ...shown.inner], slot - BETWEEN_BARS, isTrue);
  const { content, end: y } = stacked(lines, { margin: MARGIN, notice: NOTICE }, (depths, top) => {
    const foot = top + depths.at(-1)!.d * step;
    return { content: drawLine(depths, { foot, slot, step, deepest, scales, words }), end: foot + LABELS + BETWEEN_LINES };
  });
  const width = Math.max(2 * MARGIN + HEADS + slots * slot, 440);
  const total = `${words.total} = ${words.written(decimal(fraction(bars.A_total)))}`;
  content.push(...legend(samples(words), MARGIN, y + 8), text(width - MARGIN, y + 12, "strong end", total));
  const description = `${words.barsDescription} ${isTrue ? words.inTrueScale : words.inTiers}`;
  return figure({ width, height: y + LEGEND, title: words.barsTitle(deepest), description, shown, content }, options);
}

/** By depth: the width that fills a slot there, and how much wider than true that is. */
type Scales = ReadonlyMap<number, { full: Fraction; times: string }>;

function scalesOf(depths: readonly Depth[], room: number, isTrue: boolean): Scales {
  if (isTrue) return new Map(depths.map(({ d }) => [d, { full: ONE, times: "1" }]));
  const tiers = tiersOf(depths, (_, share) => share * room >= NARROWEST_BAR);
  return new Map(tiers.flatMap((tier) => tier.depths.map(({ d }) => [d, { full: tier.full, times: tier.times }])));
}

interface LineSheet {
  foot: number;
  slot: number;
  step: number;
  deepest: number;
  scales: Scales;
  words: Words;
}

function drawLine(depths: readonly Depth[], sheet: LineSheet): Markup[] {
  const { foot, slot, words } = sheet;
  const start = MARGIN + HEADS;
  return [
    text(MARGIN, foot + 18, "hint", words.depth),
    text(MARGIN, foot + 34, "hint", words.tag),
    text(MARGIN, foot + 50, "hint", words.order),
    text(MARGIN, foot + 66, "hint", words.width),
    text(MARGIN, foot + LABELS, "hint", words.scale),
    line(start, foot, start + depths.length * slot, foot, "base"),
    "\n",
    ...depths.map((depth, index) => drawSlot(depth, start + (index + 0.5) * slot, sheet)),
    ...drawScales(depths, start, sheet),
  ];
}

function drawSlot(depth: Depth, middle: number, { foot, slot, step, deepest, scales, words }: LineSheet): Markup {
  const width = ratio(depth.w, scales.get(depth.d)!.full) * (slot - BETWEEN_BARS);
  const bar = visible({ x: middle - width / 2, width });
  const top = foot - depth.d * step;
  return depthGroup(
    depth,
    words,
    rect(bar.x, top, bar.width, depth.d * step, "bar"),
    rect(bar.x, top, bar.width, step, depth.d === deepest ? "innermost" : "cell"),
    text(middle, foot + 18, "mid strong", String(depth.d)),
    text(middle, foot + 34, "mid mono", clipped(depth.tag, slot - 4)),
    label(middle, foot + 50, "mid", `${depth.k}/${depth.P}`, slot - 4),
    label(middle, foot + 66, "mid mono", words.written(decimal(depth.w)), slot - 4),
  );
}

/** One bracket under all neighbours of one scale. */
function drawScales(depths: readonly Depth[], start: number, { foot, slot, scales, words }: LineSheet): Markup[] {
  const content: Markup[] = [];
  let from = 0;
  for (const [index, { d }] of depths.entries()) {
    const { times } = scales.get(d)!;
    const next = depths[index + 1];
    if (next !== undefined && scales.get(next.d)!.times === times) continue;
    const left = start + from * slot + BETWEEN_BARS / 2;
    const right = start + (index + 1) * slot - BETWEEN_BARS / 2;
    content.push(
      line(left, foot + 73, right, foot + 73, "base"),
      label((left + right) / 2, foot + LABELS, "mid strong", `× ${words.written(times)}`, right - left),
      "\n",
    );
    from = index + 1;
  }
  return content;
}

function samples(words: Words): Sample[] {
  return [
    { draw: (x, y) => rect(x, y - 6, 18, 12, "cell"), word: words.nett },
    { draw: (x, y) => rect(x, y - 6, 18, 12, "innermost"), word: words.innermost },
  ];
}
