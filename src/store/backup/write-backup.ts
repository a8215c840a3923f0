/** A backup: all tables as they were at one moment, in pieces of a file; what goes on meanwhile is not in it. */
import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { ClientBase, Pool } from "pg";
import { only } from "../db.js";
import { WITHOUT_SECRETS } from "../draft.js";
import { transaction } from "../transaction.js";
import { copyOut } from "./copy.js";
import { FORMAT, type Head, sealOf, type Table, VERSION } from "./head.js";
import { keptTables, schemaVersionOf, sequencesOf } from "./tables.js";

export interface BackupOptions {
  readonly program: string; // version
  readonly now: Date;
  readonly seal: Seal | null; // null: secrets stand in it as they are
  readonly onTable?: (done: number, all: number, table: string) => void;
}

/** Makes unreadable what only its maker is to read. */
export interface Seal {
  readonly by: string; // tells seals apart
  close(text: string): string;
  open(sealed: string): string;
}

const LEVEL = 1; // pages are packed already, and hexadecimal halves at any level

/** Hands the file's bytes to `write` while the database holds the moment; gives the head. */
export function writeBackup(
  pool: Pool,
  options: BackupOptions,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Head> {
  return transaction(pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    await client.query("set local synchronize_seqscans = off"); // rows come in the order in which they lie
    const head = await headOf(client, options);
    const gzip = createGzip({ level: LEVEL });
    pipeline(Readable.from(lines(client, head, options)), gzip, () => {}); // an error comes out of `gzip`
    await write(sealed(gzip));
    return head;
  });
}

async function headOf(client: ClientBase, { program, now, seal }: BackupOptions): Promise<Head> {
  const tables: Table[] = [];
  for (const table of await keptTables(client)) {
    const { rows } = only(await client.query<{ rows: string }>(`select count(*) as rows from ${table.name}`));
    tables.push({ ...table, rows: Number(rows) });
  }
  return {
    format: FORMAT,
    version: VERSION,
    schemaVersion: await schemaVersionOf(client),
    program,
    server: only(await client.query<{ version: string }>("select current_setting('server_version') as version")).version,
    madeAt: now.toISOString(),
    tables,
    sequences: await sequencesOf(client, tables),
    secrets: seal && sealedSecrets(seal, await secretsOf(client)),
  };
}

function sealedSecrets(seal: Seal, secrets: object): Head["secrets"] {
  return { by: seal.by, sealed: seal.close(JSON.stringify(secrets)), sources: Object.keys(secrets) };
}

/** By source; they are few. */
async function secretsOf(client: ClientBase): Promise<object> {
  const { rows } = await client.query<{ id: string; headers: object; cookies: object }>(
    `select id, settings -> 'headers' as headers, settings -> 'cookies' as cookies from source
      where coalesce(settings -> 'headers', '{}') <> '{}' or coalesce(settings -> 'cookies', '{}') <> '{}'`,
  );
  return Object.fromEntries(rows.map(({ id, ...secrets }) => [id, secrets]));
}

async function* lines(client: ClientBase, head: Head, { onTable }: BackupOptions): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const [index, { name, columns }] of head.tables.entries()) {
    onTable?.(index, head.tables.length, name);
    yield Buffer.from(`${JSON.stringify({ table: name })}\n`);
    yield* copyOut(
      client,
      `copy (select ${columns.map((column) => shown(name, column, head)).join(", ")} from ${name}) to stdout`,
    );
    yield Buffer.from("\\.\n");
  }
  onTable?.(head.tables.length, head.tables.length, "");
}

function shown(table: string, column: string, { secrets }: Head): string {
  if (secrets && table === "source" && column === "settings") return `settings || '{"headers": {}, "cookies": {}}' as settings`;
  return secrets && table === "draft" && column === "body" ? WITHOUT_SECRETS : `"${column}"`;
}

async function* sealed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  yield sealOf(hash.digest("hex"));
}
