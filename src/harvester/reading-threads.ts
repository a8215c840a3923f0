/**
 * Pages read and packed on threads of their own: that is half of all the work a harvest does, and the first thread has
 * the network and the database to attend to.
 *
 * A thread is started when those there are busy. It takes its pages in the order they were sent and answers each once. If
 * it ends, or is ended since a page takes it too long, that page fails, and those behind it go to another.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { PageSlots } from "./page-slots.js";
import type { ReadAndPacked, ReadablePage, ReadBy } from "./read-page.js";
import type { Answer, Task } from "./reading-thread.js";

export interface ReadingThreads {
  /** Rejects where the page cannot be read; that says nothing of other pages. */
  read(templates: ReadBy, page: ReadablePage): Promise<ReadAndPacked>;
  close(): Promise<void>;
}

/** Also where the sources themselves are run, as tests do: a thread knows no TypeScript. */
const COMPILED = new URL("../../dist/harvester/reading-thread.js", import.meta.url);

const MOST_THREADS = 4;
const MOST_MEMORY_MB = 1024; // of one thread; the largest page that is read needs less
const MOST_MS = 60_000; // for one page: the largest takes a second or two
const TEMPLATES_KEPT = 16; // by each thread

export interface ThreadLimits {
  readonly most?: number; // threads
  readonly memoryMB?: number; // of one
  readonly patienceMs?: number; // with one page
}

interface Waiting {
  readonly templates: ReadBy;
  readonly page: ReadablePage;
  resolve(read: ReadAndPacked): void;
  reject(error: Error): void;
}

interface Sent extends Waiting {
  readonly bytes: Uint8Array; // of the page, where the thread sees them
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Sent[]; // the first one is being read
  readonly known: ReadBy[]; // templates it has, the eldest first
  readonly stop: () => void; // it takes too long
  timer: NodeJS.Timeout | undefined; // of the page that is being read
}

/** As many as there are processors beside the first thread's. */
const usualThreads = (): number => Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1));

export function openReadingThreads({
  most = usualThreads(),
  memoryMB = MOST_MEMORY_MB,
  patienceMs = MOST_MS,
}: ThreadLimits = {}): ReadingThreads {
  const threads = new Set<Thread>();
  const slots = new PageSlots();
  let isClosed = false;

  function send(waiting: Waiting): void {
    const [idlest] = [...threads].sort((a, b) => a.waiting.length - b.waiting.length);
    const thread = idlest && (idlest.waiting.length === 0 || threads.size >= most) ? idlest : start();
    const sent = { ...waiting, bytes: slots.hold(waiting.page.bytes) };
    thread.worker.postMessage(taskFor(thread, sent));
    thread.waiting.push(sent);
    if (thread.waiting.length === 1) thread.timer = setTimeout(thread.stop, patienceMs);
  }

  function start(): Thread {
    const worker = new Worker(COMPILED, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMB },
    });
    let problem = new Error("the thread that read it has ended");
    const stop = () => {
      problem = new Error(`reading it took longer than ${patienceMs / 1000} s`);
      void worker.terminate();
    };
    const thread: Thread = { worker, waiting: [], known: [], stop, timer: undefined };
    threads.add(thread);
    worker.on("message", (answer: Answer) => {
      clearTimeout(thread.timer);
      const sent = thread.waiting.shift();
      if (sent) slots.giveBack(sent.bytes);
      settle(sent, answer);
      if (thread.waiting.length > 0) thread.timer = setTimeout(stop, patienceMs);
    });
    worker.on("error", (error) => {
      problem = error;
    });
    worker.on("exit", () => {
      clearTimeout(thread.timer);
      threads.delete(thread);
      for (const { bytes } of thread.waiting) slots.giveBack(bytes);
      const [lost, ...others] = thread.waiting.splice(0);
      lost?.reject(problem);
      for (const other of others) isClosed ? other.reject(problem) : send(other);
    });
    return thread;
  }

  return {
    read: (templates, page) => new Promise((resolve, reject) => send({ templates, page, resolve, reject })),
    async close() {
      isClosed = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** Templates are sent once to each thread, and called by their number afterwards. */
function taskFor({ known }: Thread, { templates, page, bytes }: Sent): Task {
  const { digest, charset, mediaType, rendered, address } = page;
  const plain = { bytes, digest, charset, mediaType, rendered, address };
  const number = numberOf(templates);
  if (known.includes(templates)) return { page: plain, number };
  known.push(templates);
  const forget = known.length > TEMPLATES_KEPT ? known.shift() : undefined;
  const { record, version } = templates;
  return { page: plain, number, templates: { record, version }, ...(forget && { forget: numberOf(forget) }) };
}

const numbers = new WeakMap<ReadBy, number>();
let last = 0;

function numberOf(templates: ReadBy): number {
  const number = numbers.get(templates) ?? ++last;
  numbers.set(templates, number);
  return number;
}

function settle(waiting: Waiting | undefined, answer: Answer): void {
  if (answer.ok) {
    const { reading, snapshot } = answer.read;
    const { digest, packed } = snapshot;
    waiting?.resolve({ reading, snapshot: { ...snapshot, digest: bufferOf(digest), packed: packed && bufferOf(packed) } });
  } else waiting?.reject(new Error(answer.reason));
}

/** Buffers arrive as plain bytes. */
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
