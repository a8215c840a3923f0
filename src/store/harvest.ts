/** Harvests: one visit to a source each, with counts by outcome that the database holds to add up. */
import type { HarvestEnding, PageOutcome } from "../api/record.js";
import { type Db, only } from "./db.js";

export type HarvestCounts = Readonly<Record<PageOutcome | "found", number>>;

export interface HarvestRow extends HarvestCounts {
  readonly id: string;
  readonly sourceId: string;
  readonly isFromSnapshots: boolean;
  readonly templateVersion: number | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly ending: HarvestEnding | null;
  readonly note: string | null;
}

const COUNTS = "found, read, partly, withheld, unchanged, gone, skipped, failed";
const COLUMNS = `id, source_id as "sourceId", is_from_snapshots as "isFromSnapshots", template_version as "templateVersion",
  started_at as "startedAt", finished_at as "finishedAt", ending, note, ${COUNTS}`;

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

/** As of now; `toVisit` have no outcome yet. */
export async function harvestCounts(db: Db, id: string): Promise<HarvestCounts & { readonly toVisit: number }> {
  return only(await db.query<HarvestCounts & { toVisit: number }>(`${COUNT_PAGES} select * from counted`, [id]));
}

const COUNT_PAGES = `with counted as (
  select count(*)::int as found, count(*) filter (where outcome is null)::int as "toVisit",
         count(*) filter (where outcome = 'read')::int as read, count(*) filter (where outcome = 'partly')::int as partly,
         count(*) filter (where outcome = 'withheld')::int as withheld,
         count(*) filter (where outcome = 'unchanged')::int as unchanged, count(*) filter (where outcome = 'gone')::int as gone,
         count(*) filter (where outcome = 'skipped')::int as skipped, count(*) filter (where outcome = 'failed')::int as failed
    from page where harvest_id = $1)`;

/**
 * Writes the counts down. Pages that were not visited any more (the harvest was stopped, or its source deferred) were
 * not found as far as this harvest is concerned; after `done` there are none, or the database refuses.
 */
export async function finishHarvest(
  db: Db,
  id: string,
  { ending, note }: { ending: HarvestEnding; note: string | null },
  now: Date,
): Promise<HarvestRow> {
  return only(
    await db.query<HarvestRow>(
      `${COUNT_PAGES}
       update harvest h
          set finished_at = $2, ending = $3::text, note = $4,
              template_version = (select template_version from source where id = h.source_id),
              (found, read, partly, withheld, unchanged, gone, skipped, failed) = (
                select found - case when $3::text = 'done' then 0 else "toVisit" end, read, partly, withheld, unchanged, gone,
                       skipped, failed
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
