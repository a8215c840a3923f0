import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import { cookieOf, type TestServer, testServer } from "./server.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PASSWORD = "correct horse battery";

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const owner = async (): Promise<string> =>
  cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link() } }));
const add = async (cookie: string, name: string, role: string, password?: string) =>
  server.call("POST", "/api/users", { cookie, body: { name, role, ...(password !== undefined && { password }) } });
const signIn = (name: string, password: string, cookie = "") =>
  server.call("POST", "/api/sign-in", { cookie, body: { name, password } });
const signInFrom = async (from: string, name: string, password: string) =>
  (await server.call("POST", "/api/sign-in", { from, cookie: "", body: { name, password } })).status;
const me = async (cookie: string) => (await server.call("GET", "/api/me", { cookie })).body.user;

describe("a one-time link", () => {
  it("signs in once, and not again", async () => {
    const token = await server.link();
    const first = await server.call("POST", "/api/welcome", { cookie: "", body: { token } });
    expect(first.body.user).toEqual({ id: null, name: "owner", role: "admin", hasPassword: false });
    expect(String(first.headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await server.call("POST", "/api/welcome", { cookie: "", body: { token } })).body.error.code).toBe("link-spent");
  });

  it("is over after 15 minutes", async () => {
    const [late, soon] = [await server.link(), await server.link()];
    server.pass(14 * MINUTE);
    expect((await server.call("POST", "/api/welcome", { cookie: "", body: { token: soon } })).status).toBe(200);
    server.pass(2 * MINUTE);
    expect((await server.call("POST", "/api/welcome", { cookie: "", body: { token: late } })).body.error.code).toBe("link-spent");
  });

  it("of the owner, and the owner's session, end with the first account; the owner goes on under its name", async () => {
    const [cookie, other] = [await owner(), await owner()];
    const spare = await server.link();
    expect((await add(cookie, "Sari", "reader")).body.error.code).toBe("first-is-admin");
    const added = await add(cookie, "Sari", "admin", PASSWORD);
    expect(await me(cookieOf(added))).toMatchObject({ name: "Sari", role: "admin" });
    expect(await me(cookie)).toBeNull();
    expect(await me(other)).toBeNull();
    expect((await server.call("POST", "/api/welcome", { cookie: "", body: { token: spare } })).body.error.code).toBe(
      "link-spent",
    );
  });

  it("for an account without a password lets it set one, which is asked for the next time", async () => {
    const admin = cookieOf(await add(await owner(), "Sari", "admin", PASSWORD));
    const { body } = await add(admin, "Budi", "editor");
    const token = new URL(body.link.link).searchParams.get("token");
    const cookie = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token } }));
    expect(await me(cookie)).toMatchObject({ name: "Budi", role: "editor", hasPassword: false });
    expect((await server.call("PUT", "/api/me/password", { cookie, body: { password: PASSWORD } })).status).toBe(200);
    expect((await signIn("budi", PASSWORD)).status).toBe(200);
    server.pass(16 * MINUTE);
    const change = { password: "another long one" };
    expect((await server.call("PUT", "/api/me/password", { cookie, body: change })).body.error.code).toBe("sign-in-failed");
    expect((await server.call("PUT", "/api/me/password", { cookie, body: { ...change, current: PASSWORD } })).status).toBe(200);
  });
});

describe("a session", () => {
  let cookie: string;
  beforeEach(async () => {
    await add(await owner(), "Sari", "admin", PASSWORD);
    cookie = cookieOf(await signIn("Sari", PASSWORD));
  });

  it("is another one after every sign-in, and the one before is over", async () => {
    const next = cookieOf(await signIn("Sari", PASSWORD, cookie));
    expect(next).not.toBe(cookie);
    expect(await me(cookie)).toBeNull();
    expect(await me(next)).toMatchObject({ name: "Sari" });
  });

  it("ends at sign-out", async () => {
    await server.call("POST", "/api/sign-out", { cookie });
    expect(await me(cookie)).toBeNull();
  });

  it("ends after 7 days unseen, and after 30 days anyway", async () => {
    server.pass(6 * DAY);
    expect(await me(cookie)).not.toBeNull();
    const unseen = cookieOf(await signIn("Sari", PASSWORD));
    for (let week = 0; week < 4; week++) {
      server.pass(6 * DAY);
      await me(cookie);
    }
    expect(await me(unseen)).toBeNull();
    server.pass(DAY);
    expect(await me(cookie)).toBeNull();
  });

  it("of others ends when the password is changed, and all with the account", async () => {
    const other = cookieOf(await signIn("Sari", PASSWORD));
    await server.call("PUT", "/api/me/password", { cookie, body: { current: PASSWORD, password: "another long one" } });
    expect([await me(cookie), await me(other)]).toEqual([expect.objectContaining({ name: "Sari" }), null]);
    const budi = (await add(cookie, "Budi", "reader", PASSWORD)).body.user;
    const his = cookieOf(await signIn("Budi", PASSWORD));
    await server.call("DELETE", `/api/users/${budi.id}`, { cookie });
    expect(await me(his)).toBeNull();
  });

  it("cannot be planted: a token nobody was given is nobody", async () => {
    expect(await me("bartree_session=planted")).toBeNull();
  });
});

