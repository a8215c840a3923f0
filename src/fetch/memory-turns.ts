/** Turns for one process: what a single command needs. Workers share theirs through the store. */
import type { Clock } from "./clock.js";
import { inLine } from "./in-line.js";
import type { Turns } from "./turns.js";

export function memoryTurns(clock: Clock): Turns {
  const last = new Map<string, { readonly endedAt: number; readonly gapMs: number }>();
  return inLine(async (host, { patienceMs, signal }) => {
    const { endedAt, gapMs } = last.get(host) ?? { endedAt: 0, gapMs: 0 };
    const waitMs = Math.min(endedAt + gapMs - clock.now(), gapMs); // no longer, should the clock be set back
    if (waitMs > patienceMs) return { kind: "later", waitMs };
    if (waitMs > 0) await clock.wait(waitMs, signal);
    signal?.throwIfAborted();
    return {
      kind: "now",
      async done(gap) {
        last.set(host, { endedAt: clock.now(), gapMs: gap });
      },
    };
  });
}
