/**
 * A message to a program: JSON, signed so that the receiver knows who sent it and when.
 *
 * `bartree-signature` is `v1=` and the HMAC-SHA256, in hexadecimal digits, of the text `TIMESTAMP.BODY` under the hook's
 * secret; `bartree-timestamp` is that time in seconds, `bartree-id` the same for a message that is sent again.
 */

import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { ReportedError, refuse } from "../api/errors.js";
import type { Message } from "../api/message.js";
import { because } from "../api/reasons.js";
import type { Door } from "../fetch/door.js";
import { type Posted, post } from "../fetch/post.js";
import type { NewWebhook, WebhookRow } from "../store/webhook.js";

const Hook = z.strictObject({ address: z.string(), secret: z.string() });

/** Refuses an address that the gate would not let through. */
export function newHook(door: Door, address: string, sourceId: string | null): { hook: NewWebhook; secret: string } {
  const judged = door.gate.judge(address);
  if (!judged.ok) return refuse("address-refused", address, judged.reason);
  const secret = `hook_${randomBytes(32).toString("base64url")}`;
  const sealed = door.vault.seal(JSON.stringify({ address: judged.url.href, secret }));
  return { hook: { sourceId, origin: judged.url.origin, sealed }, secret };
}

export async function sendToHook(
  door: Door,
  { sealed }: Pick<WebhookRow, "sealed">,
  message: Message,
  signal?: AbortSignal,
): Promise<Posted> {
  const hook = opened(door, sealed);
  if (!hook) return { ok: false, reason: because("hook-sealed") };
  const { address, secret } = hook;
  const body = JSON.stringify(message);
  const timestamp = String(Math.floor(door.clock.now() / 1000));
  const headers = {
    "content-type": "application/json",
    "bartree-id": message.id,
    "bartree-timestamp": timestamp,
    "bartree-signature": `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  };
  return post(door, address, { headers, body }, signal);
}

function opened(door: Door, sealed: string): z.infer<typeof Hook> | undefined {
  try {
    return Hook.parse(JSON.parse(door.vault.open(sealed)));
  } catch (error) {
    if (error instanceof ReportedError && error.report.code === "secret-lost") return undefined;
    throw error;
  }
}
