/** What a person is told about a source, once per cause until the cause is gone. */
import type { WarningCause, WarningFacts } from "../../api/warning-words.js";
import type { SourceRow } from "../../store/source.js";
import { openWarning } from "../../store/warning.js";
import { type HarvestTools, nowOf } from "../tools.js";

/** These end with the next check that goes well; all others with the next harvest that does without. */
export const CHECK_CAUSES = ["key-missing", "not-healed", "unreachable", "unrecognised"] as const satisfies WarningCause[];

export async function warn<C extends WarningCause>(
  tools: HarvestTools,
  source: Pick<SourceRow, "id">,
  cause: C,
  details: WarningFacts[C],
): Promise<void> {
  await openWarning(tools.pool, { sourceId: source.id, cause, details }, nowOf(tools));
}
