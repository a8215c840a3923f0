import type { ErrorCode } from "../api/errors.js";

export const EXIT_DONE = 0;
const EXIT_WRONG_CALL = 2;
export const EXIT_BROKEN = 3; // or nothing could be learnt or healed
export const EXIT_KEY_MISSING = 4;
export const EXIT_WITHHELD = 6; // some values, and `--strict` given
const EXIT_DEFECT = 70;

/** Every code that does not mean a wrong call or a wrong input. */
const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  "nothing-learnt": EXIT_BROKEN,
  "list-not-learnt": EXIT_BROKEN,
  contradicted: EXIT_BROKEN,
  "not-confirmed": EXIT_BROKEN,
  "key-missing": EXIT_KEY_MISSING,
  internal: EXIT_DEFECT,
};

export function exitCodeOf(code: ErrorCode): number {
  return EXIT_CODES[code] ?? EXIT_WRONG_CALL;
}
