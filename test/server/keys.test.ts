/** API keys: whose they are, until when, what they may do, and what becomes of them when their account goes. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import { type Answer, cookieOf, type TestServer, testServer } from "./server.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let server: TestServer;
let ids: Record<"sari" | "budi" | "ani", string>;
let cookies: Record<"sari" | "budi" | "ani", string>;

/** Two admins and a reader, each with a session. */
beforeEach(async () => {
  server = await testServer();
  const owner = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link() } }));
  const first = await server.call("POST", "/api/users", { cookie: owner, body: { name: "sari", role: "admin" } });
  const sari = cookieOf(first);
  const add = async (name: string, role: string) => {
    const { body } = await server.call("POST", "/api/users", { cookie: sari, body: { name, role } });
    const token = new URL(body.link.link).searchParams.get("token");
    return { id: body.user.id, cookie: cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token } })) };
  };
  const [budi, ani] = [await add("budi", "admin"), await add("ani", "reader")];
  ids = { sari: first.body.user.id, budi: budi.id, ani: ani.id };
  cookies = { sari, budi: budi.cookie, ani: ani.cookie };
});
afterEach(() => server.close());

const makeKey = async (cookie: string, wish: object = {}): Promise<{ key: { id: string }; secret: string }> =>
  (await server.call("POST", "/api/keys", { cookie, body: { name: "export", role: "admin", ...wish } })).body;
const listed = async () => (await server.call("GET", "/api/keys", { cookie: cookies.sari })).body.keys;
const ask = (key: string, path = "/api/keys") => server.call("GET", path, { key });
const codeOf = ({ status, body }: Answer) => (status === 200 ? 200 : body.error.code);
const remove = (who: keyof typeof ids, query: string, caller: object = { cookie: cookies.sari }) =>
  server.call("DELETE", `/api/users/${ids[who]}${query}`, caller);

const run = async (...words: string[]) => {
  const said = { stdout: "", stderr: "" };
  const exitCode = await main([...words, "--json"], {
    stdin: (async function* () {})(),
    stdout: { write: (text: string) => (said.stdout += text) },
    stderr: { write: (text: string) => (said.stderr += text) },
    environment: { DATABASE_URL: server.database.url, HOME: "/nonexistent" },
    colours: false,
  });
  return { exitCode, answer: JSON.parse(said.stdout) };
};

describe("a key tells", () => {
  it("who made it, and when; and when it was last used, to the minute", async () => {
    const made = server.now().getTime();
    const { secret } = await makeKey(cookies.budi);
    expect(await listed()).toMatchObject([{ owner: "budi", createdBy: "budi", usedAt: null, expiresAt: null, role: "admin" }]);
    expect(Math.abs(Date.parse((await listed())[0].createdAt) - made)).toBeLessThan(MINUTE);
    await ask(secret);
    const [{ usedAt: first }] = await listed();
    server.pass(MINUTE / 2);
    await ask(secret);
    expect((await listed())[0].usedAt).toBe(first);
    server.pass(MINUTE);
    await ask(secret);
    expect(Date.parse((await listed())[0].usedAt)).toBeGreaterThanOrEqual(Date.parse(first) + MINUTE);
  });

  it("that another key made it, for the same account", async () => {
    const { secret } = await makeKey(cookies.budi, { name: "deploy" });
    await server.call("POST", "/api/keys", { key: secret, body: { name: "of a program", role: "reader" } });
    expect((await listed())[1]).toMatchObject({ owner: "budi", createdBy: "key “deploy”" });
  });

  it("that it is this machine's where a command made it", async () => {
    await run("key", "add", "nightly");
    expect(await listed()).toMatchObject([{ name: "nightly", owner: null, createdBy: null }]);
  });
});

describe("a key that ends", () => {
  it("works until then, is refused with a code of its own after it, and is still listed", async () => {
    const { secret } = await makeKey(cookies.sari, { expiresAt: new Date(server.now().getTime() + DAY).toISOString() });
    server.pass(DAY - MINUTE);
    expect(codeOf(await ask(secret))).toBe(200);
    server.pass(2 * MINUTE);
    const over = await ask(secret);
    expect([over.status, over.body.error.code]).toEqual([401, "key-expired"]);
    expect(await listed()).toHaveLength(1);
  });

  it("cannot have ended already", async () => {
    const body = { name: "k", role: "reader", expiresAt: new Date(server.now().getTime() - 1).toISOString() };
    expect((await server.call("POST", "/api/keys", { cookie: cookies.sari, body })).body.error.code).toBe("request-invalid");
  });

  it.each([
    ["30", 30],
    ["1", 1],
  ])("by a command after %s days", async (written, days) => {
    const { answer } = await run("key", "add", "k", "--expires", written);
    expect((Date.parse(answer.expiresAt) - Date.now()) / DAY).toBeCloseTo(days, 1);
  });

  it("by a command with the end of a day", async () => {
    const { answer } = await run("key", "add", "k", "--expires", "2999-01-31");
    expect(answer.expiresAt).toBe("2999-02-01T00:00:00.000Z");
    expect((await run("key", "list")).answer.keys).toMatchObject([{ name: "k", owner: null, expiresAt: answer.expiresAt }]);
  });

  it.each(["0", "-3", "2020-01-01", "2999-13-01", "soon", "1.5", ""])("never by “%s”", async (written) => {
    expect((await run("key", "add", "k", `--expires=${written}`)).answer.error.code).toBe("usage");
  });
});

