/** Who asks for an export and does not read it: no memory grows, no connection of the database is held, nobody else waits. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLong, say } from "../run.js";
import { type TestServer, testServer } from "./server.js";

const RECORDS = isLong ? 100_000 : 20_000;
const READERS = isLong ? 20 : 8;
const STALL_MS = 5000;

let server: TestServer;
let address: URL;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await testServer({ stallMs: STALL_MS });
  address = new URL(server.address());
  await server.pool.query("insert into source (name, settings, created_at, updated_at) values ('many', '{}', now(), now())");
  await server.pool.query(
    `insert into record (source_id, identity, state, version, versions, values, withheld, created_at, updated_at)
     select s.id, 'r' || n, 'current', 1, 1, jsonb_build_object('text', jsonb_build_array(n || repeat(' some words', 100))), '{}', now(), now()
       from source s, generate_series(1, $1::int) as n where s.name = 'many'`,
    [RECORDS],
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Asks for all of it, and reads `perSecond` bytes of it a second. */
function slowReader(key: string, perSecond: number): Promise<Socket> {
  const socket = connect({ port: Number(address.port), host: "127.0.0.1" });
  socket.on("error", () => {});
  sockets.push(socket);
  socket.write(
    `GET /api/records/export?format=jsonl HTTP/1.1\r\nHost: ${address.host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  );
  return new Promise((answered) =>
    socket.once("readable", () => {
      if (perSecond > 0) setInterval(() => socket.read(perSecond), 1000).unref();
      answered(socket);
    }),
  );
}

const busy = (): number => server.pool.totalCount - server.pool.idleCount;
const held = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

it(`${READERS} that read nothing or a byte a second, of ${RECORDS} records`, { timeout: 300_000 }, async () => {
  const key = await server.key("reader");
  const ends: number[] = [];
  const ended = new Set<Socket>();
  server.app.server.on("connection", (socket) => socket.once("close", () => ended.add(socket)));
  const before = held();
  const begun = performance.now();
  const readers = await Promise.all(Array.from({ length: READERS }, (_, i) => slowReader(key, i % 2)));
  await expect.poll(busy, { timeout: 5 * STALL_MS }).toBe(0); // what is not read is not asked for
  const early = held();
  const asked = performance.now();
  expect((await server.call("GET", "/api/records?q=words&limit=5", { key })).status).toBe(200);
  const othersMs = performance.now() - asked;
  expect([ended.size, busy()]).toEqual([0, 0]);
  await expect.poll(() => ended.size, { timeout: 20 * STALL_MS }).toBe(READERS);
  ends.push(performance.now() - begun);
  const grown = (early - before) / 1e6;
  say(
    `${READERS} slow readers of ${RECORDS} records: ${grown.toFixed(1)} MB more while they stood, another waited ${othersMs.toFixed(0)} ms, all cut off after ${((ends[0] ?? 0) / 1000).toFixed(1)} s`,
  );
  expect(grown).toBeLessThan(READERS * 12);
  expect(othersMs).toBeLessThan(5000);
  expect(readers).toHaveLength(READERS);
});

it("one that reads steadily, longer than a stall may last, gets all of it", { timeout: 300_000 }, async () => {
  const key = await server.key("reader");
  const socket = connect({ port: Number(address.port), host: "127.0.0.1" });
  sockets.push(socket);
  socket.write(
    `GET /api/records/export?format=jsonl HTTP/1.1\r\nHost: ${address.host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  );
  const begun = performance.now();
  let [lines, tail] = [0, ""];
  for await (const chunk of socket) {
    const text = String(chunk);
    lines += text.split("\n{").length - 1;
    tail = (tail + text).slice(-20);
    if (performance.now() - begun < 2 * STALL_MS) await new Promise((done) => setTimeout(done, 40));
  }
  expect(performance.now() - begun).toBeGreaterThan(STALL_MS);
  expect(lines).toBeGreaterThan(RECORDS * 0.95); // a chunk's end may lie between a line and the next
  expect(tail.endsWith("0\r\n\r\n")).toBe(true);
});

it("who waits for an answer that takes longer than a stall may last gets it", { timeout: 120_000 }, async () => {
  const site = createServer((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Slow Water</h1>"), 1500);
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const own = await testServer({ stallMs: 300, alsoVisit: [origin] });
  const answer = await fetch(`${own.address()}/api/drafts`, {
    method: "POST",
    headers: { authorization: `Bearer ${await own.key("editor")}`, "content-type": "application/json" },
    body: JSON.stringify({ address: `${origin}/report` }),
  });
  expect([answer.status, (await answer.json()).error]).toEqual([200, undefined]);
  await own.close();
  site.close();
});
