import type { Pool } from "pg";
import { openReadings, stopReadings } from "../../store/harvest.js";
import { takeSource } from "../../store/lock.js";

/** Readings of stored pages that nobody does any more: their process was killed, and they would seem to run for ever. */
export async function settleReadings(pool: Pool, now: Date): Promise<void> {
  for (const sourceId of await openReadings(pool)) {
    const release = await takeSource(pool, sourceId);
    if (!release) continue; // somebody is at it
    try {
      await stopReadings(pool, sourceId, now);
    } finally {
      await release();
    }
  }
}
