/** How a test run is set from outside: its length, and the seed of what is random in it. */

/** True in `npm run test:long`. */
export const isLong = process.env.BARTREE_TEST_LONG === "1";

/** Printed by every random test; BARTREE_TEST_SEED gives it back. */
export const seed = Number(process.env.BARTREE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A line for the reader of the run; standard output of a passing test is otherwise wrapped and coloured. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
