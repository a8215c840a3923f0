/**
 * Jobs: the next harvest of every source, kept by graphile-worker. They follow the rows of sources by a trigger
 * (migration 4); nobody else adds one.
 */
import { Logger, runMigrations } from "graphile-worker";
import type { Pool } from "pg";
import { type Db, only } from "./db.js";

export const HARVEST = "harvest"; // the name of the task

const SILENT = new Logger(() => () => {});

/** Brings graphile-worker's own tables to its version. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: SILENT });
}

/** What no trigger saw (jobs that were lost with their tables, or whose source went without them) is put right. */
export async function settleJobs(db: Db): Promise<number> {
  const { put, removed } = only(
    await db.query<{ put: number; removed: number }>(
      `with missing as (
         select put_source_job(s.id, s.next_check_at) from source s
          where s.state <> 'paused' and s.next_check_at is not null
            and not exists (select from graphile_worker.jobs j where j.key = 'source-' || s.id)),
       surplus as (
         select graphile_worker.remove_job(j.key) from graphile_worker.jobs j
          where j.key like 'source-%' and j.locked_at is null
            and not exists (select from source s where 'source-' || s.id = j.key
                                                  and s.state <> 'paused' and s.next_check_at is not null))
       select (select count(*) from missing)::int as put, (select count(*) from surplus)::int as removed`,
    ),
  );
  return put + removed;
}

export interface JobRow {
  readonly runAt: Date;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly worker: string | null; // who has it
}

/** The next harvest; while one runs, the running one. */
export async function jobOf(db: Db, sourceId: string): Promise<JobRow | undefined> {
  const { rows } = await db.query<JobRow>(
    `select run_at as "runAt", attempts, last_error as "lastError", locked_by as worker
       from graphile_worker.jobs where key = 'source-' || $1::text`,
    [sourceId],
  );
  return rows[0];
}
