/** From an address to its final answer: every hop judged by the gate and taken in its host's turn. */

import { because } from "../api/reasons.js";
import type { Door } from "./door.js";
import { Fault } from "./fault.js";
import { hostOf } from "./gate.js";
import { type Answer, type AnswerHeaders, request } from "./request.js";
import { retryAfterMs } from "./retry-after.js";
import type { Session } from "./session.js";

export type Walk = {
  /** Headers of the first hop alone: what is known of one page says nothing of the page it leads to. */
  conditions?: Readonly<Record<string, string>> | undefined;
  session?: Session | undefined;
  /** Called before each hop: throws a Fault to stop, answers the pause the host wants after it. */
  mayVisit(url: URL): Promise<number>;
  accepts?: ((headers: AnswerHeaders) => void) | undefined;
  /** Of a body longer than this the beginning is kept; without it, a longer one than the limit is refused. */
  cutAtBytes?: number | undefined;
  /** Where the walk is now, so many redirects on. */
  at(url: URL, redirects: number): void;
  signal?: AbortSignal | undefined;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export async function walk(door: Door, address: string, plan: Walk): Promise<Answer> {
  const start = door.gate.judge(address);
  if (!start.ok) throw new Fault("address-refused", start.reason);
  let url = start.url;
  for (let hops = 0; ; hops += 1) {
    plan.at(url, hops);
    const answer = await visit(door, url, plan, hops === 0 ? plan.conditions : {}).catch((error) => {
      throw hops > 0 && error instanceof Fault && error.code === "address-refused"
        ? new Fault("redirect-refused", error.reason)
        : error;
    });
    const location = REDIRECTS.has(answer.status) ? answer.headers.one("location") : undefined;
    if (location === undefined) return answer;
    if (hops === door.limits.redirects) throw new Fault("too-many-redirects", because("redirected-too-often", hops));
    url = nextUrl(door, url, location);
  }
}

function nextUrl(door: Door, from: URL, location: string): URL {
  const next = door.gate.judge(location, from);
  if (!next.ok) throw new Fault("redirect-refused", next.reason);
  if (from.protocol === "https:" && next.url.protocol === "http:")
    throw new Fault("redirect-refused", because("from-https-to-http"));
  return next.url;
}

async function visit(door: Door, url: URL, plan: Walk, conditions: Walk["conditions"]): Promise<Answer> {
  const pauseMs = await plan.mayVisit(url);
  return inTurn(door, url, { pauseMs, signal: plan.signal }, async (askedForMs) => {
    const headers = { ...door.headers, ...conditions, ...plan.session?.headersFor(url) };
    const wanted = { headers, accepts: plan.accepts, cutAtBytes: plan.cutAtBytes, signal: plan.signal };
    const answer = await request(door, url, wanted);
    plan.session?.keepCookies(url, answer.headers.all("set-cookie"));
    if (asksToWait(answer.status)) askedForMs(retryAfterMs(answer.headers.one("retry-after"), door.clock.now()) ?? 0);
    return answer;
  });
}

type Pause = { pauseMs: number; signal: AbortSignal | undefined };

/** Work in the host's turn, which ends with it; `askedForMs` makes the pause after it longer. */
export async function inTurn<T>(
  door: Door,
  url: URL,
  { pauseMs, signal }: Pause,
  work: (askedForMs: (ms: number) => void) => Promise<T>,
): Promise<T> {
  const { limits } = door;
  const wish = { holdMs: limits.wholeMs + 1000, patienceMs: limits.patienceMs, signal };
  const turn = pauseMs === 0 ? undefined : await door.turns(hostOf(url), wish);
  if (turn?.kind === "later") throw busy(turn.waitMs);
  let gapMs = pauseMs;
  try {
    return await work((ms) => {
      gapMs = Math.max(gapMs, ms);
    });
  } finally {
    await turn?.done(gapMs);
  }
}

/** Too many requests, or out of order: the two that may come with a Retry-After. */
export function asksToWait(status: number): boolean {
  return status === 429 || status === 503;
}

function busy(waitMs: number): Fault {
  return new Fault("host-busy", because("pause-asked", Math.ceil(waitMs / 1000)), { retryAfterMs: waitMs });
}
