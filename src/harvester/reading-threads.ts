/**
 * Pages read and packed on threads of their own: that is half of all the work a harvest does, and the first thread has
 * the network and the database to attend to.
 *
 * A thread is started when those there are busy. It takes its pages in the order they were sent and answers each once. If
 * it ends, the page it was at fails, and those behind it go to another.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
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
const TEMPLATES_KEPT = 16; // by each thread

interface Waiting {
  readonly templates: ReadBy;
  readonly page: ReadablePage;
  resolve(read: ReadAndPacked): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[]; // the first one is being read
  readonly known: ReadBy[]; // templates it has, the eldest first
}

/** As many as there are processors beside the first thread's. */
const usualThreads = (): number => Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1));

export function openReadingThreads(most = usualThreads(), memoryMB = MOST_MEMORY_MB): ReadingThreads {
  const threads = new Set<Thread>();
  let isClosed = false;

  function send(waiting: Waiting): void {
    const [idlest] = [...threads].sort((a, b) => a.waiting.length - b.waiting.length);
    const thread = idlest && (idlest.waiting.length === 0 || threads.size >= most) ? idlest : start();
    thread.worker.postMessage(taskFor(thread, waiting));
    thread.waiting.push(waiting);
  }

  function start(): Thread {
    const worker = new Worker(COMPILED, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMB },
    });
    const thread: Thread = { worker, waiting: [], known: [] };
    threads.add(thread);
    let problem = new Error("the thread that read it has ended");
    worker.on("message", (answer: Answer) => settle(thread.waiting.shift(), answer));
    worker.on("error", (error) => {
      problem = error;
    });
    worker.on("exit", () => {
      threads.delete(thread);
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
function taskFor({ known }: Thread, { templates, page }: Waiting): Task {
  const { bytes, digest, charset, mediaType, rendered, address } = page;
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
