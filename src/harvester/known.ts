import type { Pool } from "pg";
import type { KnownRecord } from "../core/index.js";
import { type KnownRecordRow, knownRecords } from "../store/record.js";

const MOST = 50; // records a check compares with and a heal looks for

export interface Known extends KnownRecordRow {
  readonly record: KnownRecord; // its values without empty ones: what can be looked for on a page
}

export async function knownOf(pool: Pool, sourceId: string): Promise<Known[]> {
  const rows = await knownRecords(pool, sourceId, MOST);
  return rows.map((row) => ({
    ...row,
    record: Object.fromEntries(Object.entries(row.values).filter(([, values]) => values.length > 0)),
  }));
}

/** The known record a key was taken from: all that the key has, it has too. */
export function ownerOf(key: KnownRecord, known: readonly Known[]): Known | undefined {
  return known.find(({ record }) => Object.entries(key).every(([name, values]) => sameTexts(values, record[name] ?? [])));
}

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);
