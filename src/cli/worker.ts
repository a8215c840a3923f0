import { hostname } from "node:os";
import { startWorker, type WorkerEvent } from "../harvester/queue/start-worker.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { harvestLine } from "./harvest-words.js";
import { countsLine } from "./source.js";

const CONCURRENCY = "10";
const MOST = 200;

export const workerCommand: Command<never, "concurrency"> = {
  summary: "Harvest sources when their time comes, beside other workers of the same database, until it is stopped.",
  example: "bartree worker --concurrency 20",
  operands: {},
  options: { concurrency: { value: "N", help: `sources at a time, 1 to ${MOST}; ${CONCURRENCY} unless given` } },
  async run({ concurrency = CONCURRENCY }, { open, out, reject }) {
    const count = /^\d{1,3}$/.test(concurrency) ? Number(concurrency) : 0;
    if (count < 1 || count > MOST) reject(`--concurrency takes a number from 1 to ${MOST}; “${concurrency}” is none.`);
    const workshop = await open();
    const worker = await startWorker({
      ...workshop,
      concurrency: count,
      name: workerName(),
      onEvent: teller(out),
    });
    await stopped(workshop.signal);
    await worker.stop();
    return EXIT_DONE;
  },
};

const workerName = (): string => `${hostname()} ${process.pid}`;

const FOR_EVER = 2 ** 30;

/** A timer keeps the process alive, since a signal alone does not. */
function stopped(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const timer = setInterval(() => {}, FOR_EVER);
    const end = (): void => {
      clearInterval(timer);
      done();
    };
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });
}

const PROGRESS_EVERY = 100; // pages

const progressLine = (source: string, { done, found }: { done: number; found: number }): string | undefined =>
  done % PROGRESS_EVERY === 0 ? `${source}: ${done} of ${found}` : undefined;

/** Machines get every event but the single pages, people one line for what they may want to know. */
function teller(out: Tools["out"]): (event: WorkerEvent) => void {
  return (event) => {
    if (out.isJson) {
      if (event.kind !== "harvest" || event.event.kind !== "page") out.print(event, () => "");
      return;
    }
    const line = lineOf(event);
    if (line !== undefined) out.note(line);
  };
}

function lineOf(event: WorkerEvent): string | undefined {
  switch (event.kind) {
    case "started":
      return `Waiting for sources whose time has come, ${event.concurrency} at a time.`;
    case "taken":
      return `${event.source}: begins`;
    case "harvest":
      return event.event.kind === "page" ? progressLine(event.source, event.event) : harvestLine(event.source, event.event);
    case "ended":
      return `${event.source}: ${countsLine(event.report.harvest)}${event.report.reason === null ? "" : `; ${event.report.reason}`}`;
    case "failed":
      return `${event.source}: failed; ${event.reason}`;
    case "released":
      return `${event.jobs} ${event.jobs === 1 ? "harvest" : "harvests"} of a worker that died are taken up again.`;
    case "trouble":
      return event.reason;
    case "stopping":
      return "Stopping; what was begun is given back.";
  }
}
