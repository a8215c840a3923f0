/** Records: the current values of each, their history and what proves them. */
import { createHash } from "node:crypto";
import type { ProofSpan, RecordState, RecordValues, WithheldValues } from "../api/record.js";
import type { Db } from "./db.js";

export interface RecordRow {
  readonly id: string;
  readonly sourceId: string;
  readonly identity: string;
  readonly address: string | null; // of the page it stands on
  readonly state: RecordState;
  readonly version: number | null;
  readonly values: RecordValues;
  readonly withheld: WithheldValues;
  readonly isProvisional: boolean; // read by no other template version than one that has seen too few pages
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Of record r on page p. A reading that gives the same values adds no version, so the page tells whether a later template
 * version gave them too; a value it withheld is still the earlier one's.
 */
export const IS_PROVISIONAL = `(
    exists (select from record_version v join template_version t on t.source_id = r.source_id and t.version = v.template_version
             where v.record_id = r.id and v.number = r.version and t.standing = 'provisional')
    and not (
      exists (select from template_version t where t.source_id = r.source_id and t.version = p.read_version and t.standing = 'confirmed')
      and case when p.state in ('failed', 'skipped') then p.read_state else p.state end in ('read', 'partly')
      and not exists (select from jsonb_object_keys(r.withheld) as name where r.values ? name)))`;

const SELECT = `select r.id, r.source_id as "sourceId", r.identity, p.address, r.state, r.version, r.values, r.withheld,
    ${IS_PROVISIONAL} as "isProvisional",
    r.created_at as "createdAt", r.updated_at as "updatedAt"`;
const FROM = "from record r left join page p on p.id = r.page_id";

const MAX_IDENTITY_BYTES = 1024; // an index entry must stay small

/** The canonical address of a final page, or a listed record's own identity; a long one by its digest. */
export function identityOf(text: string): string {
  if (Buffer.byteLength(text) <= MAX_IDENTITY_BYTES) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

export async function recordOf(db: Db, id: string): Promise<RecordRow | undefined> {
  const { rows } = await db.query<RecordRow>(`${SELECT} ${FROM} where r.id = $1`, [id]);
  return rows[0];
}

/** What is known of the record of this identity, gone or not. */
export async function valuesOf(db: Db, sourceId: string, identity: string): Promise<RecordValues | undefined> {
  const { rows } = await db.query<{ values: RecordValues }>(
    "select values from record where source_id = $1 and identity = $2 and state <> 'apart'",
    [sourceId, identity],
  );
  return rows[0]?.values;
}

export interface RecordQuery {
  readonly sourceId?: string;
  readonly search?: string; // words that all must be there
  readonly since: Date | string; // to go on: `at` of the last row
  readonly afterId: string; // among those of exactly `since`; begin with "0"
  readonly limit: number;
}

interface ChangedRecord extends RecordRow {
  readonly at: string; // updated_at to the microsecond, for the cursor
}

/** Of sources that are not hidden: changed since then, tombstones among them, oldest change first; the last row's time and id are the cursor to go on. */
export async function recordsSince(db: Db, { sourceId, search, since, afterId, limit }: RecordQuery): Promise<ChangedRecord[]> {
  const { rows } = await db.query<ChangedRecord>(
    `${SELECT}, to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at ${FROM}
      where r.state <> 'apart' and (r.updated_at, r.id) > ($1::timestamptz, $2::bigint)
        and ($3::bigint is null or r.source_id = $3)
        and ($4::text is null or r.search @@ search_query($4))
        and r.source_id in (select id from source where removed_at is null)
      order by r.updated_at, r.id
      limit $5`,
    [since, afterId, sourceId ?? null, search ?? null, limit],
  );
  return rows;
}

export interface KnownRecordRow {
  readonly id: string;
  readonly identity: string;
  readonly address: string | null;
  readonly snapshotId: string | null; // newest of its page
  readonly values: RecordValues;
}

const KNOWN = `select r.id, r.identity, p.address, p.snapshot_id as "snapshotId", r.values
       from record r
       left join page p on p.id = r.page_id`;

/** What healing may rely on: current records, those read by confirmed template versions first, in an order every run repeats. */
export async function knownRecords(db: Db, sourceId: string, limit: number): Promise<KnownRecordRow[]> {
  const { rows } = await db.query<KnownRecordRow>(
    `${KNOWN}
       left join record_version v on v.record_id = r.id and v.number = r.version
       left join template_version t on t.source_id = r.source_id and t.version = v.template_version
      where r.source_id = $1 and r.state = 'current'
      order by (t.standing = 'confirmed') desc nulls last, r.identity, r.id -- ids race between workers, identities do not
      limit $2`,
    [sourceId, limit],
  );
  return rows;
}

/** The current ones of these identities, in an order every run repeats. */
export async function knownRecordsOf(db: Db, sourceId: string, identities: readonly string[]): Promise<KnownRecordRow[]> {
  const { rows } = await db.query<KnownRecordRow>(
    `${KNOWN} where r.source_id = $1 and r.state = 'current' and r.identity = any($2) order by r.identity, r.id`,
    [sourceId, identities],
  );
  return rows;
}

/** The current ones that stand on a page, in an order every run repeats. */
export async function knownRecordsOn(db: Db, sourceId: string, address: string, limit: number): Promise<KnownRecordRow[]> {
  const { rows } = await db.query<KnownRecordRow>(
    `${KNOWN} where p.source_id = $1 and p.address = $2 and r.state = 'current' order by r.identity, r.id limit $3`,
    [sourceId, address, limit],
  );
  return rows;
}

/** Where a current record with all these values stands. */
export async function addressWith(
  db: Db,
  sourceId: string,
  values: Readonly<Record<string, readonly string[]>>,
): Promise<string | undefined> {
  const { rows } = await db.query<{ address: string }>(
    `select p.address from record r join page p on p.id = r.page_id
      where r.source_id = $1 and r.state = 'current'
        and not exists (select from jsonb_each($2) as wanted where coalesce(r.values -> wanted.key, '[]') <> wanted.value)
      order by r.identity, r.id
      limit 1`,
    [sourceId, JSON.stringify(values)],
  );
  return rows[0]?.address;
}

export interface VersionOfRecord {
  readonly number: number;
  readonly kind: "read" | "gone";
  readonly values: RecordValues;
  readonly withheld: WithheldValues;
  readonly templateVersion: number | null;
  readonly variant: number | null;
  readonly harvestId: string | null;
  readonly readAt: Date;
  readonly isApart: boolean;
  readonly undoneAt: Date | null;
}

export async function recordVersions(db: Db, id: string): Promise<VersionOfRecord[]> {
  const { rows } = await db.query<VersionOfRecord>(
    `select number, kind, values, withheld, template_version as "templateVersion", variant, harvest_id as "harvestId",
            read_at as "readAt", is_apart as "isApart", undone_at as "undoneAt"
       from record_version where record_id = $1 order by number`,
    [id],
  );
  return rows;
}

export interface CurrentProof {
  readonly attribute: string;
  readonly number: number; // the version that read it
  readonly readAt: Date;
  readonly snapshotId: string | null; // null: the page was removed on request
  readonly digest: Buffer | null;
  readonly droppedAt: Date | null; // the page's bytes made way then
  readonly charset: string;
  readonly templateVersion: number;
  readonly spans: readonly ProofSpan[];
}

/** For each attribute with a current value, the newest reading of it that counts. */
export async function currentProofs(db: Db, id: string): Promise<CurrentProof[]> {
  const { rows } = await db.query<CurrentProof>(
    `select distinct on (spans.key) spans.key as attribute, f.number, v.read_at as "readAt", f.snapshot_id as "snapshotId",
            s.digest, s.dropped_at as "droppedAt", f.charset, f.template_version as "templateVersion", spans.value as spans
       from record r
       join record_version v on v.record_id = r.id and v.number <= r.version and v.undone_at is null and not v.is_apart
       join proof f on f.record_id = v.record_id and f.number = v.number
       left join snapshot s on s.id = f.snapshot_id
       cross join jsonb_each(f.spans) as spans
      where r.id = $1 and r.values ? spans.key
      order by spans.key, f.number desc`,
    [id],
  );
  return rows;
}

export interface ProofOfVersion {
  readonly number: number;
  readonly readAt: Date;
  readonly snapshotId: string | null;
  readonly digest: Buffer | null;
  readonly droppedAt: Date | null;
  readonly charset: string;
  readonly templateVersion: number;
  readonly spans: Readonly<Record<string, readonly ProofSpan[]>>;
}

/** What proves the values of one version of a record, or of all. */
export async function proofsOf(db: Db, id: string, number: number | null): Promise<ProofOfVersion[]> {
  const { rows } = await db.query<ProofOfVersion>(
    `select f.number, v.read_at as "readAt", f.snapshot_id as "snapshotId", s.digest, s.dropped_at as "droppedAt", f.charset,
            f.template_version as "templateVersion", f.spans
       from proof f join record_version v on v.record_id = f.record_id and v.number = f.number
       left join snapshot s on s.id = f.snapshot_id
      where f.record_id = $1 and ($2::int is null or f.number = $2) order by f.number`,
    [id, number],
  );
  return rows;
}
