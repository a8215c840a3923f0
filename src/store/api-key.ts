/** API keys: each with a role of its own, known by the hash of its secret. */
import type { AccountRole } from "./account.js";
import { type Db, only } from "./db.js";

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly beginning: string;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const COLUMNS = `id, name, role, beginning, created_by as "createdBy", created_at as "createdAt", used_at as "usedAt"`;

export async function addApiKey(
  db: Db,
  key: Pick<ApiKeyRow, "name" | "role" | "beginning" | "createdBy"> & { readonly hash: Buffer },
  now: Date,
): Promise<ApiKeyRow> {
  return only(
    await db.query<ApiKeyRow>(
      `insert into api_key (name, role, beginning, hash, created_by, created_at) values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
      [key.name, key.role, key.beginning, key.hash, key.createdBy, now],
    ),
  );
}

/** Those that are not revoked. */
export async function apiKeys(db: Db): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRow>(`select ${COLUMNS} from api_key where revoked_at is null order by id`);
  return rows;
}

/** Notes the use, at most once a minute. */
export async function apiKeyOf(db: Db, hash: Buffer, now: Date): Promise<ApiKeyRow | undefined> {
  const { rows } = await db.query<ApiKeyRow>(
    `with used as (
       update api_key set used_at = $2
        where hash = $1 and revoked_at is null and (used_at is null or used_at < $2::timestamptz - interval '1 minute'))
     select ${COLUMNS} from api_key where hash = $1 and revoked_at is null`,
    [hash, now],
  );
  return rows[0];
}

export async function revokeApiKey(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query("update api_key set revoked_at = $2 where id = $1 and revoked_at is null", [id, now]);
  return rowCount === 1;
}
