/** A worker in a process of its own, on an embedded database, that a test can kill. It says what it has stored, page by page. */
import { writeSync } from "node:fs";

const { systemClock } = await import("../../dist/fetch/clock.js");
const { openDoor } = await import("../../dist/fetch/door.js");
const { startWorker } = await import("../../dist/harvester/queue/start-worker.js");
const { openStore } = await import("../../dist/store/connect.js");
const { hostTurns } = await import("../../dist/store/host.js");

const { store: options, loopback, concurrency, pace } = JSON.parse(process.argv[2] ?? "{}");
const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`); // at once, so that a kill loses no word
const store = await openStore({ ...options, now: new Date() });
const turns = hostTurns(store.pool, systemClock.wait);
const door = openDoor({ version: "0", loopback }, { turns, clock: systemClock, random: Math.random });
const worker = await startWorker({
  pool: store.pool,
  door,
  concurrency,
  pace,
  name: `child ${process.pid}`,
  onEvent(event) {
    if (event.kind === "taken") say({ taken: event.source });
    if (event.kind === "harvest" && event.event.kind === "page")
      say({ stored: event.event.address, outcome: event.event.outcome });
    if (event.kind === "ended") say({ ended: event.source });
    if (event.kind === "released") say({ released: event.jobs });
    if (event.kind === "failed") say({ failed: event.reason });
    if (event.kind === "trouble") say({ trouble: event.reason });
  },
});
process.once("SIGTERM", async () => {
  await worker.stop();
  await door.close();
  await store.close();
});
say({ ready: true });
