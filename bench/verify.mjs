/**
 * `bartree verify` on a large store: `npm run bench:verify [-- --json] [--records N] [--home FOLDER]`.
 *
 * The store is made by harvests of the bench's own site, sources of 10,000 pages of 70 kB each; in a folder that is named it
 * stays, and is used again. Then every value is verified, as a person would do it: none may be false. Then 100 spans chosen
 * at random are shifted: all of them must be found, and no other.
 */
import { execFile, fork, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { buildIfStale } from "../scripts/build.mjs";
import { randomFrom } from "./random.mjs";

await buildIfStale();
const { openStore } = await import("../dist/store/connect.js");

const options = { json: { type: "boolean" }, records: { type: "string", default: "100000" }, home: { type: "string" } };
const { values } = parseArgs({ options });
const RECORDS = Number(values.records);
const OF_A_SOURCE = Math.min(10_000, RECORDS);
const SHIFTED = Math.min(100, RECORDS);
const SEED = 2009;
const BIN = fileURLToPath(new URL("../bin/bartree.js", import.meta.url));
const say = (line) => values.json || console.log(line);
const home = values.home ?? mkdtempSync(join(tmpdir(), "bartree-bench-"));
mkdirSync(home, { recursive: true });
const made = join(home, `made-${RECORDS}`);

try {
  if (!existsSync(made)) await makeStore();
  const all = await verify();
  if (all.exitCode !== 0 || all.lines.length > 0) throw new Error(`false values: ${JSON.stringify(all.lines.slice(0, 5))}`);
  if (all.verified.records !== RECORDS) throw new Error(`${all.verified.records} records instead of ${RECORDS}`);
  const { pages, records, values: count, seconds } = all.verified;
  say(`${records} records, ${count} values on ${pages} stored pages: 0 false`);
  say(
    `${seconds.toFixed(1)} s: ${(pages / seconds).toFixed(0)} pages/s, ${(count / seconds).toFixed(0)} values/s; memory ${all.rssMB} MB at most`,
  );
  const shifted = await withStore(shift);
  const found = await verify().finally(() => withStore((pool) => putBack(pool, shifted)));
  const expected = shifted.map(({ record, attribute }) => `${record} ${attribute}`).sort();
  const told = found.lines.map(({ record, attribute }) => `${record} ${attribute}`).sort();
  if (found.exitCode !== 70 || JSON.stringify(told) !== JSON.stringify(expected))
    throw new Error(`of ${SHIFTED} shifted spans ${told.length} were told: ${JSON.stringify(told.slice(0, 5))}`);
  say(`${SHIFTED} spans shifted, seed ${SEED}: ${told.length} found, and only those`);
  if (values.json)
    console.log(
      JSON.stringify({
        records,
        values: count,
        pages,
        seconds,
        pagesPerSecond: pages / seconds,
        rssMB: all.rssMB,
        found: told.length,
      }),
    );
} finally {
  if (values.home === undefined) rmSync(home, { recursive: true, force: true });
}

async function makeStore() {
  const server = fork(new URL("harvest-server.mjs", import.meta.url));
  const port = await new Promise((done) => server.once("message", done));
  const origin = `http://127.0.0.1:${port}`;
  const lines = [];
  for (let first = 1; first <= RECORDS; first += OF_A_SOURCE) {
    const html = await (await fetch(`${origin}/${first}`)).text();
    const labels = {
      title: [/<h1 class="title">([^<]*)/.exec(html)[1]],
      author: [/<p class="by">([^<]*)/.exec(html)[1]],
      number: [`R-${first}`],
    };
    const count = Math.min(OF_A_SOURCE, RECORDS - first + 1);
    const addresses = Array.from({ length: count }, (_, i) => `${origin}/${first + i}`);
    const settings = { key: { address: `${origin}/${first}`, labels }, discovery: { addresses }, delayMs: 0 };
    lines.push(JSON.stringify({ name: `from ${first}`, settings }));
  }
  writeFileSync(join(home, "sources.jsonl"), lines.join("\n"));
  const bartree = (...args) =>
    promisify(execFile)(process.execPath, [BIN, ...args], {
      env: { ...process.env, BARTREE_HOME: home, BARTREE_LOOPBACK_ORIGINS: origin },
      maxBuffer: 2 ** 26,
    });
  const begin = performance.now();
  await bartree("source", "import", join(home, "sources.jsonl"));
  await bartree("harvest");
  server.disconnect();
  writeFileSync(made, "");
  say(`the store was made in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
}

/** What the command says, and how much memory its process took. */
async function verify() {
  const child = spawn(process.execPath, [BIN, "verify", "--json"], {
    env: { ...process.env, BARTREE_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let rssMB = 0;
  const watch = setInterval(() => {
    rssMB = Math.max(rssMB, memoryOf(child.pid));
  }, 200);
  const ended = new Promise((done) => child.once("exit", done));
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line));
  clearInterval(watch);
  const { verified } = lines.pop();
  return { exitCode: await ended, lines, verified, rssMB };
}

/** Linux tells it; elsewhere it is 0. */
function memoryOf(pid) {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000);
  } catch {
    return 0; // it has just ended
  }
}

async function withStore(work) {
  const store = await openStore({ databaseUrl: null, home, now: new Date() });
  try {
    return await work(store.pool);
  } finally {
    await store.close();
  }
}

/** By one to five characters, to the left or to the right. */
async function shift(pool) {
  const random = randomFrom(SEED);
  const { rows } = await pool.query("select record_id::text as record, number from proof order by record_id");
  const chosen = rows.map((row) => [random(), row]).sort(([a], [b]) => a - b).slice(0, SHIFTED).map(([, row]) => row); // biome-ignore format: one step
  const shifted = chosen.map((row) => ({
    ...row,
    attribute: ["title", "author", "number"][Math.floor(random() * 3)],
    by: (1 + Math.floor(random() * 5)) * (random() < 0.5 ? -1 : 1),
  }));
  for (const each of shifted) await move(pool, each);
  return shifted;
}

async function putBack(pool, shifted) {
  for (const each of shifted) await move(pool, { ...each, by: -each.by });
}

function move(pool, { record, number, attribute, by }) {
  return pool.query(
    `update proof set spans = jsonb_set(jsonb_set(spans, array[$3, '0', 'start'], to_jsonb((spans #>> array[$3, '0', 'start'])::int + $4)),
                                        array[$3, '0', 'end'], to_jsonb((spans #>> array[$3, '0', 'end'])::int + $4))
      where record_id = $1 and number = $2`,
    [record, number, attribute, by],
  );
}
