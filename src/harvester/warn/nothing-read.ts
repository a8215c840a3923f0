/** A harvest that went through and brought nothing: all is well with the key page, and nobody would notice. */
import type { WarningCause } from "../../api/warning-words.js";
import { unreadPages } from "../../store/harvest.js";
import type { SourceRow } from "../../store/source.js";
import { closeWarning, openWarningOf } from "../../store/warning.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warn } from "./warn.js";

/** A source that has its key page alone does without; so does one whose other pages are gone and named no more. */
export async function warnOfNothingRead(tools: HarvestTools, source: SourceRow, harvestId: string): Promise<void> {
  const { hasRecords, read, stillNamed, ...counts } = await unreadPages(
    tools.pool,
    harvestId,
    source.settings.key?.address ?? null,
  );
  const unread = counts.failed + counts.skipped + stillNamed;
  const isPart = (await openWarningOf(tools.pool, source.id, "limit")) !== undefined; // other pages have their turn another time
  const isNothing = (read === 0 && unread > 0 && !isPart) || (!hasRecords && !(await isWarned(tools, source)));
  if (isNothing) await warn(tools, source, "nothing-read", counts);
  else if (read > 0 || !isPart) await closeWarning(tools.pool, source.id, "nothing-read", nowOf(tools));
}

const TOLD: readonly WarningCause[] = ["list-unread", "variants", "unconfirmed"];

/** Why a source has no record. */
async function isWarned({ pool }: HarvestTools, { id }: SourceRow): Promise<boolean> {
  const open = await Promise.all(TOLD.map((cause) => openWarningOf(pool, id, cause)));
  return open.some((warning) => warning !== undefined);
}
