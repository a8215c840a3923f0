/** A database with real workers on it, in this process, that look and beat faster than real ones. */
import { systemClock } from "../../src/fetch/clock.js";
import { openDoor } from "../../src/fetch/door.js";
import type { Pace, Worker } from "../../src/harvester/queue/queue.js";
import { startWorker, type WorkerEvent, type WorkerOptions } from "../../src/harvester/queue/start-worker.js";
import { fetchLabelled, keepSource, learnSource } from "../../src/harvester/set-up/set-up.js";
import { harvestsOf } from "../../src/store/harvest.js";
import { hostTurns } from "../../src/store/host.js";
import { recordsSince } from "../../src/store/record.js";
import { sourceOf } from "../../src/store/source.js";
import { testDatabase } from "../store/database.js";
import type { ReportSite } from "./report-site.js";
import { threads } from "./threads.js";

const PACE: Pace = { beatMs: 100, deadMs: 1000, pollMs: 50 };

export async function testQueue(sites: readonly ReportSite[], clock = systemClock) {
  const database = await testDatabase({ connections: 20 });
  const { pool } = database;
  const turns = hostTurns(pool, systemClock.wait);
  const door = openDoor(
    { version: "0", loopback: sites.map(({ origin }) => origin), limits: { retries: 0 } },
    { turns, clock, random: () => 0.5 },
  );
  const tools = { pool, door, threads };
  const workers: Worker[] = [];
  return {
    ...database,
    tools,
    async add(name: string, site: ReportSite, changes: object = {}): Promise<string> {
      const settings = site.settings(changes);
      const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key ?? never()));
      if (!("version" in setUp)) throw new Error("nothing learnt");
      const { settings: kept, version } = setUp; // without the pages of the set-up: the first harvest asks for all
      return (await keepSource(tools, name, { settings: kept, version })).id;
    },
    async start(options: Partial<WorkerOptions> = {}): Promise<{ worker: Worker; events: WorkerEvent[] }> {
      const events: WorkerEvent[] = [];
      const { onEvent, ...rest } = options;
      const tell = (event: WorkerEvent): void => {
        events.push(event);
        onEvent?.(event);
      };
      const worker = await startWorker({ ...tools, concurrency: 4, name: "test", pace: PACE, onEvent: tell, ...rest });
      workers.push(worker);
      return { worker, events };
    },
    async source(id: string) {
      return (await sourceOf(pool, id)) ?? never();
    },
    harvests: (id: string) => harvestsOf(pool, id, 100),
    records: (id: string) => recordsSince(pool, { sourceId: id, since: new Date(0), afterId: "0", limit: 1000 }),
    async close() {
      for (const worker of workers) await worker.stop();
      await door.close();
      await database.drop();
    },
  };
}

function never(): never {
  throw new Error("it is not there");
}
