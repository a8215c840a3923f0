/** Once a day, by whichever worker comes first: what is no longer needed goes. */
import type { Pool } from "pg";
import { removeHiddenSources } from "../../store/source.js";
import { clearJobs, dropPages, foldChecks, noteFolded, noteSize, removeUnused, takeUpkeep } from "../../store/upkeep.js";

export interface UpkeepWish {
  readonly snapshotDays: number | null; // so long pages stay that no current value stands in; null: for ever
}

export interface UpkeepReport {
  readonly droppedPages: number;
  readonly unusedPages: number;
  readonly foldedChecks: number;
  readonly clearedJobs: number;
  readonly removedSources: number;
}

const DAY_MS = 86_400_000;
const CHECK_DAYS = 90;
const JOB_DAYS = 14;
const HIDDEN_DAYS = 7; // so long a removed source can be brought back

/** Undefined: it was done in the last day. */
export async function upkeep(pool: Pool, wish: UpkeepWish, now: Date, signal?: AbortSignal): Promise<UpkeepReport | undefined> {
  const taken = await takeUpkeep(pool, now);
  if (!taken) return undefined;
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const removedSources = await removeHiddenSources(pool, daysAgo(HIDDEN_DAYS));
  const foldUntil = new Date(Math.floor(daysAgo(CHECK_DAYS).getTime() / DAY_MS) * DAY_MS);
  const foldedChecks = await foldChecks(pool, taken.foldedUntil, foldUntil);
  await noteFolded(pool, foldUntil);
  const { snapshotDays } = wish;
  const droppedPages = snapshotDays === null ? 0 : await dropPages(pool, { before: daysAgo(snapshotDays), now }, signal);
  const unusedPages = await removeUnused(pool, daysAgo(1), signal);
  const clearedJobs = await clearJobs(pool, daysAgo(JOB_DAYS));
  await noteSize(pool, now);
  return { droppedPages, unusedPages, foldedChecks, clearedJobs, removedSources };
}
