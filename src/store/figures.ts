/** Figures about the database itself. */
import { type Db, only } from "./db.js";

export interface DatabaseFigures {
  readonly version: string;
  readonly bytes: number;
  readonly schemaVersion: number;
}

export async function databaseFigures(db: Db): Promise<DatabaseFigures> {
  return only(
    await db.query<DatabaseFigures>(
      `select current_setting('server_version') as version, pg_database_size(current_database())::double precision as bytes,
              (select max(version) from schema_version)::int as "schemaVersion"`,
    ),
  );
}

/** Estimates: exact counts of large tables would take seconds. */
export async function countedRows(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ name: string; rows: number }>(
    `select relname as name, greatest(reltuples, 0)::double precision as rows from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname in ('record', 'page', 'snapshot', 'record_version')`,
  );
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

export async function checkedSince(db: Db, since: Date): Promise<number> {
  const statement = "select count(distinct source_id)::int as count from source_check where checked_at >= $1";
  return only(await db.query<{ count: number }>(statement, [since])).count;
}
