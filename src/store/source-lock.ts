/**
 * One harvest of a source at a time, whoever asks for it: a lock of the database that ends with its connection, so that
 * a process that was killed holds nothing.
 *
 * All locks of a process share one connection beside the pool's: a harvest that held one of those could wait for itself.
 */
import pg from "pg";

const SOURCE = 0x736f7572; // the kind of lock; the source's id tells which

interface Keeper {
  readonly client: Promise<pg.Client>;
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
    const client = await keeper.client;
    const { rows } = await client.query("select pg_try_advisory_lock($1, $2::integer) as taken", [SOURCE, sourceId]);
    isTaken = rows[0]?.taken === true;
    return isTaken ? () => letGo(pool, keeper, sourceId, true) : undefined;
  } finally {
    if (!isTaken) await letGo(pool, keeper, sourceId, false);
  }
}

function openKeeper(pool: pg.Pool): Keeper {
  const client = new pg.Client({ ...pool.options, application_name: "bartree locks" });
  const keeper: Keeper = { client: client.connect().then(() => client), held: new Set() };
  client.on("error", () => forget(pool, keeper)); // the locks went with it; what is under way ends as it would
  keeper.client.catch(() => forget(pool, keeper));
  keepers.set(pool, keeper);
  return keeper;
}

function forget(pool: pg.Pool, keeper: Keeper): void {
  if (keepers.get(pool) === keeper) keepers.delete(pool);
}

async function letGo(pool: pg.Pool, keeper: Keeper, sourceId: string, isTaken: boolean): Promise<void> {
  const client = await keeper.client.catch(() => undefined);
  if (isTaken) await client?.query("select pg_advisory_unlock($1, $2::integer)", [SOURCE, sourceId]).catch(() => {});
  keeper.held.delete(sourceId);
  if (keeper.held.size > 0) return;
  forget(pool, keeper);
  await client?.end().catch(() => {});
}
