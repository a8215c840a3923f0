/** Harvests that a person asks for. */
import { harvestSnapshots } from "../harvester/cycle.js";
import { type HarvestTools, nowOf } from "../harvester/tools.js";
import { isSourceTaken } from "../store/lock.js";
import { scheduleCheck, sourceOf } from "../store/source.js";
import type { Run } from "./tools.js";

export interface Runner {
  readonly run: Run;
  /** Ends when all that this process does itself has ended. */
  idle(): Promise<void>;
}

/** Visits are the workers' work: the source is due now. Stored pages are read again here, one source at a time. */
export function makeRunner(tools: HarvestTools, onTrouble: (error: unknown) => void): Runner {
  let reading: Promise<unknown> = Promise.resolve();
  return {
    async run(id, { isFromSnapshots }) {
      const source = await sourceOf(tools.pool, id);
      const isRunning = await isSourceTaken(tools.pool, id); // an open harvest may be one that was killed
      if (!source || (source.state === "paused" && !isFromSnapshots)) return { isQueued: false, isRunning };
      if (!isFromSnapshots) await scheduleCheck(tools.pool, id, nowOf(tools));
      else if (!isRunning) reading = reading.then(() => harvestSnapshots(tools, source)).catch(onTrouble);
      return { isQueued: !isFromSnapshots || !isRunning, isRunning };
    },
    idle: async () => void (await reading),
  };
}
