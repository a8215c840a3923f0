/** Checks of a source's key page, as they went. */
import type { SourceVerdict } from "../api/record.js";
import { type Db, only } from "./db.js";

export interface CheckToStore {
  readonly sourceId: string;
  readonly harvestId: string | null;
  readonly address: string;
  readonly templateVersion: number | null;
  readonly verdict: SourceVerdict;
  readonly details: object; // sets, change case, place, readings
  readonly snapshotId: string | null;
}

export interface CheckRow extends CheckToStore {
  readonly id: string;
  readonly checkedAt: Date;
}

export async function addCheck(db: Db, check: CheckToStore, now: Date): Promise<string> {
  const { id } = only(
    await db.query<{ id: string }>(
      `insert into source_check (source_id, harvest_id, checked_at, address, template_version, verdict, details, snapshot_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        check.sourceId,
        check.harvestId,
        now,
        check.address,
        check.templateVersion,
        check.verdict,
        JSON.stringify(check.details),
        check.snapshotId,
      ],
    ),
  );
  return id;
}

/** The newest first. */
export async function checksOf(db: Db, sourceId: string, limit: number): Promise<CheckRow[]> {
  const { rows } = await db.query<CheckRow>(
    `select id, source_id as "sourceId", harvest_id as "harvestId", checked_at as "checkedAt", address,
            template_version as "templateVersion", verdict, details, snapshot_id as "snapshotId"
       from source_check where source_id = $1 order by id desc limit $2`,
    [sourceId, limit],
  );
  return rows;
}

/** The newest snapshot of an address whose template was found there; a key need not be a page the source is harvested from. */
export async function checkedSnapshot(db: Db, sourceId: string, address: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select snapshot_id as id from source_check
      where source_id = $1 and address = $2 and verdict in ('same', 'changed') and snapshot_id is not null
      order by id desc limit 1`,
    [sourceId, address],
  );
  return rows[0]?.id ?? null;
}
