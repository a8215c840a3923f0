/** Events and exports over real connections end when what their caller came in by ends, whoever ends it and wherever. */
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import type { KnownCaller } from "../../src/server/access.js";
import { openEvents } from "../../src/server/events.js";
import { makeKey } from "../../src/server/routes/keys.js";
import { makeStreams } from "../../src/server/streams.js";
import { revokeApiKey } from "../../src/store/api-key.js";
import { openWarning } from "../../src/store/warning.js";
import { startTcpProxy, type TcpProxy } from "../store/tcp-proxy.js";
import { cookieOf, type TestServer, testServer } from "./server.js";

const DAY = 86_400_000;
const SOON_MS = 10_000; // they end within a second or so; this is where the test gives up

let server: TestServer;
let other: TestServer; // another process would differ in nothing but its memory
let sari: string;
let budi: { id: string; cookie: string };
beforeEach(async () => {
  server = await testServer();
  other = await testServer({ database: server.database });
  const owner = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link() } }));
  sari = cookieOf(await server.call("POST", "/api/users", { cookie: owner, body: { name: "sari", role: "admin" } }));
  const { body } = await server.call("POST", "/api/users", { cookie: sari, body: { name: "budi", role: "admin" } });
  budi = { id: body.user.id, cookie: await session(body.user.id) };
});
afterEach(async () => {
  await other.close();
  await server.close();
});

const session = async (accountId: string): Promise<string> =>
  cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link(accountId) } }));
const makeKeyOf = async (cookie: string, wish: object = {}): Promise<{ id: string; secret: string }> => {
  const { body } = await server.call("POST", "/api/keys", { cookie, body: { name: "k", role: "reader", ...wish } });
  return { id: body.key.id, secret: body.secret };
};
const byKey = (secret: string) => ({ authorization: `Bearer ${secret}` });

