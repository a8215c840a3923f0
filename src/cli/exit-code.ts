import type { ErrorCode } from "../api/errors.js";

export const EXIT_DONE = 0;
const EXIT_WRONG_CALL = 2;
const EXIT_DEFECT = 70;

export function exitCodeOf(code: ErrorCode): number {
  return code === "internal" ? EXIT_DEFECT : EXIT_WRONG_CALL;
}
