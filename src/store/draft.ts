/** Drafts: sources being set up, with the pages they were labelled on. */

import type { Pool } from "pg";
import type { Reason } from "../api/reasons.js";
import { type Db, only } from "./db.js";
import { transaction } from "./transaction.js";

export interface DraftRow<Body = unknown> {
  readonly id: string;
  readonly body: Body;
  readonly revision: number;
  readonly keptSourceId: string | null;
  readonly keptAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface DraftPageRow {
  readonly address: string;
  readonly role: "own" | "sibling" | "list";
  readonly rank: number;
  readonly state: "waiting" | "reading" | "read" | "failed";
  readonly reason: Reason | null;
  readonly snapshotId: string | null;
  readonly fetchedAt: Date | null;
  readonly isUpload: boolean;
}

const COLUMNS = `id, body, revision, case when kept_at is not null then kept_source_id end as "keptSourceId", kept_at as "keptAt",
  created_at as "createdAt", updated_at as "updatedAt"`;
const PAGE = `address, role, rank, state, reason, snapshot_id as "snapshotId", fetched_at as "fetchedAt", is_upload as "isUpload"`;

/** False where whoever begins it has so many open ones already. */
export async function addDraft(
  db: Db,
  { id, body, createdBy, limit }: { id: string; body: object; createdBy: string | null; limit: number },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into draft (id, body, created_by, created_at, updated_at)
     select $1, $2::jsonb, $3::text, $4::timestamptz, $4
      where (select count(*) from (
              select from draft where kept_at is null and created_by is not distinct from $3 limit $5) as open) < $5`,
    [id, JSON.stringify(body), createdBy, now, limit],
  );
  return rowCount === 1;
}

export async function draftOf<Body>(db: Db, id: string): Promise<DraftRow<Body> | undefined> {
  const { rows } = await db.query<DraftRow<Body>>(`select ${COLUMNS} from draft where id = $1`, [id]);
  return rows[0];
}

/** Those that were not kept, the newest first. */
export async function openDrafts<Body>(db: Db, limit: number): Promise<DraftRow<Body>[]> {
  const { rows } = await db.query<DraftRow<Body>>(
    `select ${COLUMNS} from draft where kept_at is null order by updated_at desc, id limit $1`,
    [limit],
  );
  return rows;
}

/** Reads, changes and writes the body with the row held; gives the new row. `change` may refuse. */
export async function changeDraft<Body extends object>(
  pool: Pool,
  id: string,
  change: (draft: DraftRow<Body>) => Body,
  now: Date,
): Promise<DraftRow<Body> | undefined> {
  return transaction(pool, async (client) => {
    const { rows } = await client.query<DraftRow<Body>>(`select ${COLUMNS} from draft where id = $1 for update`, [id]);
    const [draft] = rows;
    if (!draft) return undefined;
    return only(
      await client.query<DraftRow<Body>>(
        `update draft set body = $2, revision = revision + 1, updated_at = $3 where id = $1 returning ${COLUMNS}`,
        [id, JSON.stringify(change(draft)), now],
      ),
    );
  });
}

/** Those of its source, which an older bartree has copied. */
export async function dropDraftSecrets(db: Db): Promise<void> {
  await db.query(`update draft set body = ${WITHOUT_SECRETS} where body <> ${WITHOUT_SECRETS}`);
}

/** A body as it may be shown. */
export const WITHOUT_SECRETS = `(case when jsonb_typeof(body -> 'before') = 'object'
  then jsonb_set(body, '{before}', body -> 'before' || '{"headers": {}, "cookies": {}}') else body end)`;

/** Null: it is open again, and remembers its source. */
export async function setKept(db: Db, id: string, sourceId: string | null, now: Date): Promise<void> {
  await db.query(
    `update draft set kept_source_id = coalesce($2, kept_source_id), kept_at = case when $2::bigint is null then null else $3::timestamptz end,
            revision = revision + 1, updated_at = $3 where id = $1`,
    [id, sourceId, now],
  );
}

/** The source that it was kept as before that was undone, while there is one. */
export async function sourceBeforeUndo(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    "select kept_source_id as id from draft where id = $1 and kept_at is null and kept_source_id is not null",
    [id],
  );
  return rows[0]?.id;
}

/** The last draft that was kept as this source or for it. */
export async function draftKeptAs<Body>(db: Db, sourceId: string): Promise<DraftRow<Body> | undefined> {
  const { rows } = await db.query<DraftRow<Body>>(
    `select ${COLUMNS} from draft where kept_source_id = $1 and kept_at is not null order by kept_at desc limit 1`,
    [sourceId],
  );
  return rows[0];
}

export async function removeDraft(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query("delete from draft where id = $1", [id]);
  return rowCount === 1;
}

/** A page that is there already keeps its place. */
export async function putDraftPages(
  db: Db,
  draftId: string,
  pages: readonly (Pick<DraftPageRow, "address" | "role"> & Partial<Pick<DraftPageRow, "state">>)[],
): Promise<void> {
  await db.query(
    `insert into draft_page (draft_id, address, role, rank, state)
     select $1, address, role, coalesce((select max(rank) from draft_page where draft_id = $1), -1) + place, state
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality as given (address, role, state, place)
     on conflict (draft_id, address) do nothing`,
    [draftId, pages.map((page) => page.address), pages.map((page) => page.role), pages.map((page) => page.state ?? "waiting")],
  );
}

export async function setDraftPage(
  db: Db,
  draftId: string,
  page: Pick<DraftPageRow, "address" | "state"> & Partial<Pick<DraftPageRow, "reason" | "snapshotId" | "fetchedAt" | "isUpload">>,
): Promise<void> {
  await db.query(
    `update draft_page set state = $3, reason = $4, snapshot_id = coalesce($5, snapshot_id), fetched_at = coalesce($6, fetched_at),
            is_upload = coalesce($7, is_upload) where draft_id = $1 and address = $2`,
    [
      draftId,
      page.address,
      page.state,
      page.reason ?? null,
      page.snapshotId ?? null,
      page.fetchedAt ?? null,
      page.isUpload ?? null,
    ],
  );
}

export async function draftPages(db: Db, draftId: string): Promise<DraftPageRow[]> {
  const { rows } = await db.query<DraftPageRow>(`select ${PAGE} from draft_page where draft_id = $1 order by rank`, [draftId]);
  return rows;
}

/** Siblings that nobody has labelled make way for others. */
export async function dropSiblings(db: Db, draftId: string, kept: readonly string[]): Promise<void> {
  await db.query("delete from draft_page where draft_id = $1 and role <> 'own' and not address = any($2::text[])", [
    draftId,
    kept,
  ]);
}

/** A page changed, not the body: whoever looks is to look again. */
export async function touchDraft(db: Db, id: string, now: Date): Promise<void> {
  await db.query("update draft set revision = revision + 1, updated_at = $2 where id = $1", [id, now]);
}
