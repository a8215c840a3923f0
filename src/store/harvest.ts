/** Harvests: one visit to a source each, with counts by outcome that the database holds to add up. */
import { because, type Reason } from "../api/reasons.js";
import type { HarvestEnding, PageOutcome } from "../api/record.js";
import { type Db, only } from "./db.js";
import { UNLISTED } from "./page.js";

export type HarvestCounts = Readonly<Record<PageOutcome | "found", number>>;

export interface HarvestRow extends HarvestCounts {
  readonly id: string;
  readonly sourceId: string;
  readonly isFromSnapshots: boolean;
  readonly templateVersion: number | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly ending: HarvestEnding | null;
  readonly note: Reason | null;
  readonly added: number; // records it was the first to read
  readonly listed: number | null; // pages that lists, sitemaps and settings named
  readonly doubtful: number | null; // pages of the source that are partly or wholly withheld
  readonly untaken: number | null; // entries of lists that are no records: the most of one page, and links that lead nowhere
}

const COUNTS = "found, read, partly, withheld, unchanged, gone, skipped, failed";
const COLUMNS = `id, source_id as "sourceId", is_from_snapshots as "isFromSnapshots", template_version as "templateVersion",
  started_at as "startedAt", finished_at as "finishedAt", ending, note, added, listed, doubtful, untaken, ${COUNTS}`;

export async function startHarvest(
  db: Db,
  { sourceId, isFromSnapshots }: { sourceId: string; isFromSnapshots: boolean },
  now: Date,
): Promise<string> {
  const { id } = only(
    await db.query<{ id: string }>(
      "insert into harvest (source_id, is_from_snapshots, started_at) values ($1, $2, $3) returning id",
      [sourceId, isFromSnapshots, now],
    ),
  );
  return id;
}

/** One that was started and never finished: its worker was stopped or killed. */
export async function openHarvest(db: Db, sourceId: string): Promise<HarvestRow | undefined> {
  const { rows } = await db.query<HarvestRow>(
    `select ${COLUMNS} from harvest where source_id = $1 and finished_at is null order by id desc limit 1`,
    [sourceId],
  );
  return rows[0];
}

/** Sources with a reading of stored pages that has not ended. */
export async function openReadings(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "select distinct source_id::text as id from harvest where is_from_snapshots and finished_at is null",
  );
  return rows.map(({ id }) => id);
}

/** Readings of stored pages that were interrupted: nobody goes on with them, who wants one begins it again. */
export async function stopReadings(db: Db, sourceId: string, now: Date): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    "select id from harvest where source_id = $1 and is_from_snapshots and finished_at is null",
    [sourceId],
  );
  for (const { id } of rows) await finishHarvest(db, id, { ending: "stopped", note: because("interrupted") }, now);
}

/** As of now; `toVisit` have no outcome yet. */
export async function harvestCounts(db: Db, id: string): Promise<HarvestCounts & { readonly toVisit: number }> {
  return only(
    await db.query<HarvestCounts & { toVisit: number }>(`${COUNT_PAGES} select ${COUNTS}, "toVisit" from counted`, [id]),
  );
}

const COUNT_PAGES = `with counted as (
  select count(*)::int as found, count(*) filter (where outcome is null)::int as "toVisit",
         count(*) filter (where outcome = 'read')::int as read, count(*) filter (where outcome = 'partly')::int as partly,
         count(*) filter (where outcome = 'withheld')::int as withheld,
         count(*) filter (where outcome = 'unchanged')::int as unchanged, count(*) filter (where outcome = 'gone')::int as gone,
         count(*) filter (where outcome = 'skipped')::int as skipped, count(*) filter (where outcome = 'failed')::int as failed,
         count(*) filter (where rank < ${UNLISTED} and outcome <> 'skipped')::int as listed,
         count(*) filter (where rank < ${UNLISTED} and outcome = 'gone' and read_version is null)::int as nowhere,
         (select count(*)::int from harvest h join page p using (source_id)
           where h.id = $1 and p.state in ('partly', 'withheld')) as doubtful -- also those whose turn it is not
    from page where harvest_id = $1)`;

export interface UnreadPages {
  readonly read: number; // also those that are unchanged since they were read
  readonly failed: number;
  readonly skipped: number;
  readonly withheld: number;
  readonly gone: number;
  readonly stillNamed: number; // of those that are gone
  readonly reason: string | null; // the commonest of those that failed or were skipped
  readonly hasRecords: boolean; // of its source
}

