/**
 * A source harvested end to end, beside a bare loop: `npm run bench:harvest [-- --json] [--pages N]`.
 *
 * The bare loop fetches the same pages from the same server with as many in flight, packs them alike, and commits a
 * snapshot and a row per page. The ratio of both, within one run, is what counts. The machine may be faster at one moment
 * than at another, so half of the bare loop runs before the harvest and half after it.
 *
 * Between them the bare loop also reads its pages, as a harvest does, and throws the values away: no harvester that reads
 * can be faster than that, whatever it stores.
 *
 * Where the time goes: what a page waits for on its way, and what reading it costs on one thread.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { Agent, request } from "undici";
import { buildIfStale } from "../scripts/build.mjs";

await buildIfStale();
const { SourceSettings } = await import("../dist/api/source.js");
const { extract, parsePage } = await import("../dist/core/index.js");
const { decodePage } = await import("../dist/fetch/charset.js");
const { systemClock } = await import("../dist/fetch/clock.js");
const { openDoor } = await import("../dist/fetch/door.js");
const { memoryTurns } = await import("../dist/fetch/memory-turns.js");
const { harvestSource } = await import("../dist/harvester/cycle.js");
const { openReadingThreads } = await import("../dist/harvester/reading-threads.js");
const { fetchLabelled, keepSource, learnSource } = await import("../dist/harvester/set-up.js");
const { loadTemplates } = await import("../dist/harvester/templates.js");
const { openStore } = await import("../dist/store/connect.js");
const { digestOf, packSnapshot } = await import("../dist/store/snapshot.js");
const { sourceOf } = await import("../dist/store/source.js");

const { values } = parseArgs({ options: { json: { type: "boolean" }, pages: { type: "string", default: "5000" } } });
const PAGES = Number(values.pages);
const IN_FLIGHT = 6; // as the harvester
const TRIES = 200;
const NO_DIGEST = Buffer.alloc(32);
const say = (line) => values.json || console.log(line);
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);

const server = fork(new URL("harvest-server.mjs", import.meta.url));
const port = await new Promise((done) => server.once("message", done));
const origin = `http://127.0.0.1:${port}`;
const home = mkdtempSync(join(tmpdir(), "bartree-bench-"));
const store = await openStore({ databaseUrl: null, home, now: new Date() });
const { pool } = store;
const door = openDoor(
  { version: "0", loopback: [origin] },
  { turns: memoryTurns(systemClock), clock: systemClock, random: Math.random },
);
const threads = openReadingThreads();
const spent = { read: 0, store: 0 };
const memory = {};
const tools = {
  pool: Object.assign(Object.create(pool), {
    connect: (...given) => pool.connect(...given),
    query: (...given) => timed("store", pool.query(...given)),
  }),
  door,
  threads: { read: (...given) => timed("read", threads.read(...given)) },
  onEvent({ done }) {
    if (done === Math.ceil(PAGES / 5)) memory.rssStartMB ??= megabytes(); // the threads have started, code is compiled
    if (done === PAGES) memory.rssEndMB ??= megabytes();
  },
};
try {
  const source = await addSource();
  await makeBareTables();
  const half = Math.floor(PAGES / 2);
  const firstHalf = await secondsFor(() => bareLoop(1, half, packOnly));
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  Object.assign(spent, { read: 0, store: 0 });
  const before = process.cpuUsage();
  const harvest = PAGES / (await secondsFor(() => harvested(source, "read")));
  const used = process.cpuUsage(before);
  delay.disable();
  const perPage = waits(harvest, used);
  const loopDelayP99 = Number((delay.percentile(99) / 1e6).toFixed(1));
  const { rssStartMB, rssEndMB } = memory;
  const bare = PAGES / (firstHalf + (await secondsFor(() => bareLoop(half + 1, PAGES, packOnly))));
  await pool.query("truncate bare, bare_row");
  const templates = await loadTemplates(pool, await sourceOf(pool, source.id));
  const bareRead = PAGES / (await secondsFor(() => bareLoop(1, PAGES, (page) => readToo(templates, page))));
  say(`bare loop                ${bare.toFixed(0)} pages/s`);
  say(`the same, reading too    ${bareRead.toFixed(0)} pages/s, ${((100 * bareRead) / bare).toFixed(0)} % of the bare loop`);
  say(`harvest                  ${harvest.toFixed(0)} pages/s, ${((100 * harvest) / bare).toFixed(0)} % of the bare loop`);
  say(`on its way a page waits  ${listed(perPage)} ms`);
  if (!values.json) say(`of that on one thread    ${listed(await costs())} ms`);
  const second304 = PAGES / (await secondsFor(() => harvested(source, "unchanged")));
  say(`again, answered by 304   ${second304.toFixed(0)} pages/s, ${(second304 / harvest).toFixed(1)} × the first`);
  await request(`${origin}/mode/200`).then(({ body }) => body.dump());
  const second200 = PAGES / (await secondsFor(() => harvested(source, "unchanged")));
  say(`again, answered by 200   ${second200.toFixed(0)} pages/s`);
  say(`event loop delay p99 ${loopDelayP99} ms; memory ${rssStartMB} MB after a fifth of the pages, ${rssEndMB} MB after all`);
  const round = (figure) => Number(figure.toFixed(1));
  const ratio = Number((harvest / bare).toFixed(3));
  if (values.json)
    console.log(
      JSON.stringify({
        bare: round(bare),
        harvest: round(harvest),
        ratio,
        second304: round(second304),
        second200: round(second200),
        loopDelayP99,
        rssStartMB,
        rssEndMB,
        msPerPage: perPage,
        bareRead: round(bareRead),
      }),
    );
} finally {
  await door.close();
  await threads.close();
  await store.close();
  server.disconnect();
  rmSync(home, { recursive: true, force: true });
}

async function addSource() {
  const html = await request(`${origin}/1`).then(({ body }) => body.text());
  const labels = {
    title: [/<h1 class="title">([^<]*)/.exec(html)[1]],
    author: [/<p class="by">([^<]*)/.exec(html)[1]],
    number: ["R-1"],
  };
  const addresses = Array.from({ length: PAGES }, (_, i) => `${origin}/${i + 1}`);
  const settings = SourceSettings.parse({ key: { address: `${origin}/1`, labels }, discovery: { addresses }, delayMs: 0 });
  const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
  return keepSource(tools, "bench", setUp);
}

async function harvested({ id }, outcome) {
  const { harvest } = await harvestSource(tools, await sourceOf(pool, id));
  if (harvest[outcome] !== PAGES) throw new Error(`not all pages are ${outcome}: ${JSON.stringify(harvest)}`);
}

async function timed(what, work) {
  const begin = performance.now();
  try {
    return await work;
  } finally {
    spent[what] += performance.now() - begin;
  }
}

/** Of each page, on the average; fetch is all that is neither read nor store: network, limits, decoding, digest. */
function waits(speed, { user, system }) {
  const whole = (1000 * IN_FLIGHT) / speed;
  const [read, store] = [spent.read / PAGES, spent.store / PAGES];
  const processor = (user + system) / 1000 / PAGES;
  return rounded({ whole, fetch: whole - read - store, read, store, processor });
}

