/**
 * How long the server takes to answer, with 5,000 sources and a million records:
 * `npm run bench:load [-- --json] [-- --home FOLDER]`. With a home the data are made once and found again.
 *
 * Every query goes through the whole server (who asks, rights, database, the answer's schema), one after the other, on a
 * machine that does nothing else; `select 1` beside it tells how busy the machine is.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/build.mjs";

await buildIfStale();
const { makeApp } = await import("../dist/server/app.js");
const { openEvents } = await import("../dist/server/events.js");
const { newToken } = await import("../dist/server/secrets.js");
const { addApiKey } = await import("../dist/store/api-key.js");
const { openStore } = await import("../dist/store/connect.js");
const { fill, PLANTED } = await import("./load-data.mjs");

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    home: { type: "string" },
    sources: { type: "string", default: "5000" },
    records: { type: "string", default: "1000000" },
    requests: { type: "string", default: "200" },
    "only-fill": { type: "boolean" },
  },
});
const [SOURCES, RECORDS, REQUESTS] = [values.sources, values.records, values.requests].map(Number);
const LIMIT_MS = 300;
const say = (line) => values.json || console.log(line);

const home = values.home ?? mkdtempSync(join(tmpdir(), "bartree-load-"));
mkdirSync(home, { recursive: true });
const isFilled = join(home, `filled-${SOURCES}-${RECORDS}`);
const store = await openStore({ databaseUrl: null, home, now: new Date(), settings: ["fsync=off", "max_wal_size=8GB"] });
const { pool } = store;
const events = await openEvents(pool, () => new Date());
let isSlow = false;
try {
  if (!existsSync(isFilled)) {
    say(`making ${SOURCES.toLocaleString("en")} sources and ${RECORDS.toLocaleString("en")} records`);
    await fill(pool, { sources: SOURCES, records: RECORDS, say });
    writeFileSync(isFilled, "");
  }
  if (!values["only-fill"]) isSlow = await measure();
} finally {
  await events.close();
  await store.close();
  if (!values.home) rmSync(home, { recursive: true, force: true });
}
if (isSlow) process.exitCode = 1;

async function measure() {
  const { app, get } = await server();
  const { rows } = await pool.query("select pg_database_size(current_database())::float8 as bytes");
  const hits = {};
  for (const [name, word] of Object.entries(PLANTED)) {
    hits[name] = (
      await pool.query("select count(*)::int as n from record where search @@ plainto_tsquery('simple', $1)", [word])
    ).rows[0].n;
  }
  say(
    `database ${(rows[0].bytes / 1e9).toFixed(1)} GB; planted words in ${Object.values(hits)
      .map((n) => n.toLocaleString("en"))
      .join(", ")} records`,
  );
  say(`\n${"query".padEnd(44)} p50 ms   p95 ms   most`);
  const results = {};
  const select = await timed("select 1", () => pool.query("select 1"));
  for (const [name, ask] of Object.entries(mix(get))) results[name] = await timed(name, ask);
  await app.close();
  const slow = Object.entries(results).filter(([, { p95 }]) => p95 >= LIMIT_MS);
  say(
    slow.length === 0
      ? `\nall below ${LIMIT_MS} ms p95`
      : `\nNOT below ${LIMIT_MS} ms p95: ${slow.map(([name]) => name).join(", ")}`,
  );
  if (values.json)
    console.log(
      JSON.stringify({
        sources: SOURCES,
        records: RECORDS,
        requests: REQUESTS,
        hits,
        select1: select,
        queries: results,
        ok: slow.length === 0,
      }),
    );
  return slow.length > 0;

  async function timed(name, ask) {
    const times = [];
    for (let n = 0; n < REQUESTS; n++) {
      const began = performance.now();
      await ask(n);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share) => Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1));
    const result = { p50: at(0.5), p95: at(0.95), max: at(1) };
    say(
      `${name.padEnd(44)} ${String(result.p50).padStart(6)} ${String(result.p95).padStart(8)} ${String(result.max).padStart(6)}`,
    );
    return result;
  }
}

/** The named mix. What a request asks for differs each time. */
function mix(get) {
  const id = (n) => 1 + ((n * 7919) % RECORDS);
  const withHistory = (n) => 1 + ((n * 97) % Math.min(20_000, RECORDS));
  const walk = (first) => {
    let next = null;
    return async () => {
      const page = await get(next === null ? first : `${first}&after=${next}`);
      next = page.next;
    };
  };
  return {
    "source list": () => get("/api/sources"),
    "source list, next page by cursor": walk("/api/sources?limit=50"),
    "source list, what needs a person": () => get("/api/sources?state=needs-you"),
    "source list, search": (n) => get(`/api/sources?q=source%20${n % 1000}`),
    "one source": (n) => get(`/api/sources/${1 + ((n * 31) % SOURCES)}`),
    "record by id": (n) => get(`/api/records/${id(n)}`),
    "record with its proof": (n) => get(`/api/records/${withHistory(n)}/proof?attribute=title`),
    "newest first": () => get("/api/records"),
    "newest first, next page by cursor": walk("/api/records?limit=50"),
    "newest of one source": (n) => get(`/api/records?source=${1 + ((n * 31) % SOURCES)}`),
    "search, 300 hits": () => get(`/api/records?q=${PLANTED.rare}`),
    "search, 20,000 hits": () => get(`/api/records?q=${PLANTED.medium}`),
    "search, 400,000 hits": () => get(`/api/records?q=${PLANTED.common}`),
    "search, 300 hits, next page by cursor": walk(`/api/records?limit=20&q=${PLANTED.rare}`),
    "search, 20,000 hits, next page by cursor": walk(`/api/records?limit=20&q=${PLANTED.medium}`),
    "search, 400,000 hits, next page by cursor": walk(`/api/records?limit=20&q=${PLANTED.common}`),
    "search by rank, 300 hits": () => get(`/api/records?order=rank&q=${PLANTED.rare}`),
    "search by rank, 20,000 hits": () => get(`/api/records?order=rank&q=${PLANTED.medium}`),
    "search by rank, 400,000 hits": () => get(`/api/records?order=rank&q=${PLANTED.common}`),
  };
}

async function server() {
  const clock = { now: () => Date.now() };
  const tools = { pool, door: { clock }, version: "0", publicUrl: null, listensOn: () => "", events, demo: null, machine: {} };
  const many = { key: 1e9, person: 1e9 };
  const app = await makeApp({ tools, trustProxy: [], webFolder: null, log: null, requestsPerMinute: many });
  const { token, hash } = newToken();
  await addApiKey(
    pool,
    { name: "bench", role: "reader", beginning: "", hash, accountId: null, createdBy: null, expiresAt: null },
    new Date(),
  );
  const headers = { host: "localhost", authorization: `Bearer ${token}` };
  const get = async (url) => {
    const answer = await app.inject({ url, headers });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };
  return { app, get };
}
