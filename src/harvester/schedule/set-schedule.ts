import type { Pool } from "pg";
import { nextTime, type Schedule } from "../../api/schedule.js";
import { type SourceRow, scheduleCheck, setSourceSettings } from "../../store/source.js";
import { transaction } from "../../store/transaction.js";

/** A new schedule holds from now on; gives the next time. */
export async function setSchedule(pool: Pool, source: SourceRow, schedule: Schedule | null, now: Date): Promise<Date | null> {
  const next = schedule === null ? null : nextTime(schedule, now);
  await transaction(pool, async (client) => {
    await setSourceSettings(client, source.id, { schedule }, now);
    await scheduleCheck(client, source.id, next);
  });
  return next;
}
