import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isAlive } from "../store/embedded/pid-file.js";
import { isSystemError, refuseWriting } from "../store/system-error.js";

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
    await removeAbandoned(dirname(path), `${basename(path)}.`);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {}); // the first error is the one to tell
    refuseWriting("file-unwritable", path, error);
  }
}

const SILENT_MS = 60_000; // a part may be that of another machine, which still writes to it

/** Parts that were begun by processes which have been killed since: nobody else would remove them. */
export async function removeAbandoned(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(beginning) && /\.(\d+)\.part$/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const path = join(folder, name);
    const writtenAt = await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now);
    if (Date.now() - writtenAt > SILENT_MS) await rm(path, { force: true }).catch(() => {}); // no part of what was asked for
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
