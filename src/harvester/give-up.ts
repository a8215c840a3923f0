/** What becomes of a source whose harvest threw: a defect of ours, a page nobody thought of, or secrets nobody can open. */
import { ReportedError } from "../api/errors.js";
import { openHarvest } from "../store/harvest.js";
import type { SourceRow } from "../store/source.js";
import { closeWarning } from "../store/warning.js";
import { finished } from "./schedule/finished.js";
import { type HarvestTools, nowOf } from "./tools.js";
import { warn } from "./warn.js";

/** The harvest is tried again later, and a person is told. Stored pages are read again by whoever asked for it. */
export async function giveUp(tools: HarvestTools, source: SourceRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  const open = await openHarvest(tools.pool, source.id);
  if (open) await finished(tools.pool, { sourceId: source.id, harvestId: open.id, ending: "failed", reason }, nowOf(tools));
  if (!open?.isFromSnapshots) await warn(tools, source, isLost(error) ? "secret-lost" : "failed", { reason });
}

/** After a harvest that went well. */
export async function closeGivenUp(tools: HarvestTools, source: SourceRow): Promise<void> {
  for (const cause of ["failed", "secret-lost"]) await closeWarning(tools.pool, source.id, cause, nowOf(tools));
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isLost = (error: unknown): boolean => error instanceof ReportedError && error.report.code === "secret-lost";