describe("a key may do what its owner may, and no more", () => {
  it("when the owner's role falls, and again when it rises", async () => {
    const { secret } = await makeKey(cookies.budi);
    const roleOf = (role: string) => server.call("PATCH", `/api/users/${ids.budi}`, { cookie: cookies.sari, body: { role } });
    for (const [role, keys, sources, change] of [
      ["admin", 200, 200, "not-there"],
      ["editor", "not-allowed", 200, "not-there"],
      ["reader", "not-allowed", 200, "not-allowed"],
      ["admin", 200, 200, "not-there"],
    ] as const) {
      await roleOf(role);
      const [asKeys, asSources] = [await ask(secret), await ask(secret, "/api/sources")];
      const asChange = await server.call("POST", "/api/sources/999/pause", { key: secret });
      expect([role, codeOf(asKeys), codeOf(asSources), codeOf(asChange)]).toEqual([role, keys, sources, change]);
      expect((await listed())[0]).toMatchObject({ role: "admin", effectiveRole: role });
    }
  });

  it("and never more than it was made with", async () => {
    const { secret } = await makeKey(cookies.budi, { role: "reader" });
    expect(codeOf(await ask(secret))).toBe("not-allowed");
  });
});

describe("an account that has keys", () => {
  let secret: string;
  beforeEach(async () => {
    ({ secret } = await makeKey(cookies.budi));
  });

  it("is not removed until somebody says what becomes of them", async () => {
    const refused = await remove("budi", "");
    expect([refused.status, refused.body.error.code]).toEqual([409, "account-has-keys"]);
    expect((await run("user", "remove", "budi")).answer.error.code).toBe("account-has-keys");
    expect((await run("forget", "--user", "budi", "--yes")).answer.error.code).toBe("account-has-keys");
    expect((await server.call("DELETE", `/api/users/${ids.budi}?keys=keep`, { cookie: cookies.sari })).status).toBe(400);
    expect(codeOf(await ask(secret))).toBe(200);
    const { body } = await server.call("GET", "/api/users", { cookie: cookies.sari });
    expect(body.users.map(({ name, keys }: { name: string; keys: number }) => [name, keys])).toEqual([
      ["ani", 0],
      ["budi", 1],
      ["sari", 0],
    ]);
  });

  it.each([
    { by: "the API", act: () => remove("budi", "?keys=revoke") },
    { by: "a command", act: () => run("user", "remove", "budi", "--keys", "revoke") },
    { by: "forget", act: () => run("forget", "--user", "budi", "--keys", "revoke", "--yes") },
  ])("goes by $by, and they end with it", async ({ act }) => {
    await act();
    expect(codeOf(await ask(secret))).toBe("not-signed-in");
    expect(await listed()).toEqual([]);
    expect((await run("user", "list")).answer.users).toHaveLength(2);
  });

  it.each([
    { by: "the API", act: () => remove("budi", "?keys=hand-over"), owner: "sari", createdBy: "budi" },
    { by: "a command", act: () => run("user", "remove", "budi", "--keys", "hand-over"), owner: null, createdBy: "budi" },
    {
      by: "forget",
      act: () => run("forget", "--user", "budi", "--keys", "hand-over", "--yes"),
      owner: null,
      createdBy: null,
    },
  ])("goes by $by, and they are handed over", async ({ act, owner, createdBy }) => {
    await act();
    expect(codeOf(await ask(secret))).toBe(200);
    expect(await listed()).toMatchObject([{ owner, createdBy }]);
  });

  it("is handed over to the account of the key that removes it", async () => {
    const { secret: sarisKey } = await makeKey(cookies.sari, { name: "admin tool" });
    expect((await remove("budi", "?keys=hand-over", { key: sarisKey })).status).toBe(200);
    expect((await listed()).map(({ name, owner }: { name: string; owner: string }) => [name, owner])).toEqual([
      ["export", "sari"],
      ["admin tool", "sari"],
    ]);
    await server.call("PATCH", `/api/users/${ids.ani}`, { cookie: cookies.sari, body: { role: "admin" } });
    await server.call("PATCH", `/api/users/${ids.sari}`, { cookie: cookies.sari, body: { role: "reader" } });
    expect(codeOf(await ask(secret))).toBe("not-allowed"); // from then on it may do what its new owner may
  });

  it("cannot take over its own keys when it goes", async () => {
    expect((await remove("budi", "?keys=hand-over", { cookie: cookies.budi })).body.error.code).toBe("request-invalid");
    expect((await remove("budi", "?keys=hand-over", { key: secret })).body.error.code).toBe("request-invalid");
    expect((await remove("budi", "?keys=revoke", { cookie: cookies.budi })).status).toBe(200);
  });

  it("that is the last admin stays, and so do its keys", async () => {
    await remove("sari", "", { cookie: cookies.budi });
    expect((await remove("budi", "?keys=revoke", { cookie: cookies.budi })).body.error.code).toBe("last-admin");
    expect(codeOf(await ask(secret))).toBe(200);
  });

  it("with revoked keys only goes without a question", async () => {
    const [{ id }] = await listed();
    await server.call("DELETE", `/api/keys/${id}`, { cookie: cookies.sari });
    expect((await remove("budi", "")).status).toBe(200);
  });

  it("of which a dry run tells how many", async () => {
    expect((await run("forget", "--user", "budi")).answer).toMatchObject({ forgotten: false, keys: 1 });
  });
});

it("two admins who remove each other at once leave one", async () => {
  await Promise.all([remove("budi", ""), remove("sari", "", { cookie: cookies.budi })]);
  const { rows } = await server.pool.query("select count(*)::int as admins from account where role = 'admin'");
  expect(rows).toEqual([{ admins: 1 }]);
});
