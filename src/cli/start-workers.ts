/** What works in the background: one that harvests and one that tells people, started both or not at all. */
import { hostname } from "node:os";
import type { Worker } from "../harvester/queue/queue.js";
import { startWorker, type WorkerEvent } from "../harvester/queue/start-worker.js";
import { type AppContext, upkeepOf } from "./app-context.js";
import { type MessengerEvent, startMessenger } from "./messenger.js";

interface WorkersWish {
  readonly concurrency: number; // sources at a time
  readonly onEvent: (event: WorkerEvent | MessengerEvent) => void;
}

/** The messenger comes first: it refuses settings that do not fit, and then nothing has begun. */
export async function startWorkers(context: AppContext, { concurrency, onEvent }: WorkersWish): Promise<Worker> {
  const name = `${hostname()} ${process.pid}`;
  const messenger = await startMessenger(context, { name, onEvent: (event) => isOfMessages(event) && onEvent(event) });
  try {
    const harvester = await startWorker({ ...context, concurrency, name, upkeep: upkeepOf(context), onEvent });
    return { stop: async () => void (await Promise.all([harvester.stop(), messenger.stop()])) };
  } catch (error) {
    await messenger.stop();
    throw error;
  }
}

/** That it starts and stops, the worker it belongs to has said. */
const isOfMessages = ({ kind }: MessengerEvent): boolean => kind !== "started" && kind !== "stopping";
