/**
 * Restores a backup in one transaction: its own schema version is made, its rows are put in, and then it is brought to ours. So
 * a backup of any earlier release restores, and whatever goes wrong leaves the database as it was.
 */

import type { ClientBase, Pool } from "pg";
import { z } from "zod";
import { refuse } from "../../api/errors.js";
import { jsonOf } from "../../api/json.js";
import { because } from "../../api/reasons.js";
import { type Db, only } from "../db.js";
import { migrateJobs, settleJobs } from "../job.js";
import { runMigration } from "../migrate.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { removeSetting, SEALED } from "../setting.js";
import { transaction } from "../transaction.js";
import { copyIn } from "./copy.js";
import { type BackupFile, sectionsOf } from "./read-backup.js";
import { foreignNames, isEmpty, keptTables, madeFunctions, madeTables, schemaVersionOf } from "./tables.js";
import type { Seal } from "./write-backup.js";

export interface RestoreOptions {
  readonly now: Date;
  readonly isReplacing: boolean; // whatever is in the database goes
  readonly seal: Pick<Seal, "by" | "open"> | null; // ours, to open the backup's secrets with
  readonly onTable?: (done: number, all: number, table: string) => void;
}

export interface Restored {
  readonly rows: number;
  readonly withoutSecrets: readonly string[]; // sources whose headers and cookies must be given again
}

export async function restore(pool: Pool, file: BackupFile, options: RestoreOptions): Promise<Restored> {
  await refuseToLose(pool, options); // before anything is changed
  await migrateJobs(pool);
  return transaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [RESTORING]);
    await dropOurs(client, await refuseToLose(client, options));
    const { schemaVersion } = file.head;
    for (const number of upTo(schemaVersion)) await runMigration(client, number, options.now);
    const rows = await putRows(client, file, options);
    const withoutSecrets = await putSecrets(client, file, options.seal);
    await client.query("set constraints all immediate");
    await setTriggers(client, "enable");
    for (const number of upTo(MIGRATIONS.length).slice(schemaVersion)) await runMigration(client, number, options.now);
    await removeSetting(client, SEALED); // the backup's own word for it; its secrets may lie open now
    await settleJobs(client);
    return { rows, withoutSecrets };
  });
}

const RESTORING = 0x72657374;

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Gives the schema version that may go. */
async function refuseToLose(db: Db, { isReplacing }: RestoreOptions): Promise<number> {
  const schemaVersion = await schemaVersionOf(db);
  if (schemaVersion > MIGRATIONS.length) return refuse("database-newer", schemaVersion, MIGRATIONS.length);
  const [foreign] = await foreignNames(db, schemaVersion);
  if (foreign !== undefined) return refuse("database-shared", foreign);
  if (schemaVersion === 0) return schemaVersion;
  const workers = "select count(*)::int as count from worker where seen_at > clock_timestamp() - interval '1 minute'";
  const { isKnown } = only(await db.query<{ isKnown: boolean }>("select to_regclass('worker') is not null as \"isKnown\""));
  const { count } = isKnown ? only(await db.query<{ count: number }>(workers)) : { count: 0 };
  if (count > 0) return refuse("database-in-use", count);
  if (!isReplacing && !(await isEmpty(db))) return refuse("database-not-empty");
  return schemaVersion;
}

/** Only what its schema version has made; the same names may be a stranger's where bartree never was. */
async function dropOurs(client: ClientBase, schemaVersion: number): Promise<void> {
  if (schemaVersion === 0) return;
  const made = MIGRATIONS.slice(0, schemaVersion);
  for (const name of [...madeTables(made), "schema_version"]) await client.query(`drop table if exists ${name} cascade`);
  for (const name of madeFunctions(made)) await client.query(`drop function if exists ${name} cascade`);
}

/** Triggers would do again what the rows already show; references are held by the database all the same. */
async function setTriggers(client: ClientBase, act: "enable" | "disable"): Promise<void> {
  for (const { name } of await keptTables(client)) await client.query(`alter table ${name} ${act} trigger user`);
}

async function putRows(client: ClientBase, file: BackupFile, { onTable }: RestoreOptions): Promise<number> {
  const { head, path } = file;
  const made = new Map((await keptTables(client)).map((table) => [table.name, table.columns]));
  const left = new Map(head.tables.map((table) => [table.name, table]));
  await setTriggers(client, "disable");
  for (const { name } of await keptTables(client)) await client.query(`delete from ${name}`); // what migrations put in of themselves
  let all = 0;
  for await (const { table: name, rows } of sectionsOf(file)) {
    onTable?.(head.tables.length - left.size, head.tables.length, name);
    const table =
      left.get(name) ?? refuse("backup-damaged", path, `it has the table ${name} twice or without a word in its head`);
    const columns = made.get(name);
    if (!columns || table.columns.some((column) => !columns.includes(column)))
      return refuse("backup-damaged", path, `its table ${name} is not as schema version ${head.schemaVersion} has it`);
    const written = table.columns.map((column) => `"${column}"`).join(", ");
    const taken = await copyIn(client, `copy ${name} (${written}) from stdin`, rows);
    if (taken !== table.rows)
      return refuse("backup-damaged", path, `its table ${name} has ${taken} rows instead of ${table.rows}`);
    left.delete(name);
    all += taken;
  }
  if (left.size > 0) return refuse("backup-damaged", path, `it lacks the table ${[...left.keys()][0]}`);
  for (const { table, column, next } of head.sequences)
    await client.query("select setval(pg_get_serial_sequence($1, $2), $3::bigint, false)", [table, column, next]);
  onTable?.(head.tables.length, head.tables.length, "");
  return all;
}

const Secrets = z.record(z.string().regex(/^\d{1,18}$/), z.object({ headers: z.unknown(), cookies: z.unknown() }));

/** Sources whose secrets another machine has sealed wait until they are given again. Gives their names. */
async function putSecrets(client: ClientBase, { head, path }: BackupFile, seal: RestoreOptions["seal"]): Promise<string[]> {
  if (head.secrets === null) return [];
  const { by, sealed, sources } = head.secrets;
  if (seal?.by !== by) return pauseAll(client, sources);
  const { data } = Secrets.safeParse(jsonOf(seal.open(sealed)));
  if (!data) return refuse("backup-damaged", path, "its secrets are not as they were written");
  for (const [id, secrets] of Object.entries(data))
    await client.query("update source set settings = settings || $2 where id = $1", [id, JSON.stringify(secrets)]);
  return [];
}

async function pauseAll(client: ClientBase, sources: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `update source set state = 'paused', state_reason = case when state = 'paused' then $3::jsonb else $2::jsonb end
      where id = any($1::bigint[]) returning name`,
    [sources, because("secrets-not-restored", false), because("secrets-not-restored", true)],
  );
  return rows.map(({ name }) => name);
}
