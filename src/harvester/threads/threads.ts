/**
 * All work on the bytes of foreign pages is done here: in threads of their own, each call with a deadline, so that no page
 * can keep the first thread from serving people, the queue and the database.
 *
 * A call goes to a thread that has little to do. One that takes its thread long gives back the calls that wait behind it,
 * and another thread is started in its stead; it runs with low priority from then on and ends with its call. What is over
 * its deadline is ended, alone, with the code `work-too-long`; what takes more memory than a thread has, with
 * `work-too-large`.
 */
import { readFileSync } from "node:fs";
import { availableParallelism, getPriority, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { errorReport, ReportedError } from "../../api/errors.js";
import type { ReadRobots } from "../../fetch/robots.js";
import { TAKEN_BACK, WAITING } from "./call-state.js";
import { isLong, type JobInput, type JobName, type JobOutput, type JobShared } from "./jobs.js";
import { PageSlots } from "./page-slots.js";
import type { Answer, FromThread, ToThread } from "./thread.js";

export interface Threads {
  /** `shared` is sent to each thread once, however many calls it serves: give the same object again. */
  call<Name extends JobName>(name: Name, input: JobInput<Name>, shared?: JobShared<Name>): Promise<JobOutput<Name>>;
  close(): Promise<void>;
}

export interface ThreadLimits {
  readonly usual?: number; // threads, as long as no call takes long
  readonly most?: number; // threads, those of slow calls included
  readonly memoryMB?: number; // of one
  readonly workMs?: number; // for one call
  readonly learnMs?: number; // for one that learns or heals
}

/** Also where the sources themselves are run, as tests do: a thread knows no TypeScript. */
const COMPILED = new URL("../../../dist/harvester/threads/thread.js", import.meta.url);

const MOST_USUAL = 4;
const MOST_SLOW = 6; // calls that take long, beside the usual threads
const MEMORY_MB = 1024; // the largest page that is read needs less
const WORK_MS = 10_000; // the largest page takes a second or two
const LEARN_MS = 60_000;
const SLOW_MS = 500; // nearly all calls take less, where the machine lets them run
const DEPTH = 4; // calls a thread has at a time: it must not wait for the first thread between two pages
const SHARED_KEPT = 16; // by each thread
const LOWER_PRIORITY = 5; // than our own: the others first; a machine with other work still gives it a third of a share
const LOWEST_PRIORITY = 19;

interface Call {
  readonly name: JobName;
  readonly input: unknown;
  readonly shared: object | undefined;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

interface Sent {
  readonly call: Call;
  readonly place: number; // in the thread's states
  readonly bytes: Uint8Array | undefined; // of its page, where the thread sees them
}

interface Thread {
  readonly worker: Worker;
  readonly sent: Sent[]; // the first one is being worked on
  readonly known: object[]; // what was shared with it, the eldest first
  readonly states: Int32Array;
  systemId: number | undefined; // undefined until it runs, and where the system has none
  isOnline: boolean;
  isSlow: boolean;
  problem: Error;
  slow: NodeJS.Timeout | undefined;
  deadline: NodeJS.Timeout | undefined;
}

/** As many as there are processors beside the first thread's. */
const usualThreads = (): number => Math.min(MOST_USUAL, Math.max(1, availableParallelism() - 1));

export function openThreads({
  usual = usualThreads(),
  most = usual + MOST_SLOW,
  memoryMB = MEMORY_MB,
  workMs = WORK_MS,
  learnMs = LEARN_MS,
}: ThreadLimits = {}): Threads {
  const threads = new Set<Thread>();
  const waiting: Call[] = [];
  const slots = new PageSlots();
  let isClosed = false;

  /** As many of the waiting calls as the threads can take. */
  function distribute(): void {
    while (waiting.length > 0) {
      const thread = freeThread();
      if (!thread) return;
      send(thread, waiting.shift() as Call);
    }
  }

  function freeThread(): Thread | undefined {
    const quick = [...threads].filter(({ isSlow }) => !isSlow);
    const [idlest] = quick.sort((a, b) => a.sent.length - b.sent.length);
    if (idlest?.sent.length === 0) return idlest;
    if (quick.length < usual && threads.size < most) return start();
    return idlest && idlest.sent.length < DEPTH ? idlest : undefined;
  }

  function send(thread: Thread, call: Call): void {
    const { input, bytes } = withHeldPage(slots, call.input);
    const place = thread.states.findIndex((_, index) => thread.sent.every((each) => each.place !== index));
    thread.states[place] = WAITING;
    const message: ToThread = { name: call.name, input, place, ...sharedWith(thread, call.shared) };
    thread.worker.postMessage(message);
    thread.worker.ref();
    thread.sent.push({ call, place, bytes });
    if (thread.sent.length === 1) begin(thread);
  }

  /** Its first call is being worked on from now. */
  function begin(thread: Thread): void {
    const [first] = thread.sent;
    if (!first || !thread.isOnline) return;
    const ms = isLong(first.call.name) ? learnMs : workMs;
    const halfMs = Math.min(SLOW_MS, ms / 2) / 2;
    thread.slow = setTimeout(() => watchSlow(thread, halfMs, processorMs(thread.systemId)), halfMs);
    thread.deadline = setTimeout(() => {
      thread.problem = new ReportedError(errorReport("work-too-long", ms / 1000));
      void thread.worker.terminate();
    }, ms);
  }

  /**
   * Slow is what takes the processor's time, not what waits for it: on a machine with much other work all calls would be
   * slow, and each would cost a new thread besides.
   */
  function watchSlow(thread: Thread, halfMs: number, from: number): void {
    thread.slow = setTimeout(() => {
      const isWaiting = processorMs(thread.systemId) - from < halfMs / 2; // false where it is not known
      if (isWaiting) watchSlow(thread, halfMs, from);
      else becomeSlow(thread);
    }, halfMs);
  }

  function becomeSlow(thread: Thread): void {
    thread.isSlow = true;
    lowerPriority(thread.systemId);
    const behind = thread.sent.splice(1);
    for (const sent of behind) {
      if (Atomics.compareExchange(thread.states, sent.place, WAITING, TAKEN_BACK) === WAITING) takeBack(sent);
      else thread.sent.push(sent); // it has just begun
    }
    distribute();
  }

  function takeBack({ call, bytes }: Sent): void {
    if (bytes) slots.giveBack(bytes);
    waiting.unshift(call);
  }

  function settle(thread: Thread, answer: Answer): void {
    clearTimeout(thread.slow);
    clearTimeout(thread.deadline);
    const sent = thread.sent.shift();
    if (sent?.bytes) slots.giveBack(sent.bytes);
    if (answer.ok) sent?.call.resolve(answer.output);
    else sent?.call.reject(answer.report ? new ReportedError(answer.report) : new Error(answer.reason));
    if (thread.sent.length > 0) begin(thread);
    else if (thread.isSlow) void thread.worker.terminate();
    else thread.worker.unref();
    distribute();
  }

  function start(): Thread {
    const states = new Int32Array(new SharedArrayBuffer(DEPTH * Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(COMPILED, {
      workerData: states,
      resourceLimits: { maxOldGenerationSizeMb: memoryMB },
    });
    const thread: Thread = {
      worker,
      sent: [],
      known: [],
      states,
      systemId: undefined,
      isOnline: false,
      isSlow: false,
      problem: new Error("the thread that worked on it has ended"),
      slow: undefined,
      deadline: undefined,
    };
    threads.add(thread);
    worker.on("message", (message: FromThread) => {
      if (message.kind === "answer") return settle(thread, message.answer);
      thread.isOnline = true;
      thread.systemId = message.systemId;
      begin(thread);
    });
    worker.on("error", (error) => {
      thread.problem = isOutOfMemory(error) ? new ReportedError(errorReport("work-too-large", memoryMB)) : error;
    });
    worker.on("exit", () => ended(thread));
    return thread;
  }

  /** The call it was working on is lost with it; those behind it go to another thread. */
  function ended(thread: Thread): void {
    clearTimeout(thread.slow);
    clearTimeout(thread.deadline);
    threads.delete(thread);
    const [lost, ...others] = thread.sent.splice(0);
    if (lost?.bytes) slots.giveBack(lost.bytes);
    lost?.call.reject(thread.problem);
    for (const other of others.reverse()) takeBack(other);
    if (isClosed) refuseWaiting();
    else distribute();
  }

  function refuseWaiting(): void {
    for (const call of waiting.splice(0)) call.reject(new Error("the threads are closed"));
  }

  return {
    call<Name extends JobName>(name: Name, input: JobInput<Name>, shared?: JobShared<Name>) {
      return new Promise<JobOutput<Name>>((resolve, reject) => {
        if (isClosed) return reject(new Error("the threads are closed"));
        waiting.push({ name, input, shared: shared as object | undefined, resolve: resolve as Call["resolve"], reject });
        distribute();
      });
    },
    async close() {
      isClosed = true;
      refuseWaiting();
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** For the door, which asks for the robots.txt of every site. */
export const robotsReader =
  (threads: Threads): ReadRobots =>
  (file, path) =>
    threads.call("robots", { path }, file);

/** A page that a job works on alone lies in memory that both threads see. */
function withHeldPage(slots: PageSlots, input: unknown): { input: unknown; bytes?: Uint8Array } {
  if (!hasPage(input)) return { input };
  const bytes = slots.hold(input.page.bytes);
  return { input: { ...input, page: { ...input.page, bytes } }, bytes };
}

const hasPage = (input: unknown): input is { readonly page: { readonly bytes: Uint8Array } } =>
  typeof input === "object" &&
  input !== null &&
  "page" in input &&
  typeof input.page === "object" &&
  input.page !== null &&
  "bytes" in input.page &&
  input.page.bytes instanceof Uint8Array;

/** Sent once, called by its number afterwards. */
function sharedWith({ known }: Thread, shared: object | undefined): Pick<ToThread, "number" | "shared" | "forget"> {
  if (!shared) return {};
  const number = numberOf(shared);
  if (known.includes(shared)) return { number };
  known.push(shared);
  const forget = known.length > SHARED_KEPT ? known.shift() : undefined;
  return { number, shared, ...(forget && { forget: numberOf(forget) }) };
}

const numbers = new WeakMap<object, number>();
let last = 0;

function numberOf(shared: object): number {
  const number = numbers.get(shared) ?? ++last;
  numbers.set(shared, number);
  return number;
}

/** Linux counts threads like processes, and gives each its own priority; elsewhere it stays as it is. */
function lowerPriority(systemId: number | undefined): void {
  if (systemId === undefined) return;
  try {
    setPriority(systemId, Math.min(LOWEST_PRIORITY, getPriority() + LOWER_PRIORITY));
  } catch {} // it has ended meanwhile, or the system does not allow it
}

/** How long the thread has been on a processor; NaN where the system does not tell. */
function processorMs(systemId: number | undefined): number {
  if (systemId === undefined) return Number.NaN;
  try {
    return Number.parseInt(readFileSync(`/proc/self/task/${systemId}/schedstat`, "utf8"), 10) / 1e6;
  } catch {
    return Number.NaN; // it has ended meanwhile, or this is no Linux
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