interface Stream {
  readonly answer: IncomingMessage;
  readonly text: () => string;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** Opened, and its first words heard. */
async function listen(at: string, headers: Record<string, string>): Promise<Stream> {
  const answer = await new Promise<IncomingMessage>((done, fail) => get(at, { headers, agent: false }, done).on("error", fail));
  let [text, isOpen] = ["", true];
  answer.on("data", (chunk) => {
    text += chunk;
  });
  answer.on("error", () => {}); // cut off
  answer.on("close", () => {
    isOpen = false;
  });
  await expect.poll(() => text !== "" || !isOpen, { timeout: SOON_MS }).toBe(true);
  return { answer, text: () => text, isOpen: () => isOpen, close: () => answer.destroy() };
}

const warn = (cause: string) => openWarning(server.pool, { sourceId: null, cause, details: {} }, new Date());

const run = (...words: string[]) =>
  main([...words, "--json"], {
    stdin: (async function* () {})(),
    stdout: { write: () => true },
    stderr: { write: () => true },
    environment: { DATABASE_URL: server.database.url, HOME: "/nonexistent" },
    colours: false,
  });

interface Case {
  readonly what: string;
  readonly open: () => Promise<Record<string, string>>; // what the stream is opened with
  readonly end: (opened: Record<string, string>) => Promise<unknown>;
  readonly after: number; // how it answers when it is asked again
}

let key: { id: string; secret: string };
const keyOf =
  (cookie: () => string, wish: () => object = () => ({})) =>
  async () => {
    key = await makeKeyOf(cookie(), wish());
    return byKey(key.secret);
  };
const change = (method: string, path: string, body?: object) => (): Promise<unknown> =>
  other.call(method, path.replace(":budi", budi.id).replace(":key", key.id), { cookie: sari, ...(body && { body }) });

const CASES: Case[] = [
  { what: "a key that is revoked", open: keyOf(() => sari), end: () => change("DELETE", "/api/keys/:key")(), after: 401 },
  { what: "a key that a command revokes", open: keyOf(() => sari), end: () => run("key", "revoke", key.id), after: 401 },
  {
    what: "a key whose time is over",
    open: keyOf(
      () => sari,
      () => ({ expiresAt: new Date(Date.now() + DAY).toISOString() }),
    ),
    end: async () => server.pass(DAY),
    after: 401,
  },
  {
    what: "a key whose owner is removed",
    open: keyOf(() => budi.cookie),
    end: () => change("DELETE", "/api/users/:budi?keys=revoke")(),
    after: 401,
  },
  {
    what: "a key that is handed over",
    open: keyOf(() => budi.cookie),
    end: () => change("DELETE", "/api/users/:budi?keys=hand-over")(),
    after: 200,
  },
  {
    what: "a key whose owner is forgotten",
    open: keyOf(() => budi.cookie),
    end: () => run("forget", "--user", "budi", "--keys", "revoke", "--yes"),
    after: 401,
  },
  {
    what: "a key whose owner has another role",
    open: keyOf(() => budi.cookie),
    end: () => change("PATCH", "/api/users/:budi", { role: "reader" })(),
    after: 200,
  },
  {
    what: "a session that is signed out elsewhere",
    open: async () => ({ cookie: budi.cookie }),
    end: () => other.call("POST", "/api/sign-out", { cookie: budi.cookie }),
    after: 401,
  },
  {
    what: "a session whose account is removed",
    open: async () => ({ cookie: budi.cookie }),
    end: () => run("user", "remove", "budi"),
    after: 401,
  },
  {
    what: "a session whose account has another role",
    open: async () => ({ cookie: budi.cookie }),
    end: () => run("user", "role", "budi", "reader"),
    after: 200,
  },
  {
    what: "a session after the password was set in another",
    open: async () => ({ cookie: await session(budi.id) }),
    end: () => other.call("PUT", "/api/me/password", { cookie: budi.cookie, body: { password: "slow rivers run deep" } }),
    after: 401,
  },
  {
    what: "a session that was not seen for 7 days",
    open: async () => ({ cookie: budi.cookie }),
    end: async () => server.pass(8 * DAY),
    after: 401,
  },
];

describe("the events of", () => {
  it.each(CASES)("$what end, and tell nothing that comes later", async ({ open, end, after }) => {
    const opened = await open();
    const [mine, control] = [
      await listen(`${server.address()}/api/events`, opened),
      await listen(`${server.address()}/api/events`, byKey(await server.key("reader"))),
    ];
    await warn("before");
    await expect.poll(() => mine.text().includes('"warning"'), { timeout: SOON_MS }).toBe(true);
    const heard = mine.text().split('"warning"').length;
    const began = performance.now();
    await end(opened);
    await warn("after");
    await expect.poll(mine.isOpen, { timeout: SOON_MS, interval: 10 }).toBe(false);
    console.log(`ended after ${Math.round(performance.now() - began)} ms`);
    await expect.poll(() => control.text().split('"warning"').length, { timeout: SOON_MS }).toBe(heard + 1); // others are told
    expect(mine.text().split('"warning"').length).toBe(heard);
    expect(control.isOpen()).toBe(true);
    const again = await listen(`${server.address()}/api/events`, opened);
    expect(again.answer.statusCode).toBe(after);
    for (const stream of [mine, control, again]) stream.close();
  });
});

describe("an export of", () => {
  /** More than the buffers of both ends hold, so that it goes on while nobody reads. */
  beforeEach(async () => {
    const { pool } = server;
    await pool.query("insert into source (name, settings, created_at, updated_at) values ('many', '{}', now(), now())");
    await pool.query(
      `insert into record (source_id, identity, state, version, versions, values, withheld, created_at, updated_at)
       select s.id, n, 'current', 1, 1, jsonb_build_object('text', jsonb_build_array(repeat('. ', 10000) || n)), '{}', now(), now()
         from source s, generate_series(1, 1500) as n`,
    );
  });

  it.each(CASES.filter(({ what }) => /revoked|signed out|time/.test(what)))("$what is cut off", async ({ open, end, after }) => {
    const opened = await open();
    const at = `${server.address()}/api/records/export?format=jsonl`;
    const answer = await new Promise<IncomingMessage>((done, fail) =>
      get(at, { headers: opened, agent: false }, done).on("error", fail),
    );
    expect(answer.statusCode).toBe(200);
    let bytes = 0;
    answer.once("data", (chunk) => {
      bytes += chunk.length;
      answer.pause(); // a slow reader
    });
    await expect.poll(() => bytes, { timeout: SOON_MS }).toBeGreaterThan(0);
    const control = await listen(`${server.address()}/api/events`, byKey(await server.key("reader")));
    await end(opened);
    await warn("after");
    await expect.poll(control.text, { timeout: SOON_MS }).toContain('"warning"'); // the server has heard what came before it
    control.close();
    const whole = new Promise<boolean>((told) => answer.on("end", () => told(true)).on("error", () => told(false)));
    answer.on("data", (chunk) => {
      bytes += chunk.length;
    });
    answer.resume();
    expect(await whole).toBe(false);
    expect(bytes).toBeLessThan(30_000_000); // of which it is more
    const again = await listen(at, opened);
    expect(again.answer.statusCode).toBe(after);
    again.close();
  });
});

describe("where words of the database may be missed", () => {
  let proxy: TcpProxy | undefined;
  let web: Server | undefined;
  let pool: pg.Pool | undefined;
  afterEach(async () => {
    web?.close();
    await pool?.end();
    await proxy?.close();
  });

  it("what was open is looked at again, once the database is heard again", { timeout: 60_000 }, async () => {
    const { host = "", port = 0, database = "", user = "", password } = server.pool.options;
    proxy = await startTcpProxy({ host, port });
    pool = new pg.Pool({ host: "127.0.0.1", port: proxy.port, database, user, password });
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    const events = await openEvents(pool, () => new Date());
    const callers = new Map<string, KnownCaller>();
    const ids: Record<string, string> = {};
    for (const name of ["/kept", "/revoked"]) {
      const wish = { name, role: "reader", accountId: null, createdBy: null, expiresAt: null } as const;
      const { id } = (await makeKey(server.pool, wish, new Date())).key;
      callers.set(name, { kind: "key", ...wish, id });
      ids[name] = id;
    }
    web = createServer(async ({ url = "" }, response) => {
      const caller = callers.get(url);
      if (caller && (await events.hold(caller, response))) events.join(response);
      else response.writeHead(401).end();
    });
    await new Promise<void>((done) => web?.listen(0, "127.0.0.1", done));
    const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const [kept, revoked] = [await listen(`${address}/kept`, {}), await listen(`${address}/revoked`, {})];
    proxy.refuse(true);
    proxy.cut();
    await revokeApiKey(server.pool, ids["/revoked"] ?? "", new Date());
    expect(revoked.isOpen()).toBe(true); // nobody has heard of it
    proxy.refuse(false);
    await expect.poll(revoked.isOpen, { timeout: 20_000 }).toBe(false);
    await expect.poll(() => kept.text().split("hello").length, { timeout: 20_000 }).toBe(3);
    expect(kept.isOpen()).toBe(true);
    kept.close();
    await events.close();
  });
});

it("a stream that is opened while its key is being revoked does not stay", async () => {
  const { id } = await makeKeyOf(sari);
  const caller: KnownCaller = { kind: "key", id, name: "k", role: "reader", accountId: null, expiresAt: null };
  await revokeApiKey(server.pool, id, new Date()); // after it was let in, and told before it was held
  const streams = makeStreams(server.pool, () => new Date());
  const web = createServer(async (_, response) => response.end(String(await streams.hold(caller, response))));
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  const { text, close } = await listen(`http://127.0.0.1:${(web.address() as AddressInfo).port}`, {});
  expect(text()).toBe("false");
  close();
  web.close();
});
