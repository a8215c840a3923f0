/** A worker: takes the jobs of sources whose time has come, unless the disk is nearly full, and does the daily upkeep. */
import { HARVEST, settleJobs } from "../../store/job.js";
import { scheduleCheck } from "../../store/source.js";
import { nowOf } from "../tools.js";
import { makeDiskWatch, type ReadDisk } from "../upkeep/disk-watch.js";
import { type UpkeepReport, type UpkeepWish, upkeep } from "../upkeep/upkeep.js";
import { harvestJob, type JobEvent, type JobTools } from "./harvest-job.js";
import { type QueueEvent, type QueueOptions, startQueue, TAKEN_OVER, type Worker } from "./queue.js";
import { settleReadings } from "./settle-readings.js";
import { settleTimes } from "./settle-times.js";

export type WorkerEvent =
  | JobEvent
  | QueueEvent
  | { readonly kind: "disk"; readonly isLow: boolean }
  | { readonly kind: "upkeep"; readonly report: UpkeepReport };

export interface WorkerOptions extends Omit<JobTools, "onEvent">, Pick<QueueOptions, "concurrency" | "name" | "pace"> {
  readonly readDisk?: ReadDisk; // of the database; without it harvests never wait for room
  readonly upkeep?: UpkeepWish;
  readonly onEvent?: (event: WorkerEvent) => void;
}

const LOW_DISK_MS = 5 * 60_000; // between two looks of a harvest that waits for room

/** When it is stopped it ends the pages that are being stored; the next worker goes on with what is left. */
export function startWorker(worker: WorkerOptions): Promise<Worker> {
  const { pool } = worker;
  const disk = watchDisk(worker);
  return startQueue({
    ...worker,
    onBeat: disk.isLow,
    beside: (over) => doUpkeep(worker, over),
    tasks: (over) => ({
      async [HARVEST](payload, { job }) {
        const sourceId = sourceIdOf(payload);
        if (await disk.isLow()) return scheduleCheck(pool, sourceId, new Date(nowOf(worker).getTime() + LOW_DISK_MS));
        const signal = AbortSignal.any([over, disk.signal()]);
        const isStopped = await harvestJob({ ...worker, signal }, { sourceId, due: job.run_at });
        if (over.reason === TAKEN_OVER) throw TAKEN_OVER;
        if (isStopped) await scheduleCheck(pool, sourceId, nowOf(worker)); // the next worker goes on with it
      },
    }),
    async settle() {
      await settleJobs(pool);
      await settleTimes(pool, nowOf(worker));
      await settleReadings(pool, nowOf(worker));
    },
  });
}

function sourceIdOf(payload: unknown): string {
  if (typeof payload === "object" && payload !== null && "sourceId" in payload) return String(payload.sourceId);
  throw new Error("a job without a source");
}

interface DiskOfWorker {
  isLow(): Promise<boolean>;
  /** Comes when the disk gets low, for the harvests that run. */
  signal(): AbortSignal;
}

function watchDisk(worker: WorkerOptions): DiskOfWorker {
  const look = makeDiskWatch(worker.pool, worker.readDisk ?? (async () => null));
  let running = new AbortController();
  let was = false;
  return {
    async isLow() {
      const isLow = await look(nowOf(worker));
      if (isLow !== was) worker.onEvent?.({ kind: "disk", isLow });
      if (isLow && !was) running.abort();
      else if (!isLow && was) running = new AbortController();
      was = isLow;
      return isLow;
    },
    signal: () => running.signal,
  };
}

/** Whether its day has come is for `upkeep` to say. */
async function doUpkeep(worker: WorkerOptions, over: AbortSignal): Promise<void> {
  const report = worker.upkeep && (await upkeep(worker.pool, worker.upkeep, nowOf(worker), over));
  if (report) worker.onEvent?.({ kind: "upkeep", report });
}
