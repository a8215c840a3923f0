/** Deliveries: one message to one receiver, from the moment it is due until it was sent. Their jobs follow by a trigger. */
import { type Db, only } from "./db.js";

export type Channel = "mail" | "webhook";
export type DeliveryKind = "opened" | "repeated" | "closed" | "digest";

export interface Receiver {
  readonly channel: Channel;
  readonly receiver: string; // a mail address, or the id of a webhook
}

export interface DeliveryRow extends Receiver {
  readonly id: string;
  readonly kind: DeliveryKind;
  readonly since: Date | null;
  readonly tries: number; // with the one that is claimed
  readonly madeAt: Date;
}

export interface DueTelling extends Receiver {
  readonly warningId: string;
  readonly times: number; // how often it was told before
}

const LOCK = 0x74656c6c;

/** Until the transaction ends: two that look at the same time would tell twice. */
export async function lockTellings(db: Db): Promise<void> {
  await db.query("select pg_advisory_xact_lock($1)", [LOCK]);
}

/** Lower case, so that an address that is named twice is told once. */
const RECEIVERS = `select 'mail' as channel, lower(address) as receiver, null::bigint as source_id from unnest($1::text[]) as address
  union select 'mail', lower(settings ->> 'warnMail'), id from source where $2 and settings ->> 'warnMail' is not null
  union select 'webhook', id::text, source_id from webhook`;

export interface MailReceivers {
  readonly mailTo: readonly string[]; // of all sources
  readonly hasMail: boolean; // whether mail can be sent at all
}

/**
 * Whom to tell of which open warning: at once, then after 1, 2, 4, 8 and 16 days, then every 30, until a person
 * acknowledges it. Nobody is told by a channel that this very channel does not work.
 */
export async function dueTellings(
  db: Db,
  { mailTo, hasMail }: MailReceivers,
  { now, limit }: { now: Date; limit: number },
): Promise<DueTelling[]> {
  const { rows } = await db.query<DueTelling>(
    `with receiver as (${RECEIVERS})
     select distinct w.id as "warningId", r.channel, r.receiver, coalesce(t.times, 0) as times
       from warning w
       left join source s on s.id = w.source_id
       join receiver r on r.source_id is null or r.source_id = w.source_id
       left join telling t on t.warning_id = w.id and t.channel = r.channel and t.receiver = r.receiver
      where w.closed_at is null and w.acknowledged_at is null and s.removed_at is null and s.state is distinct from 'paused'
        and (w.source_id is not null or w.cause <> 'undelivered-' || r.channel)
        and (t.times is null or t.told_at + least(power(2, t.times - 1), 30) * interval '1 day' <= $3
             or t.told_at > $3 + interval '1 hour') -- by a clock that was set back since
        and not exists (select from delivery_of_warning o join delivery d on d.id = o.delivery_id
                         where o.warning_id = w.id and d.channel = r.channel and d.receiver = r.receiver and d.state = 'waiting')
      order by w.id, r.channel, r.receiver limit $4`,
    [hasMail ? mailTo : [], hasMail, now, limit],
  );
  return rows;
}

/** Who was told of a warning, or may have been, and does not know yet that its cause is gone. */
export async function dueClosings(db: Db, limit: number): Promise<DueTelling[]> {
  const { rows } = await db.query<DueTelling>(
    `delete from telling t using warning w
      where w.id = t.warning_id and w.closed_at is not null
        and (t.warning_id, t.channel, t.receiver) in (
          select t.warning_id, t.channel, t.receiver from telling t join warning w on w.id = t.warning_id
           where w.closed_at is not null order by 1, 2, 3 limit $1)
     returning t.warning_id as "warningId", t.channel, t.receiver, (
       select count(*) from delivery_of_warning o join delivery d on d.id = o.delivery_id
        where o.warning_id = t.warning_id and d.channel = t.channel and d.receiver = t.receiver and d.tries > 0)::int as times`,
    [limit],
  );
  return rows.filter(({ times }) => times > 0);
}

export interface NewDelivery extends Receiver {
  readonly kind: DeliveryKind;
  readonly since?: Date;
  readonly warningIds: readonly string[];
}

