/** How a test run is set from outside: its length, and the seed of what is random in it. */

/** True in `npm run test:long`. */
export const isLong = process.env.BARTREE_TEST_LONG === "1";

/** Printed by every random test. Fixed, so that a change is all that can turn a run red; the long run roams. BARTREE_TEST_SEED gives one back. */
export const seed = Number(process.env.BARTREE_TEST_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_118));

/** A line for the reader of the run; standard output of a passing test is otherwise wrapped and coloured. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
