import type { WorkerEvent } from "../harvester/queue/start-worker.js";
import type { Command } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import type { MessengerEvent } from "./messenger.js";
import { startWorkers } from "./start-workers.js";
import { logEvent, openLog } from "./worker-log.js";

const CONCURRENCY = "10";
const MOST = 200;

export const workerCommand: Command<never, "concurrency"> = {
  summary: "Harvest sources when their time comes and tell people of warnings, beside other workers, until it is stopped.",
  example: "bartree worker --concurrency 20",
  isStaying: true,
  operands: {},
  options: { concurrency: { value: "N", help: `sources at a time, 1 to ${MOST}; ${CONCURRENCY} unless given` } },
  async run({ concurrency = CONCURRENCY }, { open, out, reject, environment }) {
    const count = /^\d{1,3}$/.test(concurrency) ? Number(concurrency) : 0;
    if (count < 1 || count > MOST) reject(`--concurrency takes a number from 1 to ${MOST}; “${concurrency}” is none.`);
    const log = openLog(environment, out);
    const context = await open({ onNote: (note) => log.warn(note) });
    const onEvent = (event: WorkerEvent | MessengerEvent): void => {
      if (!out.isJson) logEvent(log, event);
      else if (event.kind !== "harvest" || event.event.kind !== "page") out.print(event, () => "");
    };
    const workers = await startWorkers(context, { concurrency: count, onEvent });
    await stopped(context.signal);
    await workers.stop();
    return EXIT_DONE;
  },
};

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
