/**
 * One page as it was read, in one statement: snapshot, records, versions, proofs and the state of the page, or nothing.
 *
 * One statement, since round trips are what a harvest spends its time on. The rows of known records are locked first,
 * in the order of their identities, so two writers of one record come one after the other; where both think it is new,
 * the second meets the first's row and tries again, as it does after a deadlock.
 *
 * A page that is read for the first time has a statement of its own, for half the work: a first harvest has no others.
 */
import type { PageOutcome, ProofSpan, RecordValues, WithheldValues } from "../api/record.js";
import { throughCollisions } from "./collision.js";
import type { Db } from "./db.js";
import type { SnapshotToStore } from "./snapshot.js";

export interface RecordToStore {
  readonly identity: string; // of `identityOf`
  readonly values: RecordValues; // what was read; an absent value is an empty list. None at all: what is known is only marked
  readonly withheld: WithheldValues;
  readonly proofs: Readonly<Record<string, readonly ProofSpan[]>>;
  readonly drops?: readonly string[]; // withheld ones whose last value is not kept: the rules that read it were shown wrong
}

export interface PageToStore {
  readonly sourceId: string;
  readonly pageId: string;
  readonly harvestId: string | null;
  readonly templateVersion: number;
  readonly variant: number | null;
  readonly snapshot: SnapshotToStore;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly base: string | null; // where its relative links start, if not at its own address
  readonly outcome: Extract<PageOutcome, "read" | "partly" | "withheld">;
  readonly reason: string | null;
  readonly withheldGroup: string | null; // equal for pages withheld alike
  readonly records: readonly RecordToStore[]; // of a final page always its own
  readonly isComplete: boolean; // whatever stood on the page and is not among `records` has left it
  readonly isFirst: boolean; // it was never read before, so nothing stood on it
}

export interface StoredRecord {
  readonly id: string;
  readonly identity: string;
  readonly change: "new" | "changed" | "unchanged" | "apart";
}

export async function storePage(db: Db, page: PageToStore, now: Date): Promise<StoredRecord[]> {
  const values = parametersOf(page, now);
  const usual = page.records.length < 2 ? { name: "store-page", text: STORE_ONE, values } : { text: STORE_MANY, values };
  const first = { name: "store-first", text: STORE_FIRST, values: values.slice(0, FIRST_PARAMETERS) };
  const hasOne = page.records.length === 1 && page.outcome !== "withheld";
  const isNew = page.isFirst && hasOne; // unless its record is known from another page
  return throughCollisions(async (isFirstTry) => (await db.query<StoredRecord>(isNew && isFirstTry ? first : usual)).rows);
}

function parametersOf(page: PageToStore, now: Date): unknown[] {
  const { snapshot } = page;
  const records = new Map(page.records.map((record) => [record.identity, record])); // a list may show a record twice
  return [
    page.sourceId,
    page.pageId,
    now,
    snapshot.digest,
    snapshot.packed,
    snapshot.size,
    snapshot.charset,
    snapshot.mediaType,
    snapshot.isRendered,
    page.templateVersion,
    page.variant,
    JSON.stringify([...records.values()]),
    page.etag,
    page.lastModified,
    page.outcome,
    page.reason,
    page.withheldGroup,
    page.harvestId,
    page.base,
    page.isComplete,
    [...records.keys()],
  ];
}

const TAKEN = `taken as (
  insert into snapshot (digest, bytes, size, charset, media_type, is_rendered, stored_at)
  values ($4::bytea, $5::bytea, $6::integer, $7::text, $8::text, $9::boolean, $3::timestamptz)
  on conflict (digest) do update -- to get the id of the one that is there; its bytes may have made way
     set bytes = coalesce(snapshot.bytes, excluded.bytes), dropped_at = null,
         charset = excluded.charset, media_type = excluded.media_type -- proofs have the charset of their own reading
  returning id)`;

const PAGE_READ = `page_read as (
  update page p
     set outcome = $15::text, state = $15::text, reason = $16::text, withheld_group = $17::text, etag = $13::text,
         last_modified = $14::text, read_version = $10::integer, charset = $7::text, base = $19::text, variant = $11::integer, seen_at = $3::timestamptz,
         changed_at = case when p.snapshot_id = taken.id then p.changed_at else $3::timestamptz end,
         snapshot_id = taken.id
    from taken where p.id = $2::bigint)`;

