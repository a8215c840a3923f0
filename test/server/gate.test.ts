import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES, type Route } from "../../src/api/server/routes.js";
import { cookieOf, type TestServer, testServer } from "./server.js";

let server: TestServer;
let cookie: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bartree-web-"));
  mkdirSync(join(folder, "web"));
  writeFileSync(join(folder, "web", "index.html"), "<!DOCTYPE html><title>bartree</title>the page");
  writeFileSync(join(folder, "web", "main-1a2b.js"), "export {};");
  writeFileSync(join(folder, "secret.txt"), "the secret beside it");
  server = await testServer({ webFolder: join(folder, "web") });
  cookie = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link() } }));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe("every answer tells the browser what it may do with it", () => {
  it.each(["/", "/sources/7", "/api/me", "/api/nowhere", "/api/docs/", "/main-1a2b.js"])("%s", async (path) => {
    const { headers } = await server.call("GET", path);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).toMatch(/frame-src 'none'/);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-frame-options"]).toBe("DENY");
  });
});

describe("a change with a session", () => {
  const act = (headers: Record<string, string>) => server.call("POST", "/api/demo", { headers: { cookie, ...headers } });

  it.each([
    { name: "our own page", headers: { "x-bartree-request": "page" }, code: undefined },
    {
      name: "our own page, as browsers say it",
      headers: { "x-bartree-request": "page", origin: "http://localhost:7474", "sec-fetch-site": "same-origin" },
      code: undefined,
    },
    {
      name: "a form of another site",
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      code: "request-foreign",
    },
    { name: "a request without our header", headers: {}, code: "request-foreign" },
    {
      name: "our header from another origin",
      headers: { "x-bartree-request": "page", origin: "https://evil.example" },
      code: "request-foreign",
    },
    {
      name: "our header from another port",
      headers: { "x-bartree-request": "page", origin: "http://localhost:7475" },
      code: "request-foreign",
    },
    {
      name: "our header from a page of nobody",
      headers: { "x-bartree-request": "page", origin: "null" },
      code: "request-foreign",
    },
    {
      name: "our header from a sister site",
      headers: { "x-bartree-request": "page", "sec-fetch-site": "same-site" },
      code: "request-foreign",
    },
  ])("from $name", async ({ headers, code }) => {
    const { body } = await act(headers);
    expect(body.error?.code).toBe(code);
  });

  it("is refused for every route that changes something", async () => {
    const changes = Object.values<Route>(ROUTES).filter(({ method }) => method !== "GET");
    for (const { method, path } of changes) {
      const { body } = await server.call(method, path.replace(/:[a-z]+/g, "1"), { headers: { cookie } });
      expect({ path, code: body.error.code }).toEqual({ path, code: "request-foreign" });
    }
  });

  it("no other site may read or prepare: there is no leave to be had", async () => {
    const { headers, status } = await server.call("OPTIONS", "/api/demo", {
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(status).toBe(404);
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("what a browser asks for on a page's behalf", () => {
  const DESTINATIONS = [
    ...["audio", "audioworklet", "document", "embed", "empty", "fencedframe", "font", "frame", "iframe", "image", "json"],
    ...["manifest", "object", "paintworklet", "report", "script", "serviceworker", "sharedworker", "speculationrules", "style"],
    ...["track", "video", "webidentity", "worker", "xslt", "", "of tomorrow"],
  ];
  const allowed: Readonly<Record<string, readonly string[]>> = {
    draftAsset: ["empty", "style", "image", "font"],
    sourceAsset: ["empty", "style", "image", "font"],
    exportRecords: ["empty", "document"],
    healthz: ["empty", "document"],
    readyz: ["empty", "document"],
    metrics: ["empty", "document"],
  };

  it.each(Object.entries<Route>(ROUTES).filter(([name]) => name !== "events"))("%s", async (name, { method, path }) => {
    const refused: string[] = [];
    for (const destination of DESTINATIONS) {
      const headers = { cookie, "sec-fetch-dest": destination };
      const { body } = await server.call(method, path.replace(/:[a-z]+/g, "1"), { headers });
      if (body?.error?.code === "request-embedded") refused.push(destination);
    }
    expect(refused).toEqual(DESTINATIONS.filter((destination) => !(allowed[name] ?? ["empty"]).includes(destination)));
  });

  it("events neither, and a program that says nothing is answered", async () => {
    const headers = { cookie, "sec-fetch-dest": "image" };
    expect((await server.call("GET", "/api/events", { headers })).body.error.code).toBe("request-embedded");
    expect((await server.call("GET", "/api/records", { headers: { cookie } })).status).toBe(200);
  });

  it("does not use up what the person may ask", async () => {
    for (let i = 0; i < 1_500; i++)
      await server.call("GET", "/api/records?q", { headers: { cookie, "sec-fetch-dest": "style" } });
    expect((await server.call("GET", "/api/records", { headers: { cookie } })).status).toBe(200);
  }, 120_000);
});

describe("under which names it answers", () => {
  it.each([
    ["localhost", 200],
    ["localhost:7474", 200],
    ["127.0.0.1:7474", 200],
    ["[::1]:7474", 200],
    ["192.168.1.5", 200],
    ["evil.example", 421],
    ["localhost.evil.example", 421],
    ["127.0.0.1.evil.example:7474", 421],
    ["evil.example@localhost", 421],
    ["index.example.org", 421],
  ])("%s: %i", async (host, status) => {
    expect((await server.call("GET", "/api/me", { headers: { host } })).status).toBe(status);
    expect((await server.call("GET", "/", { headers: { host } })).status).toBe(status);
  });

  it("its public name too, and then with secure cookies", async () => {
    const behind = await testServer({ publicUrl: "https://index.example.org" });
    const headers = { host: "index.example.org" };
    expect((await behind.call("GET", "/api/me", { headers })).status).toBe(200);
    expect((await behind.call("GET", "/api/me", { headers: { host: "evil.example" } })).status).toBe(421);
    const welcome = await behind.call("POST", "/api/welcome", {
      headers: { ...headers, "x-bartree-request": "page", origin: "https://index.example.org" },
      body: { token: await behind.link() },
    });
    expect(String(welcome.headers["set-cookie"])).toMatch(/; Secure/);
    expect(String(welcome.headers["strict-transport-security"])).toMatch(/max-age/);
    await behind.close();
  });
});

/** As it is written: clients tidy addresses before they send them. */
function raw(path: string): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(server.address());
    const sent = request({ hostname, port, path, headers: { host: "localhost" } }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => done({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", fail).end();
  });
}

describe("files", () => {
  it("are the page's own, and every other address is the page itself", async () => {
    expect((await raw("/main-1a2b.js")).text).toBe("export {};");
    for (const path of ["/", "/sources/7?state=broken", "/records/12"]) expect((await raw(path)).text).toContain("the page");
  });

  it.each([
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/....//secret.txt",
    "/web/../../secret.txt",
    "/%c0%ae%c0%ae/secret.txt",
    "//secret.txt",
    "/./../secret.txt",
    "/main-1a2b.js/../../secret.txt",
    "/api/docs/static/../../../package.json",
    "/api/docs/static/..%2f..%2fpackage.json",
    "/api/snapshots/../../secret.txt",
    "/api/snapshots/..%2f..%2fsecret.txt",
    "/api/records/%2e%2e%2f1",
    "/secret.txt%00.html",
  ])("%s leads nowhere else", async (path) => {
    const { text, status } = await raw(path);
    expect(text).not.toContain("the secret beside it");
    expect(text).not.toContain('"dependencies"');
    expect(status).toBeLessThan(500);
  });
});

describe("bad input has one shape", () => {
  it.each([
    { what: "no JSON", call: ["POST", "/api/drafts", "{"] },
    { what: "a list", call: ["POST", "/api/drafts", "[]"] },
    { what: "nothing", call: ["POST", "/api/drafts", ""] },
    { what: "another type", call: ["POST", "/api/drafts", '{"address": 7}'] },
    { what: "one field too many", call: ["POST", "/api/drafts", '{"address": "https://a.example/", "x": 1}'] },
    { what: "an id that is none", call: ["GET", "/api/sources/abc", ""] },
    { what: "an id beyond all numbers", call: ["GET", `/api/sources/${"9".repeat(40)}`, ""] },
    { what: "a cursor that is none", call: ["GET", "/api/records?after=zzzz", ""] },
    {
      what: "a cursor of another list",
      call: ["GET", `/api/records?after=${Buffer.from('{"rank":1}').toString("base64url")}`, ""],
    },
    { what: "too many rows", call: ["GET", "/api/records?limit=201", ""] },
    { what: "a state that is none", call: ["GET", "/api/sources?state=fine", ""] },
    { what: "a draft that is none", call: ["GET", "/api/drafts/1", ""] },
    { what: "an unknown parameter", call: ["GET", "/api/records?sort=up", ""] },
    { what: "a time that is none", call: ["GET", "/api/records?since=yesterday", ""] },
    { what: "a NUL", call: ["GET", "/api/records?q=a%00b", ""] },
    { what: "__proto__", call: ["POST", "/api/drafts", '{"__proto__": {"address": "https://a.example/"}}'] },
    { what: "an address of another scheme", call: ["POST", "/api/drafts", '{"address": "file:///etc/passwd"}'] },
    { what: "an address of this machine", call: ["POST", "/api/drafts", '{"address": "http://127.0.0.1:22/"}'] },
    { what: "an address of the network", call: ["POST", "/api/drafts", '{"address": "http://169.254.169.254/latest"}'] },
  ])("$what", async ({ call: [method = "", path = "", text = ""] }) => {
    const { status, body } = await server.call(method, path, {
      cookie,
      ...(text !== "" && { bytes: text }),
      headers: { "content-type": "application/json" },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(Object.keys(body)).toEqual(["error"]);
    expect(Object.keys(body.error).sort()).toEqual(["code", "facts", "hint", "message"]);
  });

  it("too much of it is refused by its size", async () => {
    const labels = await server.call("PUT", "/api/drafts/7d9a4b52-0f5e-4c59-9d2e-1f6f7f0a3b11/labels", {
      cookie,
      body: { x: "a".repeat(1_000_001) },
    });
    expect([labels.status, labels.body.error.code]).toEqual([413, "body-too-large"]);
    const other = await server.call("POST", "/api/users", { cookie, body: { x: "a".repeat(2_000_001) } });
    expect([other.status, other.body.error.code]).toEqual([413, "body-too-large"]);
    const upload = await server.call("POST", "/api/drafts/upload?address=https://a.example/", {
      cookie,
      bytes: "a".repeat(12_000_001),
    });
    expect([upload.status, upload.body.error.code]).toEqual([413, "body-too-large"]);
  });

  it("a defect of ours says nothing about our insides", async () => {
    await server.pool.query("alter table warning rename to warning_away");
    const { status, text, body } = await server.call("GET", "/api/warnings", { cookie });
    await server.pool.query("alter table warning_away rename to warning");
    expect([status, body.error.code]).toEqual([500, "internal"]);
    expect(text).not.toMatch(/relation|warning|select/i);
  });
});
