/** What keeps the database from growing by what nobody needs any more. Each works in small steps beside everything else. */
import type { Pool } from "pg";
import type { Db } from "./db.js";
import { transaction } from "./transaction.js";

const BATCH = 200;

/** Nothing points at it: neither a page, nor a value's proof, nor a check, nor a draft. */
const UNUSED = `not exists (select from page where snapshot_id = s.id) and not exists (select from proof where snapshot_id = s.id)
  and not exists (select from source_check where snapshot_id = s.id)
  and not exists (select from draft_page where snapshot_id = s.id)`;

/** Snapshots that were stored before then and that nothing points at; a source that was removed leaves them behind. */
export function removeUnused(pool: Pool, before: Date, signal?: AbortSignal): Promise<number> {
  return inSteps(
    pool,
    { find: `select s.id from snapshot s where s.id > $1 and s.stored_at < $2 and ${UNUSED}`, values: [before], signal },
    deleteUnused,
  );
}

const deleteUnused = (client: Db, ids: readonly string[]) =>
  client.query(`delete from snapshot s where s.id = any($1::bigint[]) and ${UNUSED}`, [ids]);

/** Those of them that nothing points at; others may be just stored, and not yet pointed at. */
export function removeUnusedOf(pool: Pool, ids: readonly string[]): Promise<number> {
  return inSteps(
    pool,
    { find: "select s.id from snapshot s where s.id > $1 and s.id = any($2::bigint[])", values: [ids], signal: undefined },
    deleteUnused,
  );
}

/**
 * The bytes of pages that no current value stands in make way once they have not been the newest since then: `$2` is the
 * time, `s` the snapshot. What works need stays: the newest of each page, those of open drafts and of the last checks.
 */
const NEEDED = `
  exists (select from page where snapshot_id = s.id)
  or exists (select from draft_page p join draft d on d.id = p.draft_id
              where p.snapshot_id = s.id and (d.kept_at is null or d.updated_at >= $2))
  or exists (select from source_check c where c.snapshot_id = s.id and (c.checked_at >= $2
                or not exists (select from source_check l where l.source_id = c.source_id and l.id > c.id and l.snapshot_id is not null)))
  or exists (select from proof f join record r on r.id = f.record_id
              where f.snapshot_id = s.id
                and (coalesce((select v.read_at from record_version v where v.record_id = f.record_id and v.number > f.number
                                order by v.number limit 1), 'infinity') >= $2
                     or exists (select from jsonb_object_keys(f.spans) as name
                                 where r.values ? name
                                   and not exists (select from proof l
                                                    join record_version v on v.record_id = l.record_id and v.number = l.number
                                                   where l.record_id = f.record_id and l.number > f.number and l.number <= r.version
                                                     and v.undone_at is null and not v.is_apart and l.spans ? name))))`;

/** Gives how many. Their rows stay, and say when they were dropped and which digest they had. */
export function dropPages(pool: Pool, { before, now }: { before: Date; now: Date }, signal?: AbortSignal): Promise<number> {
  return inSteps(
    pool,
    {
      find: "select s.id from snapshot s where s.id > $1 and s.bytes is not null and s.stored_at < $2",
      values: [before],
      signal,
    },
    (client, ids) =>
      client.query(`update snapshot s set bytes = null, dropped_at = $3 where s.id = any($1::bigint[]) and not (${NEEDED})`, [
        ids,
        before,
        now,
      ]),
  );
}

interface Steps {
  readonly find: string; // ids after `$1`
  readonly values: readonly unknown[];
  readonly signal: AbortSignal | undefined;
}

/**
 * The rows are locked before they are judged, by a statement that sees all that was committed until then: whoever stores
 * the same page just now either has stored it, or waits and stores it anew.
 */
async function inSteps(
  pool: Pool,
  { find, values, signal }: Steps,
  act: (client: Db, ids: string[]) => Promise<{ rowCount: number | null }>,
): Promise<number> {
  let done = 0;
  for (let after = "0"; !signal?.aborted; ) {
    const last = await transaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string }>(`${find} order by s.id limit ${BATCH} for update of s skip locked`, [
        after,
        ...values,
      ]);
      if (rows.length > 0)
        done +=
          (
            await act(
              client,
              rows.map(({ id }) => id),
            )
          ).rowCount ?? 0;
      return rows.at(-1)?.id;
    });
    if (last === undefined) break;
    after = last;
  }
  return done;
}

/** From the first moment to before the second, both the beginning of a day (UTC): of each day the worst check stays, the last of them. */
export async function foldChecks(db: Db, from: Date, until: Date): Promise<number> {
  const { rowCount } = await db.query(
    `with old as (
       select id, row_number() over (day order by array_position(array['broken', 'key-missing', 'unrecognised', 'unreachable', 'changed', 'same'], verdict), id desc) as place,
              sum(times) over (partition by source_id, (checked_at at time zone 'UTC')::date) as times
         from source_check where checked_at >= $1 and checked_at < $2
       window day as (partition by source_id, (checked_at at time zone 'UTC')::date)),
     kept as (update source_check c set times = old.times from old where c.id = old.id and old.place = 1 and c.times <> old.times)
     delete from source_check c using old where c.id = old.id and old.place > 1`,
    [from, until],
  );
  return rowCount ?? 0;
}

/** Jobs that were given up, or done and left behind, before then. */
export async function clearJobs(db: Db, before: Date): Promise<number> {
  const { rowCount } = await db.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where locked_at is null and attempts >= max_attempts and updated_at < $1`,
    [before],
  );
  return rowCount ?? 0;
}

export async function noteSize(db: Db, now: Date): Promise<void> {
  await db.query(
    `insert into database_size (measured_at, bytes) values ($1, pg_database_size(current_database()))
     on conflict (measured_at) do nothing`,
    [now],
  );
}

/** Bytes a day since then, from the first measure after it to now; null: not measured for a day yet. */
export async function growthSince(db: Db, since: Date, now: Date): Promise<number | null> {
  const { rows } = await db.query<{ growth: number }>(
    `select (pg_database_size(current_database()) - bytes) / (extract(epoch from $2::timestamptz - measured_at) / 86400)::double precision as growth
       from database_size where measured_at >= $1 and measured_at <= $2::timestamptz - interval '20 hours' order by measured_at limit 1`,
    [since, now],
  );
  return rows[0]?.growth ?? null;
}

/** Whether it is ours to do now: of all workers one a day. Gives until when checks were folded, the beginning of time at first. */
export async function takeUpkeep(db: Db, now: Date): Promise<{ foldedUntil: Date } | undefined> {
  const { rows } = await db.query<{ foldedUntil: Date }>(
    `insert into setting as s (name, value) values ('upkeep', jsonb_build_object('at', $1::timestamptz))
     on conflict (name) do update set value = s.value || excluded.value
      where not (s.value ->> 'at')::timestamptz between $1::timestamptz - interval '23 hours' and $1
     returning coalesce((value ->> 'foldedUntil')::timestamptz, to_timestamp(0)) as "foldedUntil"`,
    [now],
  );
  return rows[0];
}

export async function noteFolded(db: Db, until: Date): Promise<void> {
  await db.query("update setting set value = value || jsonb_build_object('foldedUntil', $1::timestamptz) where name = 'upkeep'", [
    until,
  ]);
}
