/** The way to the database: the server that DATABASE_URL names, or the embedded one. */

import pg from "pg";
import { errorReport, ReportedError } from "../api/errors.js";
import { theirWords } from "../api/reasons.js";
import { openBackup } from "./backup/read-backup.js";
import { restore } from "./backup/restore.js";
import { schemaVersionOf } from "./backup/tables.js";
import type { Seal } from "./backup/write-backup.js";
import { type Carrier, type EmbeddedOptions, openEmbedded } from "./embedded/embedded.js";
import { migrate } from "./migrate.js";
import { MIGRATIONS } from "./migrations/migrations.js";
import { databaseTrouble } from "./trouble.js";

export interface StoreOptions extends Omit<EmbeddedOptions, "carrier" | "onMoved"> {
  readonly databaseUrl: string | null; // null: the embedded server
  readonly connections?: number;
  readonly now: Date;
  readonly keepBackup?: (pool: pg.Pool, why: string) => Promise<string>; // gives the file; made before rows are changed or carried
  readonly seal?: () => Seal; // what `keepBackup` closes secrets with
  readonly isAsItIs?: boolean; // whatever schema version it has, also none
}

export interface Store {
  readonly pool: pg.Pool;
  readonly isEmbedded: boolean;
  readonly dataFolder: string | null; // of the embedded server
  /** Ends the connections, and the embedded server unless others use it. */
  close(): Promise<void>;
}

const CONNECTIONS = 10;
const PATIENCE_MS = 10_000;

/** Connected and brought to the newest schema version (unless it is to stay as it is), or refused with a reason; then nothing is left open. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const onMoved = (connection: pg.ClientConfig) => Object.assign(pool.options, connection); // for connections to come
  const embedded = options.databaseUrl === null ? await openEmbedded({ ...options, ...carrierOf(options), onMoved }) : undefined;
  const pool = openPool(embedded?.connection ?? { connectionString: options.databaseUrl ?? "" }, options);
  const close = async () => {
    await pool.end();
    await embedded?.close();
  };
  try {
    if (!options.isAsItIs) await migrate(pool, options.now, { before: (step) => save(pool, step, options) });
    return { pool, isEmbedded: embedded !== undefined, dataFolder: embedded?.data ?? null, close };
  } catch (error) {
    await close();
    const report = error instanceof ReportedError ? undefined : (databaseTrouble(error) ?? unreachable(error));
    throw report ? new ReportedError(report) : error;
  }
}

/** Nothing where nobody keeps backups. */
async function save(
  pool: pg.Pool,
  { from, to }: { from: number; to: number },
  { keepBackup, onNote }: StoreOptions,
): Promise<void> {
  if (!keepBackup) return;
  const file = await keepBackup(pool, `schema-${to}`);
  onNote?.(`The database was of schema version ${from}; it was backed up to ${file} and is brought to schema version ${to}.`);
}

/** To the embedded server's next major version. */
function carrierOf(options: StoreOptions): { carrier?: Carrier } {
  const { keepBackup, now, seal } = options;
  if (!keepBackup) return {};
  return {
    carrier: {
      save: (from) =>
        withPool(from, options, async (pool) => ((await schemaVersionOf(pool)) === 0 ? undefined : keepBackup(pool, "server"))),
      load: (into, file) =>
        withPool(into, options, async (pool) => {
          await restore(pool, await openBackup(file, MIGRATIONS.length), { now, isReplacing: false, seal: seal?.() ?? null });
        }),
    },
  };
}

async function withPool<Result>(
  connection: pg.ClientConfig,
  options: StoreOptions,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(connection, { ...options, connections: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function openPool(connection: pg.ClientConfig, { connections = CONNECTIONS, onNote }: StoreOptions): pg.Pool {
  const pool = new pg.Pool({
    application_name: "bartree",
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
    ...connection,
    max: connections,
  });
  pool.on("error", (error) => {
    // an idle one; without this it would end us. Once the pool ends, a connection may still hear that the server ends too.
    if (!pool.ending) onNote?.(`A connection to the database was lost: ${error.message}`);
  });
  pool.on("connect", (client) => client.on("error", () => {})); // one in use; told by the query that meets it
  return pool;
}

/** While connecting, whatever the driver or the server refuses is in the way: a wrong address, a name that nobody has. */
function unreachable(error: unknown): ReportedError["report"] | undefined {
  if (!(error instanceof Error) || !("code" in error || /Invalid URL/i.test(error.message))) return undefined;
  return errorReport("database-unreachable", theirWords(error.message || String("code" in error ? error.code : "no answer")));
}