/** `input` gives the rows identity, values, withheld, proofs, drops. */
const storePageFrom = (input: string): string => `
with ${TAKEN},
input as materialized (${input}),
old as materialized (
  select r.id, r.identity, r.state, r.values, r.withheld, r.versions
    from record r
   where r.source_id = $1::bigint and r.identity = any($21::text[]) -- not a join: its plan may walk through all of the source
   order by r.identity -- one order for all writers
     for update),
reading as materialized (
  select i.identity, i.withheld, i.proofs, o.id, coalesce(o.versions, 0) + 1 as next,
         coalesce((select jsonb_object_agg(known.key, known.value) from jsonb_each(o.values) as known
                    where (i.withheld ? known.key or i.values = '{}') -- withheld ones keep what was proved before
                      and not coalesce(i.drops ? known.key, false)), '{}')
           || i.values as values,
         o.state as old_state, o.values as old_values, v.standing = 'unconfirmed' as is_apart
    from input i
    join template_version v on v.source_id = $1::bigint and v.version = $10::integer
    left join old o on o.identity = i.identity
   where i.values <> '{}' or o.state = 'current' and v.standing <> 'unconfirmed'),
judged as materialized (
  select g.*, case
           when is_apart and coalesce((select last.is_apart and last.template_version = $10::integer and last.undone_at is null
                                              and last.values = g.values
                                         from record_version last
                                        where last.record_id = g.id and last.number = g.next - 1), false) then 'unchanged'
           when is_apart then 'apart'
           when g.id is null or g.old_state = 'apart' then 'new'
           when g.old_state = 'current' and g.values = g.old_values then 'unchanged'
           else 'changed' end as change
    from reading g),
added as (
  insert into record (source_id, identity, page_id, state, version, versions, values, withheld, created_at, updated_at)
  select $1::bigint, identity, $2::bigint, case when is_apart then 'apart' else 'current' end, case when not is_apart then next end,
         next, case when is_apart then '{}' else values end, withheld, $3::timestamptz, $3::timestamptz
    from judged where id is null
   order by identity
  returning id, identity),
versions as (
  insert into record_version (record_id, number, kind, values, withheld, template_version, variant, harvest_id, read_at, is_apart)
  select coalesce(j.id, a.id), j.next, 'read', j.values, j.withheld, $10::integer, $11::integer, $18::bigint, $3::timestamptz,
         j.is_apart
    from judged j left join added a on a.identity = j.identity
   where j.change <> 'unchanged'
  returning record_id, number),
proofs as (
  insert into proof (record_id, number, snapshot_id, charset, template_version, spans)
  select coalesce(j.id, a.id), j.next, taken.id, $7::text, $10::integer, j.proofs
    from judged j left join added a on a.identity = j.identity, taken
   where j.change <> 'unchanged'),
renewed as (
  update record r
     set page_id = $2::bigint,
         withheld = case when j.is_apart then r.withheld else j.withheld end,
         versions = case when j.change = 'unchanged' then r.versions else j.next end,
         state = case when j.is_apart then r.state else 'current' end,
         version = case when j.change in ('new', 'changed') then j.next else r.version end,
         values = case when j.is_apart then r.values else j.values end,
         updated_at = case when j.change in ('new', 'changed') then greatest($3::timestamptz, r.updated_at) else r.updated_at end
    from judged j
   where r.id = j.id
     and (j.change <> 'unchanged' or r.page_id is distinct from $2::bigint or not j.is_apart and r.withheld <> j.withheld)),
released as (
  update record r set page_id = null
   where $20::boolean and r.page_id = $2::bigint
     and not exists (select from input i where i.identity = r.identity)),
${PAGE_READ}
select coalesce(j.id, a.id)::text as id, j.identity, j.change
  from judged j left join added a on a.identity = j.identity
 order by j.identity`;

const ONE_RECORD = `
  select r ->> 'identity' as identity, r -> 'values' as values, r -> 'withheld' as withheld, r -> 'proofs' as proofs,
         r -> 'drops' as drops
    from (select $12::jsonb -> 0 as r) as one`;

/**
 * Its plan is made once per connection, perhaps while the tables are empty: it must be one that stays good. A single row
 * of input makes every step a search by a unique index.
 */
const STORE_ONE = storePageFrom(`${ONE_RECORD} where r is not null`);

/** Planned anew each time, for tables as large as they are then. */
const STORE_MANY = storePageFrom(
  "select * from jsonb_to_recordset($12::jsonb) as input (identity text, values jsonb, withheld jsonb, proofs jsonb, drops jsonb)",
);

const FIRST_PARAMETERS = 19; // the others are for what is known already

/** Fails where the record is known already: it is then stored in the usual way. */
const STORE_FIRST = `
with ${TAKEN},
input as materialized (
  select i.*, v.standing = 'unconfirmed' as is_apart
    from (${ONE_RECORD}) as i
    join template_version v on v.source_id = $1::bigint and v.version = $10::integer),
added as (
  insert into record (source_id, identity, page_id, state, version, versions, values, withheld, created_at, updated_at)
  select $1::bigint, identity, $2::bigint, case when is_apart then 'apart' else 'current' end, case when not is_apart then 1 end,
         1, case when is_apart then '{}' else values end, withheld, $3::timestamptz, $3::timestamptz
    from input
  returning id),
versions as (
  insert into record_version (record_id, number, kind, values, withheld, template_version, variant, harvest_id, read_at, is_apart)
  select a.id, 1, 'read', i.values, i.withheld, $10::integer, $11::integer, $18::bigint, $3::timestamptz, i.is_apart
    from input i, added a),
proofs as (
  insert into proof (record_id, number, snapshot_id, charset, template_version, spans)
  select a.id, 1, taken.id, $7::text, $10::integer, i.proofs from input i, added a, taken),
${PAGE_READ}
select a.id::text as id, i.identity, case when i.is_apart then 'apart' else 'new' end as change from input i, added a`;
