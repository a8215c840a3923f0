/** A source: a site's address we visit, with its settings and what happens to it next. */
import type { Reason } from "../api/reasons.js";
import type { SourceSettings, SourceState } from "../api/source.js";
import { type Db, only } from "./db.js";

export interface SourceRow {
  readonly id: string;
  readonly name: string;
  readonly settings: SourceSettings;
  readonly state: SourceState;
  readonly stateReason: Reason | null;
  readonly nextCheckAt: Date | null;
  readonly templateVersion: number | null; // in force
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `id, name, settings, state, state_reason as "stateReason", next_check_at as "nextCheckAt",
  template_version as "templateVersion", created_at as "createdAt", updated_at as "updatedAt"`;

/** Undefined if the name is taken. It is due at once, unless it has no schedule. */
export async function addSource(db: Db, name: string, settings: SourceSettings, now: Date): Promise<SourceRow | undefined> {
  const { rows } = await db.query<SourceRow>(
    `insert into source (name, settings, next_check_at, created_at, updated_at) values ($1, $2, $4, $3, $3)
     on conflict (name) where removed_at is null do nothing
     returning ${COLUMNS}`,
    [name, JSON.stringify(settings), now, settings.schedule === null ? null : now],
  );
  return rows[0];
}

export async function sourceOf(db: Db, id: string): Promise<SourceRow | undefined> {
  const { rows } = await db.query<SourceRow>(`select ${COLUMNS} from source where id = $1`, [id]);
  return rows[0];
}

/** In a transaction: whoever else wants to change it waits for its end. Not one that is hidden. */
export async function lockSource(db: Db, id: string): Promise<SourceRow | undefined> {
  const { rows } = await db.query<SourceRow>(
    `select ${COLUMNS} from source where id = $1 and removed_at is null for no key update`,
    [id],
  );
  return rows[0];
}

export async function sourceNamed(db: Db, name: string): Promise<SourceRow | undefined> {
  const { rows } = await db.query<SourceRow>(`select ${COLUMNS} from source where name = $1 and removed_at is null`, [name]);
  return rows[0];
}

/** In pages of `limit`, after the name given; begin with "". */
export async function sources(db: Db, afterName: string, limit: number): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>(
    `select ${COLUMNS} from source where name > $1 and removed_at is null order by name limit $2`,
    [afterName, limit],
  );
  return rows;
}

export async function dueSources(db: Db, limit: number, now: Date): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>(
    `select ${COLUMNS} from source where state <> 'paused' and removed_at is null and next_check_at <= $1 order by next_check_at, id limit $2`,
    [now, limit],
  );
  return rows;
}

/** Those whose next harvest is after `now`, by id, after the one given; begin with "0". */
export async function sourcesLaterThan(
  db: Db,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>(
    `select ${COLUMNS} from source where state <> 'paused' and removed_at is null and next_check_at > $1 and id > $2 order by id limit $3`,
    [now, after, limit],
  );
  return rows;
}

export async function setSourceState(
  db: Db,
  id: string,
  { state, reason }: { state: SourceState; reason: Reason | null },
  now: Date,
): Promise<void> {
  await db.query("update source set state = $2, state_reason = $3, updated_at = $4 where id = $1", [id, state, reason, now]);
}

/** Those that are not given stay as they are, also if somebody changes them just now. */
export async function setSourceSettings(db: Db, id: string, changed: Partial<SourceSettings>, now: Date): Promise<void> {
  await db.query("update source set settings = settings || $2, updated_at = $3 where id = $1", [
    id,
    JSON.stringify(changed),
    now,
  ]);
}

/** Sources with a header or cookie that is not sealed; locked, so that nobody changes them meanwhile. */
export async function plainSecrets(db: Db): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>(
    `select ${COLUMNS} from source
      where exists (select from jsonb_each_text(settings -> 'headers') as h where h.value not like 'sealed:%')
         or exists (select from jsonb_each_text(settings -> 'cookies') as c where c.value not like 'sealed:%')
      order by id for update`,
  );
  return rows;
}

/** By itself: a person's pause stays. */
export async function settleSourceState(
  db: Db,
  id: string,
  { state, reason }: { state: Exclude<SourceState, "paused">; reason: Reason | null },
  now: Date,
): Promise<void> {
  await db.query("update source set state = $2, state_reason = $3, updated_at = $4 where id = $1 and state <> 'paused'", [
    id,
    state,
    reason,
    now,
  ]);
}

/** When its next harvest is; its job follows by itself. Null: only on request. One that is hidden has none. */
export async function scheduleCheck(db: Db, id: string, at: Date | null): Promise<void> {
  await db.query("update source set next_check_at = $2 where id = $1 and removed_at is null", [id, at]);
}

/** With its pages, records and history; snapshots stay until nothing points at them. */
export async function removeSource(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query("delete from source where id = $1", [id]);
  return rowCount === 1;
}

export async function countRecords(db: Db, sourceId: string): Promise<{ current: number; gone: number; apart: number }> {
  return only(
    await db.query<{ current: number; gone: number; apart: number }>(
      `select count(*) filter (where state = 'current')::int as current, count(*) filter (where state = 'gone')::int as gone,
              count(*) filter (where state = 'apart')::int as apart
         from record where source_id = $1`,
      [sourceId],
    ),
  );
}

/** Out of sight, and not visited; it can be brought back until it is removed for good. */
export async function hideSource(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "update source set removed_at = $2, next_check_at = null where id = $1 and removed_at is null",
    [id, now],
  );
  return rowCount === 1;
}

/** False if it is not hidden, or another source has taken its name. */
export async function unhideSource(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update source s set removed_at = null, next_check_at = case when settings -> 'schedule' = 'null' then null else $2::timestamptz end
      where id = $1 and removed_at is not null
        and not exists (select from source other where other.name = s.name and other.removed_at is null)`,
    [id, now],
  );
  return rowCount === 1;
}

export async function hiddenSource(db: Db, id: string): Promise<{ name: string; removedAt: Date } | undefined> {
  const { rows } = await db.query<{ name: string; removedAt: Date }>(
    `select name, removed_at as "removedAt" from source where id = $1 and removed_at is not null`,
    [id],
  );
  return rows[0];
}

export interface HiddenSource {
  readonly id: string;
  readonly name: string;
  readonly removedAt: Date;
  readonly records: number;
}

/** Those that can be brought back, the last removed first. */
export async function hiddenSources(db: Db, limit: number): Promise<HiddenSource[]> {
  const { rows } = await db.query<HiddenSource>(
    `select id, name, removed_at as "removedAt",
            (select count(*)::int from record r where r.source_id = s.id and r.state = 'current') as records
       from source s where removed_at is not null order by removed_at desc, id limit $1`,
    [limit],
  );
  return rows;
}

/** Those hidden before then, for good. */
export async function removeHiddenSources(db: Db, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from source where removed_at < $1", [before]);
  return rowCount ?? 0;
}

/** In a transaction, which is lost where it gives false: the name is taken, perhaps just now. */
export async function renameSource(db: Db, id: string, name: string, now: Date): Promise<boolean> {
  try {
    await db.query("update source set name = $2, updated_at = $3 where id = $1", [id, name, now]);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

const UNIQUE_VIOLATION = "23505";

/** New records by day, the last days that had any, oldest first. */
export async function newRecordsByDay(db: Db, sourceId: string, since: Date): Promise<{ day: string; records: number }[]> {
  const { rows } = await db.query<{ day: string; records: number }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as records
       from record where source_id = $1 and created_at >= $2 group by 1 order by 1`,
    [sourceId, since],
  );
  return rows;
}
