/**
 * What a backup file is: gzip of lines that any tool can unpack. First the head, as JSON; then each table as a line of
 * JSON with its name, its rows as COPY writes them, and a line `\.`; last, packed on its own, the digest of all before it.
 */
import { gzipSync } from "node:zlib";
import { z } from "zod";

export const FORMAT = "bartree-backup";
export const VERSION = 1;

const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const Table = z.strictObject({ name: Name, columns: z.array(Name).min(1), rows: z.int().min(0) });
export type Table = z.infer<typeof Table>;

export const Head = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  schemaVersion: z.int().min(1), // how many migrations its tables have seen
  program: z.string(), // the version that wrote it
  server: z.string(),
  madeAt: z.iso.datetime(),
  tables: z.array(Table), // a table stands after those it points at
  sequences: z.array(z.strictObject({ table: Name, column: Name, next: z.string().regex(/^\d{1,19}$/) })),
  secrets: z.strictObject({ by: z.string(), sealed: z.string(), sources: z.array(z.string().regex(/^\d{1,18}$/)) }).nullable(), // headers and cookies of these sources; null: in the rows
});
export type Head = z.infer<typeof Head>;

export const TableLine = z.strictObject({ table: Name });

export const END_OF_ROWS = Buffer.from("\n\\.\n");

/** Always of the same length, so that it is found from the end. */
export function sealOf(sha256: string): Buffer {
  return gzipSync(`{"sha256":"${sha256}"}\n`, { level: 0 });
}

export const SEAL_BYTES = sealOf("0".repeat(64)).length;
