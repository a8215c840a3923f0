/** Of several sets of links those that lead to pages like the labelled one, by some pages of each. */
import { FEWEST, type Features, kindOf, likeness, ownFeatures, type PageKind } from "../../core/kind/page-kind.js";
import type { LinkSet } from "./link-sets.js";

/** A page at the place of the links is of the kind from here on; at other places records and others overlap below HIGH. */
export const LOW = 0.3;
export const HIGH = 0.7;

/** From which likeness a page at the place is of the kind; where too little tells it, all are. */
export const leastFor = (kind: PageKind): number => (kind.length < FEWEST ? 0 : LOW);

const ENOUGH = 0.8; // of a set's pages
const HALF = 0.6; // if no set has so many
const FEWEST_FEATURES = 3;
const AS_GOOD = 0.65; // of the best set's mean share of the labelled page's own features

export interface Sampled {
  readonly set: LinkSet;
  readonly pages: readonly Features[];
}

export interface Proved {
  readonly sets: readonly LinkSet[];
  readonly kind: PageKind;
}

/** The sets are compared by what their pages share with the labelled one, never by their own kind: small sets share much. */
export function proveSets(labelled: Features, lists: readonly Features[], sampled: readonly Sampled[]): Proved | undefined {
  const own = ownFeatures(labelled, lists);
  const judged = sampled
    .filter(({ pages }) => pages.length > 0)
    .map(({ set, pages }) => {
      const kind = kindOf(own, pages);
      const like = pages.filter((page) => likeness(kind, page) >= LOW).length / pages.length;
      const mean = pages.reduce((sum, page) => sum + likeness(own, page), 0) / pages.length;
      return { set, pages, like, mean, hasOwnEvidence: kind.length >= FEWEST_FEATURES };
    })
    .filter(({ hasOwnEvidence }) => hasOwnEvidence);
  for (const share of [ENOUGH, HALF]) {
    const like = judged.filter((each) => each.like >= share);
    for (const group of [like.filter(({ set }) => !set.isMenu), like.filter(({ set }) => set.isMenu)]) {
      const best = Math.max(...group.map(({ mean }) => mean));
      const taken = group.filter(({ mean }) => mean >= AS_GOOD * best);
      if (taken.length > 0)
        return {
          sets: taken.map(({ set }) => set),
          kind: kindOf(
            own,
            taken.flatMap(({ pages }) => pages),
          ),
        };
    }
  }
  return undefined;
}
