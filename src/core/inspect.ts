/** Method §2–§5 on one page, in the spelling of the golden vectors: what `bartree inspect` and `compare` show. */
import { type Comparison, compareMeasures } from "./compare.js";
import { Finder, type Flag, type Located } from "./locate.js";
import { barArea, barWidths, RATIO, totalArea, totalAreaAtRatio } from "./measure/bars.js";
import { type Fraction, textOfFraction } from "./measure/fraction.js";
import { barCounts, type Measures, measure } from "./measure/measure.js";
import { type Part, partsOf, type Symmetry, symmetryOf } from "./measure/parts.js";
import { type Page, type Span, tagName } from "./page/page.js";

export interface Whereabouts {
  readonly kind: "found" | "ambiguous" | "not-found" | "empty";
  readonly flags: readonly Flag[];
  readonly places: readonly (readonly [start: number, end: number])[];
  readonly prefix?: string;
}

export interface PartCounts {
  readonly n_ot: number;
  readonly n_ct: number;
  readonly sigma: number;
}

export interface Inspection extends Whereabouts {
  readonly kind: "found";
  readonly d_max: number;
  readonly path: readonly string[];
  readonly lower_path: readonly string[];
  readonly P: readonly number[];
  readonly k: readonly number[];
  readonly w: readonly string[];
  readonly A: readonly string[];
  readonly A_total: string;
  readonly upper: PartCounts;
  readonly lower: PartCounts;
  readonly delta: number;
  readonly symmetry: Symmetry;
  readonly cut: boolean;
  readonly labels?: Readonly<Record<string, Whereabouts>>;
}

export type Inspected = Inspection | (Whereabouts & { readonly kind: "ambiguous" | "not-found" | "empty" });

export function whereabouts(located: Located): Whereabouts {
  if (located.ok) return { kind: "found", flags: located.flags, places: [pair(located.span)] };
  if (located.code === "ambiguous") return { kind: "ambiguous", flags: located.flags, places: Array.from(located.places, pair) };
  if (located.code === "not-found") return { kind: "not-found", flags: [], places: [], prefix: located.longestPrefix };
  return { kind: "empty", flags: [], places: [] };
}

const pair = ({ start, end }: Span): readonly [number, number] => [start, end];
const partCounts = ({ open, closed, sigma }: Part): PartCounts => ({ n_ot: open, n_ct: closed, sigma });

export interface InspectOptions {
  readonly ratio?: Fraction; // r of Eq. 3; must be at most 1 / d_max
  readonly labels?: Readonly<Record<string, string>>;
}

export function inspect(page: Page, region: string, options: InspectOptions = {}): Inspected {
  const finder = new Finder(page);
  const located = finder.region(region);
  if (!located.ok) return whereabouts(located) as Inspected;
  return {
    ...describe(page, located.span, options.ratio ?? RATIO),
    ...whereabouts(located),
    ...labelled(finder, located.span, options),
  };
}

/** Around all of the texts that stand once on the page: the labels make the region where none was pasted. */
export function inspectAround(page: Page, texts: readonly string[]): Inspected {
  const finder = new Finder(page);
  const spans = texts.flatMap((text) => {
    const located = finder.label(text);
    return located.ok ? [located.span] : [];
  });
  if (spans.length === 0) return NOT_FOUND;
  return inspectSpan(page, {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  });
}

export const NOT_FOUND: Inspected = { kind: "not-found", flags: [], places: [], prefix: "" };

export function inspectSpan(page: Page, region: Span): Inspected {
  return { ...describe(page, region, RATIO), flags: [], places: [pair(region)] };
}

function labelled(finder: Finder, region: Span, { labels }: InspectOptions): Pick<Inspection, "labels"> {
  if (!labels) return {};
  return {
    labels: Object.fromEntries(Object.entries(labels).map(([name, text]) => [name, whereabouts(finder.label(text, region))])),
  };
}

function describe(page: Page, region: Span, ratio: Fraction): Omit<Inspection, keyof Whereabouts> & { kind: "found" } {
  const parts = partsOf(page, region);
  const { counts, orders } = barCounts(page, parts);
  const widths = barWidths(counts, ratio);
  return {
    kind: "found",
    d_max: parts.path.length,
    path: parts.path.map((element) => tagName(page, element)),
    lower_path: parts.lowerChain.map((element) => tagName(page, element)),
    P: [...counts.subarray(1)],
    k: [...orders.subarray(1)],
    w: widths.slice(1).map(textOfFraction),
    A: widths.slice(1).map((width, i) => textOfFraction(barArea(i + 1, width))),
    A_total: textOfFraction(ratio === RATIO ? totalAreaAtRatio(counts) : totalArea(widths)),
    upper: partCounts(parts.upper),
    lower: partCounts(parts.lower),
    delta: parts.delta,
    symmetry: symmetryOf(parts.delta),
    cut: page.isCut,
  };
}

/** True if the ratio keeps every taper of Eq. 3 from falling below zero: r ≤ I / d_max. */
export function isRatioAllowed(ratio: Fraction, depth: number): boolean {
  return ratio.p * BigInt(depth) <= ratio.q;
}

export type PageComparison =
  | ({ readonly ok: true } & Comparison)
  | { readonly ok: false; readonly in: "old" | "new"; readonly located: Exclude<Located, { ok: true }> };

/** Sets, case and place between two pages, for a region that must be found once on both. */
export function comparePages(before: Page, after: Page, region: string): PageComparison {
  const old = new Finder(before).region(region);
  if (!old.ok) return { ok: false, in: "old", located: old };
  const now = new Finder(after).region(region);
  if (!now.ok) return { ok: false, in: "new", located: now };
  return { ok: true, ...compareMeasures(measuresAt(before, old.span), measuresAt(after, now.span)) };
}

const measuresAt = (page: Page, span: Span): Measures => measure(page, span);
