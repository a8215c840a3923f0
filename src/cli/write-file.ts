import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { refuse } from "../api/errors.js";
import { isSystemError, reasonOf } from "./system-error.js";

/** Writes beside the place and renames: a reader sees the old file or the new one, never half of it. */
export async function writeWhole(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  { mode, flush }: { mode?: number; flush?: boolean } = {},
): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  try {
    await inFolder(dirname(path), () => writeFile(beside, content, { mode, flush }));
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {}); // the first error is the one to tell
    if (isSystemError(error)) refuse("file-unwritable", path, reasonOf(error));
    throw error;
  }
}

/** Does what needs the folder, and makes the folder where that fails for want of it. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT" || dirname(folder) === folder) throw error;
    await inFolder(dirname(folder), () => makeFolder(folder)); // not `recursive`: below /proc that never comes back
    await work();
  }
}

/** It may have been made in the meantime. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error) => {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  });
}
