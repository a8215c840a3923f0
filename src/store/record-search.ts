/**
 * Records by words, source, state and time, newest first or by rank.
 *
 * A word may stand in three records or in half of a million, and no one plan serves both. So matches are counted first, up
 * to a cap: fewer than the cap are all taken and sorted; of more, the newest are met soon by walking back in time.
 * Ranked are only the first of the cap that the index gives.
 */
import { type Db, only } from "./db.js";
import { IS_PROVISIONAL, type RecordRow } from "./record.js";

export const MOST_COUNTED = 10_000;

export interface RecordFilter {
  readonly q: string | null; // words that all must be there
  readonly sourceId: string | null;
  readonly state: "current" | "gone" | "any";
  readonly since: Date | null;
  readonly until: Date | null;
}

export interface FoundRecord extends RecordRow {
  readonly sourceName: string;
  readonly at: string; // updated_at to the microsecond, for the cursor
  readonly rank: number | null;
}

export interface NewestCursor {
  readonly at: string;
  readonly id: string;
}

/** Written without what is not asked for, so that the planner sees what is; `$1`… are its values. */
async function conditions(
  db: Db,
  { q, sourceId, state, since, until }: RecordFilter,
): Promise<{ where: string; values: unknown[] }> {
  const hidden = await db.query<{ id: string }>("select id from source where removed_at is not null");
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const all = [
    ...(q === null ? [] : [`r.search @@ search_query(${given(q)})`]),
    ...(sourceId === null ? [] : [`r.source_id = ${given(sourceId)}`]),
    state === "any" ? "r.state <> 'apart'" : `r.state = ${given(state)}`,
    ...(since === null ? [] : [`r.updated_at >= ${given(since)}`]),
    ...(until === null ? [] : [`r.updated_at < ${given(until)}`]),
    ...(hidden.rows.length === 0 ? [] : [`r.source_id <> all(${given(hidden.rows.map(({ id }) => id))}::bigint[])`]),
  ];
  return { where: all.join(" and "), values };
}

/** Exact up to the cap, else cap + 1. */
export async function countFound(db: Db, filter: RecordFilter): Promise<number> {
  const { where, values } = await conditions(db, filter);
  const statement = `select count(*)::int as count from (select from record r where ${where} limit ${MOST_COUNTED + 1}) as found`;
  return only(await db.query<{ count: number }>(statement, values)).count;
}

