/** A message to another's server, through the gate like every visit: one request, no redirect followed, little time. */
import { because, type Reason } from "../api/reasons.js";
import type { Door } from "./door.js";
import { Fault } from "./fault.js";
import { request } from "./request.js";

export type Message = { headers: Readonly<Record<string, string>>; body: string };
export type Posted = { ok: true; status: number } | { ok: false; reason: Reason };

const PATIENCE_MS = 10_000;

/** Only a 2xx says that it was taken; to go on to another address is for a person to decide, who gave this one. */
export async function post(door: Door, address: string, { headers, body }: Message, signal?: AbortSignal): Promise<Posted> {
  const judged = door.gate.judge(address);
  if (!judged.ok) return { ok: false, reason: judged.reason };
  const { "user-agent": agent = "" } = door.headers;
  try {
    const own = { "user-agent": agent, accept: "*/*", ...headers };
    const { status, headers: answered } = await request(door, judged.url, {
      headers: own,
      body,
      patienceMs: PATIENCE_MS,
      signal,
    });
    if (status >= 200 && status < 300) return { ok: true, status };
    return { ok: false, reason: because(answered.one("location") === undefined ? "status" : "status-elsewhere", status) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, reason: error.reason };
    throw error;
  }
}