it("after 10 wrong tries in 15 minutes a name waits, with the right password too; other names do not", async () => {
  const admin = cookieOf(await add(await owner(), "Sari", "admin", PASSWORD));
  await add(admin, "Budi", "reader", PASSWORD);
  for (let i = 0; i < 10; i++) expect((await signIn("Sari", "wrong")).body.error.code).toBe("sign-in-failed");
  const limited = await signIn("SARI", PASSWORD);
  expect([limited.status, limited.body.error.code]).toEqual([429, "sign-in-limited"]);
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
  expect((await signIn("Budi", PASSWORD)).status).toBe(200);
  expect((await signIn("nobody of this name", "x")).body.error.code).toBe("sign-in-failed");
  server.pass(16 * MINUTE);
  expect((await signIn("Sari", PASSWORD)).status).toBe(200);
});

it("the wait after too many tries is as long as told, however often one tries meanwhile", async () => {
  await add(await owner(), "Sari", "admin", PASSWORD);
  for (let i = 0; i < 14; i++) {
    expect((await signIn("Sari", "wrong")).status).toBe(i < 10 ? 401 : 429);
    server.pass(10_000);
  }
  const { headers } = await signIn("Sari", PASSWORD);
  server.pass(Number(headers["retry-after"]) * 1000);
  expect((await signIn("Sari", PASSWORD)).status).toBe(200);
});

it("tries from elsewhere lock nobody out, unless they are ten times as many", async () => {
  await add(await owner(), "Sari", "admin", PASSWORD);
  const [stranger, sari] = ["203.0.113.9", "198.51.100.7"];
  for (let i = 0; i < 11; i++) expect(await signInFrom(stranger, "Sari", "wrong")).toBe(i < 10 ? 401 : 429);
  expect(await signInFrom(sari, "Sari", PASSWORD)).toBe(200);
  expect(await signInFrom(stranger, "Sari", PASSWORD)).toBe(429); // her sign-in is none of theirs
  await server.pool.query(
    "insert into sign_in_try (name, ip, tried_at) select 'sari', '2001:db8::' || n, $1 from generate_series(1, 90) as n",
    [server.now()],
  );
  expect(await signInFrom(sari, "Sari", PASSWORD)).toBe(429);
});

it("the last admin stays", async () => {
  const { body, headers } = await add(await owner(), "Sari", "admin", PASSWORD);
  const cookie = cookieOf({ headers, body, status: 200, text: "" });
  await add(cookie, "Budi", "reader", PASSWORD);
  const { id } = body.user;
  expect((await server.call("PATCH", `/api/users/${id}`, { cookie, body: { role: "editor" } })).body.error.code).toBe(
    "last-admin",
  );
  expect((await server.call("DELETE", `/api/users/${id}`, { cookie })).body.error.code).toBe("last-admin");
  expect((await add(cookie, "sARI", "reader")).body.error.code).toBe("name-taken");
});

