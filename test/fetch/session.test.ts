import type { IncomingHttpHeaders } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { openSession } from "../../src/fetch/session.js";
import { answer, doorTo, type Site, startSite } from "./site.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const address = "https://journal.example/list";

describe("headers and cookies that cannot be sent", () => {
  it.each([
    { headers: { "x-token": "a\r\nx-injected: 1" } },
    { headers: { "x-token": "a\nb" } },
    { headers: { "x-token": "a\rb" } },
    { headers: { "x-token": "a\u0000b" } },
    { headers: { "x-token": "a\u010ab" } }, // would become a line break if cut to eight bits
    { headers: { "x token": "a" } },
    { headers: { "x-token: 1\r\nx-injected": "a" } },
    { headers: { "": "a" } },
    { headers: { Host: "inner.example" } },
    { headers: { "content-length": "5" } },
    { headers: { "Transfer-Encoding": "chunked" } },
    { headers: { "user-agent": "Mozilla/5.0" } },
    { headers: { cookie: "a=b" } },
    { headers: { "if-none-match": "*" } },
    { cookies: { a: "b; c=d" } },
    { cookies: { a: "b\r\nx-injected: 1" } },
    { cookies: { "a=b": "c" } },
    { cookies: { "a\nb": "c" } },
  ])("%j", (settings) => {
    expect(() => openSession({ address, ...settings })).toThrow(/cannot be sent/);
  });
});

describe("headers stay with the host of their source", () => {
  const session = openSession({ address, headers: { authorization: "Bearer 1" }, cookies: { sid: "1" } });
  it.each([
    { url: "https://journal.example/page", sent: { authorization: "Bearer 1", cookie: "sid=1" } },
    { url: "https://journal.example:443/page", sent: { authorization: "Bearer 1", cookie: "sid=1" } },
    { url: "https://journal.example:8443/page", sent: {} },
    { url: "http://journal.example/page", sent: {} }, // what was under cover does not go in the open
    { url: "https://www.journal.example/page", sent: {} },
    { url: "https://example/page", sent: {} },
    { url: "https://journal.example.evil.example/page", sent: {} },
  ])("$url gets $sent", ({ url, sent }) => {
    expect(session.headersFor(new URL(url))).toEqual(sent);
  });

  it("from http to https of the same host they go along", () => {
    const plain = openSession({ address: "http://journal.example/", headers: { "x-token": "1" } });
    expect(plain.headersFor(new URL("https://journal.example/"))).toEqual({ "x-token": "1" });
  });
});

describe("cookies stay with the host that set them, and with their source", () => {
  const cookiesAfter = (line: string, url = address, at = address) => {
    const session = openSession({ address });
    session.keepCookies(new URL(url), [line]);
    return session.headersFor(new URL(at)).cookie;
  };

  it.each([
    { line: "a=1", at: address, cookie: "a=1" },
    { line: "a=1; Path=/list", at: address, cookie: "a=1" },
    { line: "a=1; Path=/other", at: address, cookie: undefined },
    { line: "a=1; Domain=example", at: "https://other.example/", cookie: undefined },
    { line: "a=1; Domain=.journal.example", at: "https://www.journal.example/", cookie: undefined },
    { line: "a=1; Domain=.journal.example", at: address, cookie: "a=1" },
    { line: "a=1; Secure", at: "http://journal.example/list", cookie: undefined },
    { line: "a=1; Max-Age=0", at: address, cookie: undefined },
    { line: `a=${"1".repeat(5000)}`, at: address, cookie: undefined },
    { line: "", at: address, cookie: undefined },
  ])("$line at $at: $cookie", ({ line, at, cookie }) => {
    expect(cookiesAfter(line, address, at)).toBe(cookie);
  });

  it("there are never more than fifty", () => {
    const session = openSession({ address });
    for (let round = 0; round < 3; round += 1) {
      session.keepCookies(
        new URL(address),
        Array.from({ length: 60 }, (_, n) => `a${round}-${n}=1`),
      );
    }
    expect(session.headersFor(new URL(address)).cookie?.split("; ").length).toBe(50);
  });

  it("on the wire: set by one host, given back to it alone, through a redirect too", async () => {
    const seen: Record<string, IncomingHttpHeaders> = {};
    const other = await site((path) => ({ path }), seen);
    const home = await site(
      (path) => (path === "/a" ? { path, location: `${other.origin}/b`, cookie: "sid=home" } : { path }),
      seen,
    );
    const door = doorTo([home, other]);
    open.push(door);
    const session = openSession({ address: home.origin, headers: { "x-token": "secret" }, cookies: { given: "1" } });
    await fetchPage(door, `${home.origin}/a`, { delayMs: 0, session });
    await fetchPage(door, `${home.origin}/c`, { delayMs: 0, session });
    await fetchPage(door, `${home.origin}/d`, { delayMs: 0, session: openSession({ address: home.origin }) });
    const wire = ["/a", "/b", "/c", "/d"].map((path) => [path, seen[path]?.cookie, seen[path]?.["x-token"]]);
    expect(wire).toEqual([
      ["/a", "given=1", "secret"],
      ["/b", undefined, undefined],
      ["/c", "given=1; sid=home", "secret"],
      ["/d", undefined, undefined],
    ]);
  });
});

type Reply = { path: string; location?: string; cookie?: string };

async function site(reply: (path: string) => Reply, seen: Record<string, IncomingHttpHeaders>): Promise<Site> {
  const started = await startSite((request, response) => {
    const { path, location, cookie } = reply(request.url ?? "");
    seen[path] = request.headers;
    const headers = { ...(location !== undefined && { location }), ...(cookie !== undefined && { "set-cookie": cookie }) };
    answer(response, location === undefined ? 200 : 302, { "content-type": "text/html", ...headers }, "<p>");
  });
  open.push(started);
  return started;
}
