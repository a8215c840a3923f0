/** What is limited is limited before anything is hashed, and before the database is asked who it is. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "../../src/server/secrets.js";
import { makeTokenWatch } from "../../src/server/token-watch.js";
import { addAccount } from "../../src/store/account.js";
import { type Answer, type Call, cookieOf, type TestServer, testServer } from "./server.js";

const MINUTE = 60_000;
const PASSWORD = "slow rivers run deep";
const NOT_TO_BE_HASHED = "scrypt$3$1$1$$"; // whoever hashes by this fails, and answers 500

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const signIn = (name: string, from: string, headers: Record<string, string> = {}) =>
  server.call("POST", "/api/sign-in", { from, cookie: "", body: { name, password: PASSWORD }, headers });
const tried = (ip: string, names: string, count: number) =>
  server.pool.query("insert into sign_in_try (name, ip, tried_at) select $2 || n, $1, $3 from generate_series(1, $4::int) as n", [
    ip,
    names,
    server.now(),
    count,
  ]);
const refusal = ({ status, body, headers }: Answer) => ({
  status,
  code: body?.error?.code,
  isTold: Number(headers["retry-after"]) > 0,
});
const LIMITED = { status: 429, code: "sign-in-limited", isTold: true };

describe("tries to sign in", () => {
  beforeEach(async () => {
    await addAccount(server.pool, { name: "Sari", role: "admin", password: NOT_TO_BE_HASHED }, server.now());
  });

  it.each([
    { what: "an IPv4 address", from: "203.0.113.9", network: "203.0.113.9", elsewhere: "203.0.113.10" },
    {
      what: "the network of an IPv6 address",
      from: "2001:db8:1:2:3::9",
      network: "2001:db8:1:2::/64",
      elsewhere: "2001:db8:1:3:3::9",
    },
  ])("are 60 in 15 minutes from $what, whatever their names, and are not hashed then", async ({ from, network, elsewhere }) => {
    await tried(network, "somebody ", 60);
    expect(refusal(await signIn("Sari", from))).toEqual(LIMITED);
    expect((await signIn("Sari", elsewhere)).status).toBe(500); // it would have been hashed
    const { headers } = await signIn("Sari", from);
    server.pass(Number(headers["retry-after"]) * 1000);
    expect((await signIn("Sari", from)).status).toBe(500);
  });

  it("are 10 for one name from one network, and 100 for it from all, and are not hashed then", async () => {
    await server.pool.query(
      "insert into sign_in_try (name, ip, tried_at) select 'sari', '203.0.113.9', $1 from generate_series(1, 10)",
      [server.now()],
    );
    expect(refusal(await signIn("sARI", "203.0.113.9"))).toEqual(LIMITED);
    expect((await signIn("Sari", "203.0.113.10")).status).toBe(500);
    await server.pool.query(
      "insert into sign_in_try (name, ip, tried_at) select 'sari', '198.51.100.' || n, $1 from generate_series(1, 90) n",
      [server.now()],
    );
    expect(refusal(await signIn("Sari", "203.0.113.10"))).toEqual(LIMITED);
  });

  it("count by the address that a trusted proxy names, and by the proxy's own where nobody is trusted", async () => {
    const behind = await testServer({ trustProxy: ["127.0.0.1"], database: server.database });
    await tried("203.0.113.9", "somebody ", 60);
    const call = (through: TestServer, client: string) =>
      through.call("POST", "/api/sign-in", {
        from: "127.0.0.1",
        cookie: "",
        body: { name: "Sari", password: PASSWORD },
        headers: { "x-forwarded-for": `8.8.8.8, ${client}` },
      });
    expect((await call(behind, "203.0.113.9")).status).toBe(429);
    expect((await call(behind, "203.0.113.10")).status).toBe(500);
    expect((await call(server, "203.0.113.9")).status).toBe(500); // a header that anybody may send
    await behind.close();
  });

  it("leave no more rows behind than 15 minutes have", async () => {
    await tried("203.0.113.9", "somebody ", 60);
    server.pass(16 * MINUTE);
    await signIn("Sari", "203.0.113.9");
    const { rows } = await server.pool.query("select name from sign_in_try");
    expect(rows).toEqual([{ name: "sari" }]);
  });
});

it("a wrong current password counts as a try, so that a found session does not give the password away", async () => {
  const account = await addAccount(server.pool, { name: "Sari", role: "admin", password: null }, server.now());
  const token = await server.link(account?.id ?? "");
  const cookie = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token } }));
  await server.pool.query("update account set password = $1", [NOT_TO_BE_HASHED]);
  server.pass(16 * MINUTE);
  await server.pool.query(
    "insert into sign_in_try (name, ip, tried_at) select 'sari', '127.0.0.1', $1 from generate_series(1, 10)",
    [server.now()],
  );
  const change = { current: "a guess", password: PASSWORD };
  expect(refusal(await server.call("PUT", "/api/me/password", { cookie, body: change }))).toEqual(LIMITED);
});

describe("wrong tokens", () => {
  const guess = () => randomBytes(32).toString("base64url");
  const KINDS: { what: string; sent: (token: string) => Call; table: string; first: number }[] = [
    { what: "API keys", sent: (token) => ({ key: `bartree_${token}` }), table: "api_key", first: 401 },
    { what: "cookies", sent: (token) => ({ cookie: `bartree_session=${token}` }), table: "session", first: 401 },
  ];
  const ask = (call: Call, from = "203.0.113.9") => server.call("GET", "/api/sources", { ...call, from });

  it.each(KINDS)(
    "$what are 60 in 15 minutes from one network; then the database is not asked",
    async ({ sent, table, first }) => {
      const good = await server.key("reader");
      const known = await server.key("reader");
      await ask({ key: known });
      for (let i = 0; i < 60; i++) expect((await ask(sent(guess()))).status).toBe(first);
      expect((await ask({ key: known })).status).toBe(200); // it has proved itself
      await server.pool.query(`alter table ${table} rename to away`);
      const limited = await ask(sent(guess()));
      expect((await ask(sent(guess()), "203.0.113.10")).status).toBe(500); // the database was asked
      await server.pool.query(`alter table away rename to ${table}`);
      expect(refusal(limited)).toEqual(LIMITED);
      expect((await ask({ key: good })).status).toBe(429); // from there nobody knows it from a guess
      expect((await ask({ key: good }, "203.0.113.10")).status).toBe(200);
      server.pass(Number(limited.headers["retry-after"]) * 1000);
      expect((await ask({ key: good })).status).toBe(200);
    },
  );

  it.each(KINDS)("$what that are sent again and again are one guess, and are looked up once", async ({ sent, table, first }) => {
    const stale = sent(guess());
    await ask(stale);
    await server.pool.query(`alter table ${table} rename to away`);
    for (let i = 0; i < 100; i++) expect((await ask(stale)).status).toBe(first);
    await server.pool.query(`alter table away rename to ${table}`);
    expect((await ask({ key: await server.key("reader") })).status).toBe(200);
  });

  it("one-time links too", async () => {
    const link = await server.link();
    const welcome = (token: string) => server.call("POST", "/api/welcome", { cookie: "", body: { token }, from: "203.0.113.9" });
    for (let i = 0; i < 60; i++) expect((await welcome(guess())).body.error.code).toBe("link-spent");
    expect(refusal(await welcome(guess()))).toEqual(LIMITED);
    server.pass(16 * MINUTE);
    expect((await welcome(link)).body.error.code).toBe("link-spent"); // it is over by now, but looked at
  });

  it("an ended session is none that keeps its owner from signing in again", async () => {
    await addAccount(server.pool, { name: "Sari", role: "admin", password: await hashPassword(PASSWORD) }, server.now());
    const cookie = cookieOf(await signIn("Sari", "203.0.113.9"));
    await server.pool.query("delete from session");
    for (let i = 0; i < 100; i++) await server.call("GET", "/api/me", { cookie, from: "203.0.113.9" });
    const again = await server.call("POST", "/api/sign-in", {
      from: "203.0.113.9",
      cookie,
      body: { name: "Sari", password: PASSWORD },
    });
    expect(again.status).toBe(200);
  });

  it("who has not proved who it is, is counted by its network, whatever it sends along", async () => {
    const limitedServer = await testServer({ perMinute: { key: 20, person: 40 }, database: server.database });
    const asked = (call: Call) => limitedServer.call("GET", "/api/me", { from: "2001:db8::1", ...call });
    for (let i = 0; i < 10; i++) expect((await asked({ cookie: `bartree_session=${guess()}` })).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await asked({ from: `2001:db8::${i + 2}` })).status).toBe(200);
    expect((await asked({})).body.error.code).toBe("too-many-requests");
    expect((await asked({ cookie: `bartree_session=${guess()}` })).body.error.code).toBe("too-many-requests");
    expect((await asked({ from: "2001:db8:0:1::1" })).status).toBe(200);
    await limitedServer.close();
  });

  it("are remembered in bounded room, whoever sends them", () => {
    const watch = makeTokenWatch();
    const now = new Date();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 50_000; i++) watch.noteWrong(`10.0.${(i >> 8) % 256}.${i % 256}`, randomBytes(32), now);
    for (let i = 0; i < 50_000; i++) watch.noteWrong("10.1.1.1", randomBytes(32), now);
    for (let i = 0; i < 50_000; i++) watch.noteProved(randomBytes(32));
    const grown = (process.memoryUsage().heapUsed - before) / 1e6;
    console.log(`150,000 tokens: ${grown.toFixed(1)} MB more in use`);
    expect(grown).toBeLessThan(60);
  });
});
