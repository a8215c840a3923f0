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

export interface SameRecord {
  readonly id: string;
  readonly source: string; // its name
}

/** Records of the same page in other sources: an address is one page whichever source names it. */
export async function sameElsewhere(db: Db, { sourceId, identity, address }: RecordToForget): Promise<SameRecord[]> {
  if (!/^https?:/.test(address)) return [];
  const { rows } = await db.query<SameRecord>(
    `select r.id, s.name as source from record r join source s on s.id = r.source_id
      where r.identity = $2 and r.source_id <> $1 order by s.name, r.id`,
    [sourceId, identity],
  );
  return rows;
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

const DRAFT_OF_SOURCE = "(kept_source_id = $1 or body ->> 'sourceId' = $1::text)";

/** All that a source points at, by a page, a check, a proof or a draft. */
const OF_SOURCE = `select snapshot_id as id from page where source_id = $1
  union select snapshot_id from source_check where source_id = $1
  union select f.snapshot_id from proof f join record r on r.id = f.record_id where r.source_id = $1
  union select p.snapshot_id from draft_page p join draft d on d.id = p.draft_id where ${DRAFT_OF_SOURCE}`;

/** Those of a source, and of drafts that have the address among their pages: nothing may point at them once it is forgotten. */
export async function snapshotsAround(db: Db, sourceId: string, address: string | null = null): Promise<string[]> {
  const { rows } = await db.query<{ id: string | null }>(
    `${OF_SOURCE}
     union select snapshot_id from draft_page where draft_id in (select draft_id from draft_page where address = $2)`,
    [sourceId, address],
  );
  return rows.flatMap(({ id }) => id ?? []);
}

/** Those of a source whose bytes are stored. */
export async function storedOfSource(db: Db, sourceId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select s.id from snapshot s join (${OF_SOURCE}) as own on own.id = s.id where s.bytes is not null order by s.id`,
    [sourceId],
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

/**
 * Whether the column holds one of the words: one in quotation marks anywhere, another one not as a part of a longer word
 * or address. A sentence may go on, or end, behind it.
 */
const tells = (column: string, words = "$2"): string =>
  `exists (select from unnest(${words}::text[]) as word, string_to_array(${column}::text, word) as parts,
                       unnest(parts[:cardinality(parts) - 1], parts[2:]) as around (before, after)
            where word ^@ '"' or (before !~ '\\w$' and after !~ '^[.,;:!?)'']*[\\w/%&=+@$~-]'))`;

/** A row that holds its address, its identity or one of its own texts tells of it. */
export async function forgetRecord(
  db: Db,
  record: RecordToForget,
  { snapshots, own }: { snapshots: readonly string[]; own: readonly string[] },
  now: Date,
): Promise<Forgotten> {
  const { id, sourceId, address, identity, versions } = record;
  const count = async (statement: string, values: unknown[]): Promise<number> =>
    (await db.query(statement, values)).rowCount ?? 0;
  const names = [...new Set([address, identity].flatMap(writtenForms))];
  const inText = [...names, ...own];
  const inJson = [...names, ...own.map((text) => JSON.stringify(text))]; // as a whole text, not within another
  const removed = {
    records: await count("delete from record where id = $1", [id]),
    versions,
    snapshots: await count("delete from snapshot where id = any($1::bigint[])", [snapshots]),
    pages: await count(
      `delete from page p where source_id = $1 and address = $2 and not exists (select from record r where r.page_id = p.id)`,
      [sourceId, address],
    ),
    checks: await count(`delete from source_check where source_id = $1 and (address = $3 or ${tells("details")})`, [
      sourceId,
      inJson,
      address,
    ]),
    warnings: await count(`delete from warning where source_id = $1 and ${tells("details")}`, [sourceId, inJson]),
    drafts: await count(
      `delete from draft d where ${tells("body")}
          and (${DRAFT_OF_SOURCE} or exists (select from draft_page p where p.draft_id = d.id and p.address = $3))`,
      [sourceId, inJson, address],
    ),
    templates: await count(
      `delete from template t using source s
        where s.id = $1 and t.source_id = s.id and t.version <> s.template_version
          and t.version in (select version from template where source_id = $1 and ${tells("body")})`, // half a version reads nothing
      [sourceId, inJson],
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
    [sourceId, inJson],
  );
  await db.query(`update template_version set note = null where source_id = $1 and ${tells("note")}`, [sourceId, inText]);
  await db.query(`update harvest set note = null where source_id = $1 and ${tells("note")}`, [sourceId, inText]);
  await db.query(`update source set state_reason = null where id = $1 and ${tells("state_reason")}`, [sourceId, inText]);
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
              (select count(id) from (${OF_SOURCE}) as s)::int as snapshots,
              (select count(*) from source_check where source_id = $1)::int as checks,
              (select count(*) from warning where source_id = $1)::int as warnings,
              (select count(*) from draft where ${DRAFT_OF_SOURCE})::int as drafts,
              (select count(*) from template where source_id = $1)::int as templates`,
      [sourceId],
    ),
  );
}

export async function removeDraftsOf(db: Db, sourceId: string): Promise<void> {
  await db.query(`delete from draft where ${DRAFT_OF_SOURCE}`, [sourceId]);
}

/** Whether it is a mail address to which warnings go, or went. */
export async function isReceiver(db: Db, address: string): Promise<boolean> {
  const { isOne } = only(
    await db.query<{ isOne: boolean }>(
      `select exists (select from source where lower(settings ->> 'warnMail') = lower($1))
              or exists (select from draft where lower(body -> 'settings' ->> 'warnMail') = lower($1))
              or exists (select from delivery where channel = 'mail' and lower(receiver) = lower($1))
              or exists (select from telling where channel = 'mail' and lower(receiver) = lower($1)) as "isOne"`,
      [address],
    ),
  );
  return isOne;
}

/** Nothing is sent there any more, and nothing says that something was. */
export async function forgetReceiver(db: Db, address: string): Promise<void> {
  await db.query(
    `update source set settings = settings || '{"warnMail": null}' where lower(settings ->> 'warnMail') = lower($1)`,
    [address],
  );
  await db.query(
    `update draft set body = jsonb_set(body, '{settings,warnMail}', 'null') where lower(body -> 'settings' ->> 'warnMail') = lower($1)`,
    [address],
  );
  await db.query("delete from delivery where channel = 'mail' and lower(receiver) = lower($1)", [address]);
  await db.query("delete from telling where channel = 'mail' and lower(receiver) = lower($1)", [address]);
  await db.query(`delete from warning where cause = 'undelivered-mail' and position(lower($1) in lower(details::text)) > 0`, [
    address,
  ]);
}

/** What an account leaves beside its own rows: the name it signed with. */
export async function forgetName(db: Db, name: string): Promise<void> {
  await db.query("update api_key set created_by = null where lower(created_by) = lower($1)", [name]);
  await db.query("update draft set created_by = null where lower(created_by) = lower($1)", [name]);
  await db.query("delete from sign_in_try where name = lower($1)", [name]);
}
