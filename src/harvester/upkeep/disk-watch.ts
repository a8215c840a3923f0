/** Harvests wait while the database's disk is nearly full: a full one would also keep people from what is there. */
import type { Pool } from "pg";
import type { WarningCause } from "../../api/warning-words.js";
import { closeWarning, openWarning } from "../../store/warning.js";

export interface DiskSpace {
  readonly free: number; // bytes
  readonly size: number;
}

/** Null: it is not a disk that we can see. */
export type ReadDisk = () => Promise<DiskSpace | null>;

const LEAST = 0.05; // as the words of the warning say
const CAUSE: WarningCause = "disk-low";

export const isLow = (disk: DiskSpace | null): boolean => disk !== null && disk.free < LEAST * disk.size;

/** Looks when asked; the warning is opened and closed when what it sees changes. */
export function makeDiskWatch(pool: Pool, readDisk: ReadDisk): (now: Date) => Promise<boolean> {
  let was: boolean | undefined;
  return async (now) => {
    const disk = await readDisk();
    const low = isLow(disk);
    if (low === was) return low;
    if (!low || disk === null) await closeWarning(pool, null, CAUSE, now);
    else await openWarning(pool, { sourceId: null, cause: CAUSE, details: disk }, now);
    was = low;
    return low;
  };
}
