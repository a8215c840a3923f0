/**
 * Pages: the addresses of a source. The pages of a harvest without an outcome are those still to visit, so a harvest
 * that was killed goes on where it stopped.
 */
import type { PageOutcome } from "../api/record.js";
import type { Db } from "./db.js";

export type PageRole = "final" | "list";

export const UNLISTED = 3; // rank of pages that are known and were named by no list this time

export interface PageRow {
  readonly id: string;
  readonly sourceId: string;
  readonly address: string;
  readonly role: PageRole;
  readonly state: "new" | Exclude<PageOutcome, "unchanged">;
  readonly reason: string | null;
  readonly withheldGroup: string | null;
  readonly harvestId: string | null;
  readonly outcome: PageOutcome | null; // in that harvest
  readonly rank: number; // in that harvest; lower ones are visited first
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly snapshotId: string | null;
  readonly digest: Buffer | null; // of that snapshot
  readonly charset: string | null; // of the last reading
  readonly base: string | null; // the final address of the last reading, where it is another one
  readonly readVersion: number | null; // template version of the last reading; null: read it again
  readonly variant: number | null;
  readonly foundAt: Date;
  readonly seenAt: Date | null;
  readonly changedAt: Date | null;
}

const SELECT = `select p.id, p.source_id as "sourceId", p.address, p.role, p.state, p.reason, p.withheld_group as "withheldGroup",
    p.harvest_id as "harvestId", p.outcome, p.rank, p.etag, p.last_modified as "lastModified", p.snapshot_id as "snapshotId", s.digest,
    coalesce(p.charset, s.charset) as charset, p.base,
    p.read_version as "readVersion", p.variant, p.found_at as "foundAt", p.seen_at as "seenAt", p.changed_at as "changedAt"
  from page p left join snapshot s on s.id = p.snapshot_id`;

export interface FoundPage {
  readonly address: string; // canonical, at most 2,048 bytes
  readonly role: PageRole;
  readonly rank: number; // lower ones are visited first
}

/** What a page keeps of its last visit when it is put on another harvest's way. */
const KEEP_VISIT = `visited_in = case
  when p.outcome is null or (select is_from_snapshots from harvest where id = p.harvest_id) then p.visited_in
  else p.harvest_id end`;

/**
 * Adds what is new and puts all of them on the harvest's way, unless they are on it already. Gives how many were added to
 * it that nobody has visited yet.
 */
export async function foundPages(
  db: Db,
  { sourceId, harvestId }: { sourceId: string; harvestId: string },
  pages: readonly FoundPage[],
  now: Date,
): Promise<number> {
  const { rows } = await db.query<Pick<PageRow, "state">>(
    `insert into page as p (source_id, address, role, rank, harvest_id, found_at)
     select distinct on (address) $1::bigint, address, role, rank, $2::bigint, $4::timestamptz
       from unnest($3::text[], $5::text[], $6::integer[]) as found (address, role, rank)
      order by address, rank
     on conflict (source_id, address) do update
        set harvest_id = excluded.harvest_id, outcome = null, role = excluded.role, rank = excluded.rank, ${KEEP_VISIT}
      where p.harvest_id is distinct from excluded.harvest_id
     returning p.state`,
    [sourceId, harvestId, pages.map((page) => page.address), now, pages.map((page) => page.role), pages.map((page) => page.rank)],
  );
  return rows.filter(({ state }) => state === "new").length;
}

export interface FetchedAlready {
  readonly address: string; // canonical
  readonly charset: string;
  readonly validators: { readonly etag?: string | undefined; readonly lastModified?: string | undefined };
  readonly fetchedAt: Date;
}

