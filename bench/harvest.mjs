/**
 * A source harvested end to end, beside a bare loop: `npm run bench:harvest [-- --json] [--pages N]`.
 *
 * The bare loop fetches the same pages from the same server with as many in flight, packs them alike, and commits a
 * snapshot and a row per page. The ratio of both, within one run, is what counts. The machine may be faster at one moment
 * than at another, so they take turns: the harvest is held after every tenth of its pages, and the bare loop does as many.
 * Both have done some pages of another source before, as a program that runs for months has.
 *
 * In its turns the bare loop does as many pages again in two other ways. It packs them on a thread of its own, where a
 * harvest packs them too; and it reads them there as a harvest does, but throws the values away: no harvester that reads
 * can be faster than that, whatever it stores.
 *
 * Where the time goes: what a page waits for on its way, and what reading it costs on one thread.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHistogram } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
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
const { openThreads } = await import("../dist/harvester/threads/threads.js");
const { fetchLabelled, keepSource, learnSource } = await import("../dist/harvester/set-up/set-up.js");
const { loadTemplates } = await import("../dist/harvester/templates.js");
const { openStore } = await import("../dist/store/connect.js");
const { digestOf, packSnapshot } = await import("../dist/store/snapshot.js");
const { sourceOf } = await import("../dist/store/source.js");

const { values } = parseArgs({ options: { json: { type: "boolean" }, pages: { type: "string", default: "5000" } } });
const PAGES = Number(values.pages);
const IN_FLIGHT = 6; // as the harvester
const TRIES = 200;
const TURN = Math.ceil(PAGES / 10);
const WARM_UP = Math.ceil(PAGES / 10);
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
const threads = openThreads();
const spent = { read: 0, store: 0 };
const others = { pages: 0, seconds: 0, bare: 0, packing: 0, reading: 0, user: 0, system: 0 }; // what the bare loops took
const delay = delayWatch();
const packThread = packingThread();
const turns = turnsOf(IN_FLIGHT, bareTurn);
let isMeasured = false;
let templates;
const memory = {};
const tools = {
  pool: Object.assign(Object.create(pool), {
    connect: (...given) => pool.connect(...given),
    query: (...given) => timed("store", pool.query(...given)),
  }),
  door,
  threads: {
    async call(name, ...given) {
      if (name !== "read") return threads.call(name, ...given);
      await turns.pass();
      return timed("read", threads.call(name, ...given));
    },
  },
  onEvent({ done }) {
    if (isMeasured && done % TURN === 0 && PAGES - done >= 2 * IN_FLIGHT) turns.hold(); // every lane will pass once more
    if (done === Math.ceil(PAGES / 5)) memory.rssStartMB ??= megabytes(); // the threads have started, code is compiled
    if (done === PAGES) memory.rssEndMB ??= megabytes();
  },
};
try {
  await makeBareTables();
  await harvested(await addSource(PAGES + 1, WARM_UP), "read");
  await bareLoop(PAGES + 1, WARM_UP, packOnly);
  await pool.query("truncate bare, bare_row");
  await bareLoop(PAGES + 1, WARM_UP, packThread.pack);
  await pool.query("truncate bare, bare_row");
  const source = await addSource(1, PAGES);
  templates = await loadTemplates(pool, await sourceOf(pool, source.id));
  Object.assign(spent, { read: 0, store: 0 });
  isMeasured = true;
  delay.go();
  const before = process.cpuUsage();
  const seconds = await secondsFor(() => harvested(source, "read"));
  const used = process.cpuUsage(before);
  delay.pause();
  isMeasured = false;
  const harvest = PAGES / (seconds - others.seconds);
  const perPage = waits(harvest, { user: used.user - others.user, system: used.system - others.system });
  const loopDelayP99 = delay.p99();
  const { rssStartMB, rssEndMB } = memory;
  await bareTurn(); // after the last pages
  const [bare, barePack, bareRead] = [others.bare, others.packing, others.reading].map((each) => others.pages / each);
  const percent = (part, whole) => ((100 * part) / whole).toFixed(0);
  say(`bare loop                ${bare.toFixed(0)} pages/s`);
  say(`packing on a thread      ${barePack.toFixed(0)} pages/s`);
  say(`the same, reading too    ${bareRead.toFixed(0)} pages/s, ${percent(bareRead, bare)} % of the bare loop`);
  say(
    `harvest                  ${harvest.toFixed(0)} pages/s, ${percent(harvest, bare)} % of the bare loop, ${percent(harvest, barePack)} % of the one with a thread`,
  );
  say(`on its way a page waits  ${listed(perPage)} ms`);
  if (!values.json) say(`of that on one thread    ${listed(await costs(source))} ms`);
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
        barePack: round(barePack),
        bareRead: round(bareRead),
      }),
    );
} finally {
  await door.close();
  await threads.close();
  await packThread.close();
  await store.close();
  server.disconnect();
  rmSync(home, { recursive: true, force: true });
}

/** Of `count` pages from the first on. */
async function addSource(first, count) {
  const key = `${origin}/${first}`;
  const html = await request(key).then(({ body }) => body.text());
  const labels = {
    title: [/<h1 class="title">([^<]*)/.exec(html)[1]],
    author: [/<p class="by">([^<]*)/.exec(html)[1]],
    number: [`R-${first}`],
  };
  const addresses = Array.from({ length: count }, (_, i) => `${origin}/${first + i}`);
  const settings = SourceSettings.parse({ key: { address: key, labels }, discovery: { addresses }, delayMs: 0 });
  const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
  return keepSource(tools, `from ${first}`, setUp);
}

