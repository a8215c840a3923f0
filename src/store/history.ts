/** What a source was like before, as far as alarms ask. Only harvests that went through tell anything. */
import type { Db } from "./db.js";

const DONE = "source_id = $1 and ending = 'done' and not is_from_snapshots";

export interface PastHarvest {
  readonly templateVersion: number | null;
  readonly listed: number | null;
  readonly doubtful: number | null;
  readonly untaken: number | null;
}

/** The newest first; those after `since` only. */
export async function pastHarvests(
  db: Db,
  sourceId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<PastHarvest[]> {
  const { rows } = await db.query<PastHarvest>(
    `select template_version as "templateVersion", listed, doubtful, untaken from harvest where ${DONE} and started_at > $2 order by id desc limit $3`,
    [sourceId, since, limit],
  );
  return rows;
}

/**
 * When harvests brought new records, or met any change; the newest first. The first harvest of a source does not count:
 * to it everything is new.
 */
export async function timesOf(db: Db, sourceId: string, what: "added" | "changed", limit: number): Promise<Date[]> {
  const happened = what === "added" ? "added > 0" : "read + partly + withheld + gone > 0";
  const { rows } = await db.query<{ at: Date }>(
    `select started_at as at from harvest
      where ${DONE} and ${happened} and id > (select min(id) from harvest where ${DONE})
      order by id desc limit $2`,
    [sourceId, limit],
  );
  return rows.map(({ at }) => at);
}

export interface PageHistory {
  readonly address: string;
  readonly times: readonly Date[]; // when its record was read anew, the newest first
}

/** Pages whose record has changed at least so often, each with its last changes. */
export async function changingPages(
  db: Db,
  sourceId: string,
  { fewest, most }: { fewest: number; most: number },
): Promise<PageHistory[]> {
  const { rows } = await db.query<PageHistory>(
    `select p.address, v.times
       from record r
       join page p on p.id = r.page_id
       cross join lateral (
         select array_agg(read_at order by number desc) as times
           from (select number, read_at from record_version
                  where record_id = r.id and kind = 'read' and undone_at is null and not is_apart
                  order by number desc limit $3) as newest) as v
      where r.source_id = $1 and r.state = 'current' and r.versions >= $2 and array_length(v.times, 1) >= $2
      order by p.address`,
    [sourceId, fewest, most],
  );
  return rows;
}

/** When a person last said that they know of it; what was then is what is usual from then on. */
export async function acceptedAt(db: Db, sourceId: string, cause: string): Promise<Date> {
  const { rows } = await db.query<{ at: Date | null }>(
    "select max(acknowledged_at) as at from warning where source_id = $1 and cause = $2",
    [sourceId, cause],
  );
  return rows[0]?.at ?? new Date(0);
}
