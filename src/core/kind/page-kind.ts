/** Which features the pages of one kind share, and how far another page has them (docs/decisions/0035). */

export type Features = ReadonlySet<number>;

/** Of a kind of pages: what the labelled page has, its lists have not, and pages like it have. */
export type PageKind = readonly number[];

const LAST = 0.6;
const SHARES = [1, 0.85, LAST]; // of the pages: a list may have two layouts; fewer, where hardly anything is on all
export const FEWEST = 8; // features that tell a kind
const KEPT = 1500;

/** What the labelled page has and its lists do not. */
export function ownFeatures(labelled: Features, lists: readonly Features[]): number[] {
  return [...labelled].filter((feature) => !lists.some((list) => list.has(feature)));
}

export function kindOf(own: readonly number[], pages: readonly Features[]): PageKind {
  const onShare = (share: number): number[] =>
    own.filter((feature) => pages.filter((page) => page.has(feature)).length >= share * pages.length);
  const most = SHARES.map(onShare).find((shared) => shared.length >= FEWEST) ?? onShare(LAST);
  return most.slice(0, KEPT);
}

/** The share of a kind's features that a page has. */
export function likeness(kind: PageKind, page: Features): number {
  return kind.length === 0 ? 0 : kind.filter((feature) => page.has(feature)).length / kind.length;
}
