/** Harvests wait while the database's disk is nearly full: a full one would also keep people from what is there. */
import type { Pool } from "pg";
import { closeWarning, openWarning } from "../../store/warning.js";

export interface DiskSpace {
  readonly free: number; // bytes
  readonly size: number;
}

/** Null: it is not a disk that we can see. */
export type ReadDisk = () => Promise<DiskSpace | null>;

const LEAST = 0.05;
const CAUSE = "disk-low";

export const isLow = (disk: DiskSpace | null): boolean => disk !== null && disk.free < LEAST * disk.size;

/** Looks when asked; the warning is opened and closed when what it sees changes. */
export function makeDiskWatch(pool: Pool, readDisk: ReadDisk): (now: Date) => Promise<boolean> {
  let was: boolean | undefined;
  return async (now) => {
    const disk = await readDisk();
    const low = isLow(disk);
    if (low === was) return low;
    if (!low || disk === null) await closeWarning(pool, null, CAUSE, now);
    else
      await openWarning(
        pool,
        {
          sourceId: null,
          cause: CAUSE,
          message: `Less than ${LEAST * 100} % of the database's disk is free; harvests wait, and what is stored can be read.`,
          hint: "Make room on the disk; harvests go on by themselves. `bartree doctor` tells how fast the database grows.",
          details: disk,
        },
        now,
      );
    was = low;
    return low;
  };
}
