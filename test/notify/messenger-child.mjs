/** The part of a worker that tells people, in a process of its own that a test can kill. */
const { systemClock } = await import("../../dist/fetch/clock.js");
const { openDoor } = await import("../../dist/fetch/door.js");
const { memoryTurns } = await import("../../dist/fetch/memory-turns.js");
const { makeVault } = await import("../../dist/fetch/vault.js");
const { startQueue } = await import("../../dist/harvester/queue/queue.js");
const { messageTasks, settleMessages } = await import("../../dist/notify/tasks.js");
const { thenAndNow } = await import("../../dist/harvester/show/then-and-now.js");
const { openThreads } = await import("../../dist/harvester/threads/threads.js");
const { openStore } = await import("../../dist/store/connect.js");

const { databaseUrl, loopback, key, pace } = JSON.parse(process.argv[2] ?? "{}");
const { pool } = await openStore({ databaseUrl, home: "/nonexistent", now: new Date() });
const vault = makeVault(() => Buffer.from(key, "hex"));
const tools = { turns: memoryTurns(systemClock), clock: systemClock, random: Math.random, vault };
const door = openDoor({ version: "0", loopback }, tools);
const threads = openThreads();
const own = {
  pool,
  door,
  thenAndNow: (warning) => thenAndNow({ pool, threads }, warning),
  mail: null,
  mailTo: [],
  digest: null,
  publicUrl: null,
};
await startQueue({
  pool,
  concurrency: 2,
  name: `child ${process.pid}`,
  pace,
  tasks: (over) => messageTasks({ ...own, signal: over }, 50),
  settle: () => settleMessages(own),
});
