import { because } from "../api/reasons.js";
import type { Door } from "./door.js";
import { Fault } from "./fault.js";
import { type Answer, hasPage } from "./request.js";
import { withRetries } from "./retry.js";
import { walk } from "./walk.js";

/**
 * The bytes of a robots.txt, undefined where there is none (4xx), a Fault where nobody can tell now (5xx, no answer).
 * 429 is no “there is none” but a plea for a pause, so it counts with the latter. More redirects than five count as none.
 */
export function loadRobots(door: Door, robotsUrl: URL, pauseMs: number): Promise<Uint8Array | undefined> {
  const { limits, clock, random, closing } = door;
  return withRetries({ retries: limits.retries, patienceMs: limits.patienceMs, clock, random, signal: closing }, async () => {
    const answer = await ask(door, robotsUrl, pauseMs);
    if (answer === undefined) return undefined;
    const { status, bytes } = answer;
    if (hasPage(status)) return bytes;
    if (status >= 400 && status < 500 && status !== 429) return undefined;
    throw new Fault("robots-unreachable", because("status", status), { mayPass: status >= 500 || status === 429 });
  });
}

async function ask(door: Door, robotsUrl: URL, pauseMs: number): Promise<Answer | undefined> {
  try {
    return await walk(door, robotsUrl.href, {
      mayVisit: async () => pauseMs,
      cutAtBytes: door.limits.robotsBytes,
      at: () => {},
      signal: door.closing, // several visits wait for this answer; that one of them ends is nothing to the others
    });
  } catch (error) {
    if (error instanceof Fault && error.code === "too-many-redirects") return undefined;
    throw error;
  }
}
