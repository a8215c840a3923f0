/** What a template version wrote, taken back or let in. Both run in a transaction of the caller. */
import type { Db } from "./db.js";
import { storeGoneApart } from "./gone.js";
import { hasTemplates } from "./template.js";

export type Undone =
  | { readonly ok: true; readonly inForce: number; readonly versions: number; readonly records: number }
  | { readonly ok: false; readonly code: "not-in-force" | "nothing-before" };

/**
 * The version before it is in force again, and every record shows what it showed before; a record that only this version
 * has read is kept apart. Nothing is deleted, and the pages it read are to be read again.
 */
export async function undoVersion(db: Db, sourceId: string, version: number, now: Date): Promise<Undone> {
  const { rows } = await db.query<{ inForce: number; before: number | null }>(
    `select s.template_version as "inForce",
            (select max(version) from template_version where source_id = s.id and version < $2 and undone_at is null) as before
       from source s where s.id = $1 for update`,
    [sourceId, version],
  );
  const [source] = rows;
  if (source?.inForce !== version) return { ok: false, code: "not-in-force" };
  if (source.before === null) return { ok: false, code: "nothing-before" };
  await db.query("update template_version set undone_at = $3 where source_id = $1 and version = $2", [sourceId, version, now]);
  await db.query("update source set template_version = $2, updated_at = $3 where id = $1", [sourceId, source.before, now]);
  await db.query("update page set read_version = null where source_id = $1 and read_version = $2", [sourceId, version]);
  const { rowCount } = await db.query(
    `update record_version v set undone_at = $3 from record r
      where r.id = v.record_id and r.source_id = $1 and v.template_version = $2 and v.undone_at is null`,
    [sourceId, version, now],
  );
  const records = await showWhatCounts(db, sourceId, version, now);
  return { ok: true, inForce: source.before, versions: rowCount ?? 0, records };
}

/** Waits for an undo that is under way: what it does not see is not seen by others as undone until then. */
export async function undoEnded(db: Db, sourceId: string): Promise<void> {
  await db.query("select from source where id = $1 for share", [sourceId]);
}

/**
 * What a harvest under way has written by a version since that was undone: taken back as well. Gives the records changed.
 */
export async function undoLate(db: Db, sourceId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `with late as (
       update record_version v set undone_at = t.undone_at
         from record r, template_version t
        where r.source_id = $1 and v.record_id = r.id and v.undone_at is null
          and t.source_id = $1 and t.version = v.template_version and t.undone_at is not null
       returning t.version)
     select distinct version from late order by version`,
    [sourceId],
  );
  let records = 0;
  for (const { version } of rows) {
    await db.query("update page set read_version = null where source_id = $1 and read_version = $2", [sourceId, version]);
    records += await showWhatCounts(db, sourceId, version, now);
  }
  return records;
}

export type Redone =
  | { readonly ok: true; readonly before: number; readonly versions: number; readonly records: number }
  | { readonly ok: false };

/** The newest version of all, which was undone: it is in force again with what it wrote. Pages are to be read again by it. */
export async function redoVersion(db: Db, sourceId: string, version: number, now: Date): Promise<Redone> {
  const { rows } = await db.query<{ before: number; undoneAt: Date | null; newest: number }>(
    `select s.template_version as before, v.undone_at as "undoneAt",
            (select max(version) from template_version where source_id = s.id) as newest
       from source s join template_version v on v.source_id = s.id and v.version = $2
      where s.id = $1 for update of s`,
    [sourceId, version],
  );
  const [found] = rows;
  if (found?.undoneAt == null || found.newest !== version) return { ok: false };
  if (!(await hasTemplates(db, sourceId, version))) return { ok: false };
  const { rowCount } = await db.query(
    `update record_version v set undone_at = null from record r
      where r.id = v.record_id and r.source_id = $1 and v.template_version = $2 and v.undone_at = (
        select undone_at from template_version where source_id = $1 and version = $2)`,
    [sourceId, version],
  );
  await db.query("update template_version set undone_at = null where source_id = $1 and version = $2", [sourceId, version]);
  await db.query("update source set template_version = $2, updated_at = $3 where id = $1", [sourceId, version, now]);
  await db.query("update page set read_version = null where source_id = $1 and read_version = $2", [sourceId, found.before]);
  const records = await showWhatCounts(db, sourceId, version, now);
  return { ok: true, before: found.before, versions: rowCount ?? 0, records };
}

/**
 * A second record, or a person, has confirmed it: what it read and was kept apart counts from now on. Pages that gave it
 * nothing are to be read again, since their records were not marked. Gives the records changed.
 */
export async function confirmVersion(db: Db, sourceId: string, version: number, now: Date): Promise<number> {
  await db.query("update template_version set standing = 'confirmed' where source_id = $1 and version = $2", [sourceId, version]);
  await db.query(
    `update record_version v set is_apart = false from record r
      where r.id = v.record_id and r.source_id = $1 and v.template_version = $2 and v.is_apart`,
    [sourceId, version],
  );
  await db.query(
    "update page set read_version = null where source_id = $1 and read_version = $2 and 'withheld' in (state, read_state)",
    [sourceId, version],
  );
  const shown = await showWhatCounts(db, sourceId, version, now);
  await storeGoneApart(db, sourceId, now);
  return shown;
}

/** Every record this version has read shows its newest version that counts. Gives how many changed. */
async function showWhatCounts(db: Db, sourceId: string, version: number, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `with shown as (
       select r.id, newest.number, coalesce(newest.kind, 'apart') as kind, coalesce(reading.values, '{}') as values,
              coalesce(reading.withheld, '{}') as withheld
         from record r
         left join lateral (select number, kind from record_version
                             where record_id = r.id and undone_at is null and not is_apart
                             order by number desc limit 1) newest on true
         left join lateral (select values, withheld from record_version
                             where record_id = r.id and undone_at is null and not is_apart and kind = 'read'
                             order by number desc limit 1) reading on true
        where r.source_id = $1
          and exists (select from record_version v where v.record_id = r.id and v.template_version = $2))
     update record r
        set version = s.number, values = s.values, withheld = s.withheld,
            state = case s.kind when 'read' then 'current' else s.kind end,
            updated_at = case when r.values = s.values and r.state = case s.kind when 'read' then 'current' else s.kind end
                              then r.updated_at else greatest($3::timestamptz, r.updated_at) end
       from shown s
      where r.id = s.id and (r.version is distinct from s.number or r.values <> s.values)`,
    [sourceId, version, now],
  );
  return rowCount ?? 0;
}

/** What undoing the version would take back, or redoing it bring back. */
export async function countOfVersion(
  db: Db,
  sourceId: string,
  version: number,
  isUndone = false,
): Promise<{ records: number; versions: number }> {
  const { rows } = await db.query<{ records: number; versions: number }>(
    `select count(distinct v.record_id)::int as records, count(*)::int as versions
       from record r join record_version v on v.record_id = r.id and v.template_version = $2 and (v.undone_at is not null) = $3
      where r.source_id = $1`,
    [sourceId, version, isUndone],
  );
  return rows[0] ?? { records: 0, versions: 0 };
}
