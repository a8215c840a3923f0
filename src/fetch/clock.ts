import { setTimeout as sleep } from "node:timers/promises";

/** Time, as passed to the door. `wait` rejects when the signal is aborted. */
export type Clock = { now(): number; wait(ms: number, signal?: AbortSignal): Promise<void> };

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }) }),
};
