/**
 * A queue's life: takes jobs whose time has come, as many at a time as it is told, beside any number of others of the
 * same database.
 *
 * Every one says again and again that it lives, and gives back what those held that do not say so any more. One that
 * was taken for dead (a machine that slept) drops what it does, since others do it now, and begins anew.
 */
import { EventEmitter, setMaxListeners } from "node:events";
import { Logger, runTaskList, type TaskList } from "graphile-worker";
import type { Pool } from "pg";
import { systemClock } from "../../fetch/clock.js";
import { beat, enterWorker, leaveWorker, releaseDead } from "../../store/worker.js";

export type QueueEvent =
  | { readonly kind: "started"; readonly worker: string; readonly concurrency: number }
  | { readonly kind: "released"; readonly jobs: number } // of workers that died
  | { readonly kind: "trouble"; readonly reason: string }
  | { readonly kind: "stopping" };

export interface QueueOptions {
  readonly pool: Pool;
  readonly concurrency: number; // jobs at a time
  readonly name: string; // machine and process, for people
  readonly pace?: Pace;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: QueueEvent) => void;
  /** What is done for which job; `over` comes when this life ends. */
  readonly tasks: (over: AbortSignal) => TaskList;
  /** Puts right what jobs may have missed: at the beginning, and now and then. */
  readonly settle: () => Promise<unknown>;
  readonly onBeat?: () => Promise<unknown>;
  /** Done now and then beside the beats, since it may take longer than a worker may be silent. */
  readonly beside?: (over: AbortSignal) => Promise<unknown>;
}

export interface Pace {
  readonly beatMs: number;
  readonly deadMs: number; // unseen for so long, a worker is taken for dead
  readonly pollMs: number; // between two looks for jobs whose time has come
}

const PACE: Pace = { beatMs: 10_000, deadMs: 60_000, pollMs: 1000 };
const SETTLE_EVERY = 60; // beats

export interface Worker {
  /** Ends what is being done, gives the jobs back, and leaves. */
  stop(): Promise<void>;
}

export async function startQueue(options: QueueOptions): Promise<Worker> {
  const stopping = new AbortController();
  if (options.signal) onAbort(options.signal, () => stopping.abort());
  await options.settle();
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
async function work(options: QueueOptions, stopping: AbortSignal): Promise<void> {
  const { onEvent, pace = PACE } = options;
  while (!stopping.aborted) {
    await live(options, stopping).catch((error: Error) => onEvent?.({ kind: "trouble", reason: error.message }));
    await pause(pace.beatMs, stopping);
  }
}

/** Without a batch, an end of a job that could not be written down would be nobody's error, and end the process. */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

async function live(options: QueueOptions, stopping: AbortSignal): Promise<void> {
  const { pool, concurrency, name, onEvent, pace = PACE } = options;
  const over = new AbortController();
  setMaxListeners(0, over.signal); // every request in flight listens
  onAbort(stopping, () => over.abort());
  let isEntered: () => void = () => {};
  const entered = new Promise<void>((done) => {
    isEntered = done;
  });
  let isShuttingDown = false;
  const events = new EventEmitter().on("pool:gracefulShutdown", () => {
    isShuttingDown = true; // maybe of its own accord, when it is in trouble
    over.abort();
  });
  const run = {
    concurrency,
    pollInterval: pace.pollMs,
    noHandleSignals: true,
    logger: loggerFor(onEvent),
    events,
    preset: PRESET,
  };
  const queue = runTaskList(run, onceEntered(options.tasks(over.signal), entered), pool);
  events.on("job:start", () => isShuttingDown || queue.nudge(1)); // who looks while another does finds nothing: one after the other
  queue.promise.catch(() => {}); // told at the end of this life
  try {
    await enterWorker(pool, { id: queue.id, name, concurrency });
    isEntered();
    onEvent?.({ kind: "started", worker: queue.id, concurrency });
    await Promise.all([beats(options, queue.id, over), besideBeats(options, over.signal)]);
  } finally {
    isEntered();
    if (!isShuttingDown) Promise.resolve(queue.gracefulShutdown()).catch(() => {});
    await queue.promise.catch(() => {});
    await leaveWorker(pool, queue.id).catch(() => {}); // else it is found dead
  }
  await queue.promise;
}

/** A job that is taken before the worker is known would be held by nobody. */
function onceEntered(tasks: TaskList, entered: Promise<void>): TaskList {
  const waiting = Object.entries(tasks).map(([name, task]) => [
    name,
    async (...job: Parameters<NonNullable<typeof task>>) => {
      await entered;
      return task?.(...job);
    },
  ]);
  return Object.fromEntries(waiting);
}

/** Until this life is over. */
async function beats(options: QueueOptions, id: string, over: AbortController): Promise<void> {
  const { pool, onEvent, pace = PACE } = options;
  for (let count = 1; !over.signal.aborted; count++) {
    await pause(pace.beatMs, over.signal);
    if (over.signal.aborted) return;
    try {
      if (!(await beat(pool, id))) throw TAKEN_OVER;
      const jobs = await releaseDead(pool, pace.deadMs);
      if (jobs > 0) onEvent?.({ kind: "released", jobs });
      await options.onBeat?.();
      if (count % SETTLE_EVERY === 0) await options.settle();
    } catch (error) {
      onEvent?.({ kind: "trouble", reason: error instanceof Error ? error.message : String(error) });
      if (error === TAKEN_OVER) over.abort(TAKEN_OVER);
    }
  }
}

async function besideBeats({ beside, onEvent, pace = PACE }: QueueOptions, over: AbortSignal): Promise<void> {
  while (beside && !over.aborted) {
    await beside(over).catch((error: Error) => onEvent?.({ kind: "trouble", reason: error.message }));
    await pause(SETTLE_EVERY * pace.beatMs, over);
  }
}

/** The reason why a life is over, where others have its jobs now: they are not its own to end. */
export const TAKEN_OVER = new Error("This worker was not heard for so long that others took over; it begins anew.");

/** Without the words of the error, which may quote a page. */
function loggerFor(onEvent: QueueOptions["onEvent"]): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") onEvent?.({ kind: "trouble", reason: message.split(" with error '", 1)[0] ?? "" });
  });
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener("abort", act, { once: true });
}

/** In real time, whatever clock the harvests go by. Ends early, and quietly, when the signal comes. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => systemClock.wait(ms, signal).catch(() => {});
