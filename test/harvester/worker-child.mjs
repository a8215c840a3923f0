/** A worker in a process of its own, on an embedded database, that a test can kill. It says how far each source has come, and what it has stored. */
import { writeSync } from "node:fs";

const { systemClock } = await import("../../dist/fetch/clock.js");
const { openDoor } = await import("../../dist/fetch/door.js");
const { startWorker } = await import("../../dist/harvester/queue/start-worker.js");
const { openThreads } = await import("../../dist/harvester/threads/threads.js");
const { openStore } = await import("../../dist/store/connect.js");
const { hostTurns } = await import("../../dist/store/host.js");

const { store: options, loopback, concurrency, pace } = JSON.parse(process.argv[2] ?? "{}");
const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`); // at once, so that a kill loses no word
const store = await openStore({ ...options, now: new Date() });
const turns = hostTurns(store.pool, systemClock.wait);
const door = openDoor({ version: "0", loopback }, { turns, clock: systemClock, random: Math.random });
const STAGES = { check: "checked", heal: "healed", page: "reading" };
const threads = openThreads();
const worker = await startWorker({
  pool: store.pool,
  door,
  threads,
  concurrency,
  pace,
  name: `child ${process.pid}`,
  onEvent({ kind, source, event }) {
    if (kind === "taken") say({ source, stage: "taken" });
    if (kind === "harvest" && event.kind in STAGES)
      say({ source, stage: STAGES[event.kind], stored: event.address, outcome: event.outcome });
    if (kind === "ended" || kind === "failed") say({ source, stage: "over" });
  },
});
process.once("SIGTERM", async () => {
  await worker.stop();
  await door.close();
  await threads.close();
  await store.close();
});
say({ ready: true });
