/** Accounts: people with a role, and what they sign in by. Only hashes of secrets come here. */
import type { Pool } from "pg";
import { refuse } from "../api/errors.js";
import { countKeysOf, handOverKeysOf, revokeKeysOf } from "./api-key.js";
import { type Db, only } from "./db.js";
import { transaction } from "./transaction.js";

export type AccountRole = "reader" | "editor" | "admin";

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly password: string | null;
  readonly createdAt: Date;
  readonly signedInAt: Date | null;
}

const COLUMNS = `id, name, role, password, created_at as "createdAt", signed_in_at as "signedInAt"`;

/** Undefined if the name is taken; capitals do not make another name. The owner's sessions end with the first account. */
export async function addAccount(
  db: Db,
  { name, role, password }: Pick<AccountRow, "name" | "role" | "password">,
  now: Date,
): Promise<AccountRow | undefined> {
  const { rows } = await db.query<AccountRow>(
    `with added as (
       insert into account (name, role, password, created_at) values ($1, $2, $3, $4)
       on conflict (lower(name)) do nothing returning *),
     ended as (delete from session where account_id is null and exists (select from added))
     select ${COLUMNS} from added`,
    [name, role, password, now],
  );
  return rows[0];
}

/** Each with how many keys it has that are not revoked. */
export async function accounts(db: Db): Promise<(AccountRow & { readonly keys: number })[]> {
  const { rows } = await db.query<AccountRow & { keys: number }>(
    `select ${COLUMNS}, (select count(*)::int from api_key k where k.account_id = a.id and k.revoked_at is null) as keys
       from account a order by lower(name)`,
  );
  return rows;
}

export async function accountOf(db: Db, id: string): Promise<AccountRow | undefined> {
  const { rows } = await db.query<AccountRow>(`select ${COLUMNS} from account where id = $1`, [id]);
  return rows[0];
}

export async function accountNamed(db: Db, name: string): Promise<AccountRow | undefined> {
  const { rows } = await db.query<AccountRow>(`select ${COLUMNS} from account where lower(name) = lower($1)`, [name]);
  return rows[0];
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return only(await db.query<{ is: boolean }>("select exists (select from account) as is")).is;
}

/** False if it would leave nobody who can admit others: the row stays as it is. */
export async function setRole(db: Db, id: string, role: AccountRole): Promise<boolean> {
  const { rowCount } = await db.query(
    `update account set role = $2
      where id = $1 and ($2 = 'admin' or exists (select from account where role = 'admin' and id <> $1))`,
    [id, role],
  );
  return rowCount === 1;
}

/** What becomes of the API keys of an account that is removed: they end, or are somebody else's, or this machine's (null). */
export type KeysFate = "revoke" | { readonly handOverTo: string | null };

/** Refuses where it is the last admin among others, or has keys and nobody said what becomes of them. */
export function removeAccount(pool: Pool, id: string, keys: KeysFate | undefined, now: Date): Promise<void> {
  return transaction(pool, async (client) => {
    await client.query("select from account where role = 'admin' or id = $1 order by id for update", [id]); // two admins may remove each other
    const { isNeeded } = only(
      await client.query<{ isNeeded: boolean }>(
        `select exists (select from account where id <> $1) and not exists (select from account where role = 'admin' and id <> $1) as "isNeeded"`,
        [id],
      ),
    );
    if (isNeeded) return refuse("last-admin");
    const count = await countKeysOf(client, id);
    if (count > 0 && keys === undefined) return refuse("account-has-keys", count);
    if (typeof keys === "object") await handOverKeysOf(client, id, keys.handOverTo);
    else await revokeKeysOf(client, id, now);
    await client.query("delete from account where id = $1", [id]);
  });
}

/** All sessions but the one that asked end. */
export async function setPassword(db: Db, id: string, password: string, keptSession: Buffer | null): Promise<void> {
  await db.query(
    `with changed as (update account set password = $2 where id = $1)
     delete from session where account_id = $1 and hash is distinct from $3`,
    [id, password, keptSession],
  );
}

export async function noteSignIn(db: Db, id: string, now: Date): Promise<void> {
  await db.query("update account set signed_in_at = $2 where id = $1", [id, now]);
}

export interface SignInTry {
  readonly name: string;
  readonly network: string; // where it comes from
}

export interface TryLimits {
  readonly ms: number; // within this time
  readonly here: number; // for one name from one network
  readonly everywhere: number; // for one name
  readonly network: number; // from one network, whatever the names
}

export type Counted = { readonly isCounted: true; readonly id: string } | { readonly isCounted: false; readonly next: Date };

const AHEAD_MS = 60_000; // so far the clocks of servers may differ; later tries were made before the clock was set back

/**
 * Counts this try, or tells when there will be room for it. One that is refused is not counted: it would put off the time
 * that was told. Whoever calls lets tries of one name and of one network come one after the other.
 */
export async function countSignInTry(db: Db, { name, network }: SignInTry, limits: TryLimits, now: Date): Promise<Counted> {
  const since = new Date(now.getTime() - limits.ms);
  const { id, oldest } = only(
    await db.query<{ id: string; oldest: null } | { id: null; oldest: Date }>(
      `with past as (select id from sign_in_try where tried_at not between $4 and $8 order by tried_at limit 100 for update skip locked),
       gone as (delete from sign_in_try where id in (select id from past)),
       seen as (
         select greatest(case when count(*) filter (where name = lower($1) and ip = $2) >= $5
                              then min(tried_at) filter (where name = lower($1) and ip = $2) end,
                         case when count(*) filter (where name = lower($1)) >= $6 then min(tried_at) filter (where name = lower($1)) end,
                         case when count(*) filter (where ip = $2) >= $7 then min(tried_at) filter (where ip = $2) end) as oldest
           from sign_in_try where (name = lower($1) or ip = $2) and tried_at > $4 and tried_at <= $8),
       own as (
         insert into sign_in_try (name, ip, tried_at) select lower($1), $2, $3 from seen where oldest is null returning id)
       select (select id from own) as id, (select oldest from seen) as oldest`,
      [name, network, now, since, limits.here, limits.everywhere, limits.network, new Date(now.getTime() + AHEAD_MS)],
    ),
  );
  return oldest === null ? { isCounted: true, id } : { isCounted: false, next: new Date(oldest.getTime() + limits.ms) };
}

/** Nobody has looked at it. */
export async function uncountSignInTry(db: Db, id: string): Promise<void> {
  await db.query("delete from sign_in_try where id = $1", [id]);
}

/** After the right password. */
export async function forgetSignInTries(db: Db, { name, network }: SignInTry): Promise<void> {
  await db.query("delete from sign_in_try where name = lower($1) and ip = $2", [name, network]);
}
