import { getSystemErrorMap } from "node:util";

export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string; errno: number } {
  return error instanceof Error && "code" in error && "errno" in error && typeof error.errno === "number";
}

/** Such as “permission denied”: the system's own words without the path, which the sentence around them names. */
export function reasonOf(error: { code: string; errno: number }): string {
  return getSystemErrorMap().get(error.errno)?.[1] ?? error.code;
}
