/** The tables of ours in a database, whatever schema version it has: found in the migrations, not in a list to keep. */
import { type Db, only } from "../db.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import type { Head, Table } from "./head.js";

/**
 * Not kept: what says the schema version itself, who works just now, whose turn a host is, who is signed in. Jobs lie in a schema
 * of their own and are put anew from the rows of sources.
 */
const PASSING = ["worker", "host", "session", "one_time_link", "sign_in_try"];

/** The word behind one of these beginnings of a line. */
const named = (migrations: readonly string[], beginnings: readonly string[]): string[] =>
  migrations
    .flatMap((migration) => migration.split("\n"))
    .flatMap((line) => {
      const beginning = beginnings.find((words) => line.startsWith(words));
      return beginning === undefined ? [] : (/^\w+/.exec(line.slice(beginning.length)) ?? []);
    });

/** What the migrations make, besides `schema_version`; a stranger's table in the same schema is not among it. */
export const madeTables = (migrations: readonly string[]): string[] => named(migrations, ["create table "]);
export const madeFunctions = (migrations: readonly string[]): string[] => [
  ...new Set(named(migrations, ["create function ", "create or replace function "])),
];

/** Tables and functions of names that migrations are still to make: somebody else's. */
export async function foreignNames(db: Db, schemaVersion: number): Promise<string[]> {
  const ours = MIGRATIONS.slice(0, schemaVersion);
  const others = (names: (migrations: readonly string[]) => string[]) =>
    names(MIGRATIONS).filter((name) => !names(ours).includes(name));
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname = any($1)
      union select proname from pg_proc where pronamespace = current_schema()::regnamespace and proname = any($2) order by 1`,
    [[...others(madeTables), ...(schemaVersion === 0 ? ["schema_version"] : [])], others(madeFunctions)],
  );
  return rows.map(({ name }) => name);
}

/** With their columns but those the database computes; a table after those it points at. */
export async function keptTables(db: Db, migrations: readonly string[] = MIGRATIONS): Promise<Omit<Table, "rows">[]> {
  const { rows } = await db.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname as name,
            (select array_agg(attname::text order by attnum) from pg_attribute
              where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
            array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                   where k.conrelid = c.oid and k.contype = 'f' and not k.condeferred and k.confrelid <> c.oid) as needs
       from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
      order by c.relname`,
    [madeTables(migrations).filter((name) => !PASSING.includes(name))],
  );
  const sorted = new Map<string, Omit<Table, "rows">>();
  const put = ({ name, columns, needs }: (typeof rows)[number]): void => {
    if (sorted.has(name)) return;
    for (const needed of rows.filter((row) => needs.includes(row.name))) put(needed);
    sorted.set(name, { name, columns });
  };
  for (const row of rows) put(row);
  return [...sorted.values()];
}

/** The next number of each table that gives its own. */
export async function sequencesOf(db: Db, tables: readonly Pick<Table, "name">[]): Promise<Head["sequences"]> {
  const { rows } = await db.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  const sequences: Head["sequences"] = [];
  for (const { table, column, sequence } of rows) {
    const statement = `select (last_value + is_called::int)::text as next from ${sequence}`;
    sequences.push({ table, column, ...only(await db.query<{ next: string }>(statement)) });
  }
  return sequences;
}

/** A stranger's table of that name has other columns. */
const HAS_OURS = `select exists (select from pg_attribute where attrelid = to_regclass('schema_version') and attname = 'reached_at') as "isOurs"`;

export async function schemaVersionOf(db: Db): Promise<number> {
  const { isOurs } = only(await db.query<{ isOurs: boolean }>(HAS_OURS));
  if (!isOurs) return 0;
  return only(
    await db.query<{ schemaVersion: number }>(`select coalesce(max(version), 0)::int as "schemaVersion" from schema_version`),
  ).schemaVersion;
}

const OF_ITSELF = ["setting", "backup", "database_size"]; // rows the program writes without anybody's doing

/** Whether anything is in it that somebody would miss. */
export async function isEmpty(db: Db, migrations: readonly string[] = MIGRATIONS): Promise<boolean> {
  const tables = (await keptTables(db, migrations)).filter(({ name }) => !OF_ITSELF.includes(name));
  if (tables.length === 0) return true;
  const some = tables.map(({ name }) => `exists (select from ${name})`).join(" or ");
  return !only(await db.query<{ some: boolean }>(`select ${some} as some`)).some;
}