async function harvested({ id }, outcome) {
  const { harvest } = await harvestSource(tools, await sourceOf(pool, id));
  if (harvest[outcome] !== harvest.found) throw new Error(`not all pages are ${outcome}: ${JSON.stringify(harvest)}`);
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
async function costs(source) {
  const { body } = await request(`${origin}/1`);
  const bytes = new Uint8Array(await body.arrayBuffer());
  const { record } = await loadTemplates(pool, await sourceOf(pool, source.id));
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

/** So many pages from the first on. */
async function bareLoop(first, count, pack) {
  const agent = new Agent();
  let next = first;
  const lane = async () => {
    while (next < first + count) {
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

/** The next pages of all bare loops, while the harvest stands. */
async function bareTurn() {
  delay.pause();
  const before = process.cpuUsage();
  const begin = performance.now();
  const [first, count] = [1 + others.pages, Math.min(TURN, PAGES - others.pages)];
  for (const [name, pack] of [
    ["bare", packOnly],
    ["packing", packThread.pack],
    ["reading", readToo],
  ]) {
    others[name] += await secondsFor(() => bareLoop(first, count, pack));
    await pool.query("truncate bare, bare_row");
  }
  others.pages += count;
  others.seconds += (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(before);
  others.user += user;
  others.system += system;
  if (isMeasured) delay.go();
}

/** Once `hold` is called all lanes stop where they pass; the last of them acts, and lets the others go. */
function turnsOf(lanes, act) {
  let standing = 0;
  let released;
  let release;
  return {
    hold() {
      released ??= new Promise((resolve) => {
        release = resolve;
      });
    },
    async pass() {
      if (!released) return;
      standing += 1;
      if (standing < lanes) return released;
      await act();
      standing = 0;
      released = undefined;
      release();
    },
  };
}

function packOnly(bytes) {
  return packSnapshot(bytes);
}

/** Answers in the order it was asked. */
function packingThread() {
  const worker = new Worker(new URL("pack-thread.mjs", import.meta.url));
  const waiting = [];
  worker.on("message", ({ digest, size, packed }) => waiting.shift()({ digest, size, packed: Buffer.from(packed.buffer) }));
  return {
    pack(bytes) {
      worker.postMessage(bytes, [bytes.buffer]);
      return new Promise((resolve) => waiting.push(resolve));
    },
    close: () => worker.terminate(),
  };
}

/** How long the loop takes from one tick to the next; Node's own monitor takes a pause of its own for a delay. */
function delayWatch() {
  const gaps = createHistogram();
  let last;
  let timer;
  const tick = () => {
    const now = process.hrtime.bigint();
    gaps.record(now - last);
    last = now;
  };
  return {
    go() {
      last = process.hrtime.bigint();
      timer = setInterval(tick, 10);
    },
    pause: () => clearInterval(timer),
    p99: () => Number((gaps.percentile(99) / 1e6).toFixed(1)),
  };
}

async function readToo(bytes) {
  const page = { bytes, digest: digestOf(bytes).toString("hex"), charset: "utf-8", mediaType: "text/html", rendered: false };
  const { snapshot } = await threads.call("read", { page: { ...page, address: origin } }, templates);
  return snapshot;
}

async function secondsFor(work) {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
