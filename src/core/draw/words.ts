/** What the figures say. A second language is a second value of this type. */
export interface Words {
  depth: string;
  tag: string;
  document: string;
  order: string;
  width: string;
  scale: string;
  total: string;
  interested: string;
  others: string;
  innermost: string;
  nett: string;
  more(nodes: number): string;
  leftOut(depths: number, first: number, last: number): string;
  treeTitle(deepest: number): string;
  barsTitle(deepest: number): string;
  patternTitle(deepest: number): string;
  treeDescription: string;
  barsDescription: string;
  patternDescription: string;
  inTiers: string;
  inTrueScale: string;
  atDepth(d: number, tag: string, k: number, P: number, width: string): string;
  /** A number as its readers write it, from one with a decimal point. */
  written(number: string): string;
}

export const ENGLISH: Words = {
  depth: "depth",
  tag: "tag",
  document: "document",
  order: "k/P",
  width: "width w",
  scale: "scale",
  total: "A total",
  interested: "on the path",
  others: "beside it",
  innermost: "holds the region",
  nett: "nett area",
  more: (nodes) => `… ${nodes} more`,
  leftOut: (depths, first, last) => `… ${depths} depths not drawn: ${first} to ${last}`,
  treeTitle: (deepest) => `Tree of a page, ${countOf(deepest)}`,
  barsTitle: (deepest) => `Bars of a page, ${countOf(deepest)}`,
  patternTitle: (deepest) => `Bar-tree pattern of a page, ${countOf(deepest)}`,
  treeDescription:
    "One column per depth. The square is the element on the path to the region, circles above it stand in the upper part, circles below it in the lower part; a ring marks the element that holds the region.",
  barsDescription:
    "One bar per depth: its width is w, its height the depth, its upper slice the nett area. The filled slice belongs to the bar that holds the region.",
  patternDescription:
    "Bars stand on each other, depth 1 at the foot. Each is divided into its P cells; the next bar stands in the shaded k-th cell, and the filled cell holds the region.",
  inTiers: "Widths are true to scale within a tier; the sign × says how much wider than true a tier is drawn.",
  inTrueScale: "All widths are true to one scale; a bar too narrow to see is drawn as a line.",
  atDepth: (d, tag, k, P, width) => `Depth ${d}: ${tag}, ${k} of ${P}, width ${width}.`,
  written: (number) => number,
};

function countOf(deepest: number): string {
  return deepest === 1 ? "1 depth" : `${deepest} depths`;
}
