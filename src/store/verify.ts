/**
 * Every value that is shown, with the stored page and the spans that prove it, in steps: by snapshots, so that a page is
 * unpacked and parsed once for all that was read from it, and then by records, for values without such a page.
 *
 * Each step is one statement and sees one moment; no lock and no transaction outlives it. What is stored meanwhile was
 * checked when it was stored.
 */
import { type Db, only } from "./db.js";
import { setSetting, settingOf } from "./setting.js";

/** All values of one attribute of one record. Texts and spans are as they are stored: nobody has looked at them yet. */
export interface ValuesToVerify {
  readonly source: string;
  readonly record: string;
  readonly address: string;
  readonly attribute: string;
  readonly texts: unknown;
  readonly spans: unknown;
}

export interface PageToVerify {
  readonly snapshotId: string;
  readonly digest: Buffer;
  readonly packed: Buffer | null;
  readonly isDropped: boolean;
  readonly charset: string;
  readonly values: readonly ValuesToVerify[];
}

export interface VerifyStep {
  readonly sourceId: string | null;
  readonly afterId: string; // of the last snapshot, or record; begin with "0"
  readonly limit: number;
}

/** A version of the record `r` that counts. */
const COUNTS = "v.record_id = r.id and v.number <= r.version and v.undone_at is null and not v.is_apart";

const SHOWN = "r.state <> 'apart' and ($2::bigint is null or r.source_id = $2)";

const NAMED = `jsonb_build_object('source', o.name, 'record', r.id::text, 'attribute', a.key,
  'address', coalesce((select p.address from page p where p.id = r.page_id), r.identity), 'texts', r.values -> a.key`;

const objectOf = (column: string): string => `case jsonb_typeof(${column}) when 'object' then ${column} else '{}' end`;

/** Of the next snapshots that proofs point at, those that prove a value; and where to go on, until there is nothing left. */
export async function pagesToVerify(
  db: Db,
  { sourceId, afterId, limit }: VerifyStep,
): Promise<{ pages: PageToVerify[]; lastId: string | undefined; snapshots: number }> {
  const { rows } = await db.query<PageToVerify & { charset: string | null }>(PAGES, [afterId, sourceId, limit]);
  return {
    pages: rows.filter(({ charset }) => charset !== null),
    lastId: rows.at(-1)?.snapshotId,
    snapshots: new Set(rows.map(({ snapshotId }) => snapshotId)).size,
  };
}

const PAGES = `
with next as materialized (
  select distinct f.snapshot_id as id from proof f
   where f.snapshot_id > $1::bigint
     and ($2::bigint is null or (select r.source_id from record r where r.id = f.record_id) = $2) -- row by row, on the way
   order by 1 limit $3)
select s.id as "snapshotId", s.digest, case when c.charset is not null then s.bytes end as packed,
       s.dropped_at is not null as "isDropped", c.charset, c.values
  from next
  join snapshot s on s.id = next.id
  left join lateral (
    select f.charset, jsonb_agg(${NAMED}, 'spans', a.value) order by r.id, a.key) as values
      from proof f
      join record r on r.id = f.record_id and ${SHOWN}
      join source o on o.id = r.source_id and o.removed_at is null
      join record_version v on ${COUNTS} and v.number = f.number
      cross join jsonb_each(${objectOf("f.spans")}) as a
     where f.snapshot_id = s.id and r.values ? a.key
       and not exists (select from record_version v join proof l on l.record_id = v.record_id and l.number = v.number
                        where ${COUNTS} and v.number > f.number and l.spans ? a.key)
     group by f.charset) c on true
 order by s.id, c.charset`;

/** How many snapshots there are to go through. */
export async function countProvingPages(db: Db, sourceId: string | null): Promise<number> {
  const statement = await db.query<{ count: number }>(
    sourceId === null
      ? "select count(distinct snapshot_id)::int as count from proof"
      : `select count(distinct f.snapshot_id)::int as count from record r join proof f on f.record_id = r.id where r.source_id = $1`,
    sourceId === null ? [] : [sourceId],
  );
  return only(statement).count;
}

export type UnprovedValues = Omit<ValuesToVerify, "spans"> & {
  readonly isRemoved: boolean; // its page was, on request; else nothing says where the value stands
};

/** Of the next records, those values that no stored page stands behind; and where to go on, until there is nothing left. */
export async function unprovedValues(
  db: Db,
  { sourceId, afterId, limit }: VerifyStep,
): Promise<{ values: UnprovedValues[]; lastId: string | null; records: number }> {
  return only(await db.query(UNPROVED, [afterId, sourceId, limit]));
}

const UNPROVED = `
with r as materialized (
  select r.* from record r join source o on o.id = r.source_id and o.removed_at is null
   where r.id > $1::bigint and ${SHOWN} order by r.id limit $3)
select (select max(id)::text from r) as "lastId", (select count(*)::int from r) as records,
       coalesce(jsonb_agg(${NAMED}, 'isRemoved', f.number is not null) order by r.id, a.key), '[]') as values
  from r
  join source o on o.id = r.source_id
  cross join jsonb_each(${objectOf("r.values")}) as a
  left join lateral (
    select f.number, f.snapshot_id from record_version v join proof f on f.record_id = v.record_id and f.number = v.number
     where ${COUNTS} and f.spans ? a.key
     order by v.number desc limit 1) f on true
 where a.value <> '[]' and f.snapshot_id is null`;

/** What a run of `bartree verify` came to. */
export interface VerifiedCounts {
  readonly pages: number; // stored pages that were looked at
  readonly records: number;
  readonly values: number; // held against their page
  readonly false: number;
  readonly unchecked: number; // checking their page took too long, or failed
  readonly removed: number; // their page was, on request
  readonly dropped: number; // their page has made way: it was an old one when they became current again
}

export interface VerifiedRun extends VerifiedCounts {
  readonly at: string;
  readonly sourceId: string | null; // null: all
}

export interface LastVerified {
  readonly all: VerifiedRun | null;
  readonly one: VerifiedRun | null; // of one source
}

const NAME = "verified";

export async function noteVerified(db: Db, run: VerifiedRun): Promise<void> {
  const last = await lastVerified(db);
  await setSetting(db, NAME, run.sourceId === null ? { ...last, all: run } : { ...last, one: run });
}

export async function unnoteVerified(db: Db): Promise<void> {
  await db.query("delete from setting where name = $1", [NAME]);
}

export async function lastVerified(db: Db): Promise<LastVerified> {
  return ((await settingOf(db, NAME)) as LastVerified | undefined) ?? { all: null, one: null };
}
