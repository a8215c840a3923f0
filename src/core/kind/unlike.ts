/**
 * What tells pages that a person called no records from records: features of theirs that records lack, and features of
 * records that they lack. One such page shows its kind: the pages nearer to it than to the labelled ones say which of its
 * features are its own and which its kind's.
 */
import { FEWEST, type Features, likeness } from "./page-kind.js";

export interface Unlike {
  readonly records: readonly number[]; // features of records, and not of the others
  readonly others: readonly number[];
}

const OFTEN = 0.6; // of the pages of one side have a feature that tells
const SELDOM = 0.2; // of the other side
const ROUNDS = 2; // a third changed nothing
const LIKE = 0.3; // of the features of its kind: a page that has fewer is of neither
const KEPT = 1500;

/** Undefined where too little tells them apart: then the page stands for itself alone. */
export function unlikeOf(page: Features, labelled: readonly Features[], pages: readonly Features[]): Unlike | undefined {
  let unlike = tell(labelled, [page]);
  for (let round = 0; round < ROUNDS; round++) {
    const found = unlike;
    const others = pages.filter((each) => isLike(found, each));
    const records = pages.filter((each) => likeness(found.others, each) < likeness(found.records, each));
    unlike = tell([...labelled, ...records], [page, ...others]);
  }
  const isTold = unlike.others.length >= FEWEST && isLike(unlike, page) && !labelled.some((each) => isLike(unlike, each));
  return isTold ? unlike : undefined;
}

/** Whether a page is nearer to one that is no record than to records. */
export const isLikeOneOf = (unlikes: readonly Unlike[], page: Features): boolean =>
  unlikes.some((unlike) => isLike(unlike, page));

function isLike({ records, others }: Unlike, page: Features): boolean {
  const like = likeness(others, page);
  return like >= LIKE && like > likeness(records, page);
}

const tell = (records: readonly Features[], others: readonly Features[]): Unlike => ({
  records: onThese(records, others),
  others: onThese(others, records),
});

/** Features that most of the first have and hardly any of the second. */
function onThese(these: readonly Features[], those: readonly Features[]): number[] {
  const counts = new Map<number, number>();
  for (const page of these) for (const feature of page) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= OFTEN * these.length).map(([feature]) => feature);
  return often.filter((feature) => those.filter((page) => page.has(feature)).length <= SELDOM * those.length).slice(0, KEPT);
}
