/** Everything that tells of one record, and its removal for good. All of it runs in one transaction of the caller. */
import type { RecordValues } from "../api/record.js";
import { type Db, only } from "./db.js";

export interface RecordToForget {
  readonly id: string;
  readonly sourceId: string;
  readonly identity: string;
  readonly address: string; // of its own page; of a listed record its identity
  readonly createdAt: Date;
  readonly versions: number;
}

export async function recordToForget(db: Db, id: string): Promise<RecordToForget | undefined> {
  const { rows } = await db.query<RecordToForget>(
    `select r.id, r.source_id as "sourceId", r.identity, r.versions, r.created_at as "createdAt",
            coalesce((select p.address from page p where p.id = r.page_id and p.role = 'final'), r.identity) as address
       from record r where r.id = $1`,
    [id],
  );
  return rows[0];
}

/** The displayed values of each of its readings: what a page shows that shows it. */
export async function readingsOf(db: Db, id: string): Promise<RecordValues[]> {
  const { rows } = await db.query<{ values: RecordValues }>(
    `select coalesce((select jsonb_object_agg(a.key, a.value) from jsonb_each(v.values) as a
                       where f.spans -> a.key is not null and not jsonb_path_exists(f.spans -> a.key, '$[*].htmlAttribute')), '{}') as values
       from record_version v join proof f on f.record_id = v.record_id and f.number = v.number
      where v.record_id = $1`,
    [id],
  );
  return rows.map(({ values }) => values);
}

/** Those of the texts that no other record of the source has. */
export async function ownTexts(db: Db, { id, sourceId }: RecordToForget, readings: readonly RecordValues[]): Promise<string[]> {
  const pairs = readings.flatMap((values) =>
    Object.entries(values).flatMap(([name, texts]) => texts.map((text) => ({ name, text }))),
  );
  const { rows } = await db.query<{ text: string }>(
    `select distinct given.text from jsonb_to_recordset($3) as given (name text, text text)
      where not exists (select from record r where r.source_id = $1 and r.id <> $2
                          and r.values @> jsonb_build_object(given.name, jsonb_build_array(given.text)))`,
    [sourceId, id, JSON.stringify(pairs)],
  );
  return rows.map(({ text }) => text).filter((text) => text.length >= SHORTEST && /\p{L}/u.test(text));
}

const SHORTEST = 5; // shorter ones, and bare numbers, stand everywhere

/** Snapshots from which it was read or that were stored for its address; whatever else they show. */
export async function ownSnapshots(db: Db, { id, sourceId, address }: RecordToForget): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select snapshot_id as id from proof where record_id = $1
     union select snapshot_id from page where source_id = $2 and address = $3
     union select snapshot_id from source_check where source_id = $2 and address = $3
     union select snapshot_id from draft_page where address = $3`,
    [id, sourceId, address],
  );
  return rows.flatMap((row) => row.id ?? []);
}

/** All of a source that are stored, after the one given, in the order of their ids. */
export async function snapshotsOfSource(db: Db, sourceId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select s.id from snapshot s
      where s.id > $2 and s.bytes is not null
        and (exists (select from page p where p.snapshot_id = s.id and p.source_id = $1)
             or exists (select from source_check c where c.snapshot_id = s.id and c.source_id = $1)
             or exists (select from proof f join record r on r.id = f.record_id where f.snapshot_id = s.id and r.source_id = $1))
      order by s.id limit $3`,
    [sourceId, after, limit],
  );
  return rows.map(({ id }) => id);
}

export interface Forgotten {
  readonly records: number;
  readonly versions: number;
  readonly pages: number;
  readonly snapshots: number;
  readonly checks: number;
  readonly warnings: number;
  readonly drafts: number;
  readonly templates: number; // of versions that are not in force
}

