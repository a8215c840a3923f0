/** Workers, and what becomes of the jobs of those that died. */
import { type Db, only } from "./db.js";

export interface WorkerRow {
  readonly id: string;
  readonly name: string;
  readonly concurrency: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

export async function enterWorker(
  db: Db,
  { id, name, concurrency }: Pick<WorkerRow, "id" | "name" | "concurrency">,
): Promise<void> {
  await db.query(
    `insert into worker (id, name, concurrency, started_at, seen_at)
     values ($1, $2, $3, clock_timestamp(), clock_timestamp())`,
    [id, name, concurrency],
  );
}

/** False: others took it for dead. Locks older than four hours are void to graphile-worker, so those of long harvests are renewed. */
export async function beat(db: Db, id: string): Promise<boolean> {
  const { isAlive } = only(
    await db.query<{ isAlive: boolean }>(
      `with alive as (update worker set seen_at = clock_timestamp() where id = $1 returning id),
       jobs as (update graphile_worker._private_jobs j set locked_at = now()
                  from alive where j.locked_by = alive.id and j.locked_at < now() - interval '1 hour'),
       queues as (update graphile_worker._private_job_queues q set locked_at = now()
                    from alive where q.locked_by = alive.id and q.locked_at < now() - interval '1 hour')
       select exists (select from alive) as "isAlive"`,
      [id],
    ),
  );
  return isAlive;
}

export async function leaveWorker(db: Db, id: string): Promise<void> {
  await db.query("delete from worker where id = $1", [id]);
}

export async function workers(db: Db): Promise<WorkerRow[]> {
  const { rows } = await db.query<WorkerRow>(
    `select id, name, concurrency, started_at as "startedAt", seen_at as "seenAt" from worker order by started_at, id`,
  );
  return rows;
}

/**
 * Gives back what is held by workers that were not seen for so long; gives how many jobs that were. A job that several
 * workers have died with waits longer each time, lest it takes the next one down at once.
 */
export async function releaseDead(db: Db, deadMs: number): Promise<number> {
  await db.query("update worker set seen_at = clock_timestamp() where seen_at > clock_timestamp()"); // the clock was set back
  await db.query("delete from worker where seen_at < clock_timestamp() - $1 * interval '1 ms'", [deadMs]);
  const { rows } = await db.query<{ id: string; attempts: number }>(
    `with held as (
       select id, locked_by, attempts from graphile_worker.jobs j
        where (locked_at < clock_timestamp() - $1 * interval '1 ms' or locked_at > clock_timestamp())
          and not exists (select from worker w where w.id = j.locked_by)),
     released as (select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from held)
     select held.id, held.attempts from held, released`,
    [deadMs],
  );
  const deadly = rows.filter(({ attempts }) => attempts > MANY_DEATHS);
  for (const { id, attempts } of deadly) await delay(db, id, Math.min(attempts - MANY_DEATHS, MOST_MINUTES));
  await releaseQueues(db, deadMs);
  await clearSpent(db);
  return rows.length;
}

const MANY_DEATHS = 3;
const MOST_MINUTES = 60;

async function delay(db: Db, jobId: string, minutes: number): Promise<void> {
  await db.query("select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now() + $2 * interval '1 minute')", [
    jobId,
    minutes,
  ]);
}

/**
 * A worker that was taken for dead and lives may end a job that another has taken since; that job is then gone, and the
 * lock of its queue would stay.
 */
async function releaseQueues(db: Db, deadMs: number): Promise<void> {
  await db.query(
    `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
      where (q.locked_at < clock_timestamp() - $1 * interval '1 ms' or q.locked_at > clock_timestamp())
        and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by = q.locked_by)`,
    [deadMs],
  );
}

/** Jobs whose source was given its next one while they ran, and whose worker died before it could say that they are done. */
async function clearSpent(db: Db): Promise<void> {
  await db.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where key is null and locked_at is null and attempts >= max_attempts`,
  );
}
