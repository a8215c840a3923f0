import { orAborted } from "../../fetch/aborted.js";
import type { Threads } from "./threads.js";

const MOMENT_MS = 3000; // nearly all calls take less, and their page is then stored

/** The same threads; soon after the signal has come, calls are not waited for any more and end with its reason. */
export function untilStopped(threads: Threads, signal: AbortSignal | undefined): Threads {
  if (!signal) return threads;
  const stopped = new AbortController();
  const stop = (): void => void setTimeout(() => stopped.abort(signal.reason), MOMENT_MS).unref();
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  return { ...threads, call: (...call) => orAborted(stopped.signal, threads.call(...call)) };
}
