/**
 * Brings a database to the newest layout. The list is only ever added to: a released migration is never edited.
 *
 * Each migration is one transaction with its own entry in `layout`; a lock makes two starters come one after the other.
 */
import type { Pool, PoolClient } from "pg";
import { refuse } from "../api/errors.js";
import { only } from "./db.js";
import { migrateJobs } from "./job.js";
import { nouns } from "./migrations/0001-nouns.js";
import { jobs } from "./migrations/0004-jobs.js";
import { alarms } from "./migrations/0005-alarms.js";
import { accounts } from "./migrations/0006-accounts.js";
import { summary } from "./migrations/0007-summary.js";
import { order } from "./migrations/0011-order.js";
import { transaction } from "./transaction.js";

const MIGRATIONS: readonly string[] = [nouns, jobs, alarms, accounts, summary, order];
const LEAST_MAJOR = 15;
const LOCK = 0x6d696772;

/** Gives the number of the layout. */
export async function migrate(pool: Pool, now: Date, migrations: readonly string[] = MIGRATIONS): Promise<number> {
  const { version } = only(await pool.query<{ version: string }>("select current_setting('server_version') as version"));
  if (Number.parseInt(version, 10) < LEAST_MAJOR) return refuse("database-too-old", version, LEAST_MAJOR);
  await refuseNewer(pool, migrations.length);
  await migrateJobs(pool).catch((error: Error) => refuse("migration-failed", "of jobs", error.message));
  for (;;) {
    const layout = await transaction(pool, (client) => step(client, now, migrations));
    if (layout === migrations.length) return layout;
  }
}

/** Before anything is changed. */
async function refuseNewer(pool: Pool, known: number): Promise<void> {
  const { isLaidOut } = only(await pool.query("select to_regclass('layout') is not null as \"isLaidOut\""));
  if (!isLaidOut) return;
  const { layout } = only(await pool.query<{ layout: number }>(LAYOUT));
  if (layout > known) refuse("database-newer", layout, known);
}

const LAYOUT = "select coalesce(max(version), 0)::int as layout from layout";

/** Runs the next migration, if there is one; gives the layout reached. */
async function step(client: PoolClient, now: Date, migrations: readonly string[]): Promise<number> {
  await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
  await client.query("create table if not exists layout (version integer primary key, reached_at timestamptz not null)");
  const { layout } = only(await client.query<{ layout: number }>(LAYOUT));
  if (layout > migrations.length) return refuse("database-newer", layout, migrations.length);
  const migration = migrations[layout];
  if (migration === undefined) return layout;
  try {
    await client.query(migration);
    await client.query("insert into layout (version, reached_at) values ($1, $2)", [layout + 1, now]);
  } catch (error) {
    return refuse("migration-failed", layout + 1, error instanceof Error ? error.message : String(error));
  }
  return layout + 1;
}
