import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf, type TestServer, testServer } from "./server.js";

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await testServer();
  const owner = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link() } }));
  cookie = cookieOf(await server.call("POST", "/api/users", { cookie: owner, body: { name: "Sari", role: "admin" } }));
});
afterAll(() => server.close());

const OFTEN = "many people have it";
const ACCOUNT = "it is the name of the account";
const PRODUCT = "it is the name of this program";

const COMMON = [
  ["1234567890", OFTEN],
  ["password123", OFTEN],
  ["qwertyuiop", OFTEN],
  ["Password2024!", OFTEN],
  ["!!P@ssw0rd!!", OFTEN],
  ["dragon dragon", OFTEN],
  ["DragonDragonDragon", OFTEN],
  ["ｐａｓｓｗｏｒｄ１２３", OFTEN], // full-width letters are the same to whoever types it
  ["Sari123456", ACCOUNT],
  ["sari sari sari", ACCOUNT],
  ["bartree2026!", PRODUCT],
  ["Bartree Bartree", PRODUCT],
] as const;

const OWN = [
  "slow rivers run deep",
  "correct horse battery",
  "kx9$2mWq!r4T",
  "92837465abc",
  "rahasia sungai lambat",
  "密碼是河流慢慢流動啊",
];

describe("a password that is tried first is refused", () => {
  it.each(COMMON)("%s: %s", async (password, reason) => {
    const before = await server.pool.query("select * from account");
    const set = await server.call("PUT", "/api/me/password", { cookie, body: { password } });
    const added = await server.call("POST", "/api/users", { cookie, body: { name: "sari", role: "reader", password } });
    for (const { status, body } of [set, added]) {
      expect([status, body.error.code]).toEqual([422, "password-common"]);
      expect(body.error.message).toBe(`This password is among the first that somebody would try: ${reason}.`);
      expect(JSON.stringify(body)).not.toContain(password);
    }
    expect((await server.pool.query("select * from account")).rows).toEqual(before.rows);
  });

  it("also where the account's name has digits of its own", async () => {
    const body = { name: "budi77", role: "reader", password: "Budi7777!!" };
    expect((await server.call("POST", "/api/users", { cookie, body })).body.error.code).toBe("password-common");
  });
});

it.each(OWN)("others are taken: %s", async (password) => {
  const body = { name: `user ${OWN.indexOf(password)}`, role: "reader", password };
  expect((await server.call("POST", "/api/users", { cookie, body })).status).toBe(200);
});