/** `mentions`: its address, identity and own texts. A row that holds one of them tells of it. */
export async function forgetRecord(
  db: Db,
  record: RecordToForget,
  { snapshots, mentions }: { snapshots: readonly string[]; mentions: readonly string[] },
  now: Date,
): Promise<Forgotten> {
  const { id, sourceId, address, versions } = record;
  const count = async (statement: string, values: unknown[]): Promise<number> =>
    (await db.query(statement, values)).rowCount ?? 0;
  const tells = (column: string): string =>
    `exists (select from unnest($2::text[]) as word where position(word in ${column}::text) > 0)`;
  const words = [...new Set(mentions.flatMap(writtenForms))];
  const ofSource = [sourceId, words];
  const removed = {
    records: await count("delete from record where id = $1", [id]),
    versions,
    snapshots: await count("delete from snapshot where id = any($1::bigint[])", [snapshots]),
    pages: await count(
      `delete from page p where source_id = $1 and address = $2 and not exists (select from record r where r.page_id = p.id)`,
      [sourceId, address],
    ),
    checks: await count(`delete from source_check where source_id = $1 and (address = $3 or ${tells("details")})`, [
      ...ofSource,
      address,
    ]),
    warnings: await count(
      `delete from warning where source_id = $1 and (${tells("message")} or ${tells("hint")} or ${tells("details")})`,
      ofSource,
    ),
    drafts: await count(
      `delete from draft where (kept_source_id = $1 or body ->> 'sourceId' = $1::text or kept_source_id is null) and ${tells("body")}`,
      ofSource,
    ),
    templates: await count(
      `delete from template t using source s
        where s.id = $1 and t.source_id = s.id and t.version <> s.template_version and ${tells("t.body")}`,
      ofSource,
    ),
  };
  await db.query("delete from draft_page where address = $1", [address]);
  await db.query(
    `update template_version v set undone_at = coalesce(undone_at, $2), note = 'its templates told of a record that was forgotten'
      where source_id = $1 and not exists (select from template t where t.source_id = v.source_id and t.version = v.version)`,
    [sourceId, now],
  );
  await db.query(
    `update template_version v
        set details = jsonb_set(details, '{known}', coalesce((select jsonb_agg(k) from jsonb_array_elements(details -> 'known') as k
                                                              where not ${tells("k")}), '[]'))
      where source_id = $1 and jsonb_typeof(details -> 'known') = 'array' and ${tells("details")}`,
    ofSource,
  );
  await db.query(`update template_version set note = null where source_id = $1 and ${tells("note")}`, ofSource);
  await db.query(`update harvest set note = null where source_id = $1 and ${tells("note")}`, ofSource);
  await db.query(`update source set state_reason = null where id = $1 and ${tells("state_reason")}`, ofSource);
  await db.query(
    `update source set settings = jsonb_set(settings, '{discovery,addresses}', (settings #> '{discovery,addresses}') - $2::text)
      where id = $1 and settings #> '{discovery,addresses}' ? $2`,
    [sourceId, address],
  );
  return removed;
}

/** As it is, and as JSON writes it: a quotation mark or a line break is written otherwise there. */
const writtenForms = (text: string): string[] => [text, JSON.stringify(text).slice(1, -1)];

/** Whether what a person pasted, or the template in force, is of this record: then the source cannot do without it. */
export async function isKey(db: Db, { sourceId, address }: RecordToForget, own: readonly string[]): Promise<boolean> {
  const { isKept } = only(
    await db.query<{ isKept: boolean }>(
      `select coalesce(settings -> 'key' ->> 'address' = $2, false)
              or exists (select from jsonb_array_elements(coalesce(nullif(settings #> '{key,further}', 'null'), '[]')) as f where f ->> 'address' = $2)
              or exists (select from unnest($3::text[]) as word
                          where position(word in (settings - 'discovery')::text) > 0
                             or exists (select from template t where t.source_id = s.id and t.version = s.template_version
                                                                 and position(word in t.body::text) > 0)) as "isKept"
         from source s where id = $1`,
      [sourceId, address, own.map((text) => JSON.stringify(text))], // as a whole text, not within another
    ),
  );
  return isKept;
}

/** What goes with a source: with it, or since nothing else points at it. */
export async function countOfSource(db: Db, sourceId: string): Promise<Forgotten> {
  return only(
    await db.query<Forgotten>(
      `select (select count(*) from record where source_id = $1)::int as records,
              (select count(*) from record r join record_version v on v.record_id = r.id where r.source_id = $1)::int as versions,
              (select count(*) from page where source_id = $1)::int as pages,
              (select count(*) from (select snapshot_id from page where source_id = $1
                                     union select f.snapshot_id from proof f join record r on r.id = f.record_id where r.source_id = $1
                                     union select snapshot_id from source_check where source_id = $1) as s
                where snapshot_id is not null)::int as snapshots,
              (select count(*) from source_check where source_id = $1)::int as checks,
              (select count(*) from warning where source_id = $1)::int as warnings,
              (select count(*) from draft where kept_source_id = $1 or body ->> 'sourceId' = $1::text)::int as drafts,
              (select count(*) from template where source_id = $1)::int as templates`,
      [sourceId],
    ),
  );
}

export async function removeDraftsOf(db: Db, sourceId: string): Promise<void> {
  await db.query("delete from draft where kept_source_id = $1 or body ->> 'sourceId' = $1::text", [sourceId]);
}

/** What an account leaves beside its own rows: the name it signed with. */
export async function forgetName(db: Db, name: string): Promise<void> {
  await db.query("update api_key set created_by = null where lower(created_by) = lower($1)", [name]);
  await db.query("update draft set created_by = null where lower(created_by) = lower($1)", [name]);
  await db.query("delete from sign_in_try where name = lower($1)", [name]);
}
