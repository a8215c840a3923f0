/** A database of its own for a test file or a test, on the server that all of them share. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Embedded, openEmbedded } from "../../src/store/embedded/embedded.js";
import { migrate } from "../../src/store/migrate.js";

const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]; // tests survive no power cut

let shared: Promise<Embedded> | undefined;
let admin: pg.Pool | undefined;
let migrated: Promise<string> | undefined; // the database that the others are copies of

/** Never closed here: the worker's end leaves the server to the others, and the end of the run stops it. */
function sharedServer(): Promise<Embedded> {
  shared ??= openEmbedded({ home: inject("storeHome"), systemFolder: inject("storeSystemFolder"), settings: SETTINGS });
  return shared;
}

export interface TestDatabase {
  readonly pool: pg.Pool;
  readonly url: string;
  drop(): Promise<void>;
}

/** With the newest schema version, unless it is to be empty. */
export async function testDatabase({ isEmpty = false, connections = 10 } = {}): Promise<TestDatabase> {
  const { connection } = await sharedServer();
  admin ??= new pg.Pool({ ...connection, max: 1, allowExitOnIdle: true }).on("error", () => {});
  migrated ??= isEmpty ? undefined : makeMigrated(admin, connection);
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copied as files: a tenth of the time that migrating anew takes.
  await admin.query(`create database ${name}${isEmpty ? "" : ` template ${await migrated} strategy file_copy`}`);
  const pool = new pg.Pool({ ...connection, database: name, max: connections });
  pool.on("error", () => {}); // told by the query that meets it
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    pool,
    url: urlOf(connection, name),
    drop: () => pool.end(), // the database goes with the server, at the end of the run
  };
}

/** As DATABASE_URL names it. */
export const urlOf = ({ host, user, port, password }: pg.ClientConfig, name: string): string =>
  `socket:${host}?db=${name}&user=${user}&port=${port}&password=${password}`;

const MIGRATED = "migrated";

/** By the first test of the run that needs it; the others wait. It gets its name when it is whole and nobody is connected. */
async function makeMigrated(admin: pg.Pool, connection: pg.ClientConfig): Promise<string> {
  const client = await admin.connect();
  try {
    await client.query("select pg_advisory_lock(1)");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [MIGRATED]);
    if (rowCount === 0) {
      await client.query(`create database ${MIGRATED}_next`);
      const pool = new pg.Pool({ ...connection, database: `${MIGRATED}_next`, max: 1 });
      await migrate(pool, new Date(0));
      await pool.end();
      await client.query(`alter database ${MIGRATED}_next rename to ${MIGRATED}`);
    }
    await client.query("select pg_advisory_unlock(1)");
  } finally {
    client.release();
  }
  return MIGRATED;
}
