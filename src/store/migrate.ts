/**
 * Brings a database to the newest schema version.
 *
 * All that are missing run in one transaction: either the database is of this release, or it still is of the one before,
 * which can go on with it. A lock makes two starters come one after the other.
 */
import type { ClientBase, Pool } from "pg";
import { refuse } from "../api/errors.js";
import { isEmpty, schemaVersionOf } from "./backup/tables.js";
import { type Db, only } from "./db.js";
import { migrateJobs } from "./job.js";
import { MIGRATIONS } from "./migrations/migrations.js";
import { transaction } from "./transaction.js";

const LEAST_MAJOR = 15;
const SERVER = "select current_setting('server_version') as version, current_setting('server_encoding') as encoding";
const LOCK = 0x6d696772;

export interface MigrateOptions {
  readonly migrations?: readonly string[];
  readonly before?: BeforeMigration;
}

/** Called where rows are about to be changed; what it throws keeps them from it. */
export type BeforeMigration = (step: { readonly from: number; readonly to: number }) => Promise<void>;

/** Gives the schema version. */
export async function migrate(pool: Pool, now: Date, { migrations = MIGRATIONS, before }: MigrateOptions = {}): Promise<number> {
  const { version, encoding } = only(await pool.query<{ version: string; encoding: string }>(SERVER));
  if (Number.parseInt(version, 10) < LEAST_MAJOR) return refuse("database-too-old", version, LEAST_MAJOR);
  if (encoding !== "UTF8") return refuse("database-encoding", encoding);
  await reachable(pool, migrations.length); // before anything is changed
  await migrateJobs(pool).catch((error: Error) => refuse("migration-failed", "of jobs", error.message));
  return transaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    const schemaVersion = await reachable(client, migrations.length);
    const missing = migrations.slice(schemaVersion).map((_, index) => schemaVersion + index + 1);
    if (before && missing.length > 0 && schemaVersion > 0 && !(await isEmpty(client, migrations)))
      await before({ from: schemaVersion, to: migrations.length });
    for (const number of missing) await runMigration(client, number, now, migrations);
    return migrations.length;
  });
}

async function reachable(db: Db, known: number): Promise<number> {
  const schemaVersion = await schemaVersionOf(db);
  return schemaVersion > known ? refuse("database-newer", schemaVersion, known) : schemaVersion;
}

/** One, from 1, with its entry; the transaction is the caller's. */
export async function runMigration(client: ClientBase, number: number, now: Date, migrations = MIGRATIONS): Promise<void> {
  try {
    await client.query(
      "create table if not exists schema_version (version integer primary key, reached_at timestamptz not null)",
    );
    await client.query(migrations[number - 1] ?? "");
    await client.query("set constraints all immediate"); // a table with checks still to make cannot be altered by the next
    await client.query("set constraints all deferred");
    await client.query("insert into schema_version (version, reached_at) values ($1, $2)", [number, now]);
  } catch (error) {
    return refuse("migration-failed", number, error instanceof Error ? error.message : String(error));
  }
}
