import type { HarvestEnding } from "../../api/record.js";
import { nextTime, type Schedule } from "../../api/schedule.js";

const FIRST_RETRY_MS = 5 * 60_000;
const GROWTH = 3;

/**
 * The source's next time by its schedule; sooner after a harvest that met trouble which may pass: in five minutes, then
 * in three times as long each time, until the schedule itself comes first. Null: only on request.
 */
export function nextHarvest(
  schedule: Schedule | null,
  { ending, failures, now }: { ending: HarvestEnding; failures: number; now: Date }, // failures: harvests in a row, this one among them
): Date | null {
  if (schedule === null) return null;
  const regular = nextTime(schedule, now);
  if (ending !== "unreachable" && ending !== "failed") return regular;
  const retry = new Date(now.getTime() + FIRST_RETRY_MS * GROWTH ** (failures - 1));
  return retry < regular ? retry : regular;
}
