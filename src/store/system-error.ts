/** What the system says when it does not do what a file needs. */

import { getSystemErrorMap } from "node:util";
import { type ErrorReport, errorReport, ReportedError, refuse } from "../api/errors.js";
import { theirWords } from "../api/reasons.js";

export type SystemError = NodeJS.ErrnoException & { code: string; errno: number };

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "code" in error && "errno" in error && typeof error.errno === "number";
}

/** Such as “permission denied”: the system's own words without the path, which the sentence around them names. */
export function systemWords(error: { code: string; errno: number }): string {
  return getSystemErrorMap().get(error.errno)?.[1] ?? error.code;
}

/** Of what keeps something from being written at `path`: the disk's own code where that is the cause, else the given one. */
export function refuseWriting(code: "secret-file" | "file-unwritable" | "embedded-folder", path: string, error: unknown): never {
  const full = diskTrouble(error, path);
  if (full) throw new ReportedError(full);
  if (!isSystemError(error)) throw error;
  const words = systemWords(error);
  return code === "secret-file" ? refuse(code, path, theirWords(words)) : refuse(code, path, words);
}

/** No room, a used-up quota, or a limit for files; undefined for any other error. */
export function diskTrouble(error: unknown, path = "a file"): ErrorReport | undefined {
  if (!isSystemError(error) || !["ENOSPC", "EDQUOT", "EFBIG"].includes(error.code)) return undefined;
  return errorReport("disk-full", error.path ?? path, theirWords(systemWords(error)));
}

const FULL = /no space left on device|disk quota exceeded|file too large|file size limit exceeded/i;

export const tellsOfFullDisk = (words: string): boolean => FULL.test(words);

/** The same in the last words of a program that the embedded server needs. */
export function refuseStart(words: string, path: string): never {
  const [reason] = FULL.exec(words) ?? [];
  return reason === undefined
    ? refuse("embedded-not-started", words)
    : refuse("disk-full", path, theirWords(reason.toLowerCase()));
}
