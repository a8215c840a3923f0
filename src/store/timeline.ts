/** What happened to a source: its checks, harvests and template versions in one order of time, the newest first. */
import type { HarvestEnding, SourceVerdict } from "../api/record.js";
import type { Db } from "./db.js";
import type { HarvestRow } from "./harvest.js";

export interface Moment {
  readonly at: Date;
  readonly cursor: string; // the time to the microsecond, and what tells equal times apart
  readonly kind: "check" | "harvest" | "version";
  readonly id: string; // a version's number
}

/** After the cursor given; the times are those at which each began. */
export async function moments(db: Db, sourceId: string, after: string | null, limit: number): Promise<Moment[]> {
  const [time, place, id] = after?.split(" ") ?? [];
  const { rows } = await db.query<Moment>(
    `select at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || place || ' ' || id as cursor, kind, id::text
       from (
         (select checked_at as at, 1 as place, 'check' as kind, id from source_check
           where source_id = $1 and ($2::timestamptz is null or (checked_at, 1, id) < ($2, $3::int, $4::bigint))
           order by checked_at desc, id desc limit $5)
         union all
         (select started_at, 0, 'harvest', id from harvest
           where source_id = $1 and ($2::timestamptz is null or (started_at, 0, id) < ($2, $3::int, $4::bigint))
           order by started_at desc, id desc limit $5)
         union all
         (select made_at, 2, 'version', version from template_version
           where source_id = $1 and ($2::timestamptz is null or (made_at, 2, version::bigint) < ($2, $3::int, $4::bigint))
           order by made_at desc, version desc limit $5)) as moment
      order by at desc, place desc, id desc limit $5`,
    [sourceId, time ?? null, place ?? null, id ?? null, limit],
  );
  return rows;
}

export interface CheckOfSource {
  readonly id: string;
  readonly harvestId: string | null;
  readonly checkedAt: Date;
  readonly address: string;
  readonly templateVersion: number | null;
  readonly verdict: SourceVerdict;
  readonly details: Readonly<Record<string, unknown>>;
  readonly snapshotId: string | null;
  readonly times: number; // after 90 days one check stands for all of its day
}

const CHECK = `select id, times, harvest_id as "harvestId", checked_at as "checkedAt", address, template_version as "templateVersion", verdict,
  details, snapshot_id as "snapshotId" from source_check`;

export async function checksByIds(db: Db, ids: readonly string[]): Promise<CheckOfSource[]> {
  const { rows } = await db.query<CheckOfSource>(`${CHECK} where id = any($1::bigint[])`, [ids]);
  return rows;
}

export async function checkOf(db: Db, sourceId: string, id: string): Promise<CheckOfSource | undefined> {
  const { rows } = await db.query<CheckOfSource>(`${CHECK} where source_id = $1 and id = $2`, [sourceId, id]);
  return rows[0];
}

/** The last check of the same page before it at which all was read, else the last that saw the page: what it was like then. */
export async function checkBefore(db: Db, sourceId: string, { id, address }: CheckOfSource): Promise<CheckOfSource | undefined> {
  const { rows } = await db.query<CheckOfSource>(
    `${CHECK} where source_id = $1 and id < $2 and address = $3 and snapshot_id is not null
      order by verdict in ('same', 'changed') desc, id desc limit 1`,
    [sourceId, id, address],
  );
  return rows[0];
}

export async function harvestsByIds(db: Db, ids: readonly string[]): Promise<HarvestRow[]> {
  const { rows } = await db.query<HarvestRow & { ending: HarvestEnding | null }>(
    `select id, source_id as "sourceId", is_from_snapshots as "isFromSnapshots", template_version as "templateVersion",
            started_at as "startedAt", finished_at as "finishedAt", ending, note, found, read, partly, withheld, unchanged, gone,
            skipped, failed
       from harvest where id = any($1::bigint[])`,
    [ids],
  );
  return rows;
}

/** The check that led to a healed version: the last broken or missing one before it. */
export async function checkThatLedTo(db: Db, sourceId: string, madeAt: Date): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from source_check
      where source_id = $1 and checked_at <= $2 and verdict in ('broken', 'key-missing') order by id desc limit 1`,
    [sourceId, madeAt],
  );
  return rows[0]?.id ?? null;
}

/** The version that was made in answer to a check: before the next one. */
export async function versionAfter(db: Db, sourceId: string, { id, checkedAt }: CheckOfSource): Promise<number | null> {
  const { rows } = await db.query<{ version: number }>(
    `select min(version) as version from template_version
      where source_id = $1 and origin = 'heal' and made_at >= $3
        and made_at < coalesce((select checked_at from source_check where source_id = $1 and id > $2 order by id limit 1), 'infinity')`,
    [sourceId, id, checkedAt],
  );
  return rows[0]?.version ?? null;
}
