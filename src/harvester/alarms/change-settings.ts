import type { SourceSettings } from "../../api/source.js";
import { type SourceRow, setSourceSettings } from "../../store/source.js";
import { transaction } from "../../store/transaction.js";
import { closeWarning } from "../../store/warning.js";
import { changedSettings } from "../changed-settings.js";
import { type HarvestTools, nowOf } from "../tools.js";

/** An alarm that is switched off says nothing more, not even what it has said. */
export async function changeSettings(
  tools: Pick<HarvestTools, "pool" | "door">,
  { id, settings: before }: Pick<SourceRow, "id" | "settings">,
  settings: SourceSettings,
): Promise<void> {
  const now = nowOf(tools);
  await transaction(tools.pool, async (client) => {
    await setSourceSettings(client, id, changedSettings(before, settings), now);
    for (const alarm of settings.alarmsOff) await closeWarning(client, id, alarm, now);
  });
}