/** The work alone, without any waiting. */
async function costs() {
  const { body } = await request(`${origin}/1`);
  const bytes = new Uint8Array(await body.arrayBuffer());
  const source = await sourceOf(pool, "1");
  const { record } = await loadTemplates(pool, source);
  const { html } = decodePage(bytes, "utf-8");
  const each = (work) => {
    const begin = performance.now();
    for (let i = 0; i < TRIES; i++) work();
    return (performance.now() - begin) / TRIES;
  };
  const pageTemplate = record.stored.template;
  const cases = {
    decode: () => decodePage(bytes, "utf-8"),
    digest: () => digestOf(bytes),
    parse: () => parsePage(html),
    "parse and extract": () => extract(pageTemplate, html),
    compress: () => packSnapshot(bytes, NO_DIGEST),
  };
  for (const work of Object.values(cases)) each(work); // warms up
  return rounded(Object.fromEntries(Object.entries(cases).map(([name, work]) => [name, each(work)])));
}

function rounded(figures) {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Number(figure.toFixed(2))]));
}

function listed(figures) {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure}`)
    .join(", ");
}

async function makeBareTables() {
  await pool.query(
    "create table bare (id bigint generated always as identity primary key, digest bytea unique, bytes bytea, size integer)",
  );
  await pool.query("alter table bare alter column bytes set storage external"); // as ours: they are packed already
  await pool.query("create table bare_row (page text primary key, snapshot bigint)");
}

async function bareLoop(first, last, pack) {
  const agent = new Agent();
  let next = first;
  const lane = async () => {
    while (next <= last) {
      const address = `${origin}/${next++}`;
      const { body } = await request(address, { dispatcher: agent });
      const { digest, size, packed } = await pack(new Uint8Array(await body.arrayBuffer()));
      await pool.query(
        `with taken as (insert into bare (digest, bytes, size) values ($1, $2, $3) returning id)
         insert into bare_row (page, snapshot) select $4, id from taken`,
        [digest, packed, size, address],
      );
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  await agent.close();
}

function packOnly(bytes) {
  return packSnapshot(bytes);
}

async function readToo(templates, bytes) {
  const page = { bytes, digest: digestOf(bytes).toString("hex"), charset: "utf-8", mediaType: "text/html", rendered: false };
  const { snapshot } = await threads.read(templates, { ...page, address: origin });
  return snapshot;
}

async function secondsFor(work) {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
