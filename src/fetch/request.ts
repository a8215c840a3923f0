/** One request, one answer: no redirect followed, nothing retried, every limit of time and size held. */

import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { because, type Reason, theirWords } from "../api/reasons.js";
import type { Door } from "./door.js";
import { Fault } from "./fault.js";
import type { Limits } from "./limits.js";
import { askedOf } from "./proxy.js";
import { encodingOf, unpack } from "./unpack.js";

export type Answer = { status: number; headers: AnswerHeaders; bytes: Uint8Array };
export type AnswerHeaders = { one(name: string): string | undefined; all(name: string): readonly string[] };

export type Wanted = {
  headers: Record<string, string>;
  /** Asked before the body is read: throws a Fault where it is not wanted. */
  accepts?: ((headers: AnswerHeaders) => void) | undefined;
  /** Of a longer body the beginning is kept. */
  cutAtBytes?: number | undefined;
  /** Sent along; nothing of the answer but its status is then wanted. */
  body?: string | undefined;
  /** For the whole of it, where that is less than the limits say. */
  patienceMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

const WANTS_PASSWORD = 407; // a proxy, never a site: it would pass for a site without robots.txt

export async function request(door: Door, url: URL, wanted: Wanted): Promise<Answer> {
  const { agent, limits } = door;
  const stop = new AbortController();
  const stopLate = (ms: number, what: "no-answer-in-time" | "no-whole-answer-in-time") =>
    setTimeout(() => stop.abort(new Fault("fetch-timeout", because(what, ms / 1000), { mayPass: true })), ms);
  const most = wanted.patienceMs ?? Number.POSITIVE_INFINITY;
  const timers = [
    stopLate(Math.min(limits.firstByteMs, most), "no-answer-in-time"),
    stopLate(Math.min(limits.wholeMs, most), "no-whole-answer-in-time"),
  ];
  const pass = () => stop.abort(wanted.signal?.reason);
  wanted.signal?.addEventListener("abort", pass);
  try {
    wanted.signal?.throwIfAborted();
    const asked = askedOf(door, url, wanted.headers);
    const response = await agent.request({
      ...asked,
      ...(wanted.body === undefined ? { method: "GET" } : { method: "POST", body: wanted.body }),
      signal: stop.signal,
      headersTimeout: 0, // ours are exact, undici's count in seconds
      bodyTimeout: 0,
    });
    clearTimeout(timers[0]);
    const answer = await readAnswer(response, limits, wanted);
    if (asked.path === url.href && answer.status === WANTS_PASSWORD)
      throw new Fault("fetch-failed", because("proxy-status", answer.status), { mayPass: true });
    return answer;
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error instanceof Fault ? error : brokenOff(error);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    wanted.signal?.removeEventListener("abort", pass);
  }
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  limits: Limits,
  wanted: Wanted,
): Promise<Answer> {
  const answer = { status: statusCode, headers: headersOf(headers), bytes: new Uint8Array() };
  body.on("error", () => {}); // told by what reads it; without a listener it would end the process
  if (!hasPage(statusCode) || wanted.body !== undefined) {
    await body.dump({ limit: DUMPED_BYTES }).catch(() => {}); // the status is all we wanted
    return answer;
  }
  try {
    wanted.accepts?.(answer.headers);
    const encoding = encodingOf(answer.headers.one("content-encoding"));
    const bodyLimits = { ...limits, bodyBytes: wanted.cutAtBytes ?? limits.bodyBytes, cut: wanted.cutAtBytes !== undefined };
    return { ...answer, bytes: await unpack(body, encoding, bodyLimits) };
  } catch (error) {
    throw error instanceof Fault ? error : new Fault("response-incomplete", breakOf(error), { mayPass: true });
  } finally {
    body.destroy(); // closes the connection unless the body was read to its end
  }
}

/** 200, and 203 from a proxy on the way. Others of the 2xx have no page: 202 is “come back”, 206 a part nobody asked for. */
export function hasPage(status: number): boolean {
  return status === 200 || status === 203;
}

const DUMPED_BYTES = 16_384; // a little more reading keeps the connection; for a long body a new one is cheaper

function headersOf(headers: IncomingHttpHeaders): AnswerHeaders {
  const all = (name: string): readonly string[] => [headers[name] ?? []].flat();
  return { all, one: (name) => all(name)[0] };
}

function brokenOff(error: unknown): Fault {
  return new Fault("fetch-failed", breakOf(error), { mayPass: true });
}

/** The code where there is one: messages of sockets name addresses and ports nobody asked about. */
function breakOf(error: unknown): Reason {
  if (!(error instanceof Error)) return theirWords(String(error));
  return because("broken-off", "code" in error ? String(error.code) : null);
}
