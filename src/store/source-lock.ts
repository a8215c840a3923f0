/**
 * One harvest of a source at a time, whoever asks for it: a lock of the database that ends with its connection, so that
 * a process that was killed holds nothing.
 *
 * All locks of a process share one connection beside the pool's: a harvest that held one of those could wait for itself.
 */
import pg from "pg";
import type { Db } from "./db.js";

const SOURCE = 0x736f7572; // the kind of lock; the source's id tells which

interface Keeper {
  readonly client: Promise<pg.Client>;
  last: Promise<unknown>; // a connection answers one question at a time
  readonly held: Set<string>; // the database lets one connection take a lock twice
}

const keepers = new WeakMap<pg.Pool, Keeper>();

export type Release = () => Promise<void>;

/** Undefined while another harvest holds it. */
export async function takeSource(pool: pg.Pool, sourceId: string): Promise<Release | undefined> {
  const keeper = keepers.get(pool) ?? openKeeper(pool);
  if (keeper.held.has(sourceId)) return undefined;
  keeper.held.add(sourceId);
  let isTaken = false;
  try {
    isTaken = await ask(keeper, "pg_try_advisory_lock", sourceId);
    return isTaken ? () => letGo(pool, keeper, sourceId, true) : undefined;
  } finally {
    if (!isTaken) await letGo(pool, keeper, sourceId, false);
  }
}

/** Whether anybody holds it now. */
export async function isSourceTaken(db: Db, sourceId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pg_locks
      where locktype = 'advisory' and classid = $1 and objid = $2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [SOURCE, sourceId],
  );
  return rowCount !== 0;
}

function openKeeper(pool: pg.Pool): Keeper {
  const client = new pg.Client({ ...pool.options, application_name: "bartree locks" });
  const connected = client.connect().then(() => client);
  const keeper: Keeper = { client: connected, last: connected, held: new Set() };
  client.on("error", () => forget(pool, keeper)); // the locks went with it; what is under way ends as it would
  keeper.client.catch(() => forget(pool, keeper));
  keepers.set(pool, keeper);
  return keeper;
}

function ask(keeper: Keeper, act: "pg_try_advisory_lock" | "pg_advisory_unlock", sourceId: string): Promise<boolean> {
  const answer = keeper.last
    .catch(() => {})
    .then(async () => {
      const client = await keeper.client;
      const { rows } = await client.query(`select ${act}($1, $2::integer) as done`, [SOURCE, sourceId]);
      return rows[0]?.done === true;
    });
  keeper.last = answer;
  return answer;
}

function forget(pool: pg.Pool, keeper: Keeper): void {
  if (keepers.get(pool) === keeper) keepers.delete(pool);
}

async function letGo(pool: pg.Pool, keeper: Keeper, sourceId: string, isTaken: boolean): Promise<void> {
  if (isTaken) await ask(keeper, "pg_advisory_unlock", sourceId).catch(() => {});
  keeper.held.delete(sourceId);
  if (keeper.held.size > 0) return;
  forget(pool, keeper);
  await keeper.client.then((client) => client.end()).catch(() => {});
}
