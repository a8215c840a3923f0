/** Whatever is wrong with a request, the answer has one shape: a code, a sentence a person understands, a hint. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "./server.js";

let server: TestServer;
let key: string;
beforeAll(async () => {
  const webFolder = mkdtempSync(join(tmpdir(), "bartree-web-"));
  writeFileSync(join(webFolder, "index.html"), "<!doctype html><title>the page</title>");
  server = await testServer({ webFolder });
  key = await server.key("editor");
});
afterAll(() => server.close());

describe("an address", () => {
  it.each(["/%zz", "/api/sources/%E0%A4", "/records/%"])("%s cannot be read", async (path) => {
    const { status, body } = await server.call("GET", path, { key });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: {
          code: "request-invalid",
          message: "The request cannot be understood: its address has a % that begins no character.",
          hint: expect.any(String),
          facts: ["its address has a % that begins no character"],
        },
      },
    });
  });

  it.each(["/", "/sources", "/records/1?proof=title"])("%s answers HEAD as it answers GET, without the page", async (path) => {
    const [got, head] = [await server.call("GET", path), await server.call("HEAD", path)];
    expect([got.status, head.status]).toEqual([200, 200]);
    expect(got.text).toContain("the page");
    expect(head.text).toBe("");
    for (const name of ["content-type", "content-length", "content-security-policy"])
      expect(head.headers[name]).toBe(got.headers[name]);
  });

  it("of the API that does not exist stays unknown to HEAD", async () => {
    expect((await server.call("HEAD", "/api/nothing")).status).toBe(404);
    expect((await server.call("GET", "/api/nothing")).body.error.code).toBe("route-unknown");
  });
});

describe("a body", () => {
  it.each([
    [{}, "body.address: it is missing"],
    [{ address: 5 }, "body.address: it is not a text"],
    [{ address: "" }, "body.address: it is too short"],
    [{ address: "x".repeat(3000) }, "body.address: it is too long"],
    [{ address: "https://rivers.example.org/", colour: "red" }, "body: nobody knows “colour”"],
  ])("%j", async (sent, problem) => {
    const { status, body } = await server.call("POST", "/api/drafts", { key, body: sent });
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: `The request cannot be understood: ${problem}.`,
    });
  });

  it("names what it could be where there are few choices", async () => {
    const { body } = await server.call("POST", "/api/demo/acts", { key, body: { site: "institute", act: "burn" } });
    expect(body.error.message).toContain("body.act: it is none of “redesign”, “remove”");
  });

  it("of a query too", async () => {
    const { body } = await server.call("GET", "/api/records?limit=900", { key });
    expect(body.error.message).toBe("The request cannot be understood: querystring.limit: it is more than 200.");
  });

  it("that is no JSON says so in the same shape", async () => {
    const { status, body } = await server.call("POST", "/api/drafts", {
      key,
      bytes: "{",
      headers: { "content-type": "application/json" },
    });
    expect(status).toBe(400);
    expect(Object.keys(body.error).sort()).toEqual(["code", "facts", "hint", "message"]);
  });
});

it("what is no HTTP at all is answered in the same shape", async () => {
  const { hostname, port } = new URL(server.address());
  const said = await new Promise<string>((done, fail) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write("HELLO\r\n\r\n"));
    socket
      .on("data", (chunk) => (text += chunk))
      .on("end", () => done(text))
      .on("error", fail);
  });
  expect(said).toMatch(/^HTTP\/1.1 400 /);
  expect(JSON.parse(said.split("\r\n\r\n")[1] ?? "").error).toMatchObject({ code: "request-invalid", hint: expect.any(String) });
});

it("a database with a migration still to run is not ready", async () => {
  expect((await server.call("GET", "/readyz")).body).toMatchObject({ database: true, migrations: true });
  const { rows } = await server.pool.query(
    "delete from schema_version where version = (select max(version) from schema_version) returning *",
  );
  const { status, body } = await server.call("GET", "/readyz");
  expect({ status, body }).toEqual({ status: 503, body: { ok: false, database: true, migrations: false, worker: false } });
  await server.pool.query("insert into schema_version (version, reached_at) values ($1, $2)", [
    rows[0].version,
    rows[0].reached_at,
  ]);
  expect((await server.call("GET", "/readyz")).body).toMatchObject({ migrations: true });
});