export async function addDelivery(db: Db, delivery: NewDelivery, now: Date): Promise<string> {
  const { kind, channel, receiver, since = null, warningIds } = delivery;
  const { id } = only(
    await db.query<{ id: string }>(
      `insert into delivery (kind, channel, receiver, since, next_at, made_at) values ($1, $2, $3, $4, $5, $5) returning id`,
      [kind, channel, receiver, since, now],
    ),
  );
  await db.query("insert into delivery_of_warning (delivery_id, warning_id) select $1, unnest($2::bigint[])", [id, warningIds]);
  return id;
}

export async function noteTold(db: Db, { channel, receiver }: Receiver, warningIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    `insert into telling as t (warning_id, channel, receiver, times, told_at) select unnest($3::bigint[]), $1, $2, 1, $4
     on conflict (warning_id, channel, receiver) do update set times = t.times + 1, told_at = excluded.told_at`,
    [channel, receiver, warningIds, now],
  );
}

/** Counts the try before it is made: what may have been sent is known. Undefined: it has ended. */
export async function claimDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await db.query<DeliveryRow>(
    `update delivery set tries = tries + 1 where id = $1 and state = 'waiting'
     returning id, kind, channel, receiver, since, tries, made_at as "madeAt"`,
    [id],
  );
  return rows[0];
}

/** Those of its warnings that are still to be told; a person who has acknowledged one needs no more of it. */
export async function warningsToTell(db: Db, { id, kind }: Pick<DeliveryRow, "id" | "kind">): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select w.id from delivery_of_warning o join warning w on w.id = o.warning_id left join source s on s.id = w.source_id
      where o.delivery_id = $1 and s.removed_at is null
        and case when $2 = 'closed' then w.closed_at is not null else w.closed_at is null and w.acknowledged_at is null end
      order by w.id`,
    [id, kind],
  );
  return rows.map((row) => row.id);
}

export async function endDelivery(
  db: Db,
  id: string,
  { state, reason }: { state: "sent" | "dropped" | "failed"; reason: string | null },
  now: Date,
): Promise<void> {
  await db.query("update delivery set state = $2, reason = $3, ended_at = $4 where id = $1 and state = 'waiting'", [
    id,
    state,
    reason,
    now,
  ]);
}

export async function postponeDelivery(db: Db, id: string, { at, reason }: { at: Date; reason: string }): Promise<void> {
  await db.query("update delivery set next_at = $2, reason = $3 where id = $1 and state = 'waiting'", [id, at, reason]);
}

export interface StuckReceiver extends Receiver {
  readonly reason: string | null;
  readonly messages: number;
}

/**
 * Whose messages have failed so often that a person should look. One that was given up is no sign that the receiver is
 * well again: only a later one that was sent is, or that nobody is to be told there any more.
 */
export async function stuckReceivers(db: Db, { mailTo, hasMail }: MailReceivers, fewestTries: number): Promise<StuckReceiver[]> {
  const { rows } = await db.query<StuckReceiver>(
    `with receiver as (${RECEIVERS})
     select d.channel, d.receiver, max(d.reason) as reason, count(*)::int as messages from delivery d
      where d.tries >= $3 and d.reason is not null and (d.state = 'waiting' or d.state = 'failed'
        and not exists (select from delivery later where later.channel = d.channel and later.receiver = d.receiver
                           and later.state = 'sent' and later.ended_at > d.ended_at)
        and (d.channel = 'mail' and not $2 -- a worker without mail does not know who is told by it
             or exists (select from receiver r where r.channel = d.channel and r.receiver = d.receiver)))
      group by d.channel, d.receiver order by d.channel, d.receiver`,
    [mailTo, hasMail, fewestTries],
  );
  return rows;
}

/** Those made before then, unless one of their warnings is still open. */
export async function removeOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.query(
    `delete from delivery d where d.made_at < $1 and d.state <> 'waiting'
        and not exists (select from delivery_of_warning o join warning w on w.id = o.warning_id
                         where o.delivery_id = d.id and w.closed_at is null)`,
    [before],
  );
}
