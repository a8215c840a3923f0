/** The way to the database: the server that DATABASE_URL names, or the embedded one. */
import pg from "pg";
import { errorReport, ReportedError } from "../api/errors.js";
import { type EmbeddedOptions, openEmbedded } from "./embedded/embedded.js";
import { migrate } from "./migrate.js";

export interface StoreOptions extends EmbeddedOptions {
  readonly databaseUrl: string | null; // null: the embedded server
  readonly connections?: number;
  readonly now: Date;
}

export interface Store {
  readonly pool: pg.Pool;
  readonly isEmbedded: boolean;
  /** Ends the connections, and the embedded server unless others use it. */
  close(): Promise<void>;
}

const CONNECTIONS = 10;
const PATIENCE_MS = 10_000;

/** Connected and brought to the newest layout, or refused with a reason; then nothing is left open. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const embedded = options.databaseUrl === null ? await openEmbedded(options) : undefined;
  const pool = openPool(embedded?.connection ?? { connectionString: options.databaseUrl ?? "" }, options);
  const close = async () => {
    await pool.end();
    await embedded?.close();
  };
  try {
    await migrate(pool, options.now);
    return { pool, isEmbedded: embedded !== undefined, close };
  } catch (error) {
    await close();
    throw error instanceof ReportedError || !isOfDatabase(error) ? error : new ReportedError(unreachable(error));
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

/** Of the driver, the network or the server: all carry a code, or are of the driver's own time-out. */
function isOfDatabase(error: unknown): error is Error & { code?: string } {
  return error instanceof Error && ("code" in error || /timeout|terminated|Invalid URL/i.test(error.message));
}

function unreachable(error: Error & { code?: string }): ReportedError["report"] {
  return errorReport("database-unreachable", error.message || (error.code ?? "no answer"));
}
