/** A worker: takes the jobs of sources whose time has come. */
import { HARVEST, settleJobs } from "../../store/job.js";
import { scheduleCheck } from "../../store/source.js";
import { nowOf } from "../tools.js";
import { harvestJob, type JobEvent, type JobTools } from "./harvest-job.js";
import { type QueueEvent, type QueueOptions, startQueue, TAKEN_OVER, type Worker } from "./queue.js";
import { settleTimes } from "./settle-times.js";

export type WorkerEvent = JobEvent | QueueEvent;

export interface WorkerOptions extends Omit<JobTools, "onEvent">, Pick<QueueOptions, "concurrency" | "name" | "pace"> {
  readonly onEvent?: (event: WorkerEvent) => void;
}

/** When it is stopped it ends the pages that are being stored; the next worker goes on with what is left. */
export function startWorker(worker: WorkerOptions): Promise<Worker> {
  const { pool } = worker;
  return startQueue({
    ...worker,
    tasks: (over) => ({
      async [HARVEST](payload, { job }) {
        const sourceId = sourceIdOf(payload);
        const isStopped = await harvestJob({ ...worker, signal: over }, { sourceId, due: job.run_at });
        if (over.reason === TAKEN_OVER) throw TAKEN_OVER;
        if (isStopped) await scheduleCheck(pool, sourceId, nowOf(worker)); // the next worker goes on with it
      },
    }),
    async settle() {
      await settleJobs(pool);
      await settleTimes(pool, nowOf(worker));
    },
  });
}

function sourceIdOf(payload: unknown): string {
  if (typeof payload === "object" && payload !== null && "sourceId" in payload) return String(payload.sourceId);
  throw new Error("a job without a source");
}
