import type { Pool } from "pg";
import type { KnownRecord } from "../../core/index.js";
import { identityOf, type KnownRecordRow, knownRecords, knownRecordsOf, knownRecordsOn } from "../../store/record.js";

const MOST = 50; // records a check compares with and a heal looks for

export interface Known extends KnownRecordRow {
  readonly record: KnownRecord; // its values without empty ones: what can be looked for on a page
}

export async function knownOf(pool: Pool, sourceId: string): Promise<Known[]> {
  return (await knownRecords(pool, sourceId, MOST)).map(withRecord);
}

/** Of a list page, as it was last read. */
export async function knownOn(pool: Pool, sourceId: string, address: string): Promise<Known[]> {
  return (await knownRecordsOn(pool, sourceId, address, MOST)).map(withRecord);
}

/** Of these pages, whichever of all its records they show. */
export async function knownAt(pool: Pool, sourceId: string, addresses: readonly string[]): Promise<Known[]> {
  return (await knownRecordsOf(pool, sourceId, addresses.map(identityOf))).map(withRecord);
}

const withRecord = (row: KnownRecordRow): Known => ({
  ...row,
  record: Object.fromEntries(Object.entries(row.values).filter(([, values]) => values.length > 0)),
});

/** With the key itself, where it was labelled and never read. */
export function withKey(known: readonly Known[], address: string, record: KnownRecord): readonly Known[] {
  if (known.some((each) => each.address === address)) return known;
  const values = Object.fromEntries(Object.entries(record).map(([name, texts]) => [name, [...texts]]));
  return [{ id: "", identity: identityOf(address), address, snapshotId: null, values, record }, ...known];
}

/** The known record a key was taken from: all that the key has, it has too. */
export function ownerOf(key: KnownRecord, known: readonly Known[]): Known | undefined {
  return known.find(({ record }) => Object.entries(key).every(([name, values]) => sameTexts(values, record[name] ?? [])));
}

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);
