/** Warnings: what a person is told once per cause, until the cause is gone. */
import type { StoredWarning, WarningCause } from "../api/warning-words.js";
import { type Db, only } from "./db.js";

export interface WarningToOpen {
  readonly sourceId: string | null; // null: not about one source
  readonly cause: string;
  readonly details: object;
}

export interface WarningRow extends WarningToOpen, StoredWarning {
  readonly cause: WarningCause;
  readonly id: string;
  readonly times: number;
  readonly openedAt: Date;
  readonly seenAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly closedAt: Date | null;
}

/** Met again, an open one only counts up; `isNew` says whether a person is to be told. */
export async function openWarning(db: Db, warning: WarningToOpen, now: Date): Promise<{ id: string; isNew: boolean }> {
  return only(
    await db.query<{ id: string; isNew: boolean }>(
      `insert into warning as w (source_id, cause, details, opened_at, seen_at)
       values ($1, $2, $3, $4, $4)
       on conflict (coalesce(source_id, 0), cause) where closed_at is null
       do update set times = w.times + 1, seen_at = excluded.seen_at, details = excluded.details
       returning id, times = 1 as "isNew"`,
      [warning.sourceId, warning.cause, JSON.stringify(warning.details), now],
    ),
  );
}

/** The cause is gone. Gives whether one was open. */
export async function closeWarning(db: Db, sourceId: string | null, cause: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "update warning set closed_at = $3 where source_id is not distinct from $1 and cause = $2 and closed_at is null",
    [sourceId, cause, now],
  );
  return rowCount === 1;
}

export async function openWarningOf(
  db: Db,
  sourceId: string | null,
  cause: string,
): Promise<Pick<WarningRow, "details" | "openedAt" | "acknowledgedAt"> | undefined> {
  const { rows } = await db.query<Pick<WarningRow, "details" | "openedAt" | "acknowledgedAt">>(
    `select details, opened_at as "openedAt", acknowledged_at as "acknowledgedAt" from warning
      where coalesce(source_id, 0) = coalesce($1::bigint, 0) and cause = $2 and closed_at is null`,
    [sourceId, cause],
  );
  return rows[0];
}

/** A person has seen it; it stays open until its cause is gone. */
export async function acknowledgeWarning(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "update warning set acknowledged_at = $2 where id = $1 and closed_at is null and acknowledged_at is null",
    [id, now],
  );
  return rowCount === 1;
}

/** The newest first, open ones only unless all are asked for. */
export async function warnings(db: Db, { isAll, limit }: { isAll: boolean; limit: number }): Promise<WarningRow[]> {
  const { rows } = await db.query<WarningRow>(
    `select id, source_id as "sourceId", cause, details, times, opened_at as "openedAt", seen_at as "seenAt",
            acknowledged_at as "acknowledgedAt", closed_at as "closedAt"
       from warning where $1 or closed_at is null order by id desc limit $2`,
    [isAll, limit],
  );
  return rows;
}

export interface NamedWarning extends WarningRow {
  readonly sourceName: string | null;
  readonly checkId: string | null; // the check of the source that came last before it was met
}

const NAMED = `select w.id, w.source_id as "sourceId", s.name as "sourceName", w.cause, w.details, w.times,
    w.opened_at as "openedAt", w.seen_at as "seenAt", w.acknowledged_at as "acknowledgedAt", w.closed_at as "closedAt",
    (select c.id from source_check c where c.source_id = w.source_id and c.checked_at <= w.seen_at order by c.address = s.settings #>> '{key,address}' desc, c.id desc limit 1) as "checkId"
  from warning w left join source s on s.id = w.source_id`;

/** After the id given, the newest first; those of removed sources are not shown. */
export async function namedWarnings(
  db: Db,
  { isAll, sourceId, afterId, limit }: { isAll: boolean; sourceId: string | null; afterId: string | null; limit: number },
): Promise<NamedWarning[]> {
  const { rows } = await db.query<NamedWarning>(
    `${NAMED} where ($1 or w.closed_at is null) and ($2::bigint is null or w.source_id = $2) and ($3::bigint is null or w.id < $3)
        and s.removed_at is null
      order by w.id desc limit $4`,
    [isAll, sourceId, afterId, limit],
  );
  return rows;
}

export async function namedWarning(db: Db, id: string): Promise<NamedWarning | undefined> {
  const { rows } = await db.query<NamedWarning>(`${NAMED} where w.id = $1`, [id]);
  return rows[0];
}

export async function countOpenWarnings(db: Db): Promise<number> {
  const { count } = only(
    await db.query<{ count: number }>(
      `select count(*)::int as count from warning w left join source s on s.id = w.source_id
        where w.closed_at is null and s.removed_at is null`,
    ),
  );
  return count;
}
