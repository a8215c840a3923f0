import type { ErrorCode } from "../api/errors.js";

export const EXIT_DONE = 0;
const EXIT_WRONG_CALL = 2;
export const EXIT_BROKEN = 3; // or nothing could be learnt or healed
export const EXIT_KEY_MISSING = 4;
export const EXIT_UNREACHABLE = 5; // network or database
export const EXIT_WITHHELD = 6; // some values, and `--strict` given
export const EXIT_DEFECT = 70;

/** Every code that does not mean a wrong call or a wrong input. */
const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  "nothing-learnt": EXIT_BROKEN,
  "work-too-long": EXIT_BROKEN,
  "work-too-large": EXIT_BROKEN,
  "siblings-unlike": EXIT_BROKEN,
  "list-not-learnt": EXIT_BROKEN,
  contradicted: EXIT_BROKEN,
  "not-confirmed": EXIT_BROKEN,
  "key-missing": EXIT_KEY_MISSING,
  "too-many-redirects": EXIT_UNREACHABLE,
  "robots-disallowed": EXIT_UNREACHABLE,
  "robots-unreachable": EXIT_UNREACHABLE,
  "host-not-found": EXIT_UNREACHABLE,
  "host-busy": EXIT_UNREACHABLE,
  "fetch-timeout": EXIT_UNREACHABLE,
  "fetch-failed": EXIT_UNREACHABLE,
  "certificate-invalid": EXIT_UNREACHABLE,
  "status-unexpected": EXIT_UNREACHABLE,
  "page-gone": EXIT_UNREACHABLE,
  "response-too-large": EXIT_UNREACHABLE,
  "response-incomplete": EXIT_UNREACHABLE,
  "encoding-unsupported": EXIT_UNREACHABLE,
  "render-failed": EXIT_UNREACHABLE,
  "source-busy": EXIT_UNREACHABLE,
  "database-unreachable": EXIT_UNREACHABLE,
  "database-full": EXIT_UNREACHABLE,
  "database-too-old": EXIT_UNREACHABLE,
  "database-encoding": EXIT_UNREACHABLE,
  "database-newer": EXIT_UNREACHABLE,
  "migration-failed": EXIT_UNREACHABLE,
  "database-in-use": EXIT_UNREACHABLE,
  "disk-low": EXIT_UNREACHABLE,
  "disk-full": EXIT_UNREACHABLE,
  "embedded-missing": EXIT_UNREACHABLE,
  "embedded-folder": EXIT_UNREACHABLE,
  "embedded-version": EXIT_UNREACHABLE,
  "embedded-foreign": EXIT_UNREACHABLE,
  "embedded-unprotected": EXIT_UNREACHABLE,
  "embedded-not-started": EXIT_UNREACHABLE,
  "not-delivered": EXIT_UNREACHABLE,
  internal: EXIT_DEFECT,
};

export function exitCodeOf(code: ErrorCode): number {
  return EXIT_CODES[code] ?? EXIT_WRONG_CALL;
}
