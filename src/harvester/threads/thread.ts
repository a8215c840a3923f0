/** What one of the threads does: the calls it is sent, one after the other, each answered once. */
import { readlinkSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type ErrorReport, ReportedError } from "../../api/errors.js";
import { STARTED, WAITING } from "./call-state.js";
import { JOBS, type JobName } from "./jobs.js";

export interface ToThread {
  readonly name: JobName;
  readonly input: unknown;
  readonly place: number; // of this call among the states
  readonly number?: number; // of what is shared by many calls
  readonly shared?: object; // that, if the thread does not have it yet
  readonly forget?: number; // what it need not keep
}

export type Answer =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly reason: string; readonly report?: ErrorReport };

export type FromThread =
  | { readonly kind: "online"; readonly systemId: number | undefined }
  | { readonly kind: "answer"; readonly answer: Answer };

const known = new Map<number, object>();

function work(states: Int32Array, { name, input, place, number = 0, shared = known.get(number), forget }: ToThread): void {
  if (forget !== undefined) known.delete(forget);
  if (shared) known.set(number, shared);
  if (Atomics.compareExchange(states, place, WAITING, STARTED) !== WAITING) return;
  parentPort?.postMessage({ kind: "answer", answer: answerTo(name, input, shared) } satisfies FromThread);
}

function answerTo(name: JobName, input: unknown, shared: object | undefined): Answer {
  try {
    const job = JOBS[name] as (input: unknown, shared: unknown) => unknown;
    return { ok: true, output: job(input, shared) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return error instanceof ReportedError ? { ok: false, reason, report: error.report } : { ok: false, reason };
  }
}

/** As the system counts it: /proc/thread-self leads to PROCESS/task/THREAD, on Linux alone. */
function systemId(): number | undefined {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1)) || undefined;
  } catch {
    return undefined;
  }
}

if (parentPort && workerData instanceof Int32Array) {
  parentPort.postMessage({ kind: "online", systemId: systemId() } satisfies FromThread);
  parentPort.on("message", (message: ToThread) => work(workerData, message));
}
