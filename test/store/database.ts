/** A database of its own for a test file or a test, on the server that all of them share. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Embedded, openEmbedded } from "../../src/store/embedded/embedded.js";
import { migrate } from "../../src/store/migrate.js";

const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]; // tests survive no power cut

let shared: Promise<Embedded> | undefined;

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
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(connection, `create database ${name}`);
  const pool = new pg.Pool({ ...connection, database: name, max: connections });
  pool.on("error", () => {}); // told by the query that meets it
  pool.on("connect", (client) => client.on("error", () => {}));
  if (!isEmpty) await migrate(pool, new Date(0));
  return {
    pool,
    url: urlOf(connection, name),
    drop: () => pool.end(), // the database goes with the server, at the end of the run
  };
}

/** As DATABASE_URL names it. */
export const urlOf = ({ host, user, port, password }: pg.ClientConfig, name: string): string =>
  `socket:${host}?db=${name}&user=${user}&port=${port}&password=${password}`;

async function asAdmin(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement);
  await client.end();
}
