/** Warnings: what a person is told once per cause, until the cause is gone. */
import { type Db, only } from "./db.js";

export interface WarningToOpen {
  readonly sourceId: string | null; // null: not about one source
  readonly cause: string;
  readonly message: string;
  readonly hint: string;
  readonly details: object;
}

export interface WarningRow extends WarningToOpen {
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
      `insert into warning as w (source_id, cause, message, hint, details, opened_at, seen_at)
       values ($1, $2, $3, $4, $5, $6, $6)
       on conflict (coalesce(source_id, 0), cause) where closed_at is null
       do update set times = w.times + 1, seen_at = excluded.seen_at, message = excluded.message, hint = excluded.hint,
                     details = excluded.details
       returning id, times = 1 as "isNew"`,
      [warning.sourceId, warning.cause, warning.message, warning.hint, JSON.stringify(warning.details), now],
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
  sourceId: string,
  cause: string,
): Promise<Pick<WarningRow, "details" | "acknowledgedAt"> | undefined> {
  const { rows } = await db.query<Pick<WarningRow, "details" | "acknowledgedAt">>(
    `select details, acknowledged_at as "acknowledgedAt" from warning where source_id = $1 and cause = $2 and closed_at is null`,
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
    `select id, source_id as "sourceId", cause, message, hint, details, times, opened_at as "openedAt", seen_at as "seenAt",
            acknowledged_at as "acknowledgedAt", closed_at as "closedAt"
       from warning where $1 or closed_at is null order by id desc limit $2`,
    [isAll, limit],
  );
  return rows;
}