/** A page that was fetched while its source was set up: nobody has read it yet, and the first harvest need not ask again. */
export async function putFetched(
  db: Db,
  sourceId: string,
  { address, charset, validators, fetchedAt }: FetchedAlready,
  snapshotId: string,
): Promise<void> {
  await db.query(
    `insert into page (source_id, address, role, rank, snapshot_id, charset, etag, last_modified, found_at, seen_at)
     values ($1, $2, 'final', 0, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    [sourceId, address, snapshotId, charset, validators.etag ?? null, validators.lastModified ?? null, fetchedAt],
  );
}

/**
 * What is known and was not found this time, by address, after the one given; begin with "". Of what was skipped the last
 * time only final pages that were read before. A page that is gone may have been away for a while: if it had a record it is
 * asked for by the next harvest, and then each time it has been gone four times as long.
 */
export async function unlistedPages(
  db: Db,
  { sourceId, harvestId, role, now }: { sourceId: string; harvestId: string; role: PageRole; now: Date },
  after: string,
  limit: number,
): Promise<Pick<PageRow, "id" | "address" | "state">[]> {
  const { rows } = await db.query<Pick<PageRow, "id" | "address" | "state">>(
    `select id, address, state from page p
      where source_id = $1 and role = $3 and harvest_id is distinct from $2 and address > $4
        and (state <> 'skipped' or role = 'final' and read_state in ('read', 'partly', 'withheld'))
        and (state <> 'gone' or exists (
          select from record r
           where r.page_id = p.id and r.state = 'gone' and $6::timestamptz - r.updated_at >= 4 * (p.seen_at - r.updated_at)))
      order by address limit $5`,
    [sourceId, harvestId, role, after, limit, now],
  );
  return rows;
}

/** Puts them on the harvest's way: they may be gone, and are asked last. */
export async function putUnlisted(db: Db, harvestId: string, pageIds: readonly string[]): Promise<void> {
  await db.query(`update page p set harvest_id = $1, outcome = null, rank = $3, ${KEEP_VISIT} where id = any($2::bigint[])`, [
    harvestId,
    pageIds,
    UNLISTED,
  ]);
}

/**
 * Takes what is more than so many visits off the harvest's way, for the next ones: those that nobody has visited yet stay
 * first, then those whose last visit is longest ago; of list pages those that are listed. Gives how many were taken off,
 * without those that are gone and named by no list: they are asked only where there is room.
 */
export async function passOver(db: Db, harvestId: string, most: number): Promise<number> {
  const { rows } = await db.query<{ isLost: boolean }>(
    `update page set harvest_id = null
      where id in (
        select id from page where harvest_id = $1 and outcome is null
         order by ${IS_LOST}, role = 'list' and rank = ${UNLISTED}, state <> 'new', visited_in nulls first, id
        offset greatest(0, $2 - (select count(*) from page where harvest_id = $1 and outcome <> 'skipped')))
     returning ${IS_LOST} as "isLost"`,
    [harvestId, most],
  );
  return rows.filter(({ isLost }) => !isLost).length;
}

const IS_LOST = `(state = 'gone' and rank = ${UNLISTED})`;

/** The next ones without an outcome, in order, after the one given. */
export async function pagesToVisit(
  db: Db,
  harvestId: string,
  limit: number,
  after: Pick<PageRow, "rank" | "id"> = { rank: -1, id: "0" },
): Promise<PageRow[]> {
  const { rows } = await db.query<PageRow>(
    `${SELECT} where p.harvest_id = $1 and p.outcome is null and (p.rank, p.id) > ($3, $4) order by p.rank, p.id limit $2`,
    [harvestId, limit, after.rank, after.id],
  );
  return rows;
}

/** Addresses of those that gave nothing to read in the harvest. */
export async function unreadAddresses(db: Db, harvestId: string): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>(
    `select address from page where harvest_id = $1 and (outcome = 'failed' or outcome = 'skipped' and rank < ${UNLISTED})`,
    [harvestId],
  );
  return rows.map(({ address }) => address);
}

export async function pageOf(db: Db, sourceId: string, address: string): Promise<PageRow | undefined> {
  const { rows } = await db.query<PageRow>(`${SELECT} where p.source_id = $1 and p.address = $2`, [sourceId, address]);
  return rows[0];
}

/** All of a source, by id, after the one given; begin with "0". */
export async function pagesOf(db: Db, sourceId: string, afterId: string, limit: number): Promise<PageRow[]> {
  const { rows } = await db.query<PageRow>(`${SELECT} where p.source_id = $1 and p.id > $2 order by p.id limit $3`, [
    sourceId,
    afterId,
    limit,
  ]);
  return rows;
}

/**
 * A page that gave nothing to read this time; what is known of it stays, and how its last reading left it. One that was
 * gone is still gone. `storeGone` is for pages that are no more.
 */
export async function storeOutcome(
  db: Db,
  pageId: string,
  { outcome, reason }: { outcome: "skipped" | "failed"; reason: string },
): Promise<void> {
  await db.query(
    `update page
        set outcome = $2, state = case when state = 'gone' then state else $2 end, reason = $3,
            read_state = case when ${IS_UNREAD} then read_state else state end,
            read_reason = case when ${IS_UNREAD} then read_reason else reason end
      where id = $1`,
    [pageId, outcome, reason],
  );
}

const IS_UNREAD = "state in ('failed', 'skipped')";

/**
 * Pages whose bytes are the same as before, read by the same template version: one statement for many. Those that gave
 * nothing since are again what that reading made them.
 */
export async function storeUnchanged(db: Db, pageIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    `update page
        set outcome = 'unchanged', seen_at = $2,
            state = case when ${IS_UNREAD} then read_state else state end,
            reason = case when ${IS_UNREAD} then read_reason else reason end
      where id = any($1::bigint[])`,
    [pageIds, now],
  );
}

export interface WithheldGroup {
  readonly group: string;
  readonly pages: number;
  readonly addresses: readonly string[]; // of some of them, in the order in which they were found
}

const MOST_OF_GROUP = 100;

/** Pages withheld alike, the largest group first: one label settles a group. Those that are left out are in none. */
export async function withheldGroups(db: Db, sourceId: string): Promise<WithheldGroup[]> {
  const { rows } = await db.query<WithheldGroup>(
    `select withheld_group as "group", count(*)::int as pages,
            (array_agg(address order by id))[1:${MOST_OF_GROUP}] as addresses
       from page where source_id = $1 and withheld_group is not null and state <> 'skipped'
      group by withheld_group
      order by pages desc, withheld_group
      limit 200`,
    [sourceId],
  );
  return rows;
}

/** Addresses of some final pages that were read whole. */
export async function readAddresses(db: Db, sourceId: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>(
    "select address from page where source_id = $1 and role = 'final' and state = 'read' order by id limit $2",
    [sourceId, limit],
  );
  return rows.map(({ address }) => address);
}

/** Some pages that gave nothing the last time they were asked for, and why. */
export async function failedPages(
  db: Db,
  sourceId: string,
  limit: number,
): Promise<Pick<PageRow, "address" | "state" | "reason">[]> {
  const { rows } = await db.query<Pick<PageRow, "address" | "state" | "reason">>(
    "select address, state, reason from page where source_id = $1 and state in ('failed', 'skipped') order by state, id limit $2",
    [sourceId, limit],
  );
  return rows;
}

/** The addresses of some pages of which a value is withheld for a reason of this class. */
export async function withheldAs(db: Db, sourceId: string, kind: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>(
    `select address from page
      where source_id = $1 and state <> 'skipped' and position(':' || $2 || ' ' in withheld_group || ' ') > 0
      order by id limit $3`,
    [sourceId, kind, limit],
  );
  return rows.map(({ address }) => address);
}

/** Some pages of a withheld group, in the order in which they were found. */
export async function pagesOfGroup(db: Db, sourceId: string, group: string, limit: number): Promise<PageRow[]> {
  const { rows } = await db.query<PageRow>(
    `${SELECT}
      where p.source_id = $1 and hashtextextended(p.withheld_group, 0) = hashtextextended($2, 0) and p.withheld_group = $2
        and p.state <> 'skipped'
      order by p.id limit $3`,
    [sourceId, group, limit],
  );
  return rows;
}

/** An address at which the page of a snapshot was seen. */
export async function addressOfSnapshot(db: Db, snapshotId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ address: string }>(
    `(select address from page where snapshot_id = $1 limit 1)
     union all (select address from source_check where snapshot_id = $1 limit 1)
     union all (select p.address from proof f join record r on r.id = f.record_id join page p on p.id = r.page_id
                 where f.snapshot_id = $1 limit 1)
     union all (select address from draft_page where snapshot_id = $1 limit 1)
     limit 1`,
    [snapshotId],
  );
  return rows[0]?.address;
}
