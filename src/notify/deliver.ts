/** One try to deliver one message. What fails is tried again, later each time, for three days. */

import { ReportedError } from "../api/errors.js";
import type { Message } from "../api/message.js";
import { because, clauseOf, type Reason } from "../api/reasons.js";
import type { Posted } from "../fetch/post.js";
import { claimDelivery, type DeliveryRow, endDelivery, postponeDelivery } from "../store/delivery.js";
import { databaseTrouble } from "../store/trouble.js";
import { webhookOf } from "../store/webhook.js";
import { sendMail } from "./mail.js";
import { messageOf } from "./message.js";
import { type NotifyTools, nowOf } from "./tools.js";
import { sendToHook } from "./webhook.js";

const MINUTE_MS = 60_000;
export const MOST_WAIT_MS = 6 * 60 * MINUTE_MS;
const PATIENCE_MS = 3 * 24 * 60 * MINUTE_MS;

export async function deliver(tools: NotifyTools, id: string): Promise<void> {
  const { pool, onEvent } = tools;
  const delivery = await claimDelivery(pool, id);
  if (!delivery) return;
  const sent = await tried(tools, delivery);
  const now = nowOf(tools);
  if (!sent) return endDelivery(pool, id, { state: "dropped", reason: null }, now);
  const { kind, channel, receiver, tries, madeAt } = delivery;
  const what = { message: kind, channel, receiver };
  if (sent.ok) {
    await endDelivery(pool, id, { state: "sent", reason: null }, now);
    return onEvent?.({ kind: "sent", ...what });
  }
  const reason = clauseOf(sent.reason);
  onEvent?.({ kind: "not-sent", ...what, reason });
  if (now.getTime() - madeAt.getTime() > PATIENCE_MS) return endDelivery(pool, id, { state: "failed", reason }, now);
  const wait = Math.min(MINUTE_MS * 2 ** (tries - 1), MOST_WAIT_MS);
  await postponeDelivery(pool, id, { at: new Date(now.getTime() + wait), reason });
}

/**
 * Undefined where nothing is left to tell, or nobody to tell it to. Thrown is only what ends the try itself: a delivery
 * that failed without a reason would wait for ever, and nobody be warned.
 */
async function tried(tools: NotifyTools, delivery: DeliveryRow): Promise<Posted | undefined> {
  try {
    const message = await messageOf(tools, delivery);
    return message && (await send(tools, delivery, message));
  } catch (error) {
    if (tools.signal?.aborted || databaseTrouble(error)) throw error;
    return { ok: false, reason: failureOf(error) };
  }
}

/** Of an error that was not foreseen its name only: its words may quote a secret. */
function failureOf(error: unknown): Reason {
  if (error instanceof ReportedError) return because("refused", error.report);
  return because("unsendable", error instanceof Error ? error.name : null);
}

/** Another worker may have the mail server that this one lacks. */
async function send(
  { pool, door, mail, signal }: NotifyTools,
  { channel, receiver }: DeliveryRow,
  message: Message,
): Promise<Posted | undefined> {
  if (channel === "mail") return mail ? sendMail(mail, receiver, message) : { ok: false, reason: because("no-mail-server") };
  const hook = await webhookOf(pool, receiver);
  return hook && sendToHook(door, hook, message, signal);
}
