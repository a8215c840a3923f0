/** Tombstones: a record that its source no longer shows keeps its row, its values and its history. */
import type { RecordValues } from "../api/record.js";
import type { Db } from "./db.js";

/** The statement's tail for a set of records `lost (id)`; `$1` the time, `$2` the harvest. */
const BURY = `
  buried as (
    update record r
       set state = 'gone', version = r.versions + 1, versions = r.versions + 1, updated_at = greatest($1::timestamptz, r.updated_at)
      from lost where r.id = lost.id and r.state = 'current'
    returning r.id, r.version),
  noted as (
    insert into record_version (record_id, number, kind, values, withheld, harvest_id, read_at)
    select id, version, 'gone', '{}', '{}', $2::bigint, $1::timestamptz from buried)
  select count(*)::int as gone from buried`;

/** The page answers 404 or 410: it and its records are gone. Gives how many records. */
export async function storeGone(db: Db, pageId: string, harvestId: string | null, now: Date): Promise<number> {
  const { rows } = await db.query<{ gone: number }>(
    `with page_gone as (
       update page set outcome = 'gone', state = 'gone', reason = null, withheld_group = null, etag = null, last_modified = null,
              read_version = null, seen_at = $1
        where id = $3),
     lost as (select id from record where page_id = $3 and state = 'current' for update),
     ${BURY}`,
    [now, harvestId, pageId],
  );
  return rows[0]?.gone ?? 0;
}

/**
 * Records that no page of the source shows any more. Only to be called when all list pages were visited and completely
 * read: `storePage` has then taken the records that left their page off it, and put those that moved on their new one.
 */
export async function storeMissing(db: Db, { sourceId, harvestId, kept }: Missing, now: Date): Promise<number> {
  const { rows } = await db.query<{ gone: number }>(
    `with lost as (
       select id from record
        where source_id = $3 and page_id is null and state = 'current' and id <> all($4::bigint[]) for update),
     ${BURY}`,
    [now, harvestId, sourceId, kept],
  );
  return rows[0]?.gone ?? 0;
}

export interface Missing {
  readonly sourceId: string;
  readonly harvestId: string | null;
  readonly kept: readonly string[]; // records that are not gone all the same
}

/** Those that `storeMissing` would bury. */
export async function missingRecords(
  db: Db,
  sourceId: string,
  limit: number,
): Promise<{ id: string; identity: string; values: RecordValues }[]> {
  const { rows } = await db.query<{ id: string; identity: string; values: RecordValues }>(
    "select id, identity, values from record where source_id = $1 and page_id is null and state = 'current' order by id limit $2",
    [sourceId, limit],
  );
  return rows;
}
