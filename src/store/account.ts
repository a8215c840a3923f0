/** Accounts: people with a role, and what they sign in by. Only hashes of secrets come here. */
import { type Db, only } from "./db.js";

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

/** Undefined if the name is taken; capitals do not make another name. */
export async function addAccount(
  db: Db,
  { name, role, password }: Pick<AccountRow, "name" | "role" | "password">,
  now: Date,
): Promise<AccountRow | undefined> {
  const { rows } = await db.query<AccountRow>(
    `insert into account (name, role, password, created_at) values ($1, $2, $3, $4)
     on conflict (lower(name)) do nothing returning ${COLUMNS}`,
    [name, role, password, now],
  );
  return rows[0];
}

export async function accounts(db: Db): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow>(`select ${COLUMNS} from account order by lower(name)`);
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

/** False if it is the last admin among others. */
export async function removeAccount(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from account where id = $1
        and (exists (select from account where role = 'admin' and id <> $1) or not exists (select from account where id <> $1))`,
    [id],
  );
  return rowCount === 1;
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
  readonly ip: string; // where it comes from
}

export interface TryLimits {
  readonly ms: number; // within this time
  readonly here: number; // for one name from one place
  readonly everywhere: number; // for one name
}

/**
 * Counts this try, or tells when there will be room for it. One that is refused is not counted: it would put off the time
 * that was told. It stands in the table while others are counted, so tries at the same moment are never too many.
 */
export async function countSignInTry(db: Db, { name, ip }: SignInTry, limits: TryLimits, now: Date): Promise<Date | undefined> {
  await db.query("delete from sign_in_try where tried_at <= $1", [new Date(now.getTime() - limits.ms)]);
  const own = only(
    await db.query<{ id: string }>("insert into sign_in_try (name, ip, tried_at) values (lower($1), $2, $3) returning id", [
      name,
      ip,
      now,
    ]),
  );
  const { oldest } = only(
    await db.query<{ oldest: Date | null }>(
      `select greatest(case when count(*) filter (where ip = $2) > $3 then min(tried_at) filter (where ip = $2) end,
                       case when count(*) > $4 then min(tried_at) end) as oldest
         from sign_in_try where name = lower($1)`,
      [name, ip, limits.here, limits.everywhere],
    ),
  );
  if (oldest === null) return undefined;
  await db.query("delete from sign_in_try where id = $1", [own.id]);
  return new Date(oldest.getTime() + limits.ms);
}

export async function forgetSignInTries(db: Db, { name, ip }: SignInTry): Promise<void> {
  await db.query("delete from sign_in_try where name = lower($1) and ip = $2", [name, ip]);
}
