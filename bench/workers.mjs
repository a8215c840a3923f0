/**
 * How workers scale: 40 hosts that answer after 200 ms, one source each: `npm run bench:workers [-- --json] [--pages N]`.
 *
 * A host is asked by one at a time, so a source takes as long as its pages; more sources at a time, in one process or in
 * several, must make up for it. Each figure is the median of some rounds, the kinds taken in turn.
 */
import { fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/build.mjs";

await buildIfStale();
const { SourceSettings } = await import("../dist/api/source.js");
const { systemClock } = await import("../dist/fetch/clock.js");
const { openDoor } = await import("../dist/fetch/door.js");
const { memoryTurns } = await import("../dist/fetch/memory-turns.js");
const { fetchLabelled, keepSource, learnSource } = await import("../dist/harvester/set-up/set-up.js");
const { openThreads } = await import("../dist/harvester/threads/threads.js");
const { openStore } = await import("../dist/store/connect.js");

const options = { json: { type: "boolean" }, pages: { type: "string", default: "30" }, rounds: { type: "string", default: "3" } };
const { values } = parseArgs({ options });
const HOSTS = 40;
const LATENCY_MS = 200;
const PAGES = Number(values.pages);
const ROUNDS = Number(values.rounds);
const say = (line) => values.json || console.log(line);

const KINDS = [
  { name: "one worker, 10 at a time", workers: 1, concurrency: 10 },
  { name: "two workers, 10 at a time", workers: 2, concurrency: 10 },
  { name: "one worker, 40 at a time", workers: 1, concurrency: 40 },
];

const server = fork(new URL("workers-server.mjs", import.meta.url), [String(HOSTS), String(PAGES), String(LATENCY_MS)]);
const ports = await new Promise((done) => server.once("message", done));
const origins = ports.map((port) => `http://127.0.0.1:${port}`);
const home = mkdtempSync(join(tmpdir(), "bartree-bench-"));
const storeOptions = { databaseUrl: null, home, connections: 20 };
const store = await openStore({ ...storeOptions, now: new Date() });
try {
  await addSources();
  const rates = new Map(KINDS.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const kind of KINDS) {
      const rate = await measured(kind);
      if (round > 0) rates.get(kind.name).push(rate); // the first round only brings the pages in
    }
  const [one, two, wide] = KINDS.map(({ name }) => median(rates.get(name)));
  for (const { name } of KINDS) say(`${name.padEnd(26)} ${median(rates.get(name)).toFixed(0)} pages/s`);
  say(`two workers are ${(two / one).toFixed(2)} × one; 40 at a time are ${(wide / one).toFixed(2)} × 10 at a time`);
  if (values.json) console.log(JSON.stringify({ hosts: HOSTS, latencyMs: LATENCY_MS, pages: PAGES, one, two, wide }));
} finally {
  await store.close();
  server.disconnect();
  rmSync(home, { recursive: true, force: true });
}

async function addSources() {
  const turns = memoryTurns(systemClock);
  const door = openDoor({ version: "0", loopback: origins }, { turns, clock: systemClock, random: Math.random });
  const threads = openThreads();
  const tools = { pool: store.pool, door, threads };
  await Promise.all(
    origins.map(async (origin, index) => {
      const addresses = Array.from({ length: PAGES }, (_, i) => `${origin}/${i + 1}`);
      const labels = { title: ["Report 1 of the bench"], author: ["A. Bench-1"], number: ["R-1"] };
      const settings = SourceSettings.parse({
        key: { address: addresses[0], labels },
        discovery: { addresses },
        delayMs: 1,
        schedule: null,
      });
      const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
      await keepSource(tools, `source ${index}`, setUp);
    }),
  );
  await door.close();
  await threads.close();
}

/** Pages a second, from the moment all sources are due to the end of the last harvest. */
async function measured({ workers, concurrency }) {
  const ended = { count: 0 };
  const children = await Promise.all(Array.from({ length: workers }, () => startWorker(concurrency, ended)));
  await sleep(1500); // all of them wait for jobs
  const begin = performance.now();
  await store.pool.query("update source set next_check_at = now()");
  while (ended.count < HOSTS) await sleep(5);
  const seconds = (performance.now() - begin) / 1000;
  for (const child of children) {
    const exited = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await exited;
  }
  return (HOSTS * PAGES) / seconds;
}

function startWorker(concurrency, ended) {
  const call = JSON.stringify({ store: storeOptions, loopback: origins, concurrency });
  const child = spawn(process.execPath, [new URL("../test/harvester/worker-child.mjs", import.meta.url).pathname, call], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((done) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line);
      if (said.ready) done(child);
      if (said.stage === "over") ended.count += 1;
    });
  });
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
