/** What becomes of a source whose harvest threw: a defect of ours, a page nobody thought of, or secrets nobody can open. */

import { ReportedError, reasonOfError } from "../../api/errors.js";
import { reasonText } from "../../api/reasons.js";
import { openHarvest } from "../../store/harvest.js";
import type { SourceRow } from "../../store/source.js";
import { closeWarning } from "../../store/warning.js";
import { finished } from "../schedule/finished.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warn } from "./warn.js";

/** The harvest is tried again later, and a person is told. Stored pages are read again by whoever asked for it. */
export async function giveUp(tools: HarvestTools, source: SourceRow, error: unknown): Promise<void> {
  const reason = reasonOfError(error);
  const open = await openHarvest(tools.pool, source.id);
  if (open) await finished(tools.pool, { sourceId: source.id, harvestId: open.id, ending: "failed", reason }, nowOf(tools));
  if (!open?.isFromSnapshots) await warn(tools, source, causeOf(error), { reason: reasonText(reason) });
}

/** After a harvest that went well. */
export async function closeGivenUp(tools: HarvestTools, source: SourceRow): Promise<void> {
  for (const cause of GIVEN_UP) await closeWarning(tools.pool, source.id, cause, nowOf(tools));
}

const GIVEN_UP = ["failed", "secret-lost", "secret-file"] as const;

function causeOf(error: unknown): (typeof GIVEN_UP)[number] {
  const code = error instanceof ReportedError ? error.report.code : undefined;
  return GIVEN_UP.find((cause) => cause === code) ?? "failed";
}