const SELECT = `select r.id, r.source_id as "sourceId", s.name as "sourceName", r.identity, p.address, r.state, r.version, r.values, r.withheld,
    ${IS_PROVISIONAL} as "isProvisional",
    r.created_at as "createdAt", r.updated_at as "updatedAt",
    to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;
const JOINS = "join source s on s.id = r.source_id left join page p on p.id = r.page_id";

/** The newest after the cursor. `isCommon`: the words stand in more records than are counted. */
export async function newestFound(
  db: Db,
  filter: RecordFilter,
  { after, limit, isCommon }: { after: NewestCursor | null; limit: number; isCommon: boolean },
): Promise<FoundRecord[]> {
  const isWalk = filter.q === null || isCommon;
  const { where, values } = await conditions(db, filter);
  const [at, id, most] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const { rows } = await db.query<FoundRecord>(
    `with ${isWalk ? "" : `found as materialized (select r.id, r.updated_at from record r where ${where}),`}
     page_of as materialized (
       select r.id from ${isWalk ? "record r" : "found r"}
        where ${isWalk ? where : "true"} ${after ? `and (r.updated_at, r.id) < (${at}::timestamptz, ${id}::bigint)` : ""}
        order by r.updated_at desc, r.id desc limit ${after ? most : at})
     ${SELECT}, null::real as rank
       from page_of n join record r on r.id = n.id ${JOINS}
      order by r.updated_at desc, r.id desc`,
    [...values, ...(after ? [after.at, after.id] : []), limit],
  );
  return rows;
}

/** All in the order they were first read, which no change moves: who walks on by the last id meets each once. Begin with "0". */
export async function foundAfter(db: Db, filter: RecordFilter, afterId: string, limit: number): Promise<FoundRecord[]> {
  const { where, values } = await conditions(db, filter);
  const [id, most] = [1, 2].map((place) => `$${values.length + place}`);
  const { rows } = await db.query<FoundRecord>(
    `${SELECT}, null::real as rank from record r ${JOINS} where ${where} and r.id > ${id}::bigint order by r.id limit ${most}`,
    [...values, afterId, limit],
  );
  return rows;
}

/**
 * The newest without a cursor, and how many there are up to the cap. Where words are rare one look at the matches gives
 * both; where they are not, the newest are found by walking.
 */
export async function firstFound(
  db: Db,
  filter: RecordFilter,
  limit: number,
): Promise<{ records: FoundRecord[]; count: number }> {
  if (filter.q === null)
    return {
      count: await countFound(db, filter),
      records: await newestFound(db, filter, { after: null, limit, isCommon: true }),
    };
  const { where, values } = await conditions(db, filter);
  const { rows } = await db.query<{ count: number; ids: string[] }>(
    `with found as materialized (select r.id, r.updated_at from record r where ${where} limit ${MOST_COUNTED + 1})
     select (select count(*)::int from found) as count,
            array(select id::text from found order by updated_at desc, id desc limit $${values.length + 1}) as ids`,
    [...values, limit],
  );
  const { count, ids } = only({ rows });
  if (count > MOST_COUNTED) return { count, records: await newestFound(db, filter, { after: null, limit, isCommon: true }) };
  return { count, records: await foundByIds(db, ids) };
}

async function foundByIds(db: Db, ids: readonly string[]): Promise<FoundRecord[]> {
  const { rows } = await db.query<FoundRecord>(
    `${SELECT}, null::real as rank from record r ${JOINS} where r.id = any($1::bigint[]) order by r.updated_at desc, r.id desc`,
    [ids],
  );
  return rows;
}

export interface RankCursor {
  readonly rank: number;
  readonly id: string;
}

/** The best of the first matches, which are all where there are fewer than the cap; with how many matches there are. */
export async function bestFound(
  db: Db,
  filter: RecordFilter,
  { after, limit }: { after: RankCursor | null; limit: number },
): Promise<{ records: FoundRecord[]; count: number }> {
  const { where, values } = await conditions(db, filter);
  const words = `search_query($1)`; // q is the first condition
  const [rank, id, most] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const { rows } = await db.query<FoundRecord & { count: number }>(
    `with found as materialized (
       select r.id, ts_rank(r.search, ${words}) as rank from record r where ${where} limit ${MOST_COUNTED + 1}),
     counted as (select count(*)::int as count from found),
     best as (
       select r.id, r.rank from found r
        ${after ? `where (r.rank, r.id) < (${rank}::real, ${id}::bigint)` : ""}
        order by r.rank desc, r.id desc limit ${after ? most : rank})
     ${SELECT}, b.rank, (select count from counted) as count
       from best b join record r on r.id = b.id ${JOINS}
      order by b.rank desc, b.id desc`,
    [...values, ...(after ? [after.rank, after.id] : []), limit],
  );
  return { records: rows, count: rows[0]?.count ?? 0 };
}

/** One that may be shown: not apart, not of a removed source. */
export async function foundById(db: Db, id: string): Promise<(FoundRecord & { readonly versions: number }) | undefined> {
  const { rows } = await db.query<FoundRecord & { versions: number }>(
    `${SELECT}, null::real as rank, r.versions from record r ${JOINS} where r.id = $1 and s.removed_at is null and r.state <> 'apart'`,
    [id],
  );
  return rows[0];
}

/** Names of all attributes among what is found; a source may be first met at the end. */
export async function attributesFound(db: Db, filter: RecordFilter): Promise<string[]> {
  const { where, values } = await conditions(db, filter);
  const { rows } = await db.query<{ name: string }>(
    `select distinct name from record r, jsonb_object_keys(r.values) as name where ${where} order by name`,
    values,
  );
  return rows.map(({ name }) => name);
}
