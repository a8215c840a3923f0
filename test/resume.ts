/**
 * Long runs that may be stopped and go on where they were: BARTREE_TEST_PROGRESS names the file that keeps how far each came,
 * BARTREE_TEST_SECONDS ends each after that time. Runs whose names differ may share the file.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isLong } from "./run.js";

const file = isLong ? process.env.BARTREE_TEST_PROGRESS : undefined;
const seconds = isLong ? Number(process.env.BARTREE_TEST_SECONDS ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;

const all = (): Record<string, number> => (file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

export interface Resumable {
  readonly from: number; // how many an earlier run has done
  readonly isTimeUp: () => boolean;
  /** So many are done, all from the first on. */
  readonly note: (done: number) => void;
}

export function resumed(name: string): Resumable {
  const until = performance.now() + seconds * 1000;
  return {
    from: all()[name] ?? 0,
    isTimeUp: () => performance.now() > until,
    note(done) {
      if (file) writeFileSync(file, JSON.stringify({ ...all(), [name]: done }));
    },
  };
}
