/** Every page as it was seen, for an archive: each pair of an address and the bytes it answered with, once. */
import type { Db } from "./db.js";
import { type PackedRow, type SnapshotRow, unpacked } from "./snapshot.js";

export interface SeenPage extends SnapshotRow {
  readonly address: string;
  readonly seenAt: Date; // first
}

const BATCH = 20; // pages may be large

/** In the order in which snapshots were stored. */
export async function* seenPages(db: Db, sourceId: string | null): AsyncGenerator<SeenPage> {
  for (let [afterId, afterAddress] = ["0", ""]; ; ) {
    const { rows } = await db.query<PackedRow & Pick<SeenPage, "address" | "seenAt">>(SEEN, [
      afterId,
      afterAddress,
      sourceId,
      BATCH,
    ]);
    for (const row of rows) yield { ...row, ...(await unpacked(row)) };
    const last = rows.at(-1);
    if (!last) return;
    [afterId, afterAddress] = [last.id, last.address];
  }
}

/** Pages as they are now, pages as they were when a value was read from them, and key pages as they were checked. */
const SEEN = `
  select s.id, s.digest, s.bytes as packed, s.charset, s.media_type as "mediaType", s.is_rendered as "isRendered",
         s.stored_at as "storedAt", null as "droppedAt", seen.address, seen.at as "seenAt"
    from snapshot s
    cross join lateral (
      select address, min(at) as at from (
        select p.address, p.changed_at as at
          from page p where p.snapshot_id = s.id and ($3::bigint is null or p.source_id = $3)
        union all
        select p.address, v.read_at
          from proof f
          join record_version v on v.record_id = f.record_id and v.number = f.number
          join record r on r.id = f.record_id
          join page p on p.id = r.page_id and p.role = 'final' -- a listed record may have moved to another page since
         where f.snapshot_id = s.id and ($3::bigint is null or r.source_id = $3)
        union all
        select c.address, c.checked_at
          from source_check c where c.snapshot_id = s.id and ($3::bigint is null or c.source_id = $3)
      ) as sights
      group by address) as seen
   where s.bytes is not null and s.id >= $1::bigint and (s.id, seen.address) > ($1::bigint, $2::text)
   order by s.id, seen.address
   limit $4`;
