/**
 * Works on pages with a low priority beside processes that want all processors, and tells how many threads it took. Of the
 * built package: a thread is started from a file.
 */
import { fork } from "node:child_process";
import { availableParallelism, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { openThreads } from "../../dist/harvester/threads/threads.js";

if (process.argv[2] === "busy") for (;;) if (process.ppid === 1) process.exit(0); // whoever started it has been killed

const CALLS = 8;
const BUSY = 3; // for each processor
const busy = Array.from({ length: BUSY * availableParallelism() }, () => fork(import.meta.filename, ["busy"]));
setPriority(5); // a tenth of a processor is left to it
const bytes = Buffer.from("<p class=a>some words</p>".repeat(60_000));
const page = { address: "http://library.example/", bytes, charset: "utf-8", mediaType: "text/html", rendered: false };
const threads = openThreads({ usual: 1, workMs: 600_000 });
const took = [];
for (let i = 0; i < CALLS; i++) {
  const begun = performance.now();
  await threads.call("features", { page });
  took.push(Math.round(performance.now() - begun));
}
for (const each of busy) each.kill("SIGKILL");
await threads.close();
const { threadId } = new Worker("", { eval: true }); // counts all that were started
process.send({ calls: CALLS, threads: threadId - 1, took });
process.disconnect();
