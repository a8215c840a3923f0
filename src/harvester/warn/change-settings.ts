import type { SourceSettings } from "../../api/source.js";
import type { Db } from "../../store/db.js";
import { type SourceRow, setSourceSettings } from "../../store/source.js";
import { closeWarning } from "../../store/warning.js";
import { changedSettings } from "../settings/changed-settings.js";

/** In the transaction of the caller. An alarm that is switched off says nothing more, not even what it has said. */
export async function changeSettings(
  db: Db,
  { id, settings: before }: Pick<SourceRow, "id" | "settings">,
  settings: SourceSettings,
  now: Date,
): Promise<void> {
  await setSourceSettings(db, id, changedSettings(before, settings), now);
  for (const alarm of settings.alarmsOff) await closeWarning(db, id, alarm, now);
}
