import type { Pool } from "pg";
import type { Reason } from "../../api/reasons.js";
import type { HarvestEnding } from "../../api/record.js";
import { failuresInARow, finishHarvest, type HarvestRow } from "../../store/harvest.js";
import { scheduleCheck, sourceOf } from "../../store/source.js";
import { transaction } from "../../store/transaction.js";
import { nextHarvest } from "./next-harvest.js";

/** Ends a harvest and sets the next one, by the schedule as it is now; both or nothing. Stored pages read again are no visit. */
export function finished(
  pool: Pool,
  { sourceId, harvestId, ending, reason }: { sourceId: string; harvestId: string; ending: HarvestEnding; reason: Reason | null },
  now: Date,
): Promise<HarvestRow> {
  return transaction(pool, async (client) => {
    const harvest = await finishHarvest(client, harvestId, { ending, note: reason }, now);
    if (harvest.isFromSnapshots) return harvest;
    const source = await sourceOf(client, sourceId);
    const failures = await failuresInARow(client, sourceId);
    await scheduleCheck(client, sourceId, nextHarvest(source?.settings.schedule ?? null, { ending, failures, now }));
    return harvest;
  });
}
