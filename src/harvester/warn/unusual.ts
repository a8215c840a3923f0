/**
 * What is unusual for a source, judged by its own past alone: more than three times the largest of its kind among the
 * last nine. A source with too little past has nothing unusual.
 *
 * Why the largest and not the median: where records come at random, a pause of three times the median is one in eight,
 * one of three times the longest of nine is one in two hundred and twenty.
 */
const TIMES = 3;
const REMEMBERED = 9;
const FEWEST_GAPS = 5;
const FEWEST_EARLIER = 3;

export const MOST_TIMES = REMEMBERED + 1;
export const FEWEST_TIMES = FEWEST_GAPS + 1;

export interface Overdue {
  readonly since: Date; // it happened last
  readonly longestMs: number; // pause between two times before
}

/** Something that used to happen and has not for too long; `times` with the newest first. */
export function overdue(times: readonly Date[], now: Date): Overdue | undefined {
  const known = times.slice(0, MOST_TIMES).map((time) => time.getTime());
  const [last] = known;
  if (last === undefined || known.length < FEWEST_TIMES) return undefined;
  const longestMs = Math.max(...pairs(known).map(([later, earlier]) => later - earlier));
  return now.getTime() - last > TIMES * longestMs ? { since: new Date(last), longestMs } : undefined;
}

export interface Jump {
  readonly usual: number; // the best of the past
  readonly limit: number; // so much worse is usual
  readonly now: number;
}

/**
 * A count that has become worse (higher) than its past explains; `counts` with the newest first. The best of the past
 * counts, not the last, so that a slow decline is noticed too.
 */
export function worsened(counts: readonly number[]): Jump | undefined {
  const [now, ...earlier] = counts.slice(0, MOST_TIMES);
  if (now === undefined || earlier.length < FEWEST_EARLIER) return undefined;
  const usual = Math.min(...earlier);
  const limit = TIMES * Math.max(1, ...pairs(earlier).map(([later, before]) => later - before));
  return now - usual > limit ? { usual, limit, now } : undefined;
}

/** Whether it is still as bad as when it was noticed; its own bad counts are no past to compare with. */
export const isStillWorse = ({ usual, limit }: Omit<Jump, "now">, now: number): boolean => now - usual > limit;

const pairs = (items: readonly number[]): [number, number][] =>
  items.slice(1).map((item, index) => [items[index] ?? item, item] as [number, number]);
