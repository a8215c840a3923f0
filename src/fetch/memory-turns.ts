/** Turns for one process: what a single command needs. Workers share theirs through the store. */
import type { Clock } from "./clock.js";
import type { Turns } from "./turns.js";

export function memoryTurns(clock: Clock): Turns {
  const nextAt = new Map<string, number>();
  const lastInLine = new Map<string, Promise<void>>();
  return async (host, { patienceMs, signal }) => {
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const before = lastInLine.get(host);
    lastInLine.set(host, left);
    await before;
    try {
      const waitMs = (nextAt.get(host) ?? 0) - clock.now();
      if (waitMs > patienceMs) {
        leave();
        return { kind: "later", waitMs };
      }
      if (waitMs > 0) await clock.wait(waitMs, signal);
      signal?.throwIfAborted();
    } catch (error) {
      leave();
      throw error;
    }
    return {
      kind: "now",
      async done(gapMs) {
        nextAt.set(host, clock.now() + gapMs);
        leave();
      },
    };
  };
}
