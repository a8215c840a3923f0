/** Tombstones: a record that its source no longer shows keeps its row, its values and its history. */
import type { RecordValues } from "../api/record.js";
import { throughCollisions } from "./collision.js";
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

/**
 * The page answers 404 or 410, or leads to another one (`reason`): it and its records are gone. Gives how many records. Those of a list page may have moved to
 * another one: they stand nowhere now, and `storeMissing` says later what became of them.
 */
export async function storeGone(
  db: Db,
  pageId: string,
  harvestId: string | null,
  now: Date,
  reason: string | null = null,
): Promise<number> {
  return buried(
    db,
    `with page_gone as (
       update page set outcome = 'gone', state = 'gone', reason = $4, withheld_group = null, etag = null, last_modified = null,
              read_version = null, seen_at = $1
        where id = $3
       returning role),
     there as materialized (
       select id, state from record where page_id = $3 order by identity for update), -- the order of storePage
     loose as (
       update record r set page_id = null from there where r.id = there.id and (select role from page_gone) = 'list'),
     lost as (select id from there where state = 'current' and (select role from page_gone) = 'final'),
     ${BURY}`,
    [now, harvestId, pageId, reason],
  );
}

/** A page that is no record, as a person said of it or of one like it: it is left out, and a record of it is one no more. */
export async function storeNoRecord(
  db: Db,
  pageId: string,
  { harvestId, reason }: { harvestId: string | null; reason: string },
  now: Date,
): Promise<number> {
  return buried(
    db,
    `with page_out as (
       update page set outcome = 'skipped', state = 'skipped', reason = $4, withheld_group = null, read_version = null,
              read_state = 'new', read_reason = null, seen_at = $1
        where id = $3),
     lost as (select id from record where page_id = $3 and state = 'current' order by identity for update),
     ${BURY}`,
    [now, harvestId, pageId, reason],
  );
}

/**
 * Records that no page of the source shows any more. Only to be called when all list pages were visited and completely
 * read: `storePage` has then taken the records that left their page off it, and put those that moved on their new one.
 */
export async function storeMissing(
  db: Db,
  { harvestId, lost }: { harvestId: string | null; lost: readonly string[] },
  now: Date,
): Promise<number> {
  return buried(
    db,
    `with lost as (
       select id from record where id = any($3::bigint[]) and page_id is null and state = 'current' order by identity for update),
     ${BURY}`,
    [now, harvestId, lost],
  );
}

/** Records that were kept apart while their page went, and are shown from now on. */
export async function storeGoneApart(db: Db, sourceId: string, now: Date): Promise<number> {
  return buried(
    db,
    `with lost as (
       select r.id from record r join page p on p.id = r.page_id
        where r.source_id = $3 and r.state = 'current' and p.state = 'gone' and p.role = 'final' order by r.identity for update of r),
     ${BURY}`,
    [now, null, sourceId],
  );
}

async function buried(db: Db, statement: string, values: unknown[]): Promise<number> {
  const { rows } = await throughCollisions(() => db.query<{ gone: number }>(statement, values));
  return rows[0]?.gone ?? 0;
}

/** Current records that stand on no page, by id, after the one given; begin with "0". */
export async function missingRecords(
  db: Db,
  sourceId: string,
  afterId: string,
  limit: number,
): Promise<{ id: string; identity: string; values: RecordValues }[]> {
  const { rows } = await db.query<{ id: string; identity: string; values: RecordValues }>(
    `select id, identity, values from record
      where source_id = $1 and page_id is null and state = 'current' and id > $2 order by id limit $3`,
    [sourceId, afterId, limit],
  );
  return rows;
}
