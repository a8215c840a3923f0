/** What a worker does with one job: one harvest of one source, and what to do when it fails. */
import { ReportedError } from "../../api/errors.js";
import { hiddenSource, type SourceRow, scheduleCheck, sourceOf } from "../../store/source.js";
import { databaseTrouble } from "../../store/trouble.js";
import { type HarvestReport, harvestSource } from "../cycle.js";
import { type HarvestEvent, type HarvestTools, nowOf } from "../tools.js";
import { closeGivenUp, giveUp } from "../warn/give-up.js";

export type JobEvent =
  | { readonly kind: "taken"; readonly source: string; readonly due: Date }
  | { readonly kind: "harvest"; readonly source: string; readonly event: HarvestEvent }
  | { readonly kind: "ended"; readonly source: string; readonly report: HarvestReport }
  | { readonly kind: "failed"; readonly source: string; readonly reason: string };

export interface JobTools extends Omit<HarvestTools, "onEvent"> {
  readonly onEvent?: ((event: JobEvent) => void) | undefined;
}

/** Throws only what the queue itself is to try again: trouble with the database. Gives whether the harvest was stopped. */
export async function harvestJob(tools: JobTools, { sourceId, due }: { sourceId: string; due: Date }): Promise<boolean> {
  const { pool, onEvent } = tools;
  const source = await sourceOf(pool, sourceId);
  if (!source || source.state === "paused" || (await hiddenSource(pool, sourceId))) return false; // since the job was taken
  const { name } = source;
  onEvent?.({ kind: "taken", source: name, due });
  const own: HarvestTools = { ...tools, onEvent: (event) => onEvent?.({ kind: "harvest", source: name, event }) };
  try {
    const report = await harvestSource(own, source);
    if (report.ending === "done") await closeGivenUp(own, source);
    onEvent?.({ kind: "ended", source: name, report });
    return report.ending === "stopped";
  } catch (error) {
    onEvent?.({ kind: "failed", source: name, reason: error instanceof Error ? error.message : String(error) });
    if (error instanceof ReportedError && error.report.code === "source-busy") return comeBack(own, source);
    if (databaseTrouble(error)) throw error; // the harvest stays open, and goes on when the database is back
    await giveUp(own, source, error);
    return false;
  }
}

const COME_BACK_MS = 60_000;

/** A person harvests it by hand just now; the harvest that is open is theirs. */
async function comeBack(tools: HarvestTools, { id }: SourceRow): Promise<false> {
  await scheduleCheck(tools.pool, id, new Date(nowOf(tools).getTime() + COME_BACK_MS));
  return false;
}
