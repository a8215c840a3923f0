/** Turns for one process: what a single command needs. Workers share theirs through the store. */
import type { Clock } from "./clock.js";
import { inLine } from "./in-line.js";
import type { Turns } from "./turns.js";

export function memoryTurns(clock: Clock): Turns {
  const nextAt = new Map<string, number>();
  return inLine(async (host, { patienceMs, signal }) => {
    const waitMs = (nextAt.get(host) ?? 0) - clock.now();
    if (waitMs > patienceMs) return { kind: "later", waitMs };
    if (waitMs > 0) await clock.wait(waitMs, signal);
    signal?.throwIfAborted();
    return {
      kind: "now",
      async done(gapMs) {
        nextAt.set(host, clock.now() + gapMs);
      },
    };
  });
}
