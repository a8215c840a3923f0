/**
 * Ends this process when its event loop has stood for too long, since nothing inside the loop could.
 *
 * The loop beats once a second into memory that a thread sees, and the thread counts its own ticks since the last beat.
 * Ticks, not hours: where the whole process stood (a closed lid, SIGSTOP, a clock that jumps), the thread stood too.
 */
import { Worker } from "node:worker_threads";
import type { Watch } from "./watchdog-thread.js";

/** Also where the sources themselves are run, as tests do: a thread knows no TypeScript. */
const COMPILED = new URL("../../dist/cli/watchdog-thread.js", import.meta.url);

export const TICK_MS = 1000;
export const DEBUGGED = -1; // instead of a beat: who stops at a breakpoint does not hang

export interface WatchdogWish {
  readonly seconds: number; // 0: none
  readonly isSilent: boolean;
}

export function startWatchdog({ seconds, isSilent }: WatchdogWish): void {
  if (seconds === 0) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const inspector = process.getBuiltinModule("node:inspector"); // some builds of Node have none
  let count = 0;
  const beat = (): void => {
    count = (count + 1) % 2 ** 30;
    Atomics.store(beats, 0, inspector?.url() === undefined ? count : DEBUGGED);
  };
  beat();
  setInterval(beat, TICK_MS).unref();
  const workerData: Watch = { beats, seconds, isSilent };
  new Worker(COMPILED, { workerData, resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 } }).unref();
}
