/**
 * Jobs, kept by graphile-worker: the next harvest of every source, and messages that are to be sent. They follow the rows
 * of sources and deliveries by triggers (migrations 4 and 8). Besides, one job looks every minute what is to be told.
 */
import { Logger, runMigrations } from "graphile-worker";
import type { Pool } from "pg";
import { type Db, only } from "./db.js";

/** The names of the tasks. */
export const HARVEST = "harvest";
export const PLAN_MESSAGES = "plan-messages";
export const DELIVER = "deliver";

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

/** The next look at what is to be told; there is one such job, whoever asks for it. */
export async function schedulePlanning(db: Db, waitMs: number): Promise<void> {
  await db.query(
    `select graphile_worker.add_job($1, queue_name := 'messages', run_at := now() + $2 * interval '1 ms', max_attempts := 32767,
       job_key := 'plan-messages')`,
    [PLAN_MESSAGES, waitMs],
  );
}

/**
 * Waiting messages whose job was lost with the tables of jobs get one again; those that wait for a time beyond the latest
 * that any may wait for now are due, since the clock was set back.
 */
export async function settleDeliveries(db: Db, { now, latest }: { now: Date; latest: Date }): Promise<void> {
  await db.query("update delivery set next_at = $1 where state = 'waiting' and next_at > $2", [now, latest]);
  await db.query(
    `select put_delivery_job(d.id, d.next_at) from delivery d
      where d.state = 'waiting' and not exists (select from graphile_worker.jobs j where j.key = 'delivery-' || d.id)`,
  );
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
