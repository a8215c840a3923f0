import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { refuse } from "../api/errors.js";
import { isSystemError, reasonOf } from "./system-error.js";

/** Writes beside the place and renames: a reader sees the old file or the new one, never half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {}); // the first error is the one to tell
    if (isSystemError(error)) refuse("file-unwritable", path, reasonOf(error));
    throw error;
  }
}
