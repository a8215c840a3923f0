/**
 * A worker: takes the jobs of sources whose time has come, as many at a time as it is told, beside any number of other
 * workers of the same database.
 *
 * Every worker says again and again that it lives, and gives back what those held that do not say so any more. One that
 * was taken for dead (a machine that slept) drops what it does, since others do it now, and begins anew.
 */
import { EventEmitter, setMaxListeners } from "node:events";
import { Logger, runTaskList } from "graphile-worker";
import { systemClock } from "../../fetch/clock.js";
import { HARVEST, settleJobs } from "../../store/job.js";
import { scheduleCheck } from "../../store/source.js";
import { beat, enterWorker, leaveWorker, releaseDead } from "../../store/worker.js";
import { nowOf } from "../tools.js";
import { harvestJob, type JobEvent, type JobTools } from "./harvest-job.js";
import { settleTimes } from "./settle-times.js";

export type WorkerEvent =
  | JobEvent
  | { readonly kind: "started"; readonly worker: string; readonly concurrency: number }
  | { readonly kind: "released"; readonly jobs: number } // of workers that died
  | { readonly kind: "trouble"; readonly reason: string }
  | { readonly kind: "stopping" };

export interface WorkerOptions extends Omit<JobTools, "onEvent"> {
  readonly concurrency: number; // sources at a time
  readonly name: string; // machine and process, for people
  readonly pace?: Pace;
  readonly onEvent?: (event: WorkerEvent) => void;
}

export interface Pace {
  readonly beatMs: number;
  readonly deadMs: number; // unseen for so long, a worker is taken for dead
  readonly pollMs: number; // between two looks for jobs whose time has come
}

const PACE: Pace = { beatMs: 10_000, deadMs: 60_000, pollMs: 1000 };
const SETTLE_EVERY = 60; // beats

export interface Worker {
  /** Ends the pages that are being stored, gives the jobs back, and leaves. */
  stop(): Promise<void>;
}

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const stopping = new AbortController();
  if (options.signal) onAbort(options.signal, () => stopping.abort());
  await settle(options);
  onAbort(stopping.signal, () => options.onEvent?.({ kind: "stopping" }));
  const working = work(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** One life after the other: the queue gives up when the database is away, and a worker that was taken for dead begins anew. */
async function work(options: WorkerOptions, stopping: AbortSignal): Promise<void> {
  const { onEvent, pace = PACE } = options;
  while (!stopping.aborted) {
    await live(options, stopping).catch((error: Error) => onEvent?.({ kind: "trouble", reason: error.message }));
    await pause(pace.beatMs, stopping);
  }
}

/** Without a batch, an end of a job that could not be written down would be nobody's error, and end the process. */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

async function live(worker: WorkerOptions, stopping: AbortSignal): Promise<void> {
  const { pool, concurrency, name, onEvent, pace = PACE } = worker;
  const over = new AbortController();
  setMaxListeners(0, over.signal); // every request in flight listens
  onAbort(stopping, () => over.abort());
  let isEntered: () => void = () => {};
  const entered = new Promise<void>((done) => {
    isEntered = done;
  });
  const task = async (payload: unknown, { job }: { job: { run_at: Date } }): Promise<void> => {
    await entered;
    const sourceId = sourceIdOf(payload);
    const isStopped = await harvestJob({ ...worker, signal: over.signal }, { sourceId, due: job.run_at });
    if (over.signal.reason === TAKEN_OVER) throw TAKEN_OVER; // another has the job: not ours to end
    if (isStopped) await scheduleCheck(pool, sourceId, nowOf(worker)); // the next worker goes on with it
  };
  let isShuttingDown = false;
  const events = new EventEmitter().on("pool:gracefulShutdown", () => {
    isShuttingDown = true; // maybe of its own accord, when it is in trouble
    over.abort();
  });
  const logger = loggerFor(onEvent);
  const options = { concurrency, pollInterval: pace.pollMs, noHandleSignals: true, logger, events, preset: PRESET };
  const queue = runTaskList(options, { [HARVEST]: task }, pool);
  events.on("job:start", () => isShuttingDown || queue.nudge(1)); // who looks while another does finds nothing: one after the other
  queue.promise.catch(() => {}); // told at the end of this life
  try {
    await enterWorker(pool, { id: queue.id, name, concurrency });
    isEntered();
    onEvent?.({ kind: "started", worker: queue.id, concurrency });
    await beats(worker, queue.id, over);
  } finally {
    isEntered();
    if (!isShuttingDown) Promise.resolve(queue.gracefulShutdown()).catch(() => {});
    await queue.promise.catch(() => {});
    await leaveWorker(pool, queue.id).catch(() => {}); // else it is found dead
  }
  await queue.promise;
}

/** Until this life is over. */
async function beats(options: WorkerOptions, id: string, over: AbortController): Promise<void> {
  const { pool, onEvent, pace = PACE } = options;
  for (let count = 1; !over.signal.aborted; count++) {
    await pause(pace.beatMs, over.signal);
    if (over.signal.aborted) return;
    try {
      if (!(await beat(pool, id))) throw TAKEN_OVER;
      const jobs = await releaseDead(pool, pace.deadMs);
      if (jobs > 0) onEvent?.({ kind: "released", jobs });
      if (count % SETTLE_EVERY === 0) await settle(options);
    } catch (error) {
      onEvent?.({ kind: "trouble", reason: error instanceof Error ? error.message : String(error) });
      if (error === TAKEN_OVER) over.abort(TAKEN_OVER);
    }
  }
}

const TAKEN_OVER = new Error("This worker was not heard for so long that others took over; it begins anew.");

async function settle(worker: WorkerOptions): Promise<void> {
  await settleJobs(worker.pool);
  await settleTimes(worker.pool, nowOf(worker));
}

function sourceIdOf(payload: unknown): string {
  if (typeof payload === "object" && payload !== null && "sourceId" in payload) return String(payload.sourceId);
  throw new Error("a job without a source");
}

function loggerFor(onEvent: WorkerOptions["onEvent"]): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") onEvent?.({ kind: "trouble", reason: message });
  });
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener("abort", act, { once: true });
}

/** In real time, whatever clock the harvests go by. Ends early, and quietly, when the signal comes. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => systemClock.wait(ms, signal).catch(() => {});
