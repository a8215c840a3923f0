/** Webhooks: where programs hear of warnings. Address and secret are sealed; only `notify` opens them. */
import { type Db, only } from "./db.js";

export interface WebhookRow {
  readonly id: string;
  readonly sourceId: string | null; // null: of all sources
  readonly sourceName: string | null;
  readonly origin: string;
  readonly sealed: string;
  readonly createdAt: Date;
}

export type NewWebhook = Pick<WebhookRow, "sourceId" | "origin" | "sealed">;

export async function addWebhook(db: Db, { sourceId, origin, sealed }: NewWebhook, now: Date): Promise<string> {
  const statement = "insert into webhook (source_id, origin, sealed, created_at) values ($1, $2, $3, $4) returning id";
  return only(await db.query<{ id: string }>(statement, [sourceId, origin, sealed, now])).id;
}

const SELECT = `select w.id, w.source_id as "sourceId", s.name as "sourceName", w.origin, w.sealed, w.created_at as "createdAt"
  from webhook w left join source s on s.id = w.source_id`;

export async function webhooks(db: Db): Promise<WebhookRow[]> {
  return (await db.query<WebhookRow>(`${SELECT} order by w.id`)).rows;
}

export async function webhookOf(db: Db, id: string): Promise<WebhookRow | undefined> {
  return (await db.query<WebhookRow>(`${SELECT} where w.id = $1`, [id])).rows[0];
}

export async function removeWebhook(db: Db, id: string): Promise<boolean> {
  return (await db.query("delete from webhook where id = $1", [id])).rowCount === 1;
}
