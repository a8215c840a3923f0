/**
 * One harvest of a source at a time, and one that reads the other pages of a draft, whoever asks for it: a lock of the
 * database that ends with its connection, so that a process that was killed holds nothing.
 *
 * All locks of a process share one connection beside the pool's: a harvest that held one of those could wait for itself.
 */
import pg from "pg";
import type { Db } from "./db.js";

interface Lock {
  readonly kind: number;
  readonly id: number; // which of the kind
}

const SOURCE = 0x736f7572;
const DRAFT = 0x64726166;

interface Keeper {
  readonly client: Promise<pg.Client>;
  last: Promise<unknown>; // a connection answers one question at a time
  readonly held: Set<string>; // kind and id; the database lets one connection take a lock twice
}

const keepers = new WeakMap<pg.Pool, Keeper>();

export type Release = () => Promise<void>;

/** Undefined while another harvest holds it. */
export const takeSource = (pool: pg.Pool, id: string): Promise<Release | undefined> =>
  take(pool, { kind: SOURCE, id: Number(id) });

/** Undefined while others read its pages. The beginning of its id is as random as the whole. */
export const takeDraft = (pool: pg.Pool, id: string): Promise<Release | undefined> =>
  take(pool, { kind: DRAFT, id: Number.parseInt(id.slice(0, 8), 16) | 0 });

async function take(pool: pg.Pool, lock: Lock): Promise<Release | undefined> {
  const keeper = keepers.get(pool) ?? openKeeper(pool);
  const name = nameOf(lock);
  if (keeper.held.has(name)) return undefined;
  keeper.held.add(name);
  let isTaken = false;
  try {
    isTaken = await ask(keeper, "pg_try_advisory_lock", lock);
    return isTaken ? () => letGo(pool, keeper, lock, true) : undefined;
  } finally {
    if (!isTaken) await letGo(pool, keeper, lock, false);
  }
}

const nameOf = ({ kind, id }: Lock): string => `${kind} ${id}`;

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
  const { password } = pool.options; // which is hidden, and so not among all the others
  const client = new pg.Client({ ...pool.options, password, application_name: "bartree locks" });
  const connected = client.connect().then(() => client);
  const keeper: Keeper = { client: connected, last: connected, held: new Set() };
  client.on("error", () => forget(pool, keeper)); // the locks went with it; what is under way ends as it would
  keeper.client.catch(() => forget(pool, keeper));
  keepers.set(pool, keeper);
  return keeper;
}

function ask(keeper: Keeper, act: "pg_try_advisory_lock" | "pg_advisory_unlock", { kind, id }: Lock): Promise<boolean> {
  const answer = keeper.last
    .catch(() => {})
    .then(async () => {
      const client = await keeper.client;
      const { rows } = await client.query(`select ${act}($1::integer, $2::integer) as done`, [kind, id]);
      return rows[0]?.done === true;
    });
  keeper.last = answer;
  return answer;
}

function forget(pool: pg.Pool, keeper: Keeper): void {
  if (keepers.get(pool) === keeper) keepers.delete(pool);
}

async function letGo(pool: pg.Pool, keeper: Keeper, lock: Lock, isTaken: boolean): Promise<void> {
  if (isTaken) await ask(keeper, "pg_advisory_unlock", lock).catch(() => {});
  keeper.held.delete(nameOf(lock));
  if (keeper.held.size > 0) return;
  forget(pool, keeper);
  await keeper.client.then((client) => client.end()).catch(() => {});
}
