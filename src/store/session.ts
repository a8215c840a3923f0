/** Sessions and one-time links, known by the hashes of their tokens. */
import type { AccountRole } from "./account.js";
import type { Db } from "./db.js";

export interface SessionRow {
  readonly hash: Buffer;
  readonly accountId: string | null; // null: the owner of the machine, while there is no account
  readonly name: string | null;
  readonly role: AccountRole | null;
  readonly hasPassword: boolean;
  readonly madeAt: Date;
  readonly expiresAt: Date;
  readonly isByLink: boolean;
}

export interface SessionToAdd {
  readonly hash: Buffer;
  readonly accountId: string | null;
  readonly isByLink: boolean;
  readonly expiresAt: Date;
}

export async function addSession(db: Db, { hash, accountId, isByLink, expiresAt }: SessionToAdd, now: Date): Promise<void> {
  await db.query(
    `with past as (delete from session where expires_at <= $4)
     insert into session (hash, account_id, is_by_link, made_at, seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
    [hash, accountId, isByLink, now, expiresAt],
  );
}

/**
 * The session, if it is not over; an owner's ends with the first account. One that was made at a time that has not come is
 * over too: the clock was set back since, and it would last longer than any may. It is seen at most once a minute.
 */
export async function sessionOf(
  db: Db,
  hash: Buffer,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `with seen as (
       update session set seen_at = $2 where hash = $1 and expires_at > $2 and seen_at > $3 and seen_at < $2::timestamptz - interval '1 minute')
     select s.hash, s.account_id as "accountId", a.name, a.role, coalesce(a.password is not null, false) as "hasPassword",
            s.made_at as "madeAt", s.expires_at as "expiresAt", s.is_by_link as "isByLink"
       from session s left join account a on a.id = s.account_id
      where s.hash = $1 and s.expires_at > $2 and s.seen_at > $3 and s.made_at <= $2::timestamptz + interval '1 hour'
        and (s.account_id is not null or not exists (select from account))`,
    [hash, now, idleSince],
  );
  return rows[0];
}

export async function endSession(db: Db, hash: Buffer): Promise<void> {
  await db.query("delete from session where hash = $1", [hash]);
}

export async function addLink(
  db: Db,
  { hash, accountId, expiresAt }: { hash: Buffer; accountId: string | null; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.query(
    `with past as (delete from one_time_link where expires_at <= $4)
     insert into one_time_link (hash, account_id, expires_at) values ($1, $2, $3)`,
    [hash, accountId, expiresAt, now],
  );
}

/**
 * Uses the link up; undefined if there is none, it was used, or its time is over, or ends later than that of any link made
 * by now. An owner's serves only without accounts.
 */
export async function spendLink(
  db: Db,
  hash: Buffer,
  { now, latest }: { now: Date; latest: Date },
): Promise<{ accountId: string | null } | undefined> {
  const { rows } = await db.query<{ accountId: string | null }>(
    `update one_time_link set used_at = $2
      where hash = $1 and used_at is null and expires_at > $2 and expires_at <= $3
        and (account_id is not null or not exists (select from account))
     returning account_id as "accountId"`,
    [hash, now, latest],
  );
  return rows[0];
}