describe("an API key", () => {
  it("is shown once, works with its role, and ends when it is revoked", async () => {
    const cookie = await owner();
    const added = (await server.call("POST", "/api/keys", { cookie, body: { name: "export", role: "reader" } })).body;
    expect((await server.call("GET", "/api/sources", { key: added.secret })).status).toBe(200);
    expect((await server.call("POST", "/api/demo", { key: added.secret })).body.error.code).toBe("not-allowed");
    const listed = await server.call("GET", "/api/keys", { cookie });
    expect(listed.body.keys).toEqual([expect.objectContaining({ name: "export", beginning: added.secret.slice(0, 12) })]);
    expect(listed.text).not.toContain(added.secret);
    await server.call("DELETE", `/api/keys/${added.key.id}`, { cookie });
    expect((await server.call("GET", "/api/sources", { key: added.secret })).body.error.code).toBe("not-signed-in");
  });

  it("may ask 300 times a minute", async () => {
    await server.close();
    server = await testServer({ perMinute: { key: 300, person: 300 } });
    const [key, other] = [await server.key("reader"), await server.key("reader")];
    await server.call("GET", "/api/demo", { key }); // it proves itself; until then it is counted by its network
    for (let i = 0; i < 300; i++) await server.call("GET", "/api/demo", { key });
    const limited = await server.call("GET", "/api/demo", { key });
    expect([limited.status, limited.body.error.code]).toEqual([429, "too-many-requests"]);
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    expect((await server.call("GET", "/api/demo", { key: other })).status).toBe(200);
  });
});

it("no secret is in the database, the log or an error", async () => {
  const token = await server.link();
  const cookie = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token } }));
  const admin = cookieOf(await add(cookie, "Sari", "admin", PASSWORD));
  const { body } = await server.call("POST", "/api/keys", { cookie: admin, body: { name: "k", role: "reader" } });
  const wrong = await signIn("Sari", "a wrong password of mine");
  const broken = await server.call("POST", "/api/sign-in", {
    cookie: admin,
    body: { name: "Sari", password: PASSWORD, extra: 1 },
  });
  const secrets = [token, cookie.split("=")[1], admin.split("=")[1], body.secret, PASSWORD, "a wrong password of mine"];
  const { rows } = await server.pool.query(
    "select (select json_agg(a) from account a)::text || (select json_agg(s) from session s)::text || (select json_agg(l) from one_time_link l)::text || (select json_agg(k) from api_key k)::text as all",
  );
  const everywhere = [rows[0]?.all, server.logged.join(""), wrong.text, broken.text].join("\n");
  expect(rows[0]?.all).toContain("scrypt$");
  for (const secret of secrets) expect(everywhere).not.toContain(secret);
});

describe("bartree serve", () => {
  const run = async (...words: string[]) => {
    const said = { stdout: "", stderr: "" };
    const exitCode = await main([...words, "--json"], {
      stdin: (async function* () {})(),
      stdout: { write: (text: string) => (said.stdout += text) },
      stderr: { write: (text: string) => (said.stderr += text) },
      environment: { DATABASE_URL: server.database.url, HOME: "/nonexistent" },
      colours: false,
    });
    return { exitCode, answer: said.stdout === "" ? undefined : JSON.parse(said.stdout) };
  };

  it.each(["0.0.0.0", "::", "192.168.1.5"])("does not listen on %s without an account", async (host) => {
    const { exitCode, answer } = await run("serve", "--host", host, "--port", "0");
    expect([exitCode, answer.error.code]).toEqual([2, "account-needed"]);
  });

  it("is told by its commands who may come in", async () => {
    expect((await run("user", "add", "Sari")).answer.error.code).toBe("first-is-admin");
    const { answer } = await run("user", "add", "Sari", "--role", "admin");
    const token = new URL(answer.link).searchParams.get("token");
    expect((await server.call("POST", "/api/welcome", { cookie: "", body: { token } })).body.user.name).toBe("Sari");
    expect((await run("user", "link", "sari")).answer.link).toContain("/welcome?token=");
    expect((await run("user", "role", "Sari", "reader")).answer.error.code).toBe("last-admin");
    expect((await run("user", "list")).answer.users).toEqual([expect.objectContaining({ name: "Sari", role: "admin" })]);
    const key = (await run("key", "add", "export")).answer;
    expect((await server.call("GET", "/api/sources", { key: key.secret })).status).toBe(200);
    expect((await run("key", "list")).answer.keys).toHaveLength(1);
    await run("key", "revoke", key.id);
    expect((await server.call("GET", "/api/sources", { key: key.secret })).status).toBe(401);
    expect((await run("user", "remove", "Sari")).exitCode).toBe(0);
    expect((await run("user", "list")).answer.users).toEqual([]);
  });
});
