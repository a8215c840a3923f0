/**
 * API keys, known by the hash of their secrets. A key belongs to an account, or to this machine, and never may do more than
 * its owner may now.
 */
import type { AccountRole } from "./account.js";
import { type Db, only } from "./db.js";

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly role: AccountRole; // it was made with
  readonly effectiveRole: AccountRole; // that, or its owner's if that is less
  readonly beginning: string;
  readonly accountId: string | null; // whose it is; null: this machine's
  readonly owner: string | null; // the name of that account
  readonly createdBy: string | null; // who made it, by name
  readonly createdAt: Date;
  readonly usedAt: Date | null;
  readonly expiresAt: Date | null;
}

// In the alphabet the roles stand from the one that may do most; greatest() passes over null.
const COLUMNS = `k.id, k.name, k.role, greatest(k.role, a.role) as "effectiveRole", k.beginning, k.account_id as "accountId",
  a.name as owner, k.created_by as "createdBy", k.created_at as "createdAt", k.used_at as "usedAt", k.expires_at as "expiresAt"`;

export type ApiKeyToAdd = Pick<ApiKeyRow, "name" | "role" | "beginning" | "accountId" | "createdBy" | "expiresAt"> & {
  readonly hash: Buffer;
};

export async function addApiKey(db: Db, key: ApiKeyToAdd, now: Date): Promise<ApiKeyRow> {
  return only(
    await db.query<ApiKeyRow>(
      `with k as (
         insert into api_key (name, role, beginning, hash, account_id, created_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning *)
       select ${COLUMNS} from k left join account a on a.id = k.account_id`,
      [key.name, key.role, key.beginning, key.hash, key.accountId, key.createdBy, now, key.expiresAt],
    ),
  );
}

/** Those that are not revoked, also those whose time is over. */
export async function apiKeys(db: Db): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_key k left join account a on a.id = k.account_id where k.revoked_at is null order by k.id`,
  );
  return rows;
}

/** Whatever its time; notes the use, at most once a minute. */
export async function apiKeyOf(db: Db, hash: Buffer, now: Date): Promise<ApiKeyRow | undefined> {
  const { rows } = await db.query<ApiKeyRow>(
    `with used as (
       update api_key set used_at = $2
        where hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
          and (used_at is null or used_at < $2::timestamptz - interval '1 minute'))
     select ${COLUMNS} from api_key k left join account a on a.id = k.account_id where k.hash = $1 and k.revoked_at is null`,
    [hash, now],
  );
  return rows[0];
}

export async function isApiKeyInForce(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from api_key where id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)",
    [id, now],
  );
  return rowCount === 1;
}

export async function revokeApiKey(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query("update api_key set revoked_at = $2 where id = $1 and revoked_at is null", [id, now]);
  return rowCount === 1;
}

export async function countKeysOf(db: Db, accountId: string): Promise<number> {
  return only(
    await db.query<{ count: number }>("select count(*)::int as count from api_key where account_id = $1 and revoked_at is null", [
      accountId,
    ]),
  ).count;
}

/** The revoked ones too let go of the account, so that it can be removed. */
export async function revokeKeysOf(db: Db, accountId: string, now: Date): Promise<void> {
  await db.query("update api_key set revoked_at = coalesce(revoked_at, $2), account_id = null where account_id = $1", [
    accountId,
    now,
  ]);
}

/** To another account, or to this machine (null); the revoked ones belong to nobody. */
export async function handOverKeysOf(db: Db, accountId: string, to: string | null): Promise<void> {
  await db.query("update api_key set account_id = case when revoked_at is null then $2::bigint end where account_id = $1", [
    accountId,
    to,
  ]);
}
