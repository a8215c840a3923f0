/** The way to the database: the server that DATABASE_URL names, or the embedded one. */
import pg from "pg";
import { errorReport, ReportedError } from "../api/errors.js";
import { type EmbeddedOptions, openEmbedded } from "./embedded/embedded.js";
import { type BeforeMigration, migrate } from "./migrate.js";
import { databaseTrouble } from "./trouble.js";

export interface StoreOptions extends EmbeddedOptions {
  readonly databaseUrl: string | null; // null: the embedded server
  readonly connections?: number;
  readonly now: Date;
  readonly beforeMigration?: (pool: pg.Pool, ...step: Parameters<BeforeMigration>) => Promise<void>;
  readonly isAsItIs?: boolean; // whatever layout it has, also none
}

export interface Store {
  readonly pool: pg.Pool;
  readonly isEmbedded: boolean;
  /** Ends the connections, and the embedded server unless others use it. */
  close(): Promise<void>;
}

const CONNECTIONS = 10;
const PATIENCE_MS = 10_000;

/** Connected and brought to the newest layout (unless it is to stay as it is), or refused with a reason; then nothing is left open. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const onMoved = (connection: pg.ClientConfig) => Object.assign(pool.options, connection); // for connections to come
  const embedded = options.databaseUrl === null ? await openEmbedded({ ...options, onMoved }) : undefined;
  const pool = openPool(embedded?.connection ?? { connectionString: options.databaseUrl ?? "" }, options);
  const close = async () => {
    await pool.end();
    await embedded?.close();
  };
  try {
    const { beforeMigration, isAsItIs, now } = options;
    const before: BeforeMigration | undefined = beforeMigration && ((step) => beforeMigration(pool, step));
    if (!isAsItIs) await migrate(pool, now, before && { before });
    return { pool, isEmbedded: embedded !== undefined, close };
  } catch (error) {
    await close();
    const report = error instanceof ReportedError ? undefined : (databaseTrouble(error) ?? unreachable(error));
    throw report ? new ReportedError(report) : error;
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
  pool.on("error", (error) => onNote?.(`A connection to the database was lost: ${error.message}`)); // an idle one; else it would end us
  pool.on("connect", (client) => client.on("error", () => {})); // one in use; told by the query that meets it
  return pool;
}

/** While connecting, whatever the driver or the server refuses is in the way: a wrong address, a name that nobody has. */
function unreachable(error: unknown): ReportedError["report"] | undefined {
  if (!(error instanceof Error) || !("code" in error || /Invalid URL/i.test(error.message))) return undefined;
  return errorReport("database-unreachable", error.message || String("code" in error ? error.code : "no answer"));
}
