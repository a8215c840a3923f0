/** Tries again what may pass, each time after a longer pause, or after the one the host asked for. */
import type { Clock } from "./clock.js";
import { Fault } from "./fault.js";

export type Patience = {
  retries: number;
  patienceMs: number;
  clock: Clock;
  random: () => number;
  signal?: AbortSignal | undefined;
};

/** 1, 4, 16 s, each spread from half to one and a half, so that many workers do not come back at once. */
const FIRST_PAUSE_MS = 1000;
const GROWTH = 4;

export async function withRetries<T>(patience: Patience, attempt: (tries: number) => Promise<T>): Promise<T> {
  const { retries, patienceMs, clock, random, signal } = patience;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (error) {
      const isLast = tries > retries || !(error instanceof Fault) || !error.mayPass;
      if (isLast || (error.retryAfterMs ?? 0) > patienceMs) throw error;
      const pauseMs = FIRST_PAUSE_MS * GROWTH ** (tries - 1) * (0.5 + random());
      await clock.wait(Math.max(pauseMs, error.retryAfterMs ?? 0), signal);
    }
  }
}
