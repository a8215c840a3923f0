import type { Pool } from "pg";
import { nextTime } from "../../api/schedule.js";
import { scheduleCheck, sourcesLaterThan } from "../../store/source.js";

const BATCH = 200;

/**
 * No source waits longer than its schedule says from now on: a next time that was set while the clock was wrong, or
 * before the clock was set back, is brought forward.
 */
export async function settleTimes(pool: Pool, now: Date): Promise<number> {
  let settled = 0;
  for (let after = "0"; ; ) {
    const waiting = await sourcesLaterThan(pool, { now, after, limit: BATCH });
    for (const { id, settings, nextCheckAt } of waiting) {
      const next = settings.schedule && nextTime(settings.schedule, now);
      if (next === null || nextCheckAt === null || nextCheckAt <= next) continue;
      await scheduleCheck(pool, id, next);
      settled += 1;
    }
    const last = waiting.at(-1);
    if (!last || waiting.length < BATCH) return settled;
    after = last.id;
  }
}