/** What became of the pages of a harvest besides the key page; a source of lists has none. */
export async function unreadPages(db: Db, id: string, keyAddress: string | null): Promise<UnreadPages> {
  return only(
    await db.query<UnreadPages>(
      `select count(*) filter (where state in ('read', 'partly'))::int as read,
              count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'skipped')::int as skipped,
              count(*) filter (where state = 'withheld')::int as withheld, count(*) filter (where state = 'gone')::int as gone,
              count(*) filter (where state = 'gone' and rank < ${UNLISTED})::int as "stillNamed",
              mode() within group (order by reason) filter (where state in ('failed', 'skipped')) as reason,
              exists (select from record r join harvest h on h.source_id = r.source_id
                       where h.id = $1 and r.state = 'current') as "hasRecords"
         from page where harvest_id = $1 and address is distinct from $2`,
      [id, keyAddress],
    ),
  );
}

/** The most that one list page shows among its records and was not taken for one; null: they were not all read. */
export async function noteUntaken(db: Db, id: string, untaken: number | null): Promise<void> {
  await db.query("update harvest set untaken = $2 where id = $1", [id, untaken]);
}

/**
 * Writes the counts down. Pages that were not visited any more (the harvest was stopped, or its source deferred) were
 * not found as far as this harvest is concerned; after `done` there are none, or the database refuses.
 */
export async function finishHarvest(
  db: Db,
  id: string,
  { ending, note }: { ending: HarvestEnding; note: Reason | null },
  now: Date,
): Promise<HarvestRow> {
  return only(
    await db.query<HarvestRow>(
      `${COUNT_PAGES}
       update harvest h
          set finished_at = $2, ending = $3::text, note = $4,
              template_version = (select template_version from source where id = h.source_id),
              added = (select count(*) from page p join record r on r.page_id = p.id
                        where p.harvest_id = h.id and p.outcome <> 'unchanged' and r.created_at >= h.started_at),
              (found, read, partly, withheld, unchanged, gone, skipped, failed, listed, doubtful, untaken) = (
                select found - case when $3::text = 'done' then 0 else "toVisit" end, read, partly, withheld, unchanged, gone,
                       skipped, failed, case when h.untaken is not null then listed - nowhere end, doubtful, h.untaken + nowhere
                  from counted)
        where h.id = $1
       returning ${COLUMNS}`,
      [id, now, ending, note],
    ),
  );
}

/** How many of its last harvests met trouble, one after the other. */
export async function failuresInARow(db: Db, sourceId: string): Promise<number> {
  const { failures } = only(
    await db.query<{ failures: number }>(
      `select count(*)::int as failures from harvest
        where source_id = $1 and ending in ('unreachable', 'failed')
          and id > coalesce((select max(id) from harvest where source_id = $1 and ending not in ('unreachable', 'failed')), 0)`,
      [sourceId],
    ),
  );
  return failures;
}

/** The newest first. */
export async function harvestsOf(db: Db, sourceId: string, limit: number): Promise<HarvestRow[]> {
  const { rows } = await db.query<HarvestRow>(`select ${COLUMNS} from harvest where source_id = $1 order by id desc limit $2`, [
    sourceId,
    limit,
  ]);
  return rows;
}

export interface HarvestProgress {
  readonly sourceId: string;
  readonly harvestId: string;
  readonly found: number;
  readonly done: number;
  readonly withheld: number;
  readonly records: number;
}

/** How far the running harvests are; a harvest whose worker died weeks ago is not looked at. */
export async function harvestProgress(db: Db): Promise<HarvestProgress[]> {
  const { rows } = await db.query<HarvestProgress>(
    `select h.source_id as "sourceId", h.id as "harvestId", count(p.id)::int as found, count(p.outcome)::int as done,
            count(*) filter (where p.outcome in ('partly', 'withheld'))::int as withheld,
            (select count(*)::int from record r where r.source_id = h.source_id and r.state = 'current') as records
       from (select id, source_id from harvest where finished_at is null order by id desc limit 50) h
       left join page p on p.harvest_id = h.id
      group by h.id, h.source_id order by h.id`,
  );
  return rows;
}
