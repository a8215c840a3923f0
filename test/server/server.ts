/** The server on a database of its own, with the bundled site, the real door and a clock that the test moves. */
import type { FastifyInstance } from "fastify";
import type { Role } from "../../src/api/server/common.js";
import { REQUEST_HEADER } from "../../src/api/server/routes.js";
import { serveDemo } from "../../src/cli/demo.js";
import type { Clock } from "../../src/fetch/clock.js";
import { openDoor } from "../../src/fetch/door.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";
import { harvestSource } from "../../src/harvester/cycle.js";
import { makeApp } from "../../src/server/app.js";
import { openEvents } from "../../src/server/events.js";
import { makeLog } from "../../src/server/log.js";
import { linkFor } from "../../src/server/routes/accounts.js";
import { makeKey } from "../../src/server/routes/keys.js";
import { makeRunner } from "../../src/server/runner.js";
import type { ServerTools } from "../../src/server/tools.js";
import { sourceOf } from "../../src/store/source.js";
import { threads } from "../harvester/threads.js";
import { type TestDatabase, testDatabase } from "../store/database.js";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at answers as a foreign program would
  readonly body: any;
}

export interface Call {
  readonly key?: string; // an API key
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string; // the caller's own address
  readonly body?: unknown;
  readonly bytes?: string | Buffer; // a body that is not JSON
}

export type TestServer = Awaited<ReturnType<typeof testServer>>;

export async function testServer(
  options: {
    publicUrl?: string;
    webFolder?: string;
    alsoVisit?: readonly string[];
    perMinute?: { key: number; person: number };
    trustProxy?: readonly string[];
    stallMs?: number;
    isHashedSlowly?: boolean; // as people's passwords are; else at no cost, where hashing is not what is tested
    database?: TestDatabase; // one that another server has too; else one of its own
  } = {},
) {
  const database = options.database ?? (await testDatabase());
  const { pool } = database;
  const demo = await serveDemo(0);
  let ahead = 0;
  const clock: Clock = {
    now: () => Date.now() + ahead,
    async wait(ms) {
      ahead += ms;
    },
  };
  const door = openDoor(
    { version: "0", loopback: [demo.origin, ...(options.alsoVisit ?? [])] },
    { turns: memoryTurns(clock), clock, random: () => 0.5, resolve: async () => [] }, // no name leads anywhere
  );
  const logged: string[] = [];
  const events = await openEvents(pool, () => new Date(clock.now()));
  const troubles: unknown[] = [];
  const runner = makeRunner({ pool, door, threads }, (error) => troubles.push(error));
  let address = "http://127.0.0.1:7474";
  const tools: ServerTools = {
    pool,
    door,
    threads,
    version: "0.0.0",
    publicUrl: options.publicUrl ?? null,
    listensOn: () => address,
    run: runner.run,
    demo,
    events,
    ...(!options.isHashedSlowly && { passwordCost: { N: 16, r: 8, p: 1 } }),
    onTrouble: (error) => troubles.push(error),
    machine: { isEmbedded: true, contact: null, settings: [] },
  };
  const app: FastifyInstance = await makeApp({
    tools,
    trustProxy: options.trustProxy ?? [],
    webFolder: options.webFolder ?? null,
    log: makeLog({ level: "trace", write: (line) => logged.push(line) }),
    requestsPerMinute: options.perMinute ?? { key: 100_000, person: 100_000 },
    ...(options.stallMs !== undefined && { stallMs: options.stallMs }),
  });
  address = await app.listen({ host: "127.0.0.1", port: 0 });

  async function call(method: string, path: string, { key, cookie, headers, from, body, bytes }: Call = {}): Promise<Answer> {
    const answer = await app.inject({
      method: method as "GET",
      url: path,
      headers: {
        host: "localhost:7474",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(cookie !== undefined && { cookie, [REQUEST_HEADER]: "page" }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(bytes !== undefined && { "content-type": "text/html" }),
        ...headers,
      },
      ...(from !== undefined && { remoteAddress: from }),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...(bytes !== undefined && { payload: bytes }),
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: isJson ? answer.json() : undefined };
  }

  return {
    app,
    tools,
    pool,
    demo,
    door,
    database,
    troubles,
    logged,
    call,
    address: () => address,
    pass(ms: number) {
      ahead += ms;
    },
    now: () => new Date(clock.now()),
    /** When all that the server itself reads is read. */
    idle: runner.idle,

    /** An API key of the role; its secret. */
    async key(role: Role): Promise<string> {
      const wish = { name: role, role, accountId: null, createdBy: null, expiresAt: null };
      return (await makeKey(pool, wish, new Date(clock.now()))).secret;
    },
    async link(accountId: string | null = null): Promise<string> {
      const { link } = await linkFor(tools, accountId, new Date(clock.now()));
      return new URL(link).searchParams.get("token") ?? "";
    },
    /** Harvests now, as a worker would. */
    async harvest(id: string) {
      const source = await sourceOf(pool, id);
      if (!source) throw new Error("no such source");
      return harvestSource(tools, source);
    },
    async close() {
      await events.close();
      await app.close();
      await demo.close();
      await door.close();
      if (!options.database) await database.drop();
    },
  };
}

/** The session's cookie that an answer sets, as a browser sends it back. */
export function cookieOf({ headers }: Answer): string {
  const [set] = [headers["set-cookie"]].flat();
  return String(set ?? "").split(";")[0] ?? "";
}
