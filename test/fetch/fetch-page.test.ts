import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import { socketConnector } from "../../src/fetch/connect.js";
import type { DoorSettings, DoorTools } from "../../src/fetch/door.js";
import { Fault } from "../../src/fetch/fault.js";
import { type FetchOptions, fetchPage } from "../../src/fetch/fetch-page.js";
import { answer, doorTo, hastyClock, html, type Site, startRawSite, startSite, withText } from "./site.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])("%i is followed, and the final address told", async (status) => {
    const site = await redirecting((path) => (path === "/a" ? "/b?c=d#e" : undefined), status);
    expect(await fetched(site, "/a")).toMatchObject({ kind: "ok", address: `${site.origin}/b?c=d`, status: 200 });
  });

  it("five are followed, the sixth is not", async () => {
    const site = await redirecting((path) => (path === "/0" ? undefined : `/${Number(path.slice(1)) - 1}`));
    expect(await fetched(site, "/5")).toMatchObject({ kind: "ok" });
    expect(await fetched(site, "/6")).toMatchObject({ kind: "failed", code: "too-many-redirects", tries: 1 });
  });

  it("a circle ends", async () => {
    const site = await redirecting(() => "/a");
    expect(await fetched(site, "/a")).toMatchObject({ code: "too-many-redirects" });
  });

  it.each([
    ...[
      "http://127.0.0.1:1/",
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://localhost/",
      "http://10.0.0.1/",
      "http://169.254.169.254/latest/",
    ],
    ...[
      "http://192.168.1.1/",
      "http://[fd00::1]/",
      "http://[fe80::1]/",
      "http://[::ffff:10.0.0.1]/",
      "http://[64:ff9b::a00:1]/",
      "http://[2002:a00:1::]/",
    ],
    ...[
      "http://2130706433/",
      "http://0x7f.1/",
      "http://100.64.0.1/",
      "http://0/",
      "http://224.0.0.1/",
      "//10.0.0.1/",
      "http://u:p@journal.example/",
    ],
    ...[
      "ftp://journal.example/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/html,<p>",
      "http://journal.example:22/",
      "http://inner.example/",
      "http://[",
    ],
  ])("to %s is refused", async (location) => {
    const site = await redirecting((path) => (path === "/a" ? location : undefined));
    const reached: string[] = [];
    const resolve = async () => ["10.0.0.1"];
    const outcome = await fetched(site, "/a", {}, { resolve, ...recording(reached, site) });
    expect(outcome).toMatchObject({ kind: "refused", code: "redirect-refused" });
    expect(reached.filter((target) => target !== `127.0.0.1:${site.port}`)).toEqual([]);
  });

  it("one without a place to go has no page", async () => {
    const site = await keep(startSite((_request, response) => answer(response, 302)));
    expect(await fetched(site, "/a")).toMatchObject({ code: "status-unexpected", status: 302, tries: 1 });
  });
});

describe("statuses", () => {
  it.each([404, 410])("%i is gone", async (status) => {
    const site = await keep(startSite((_request, response) => answer(response, status, {}, "<p>not here")));
    expect(await fetched(site, "/a")).toEqual({ kind: "gone", address: `${site.origin}/a`, status });
  });

  it.each([202, 204, 206, 300, 400, 401, 403, 418, 451])("%i is no page, and is not asked again", async (status) => {
    const site = await keep(startSite((_request, response) => answer(response, status)));
    expect(await fetched(site, "/a")).toMatchObject({ kind: "failed", code: "status-unexpected", status, tries: 1 });
  });

  it("203 is a page", async () => {
    const site = await keep(startSite((_request, response) => answer(response, 203, { "content-type": "text/html" }, "<p>a")));
    expect(await fetched(site, "/a")).toMatchObject({ kind: "ok", status: 203 });
  });

  it("what is kept of an answer", async () => {
    const headers = {
      "content-type": "text/html",
      etag: '"1"',
      "last-modified": "Mon, 01 Jan 2024 00:00:00 GMT",
      "x-secret": "1",
      "set-cookie": "a=b",
    };
    const site = await keep(
      startSite((_request, response) => answer(response, 200, { ...headers, date: "Tue, 02 Jan 2024 00:00:00 GMT" }, "<p>a")),
    );
    const outcome = await fetched(site, "/a");
    expect(outcome).toMatchObject({
      validators: { etag: '"1"', lastModified: "Mon, 01 Jan 2024 00:00:00 GMT" },
      rendered: false,
    });
    expect("headers" in outcome && Object.keys(outcome.headers).sort()).toEqual([
      "content-type",
      "date",
      "etag",
      "last-modified",
    ]);
    // sha256sum of the body
    expect(outcome).toMatchObject({ digest: "e71530e478475c7fb8137fe05abfac99f310334a496d9294dedc93cbaf1d3000" });
  });
});

describe("conditional requests", () => {
  const known = { etag: '"v1"', lastModified: "Mon, 01 Jan 2024 00:00:00 GMT" };

  it("carry what is known, and 304 says that nothing changed", async () => {
    const asked: IncomingMessage["headers"][] = [];
    const site = await keep(
      startSite(({ headers }, response) => {
        asked.push(headers);
        answer(response, headers["if-none-match"] === '"v1"' ? 304 : 200, { "content-type": "text/html" }, "<p>a");
      }),
    );
    expect(await fetched(site, "/a", { known })).toEqual({ kind: "not-modified", address: `${site.origin}/a` });
    expect(await fetched(site, "/a", { known: { etag: '"v0"' } })).toMatchObject({ kind: "ok" });
    expect(asked.map((each) => [each["if-none-match"], each["if-modified-since"]])).toEqual([
      ['"v1"', known.lastModified],
      ['"v0"', undefined],
    ]);
  });

  it("go to the address they are known of, not to the one it leads to", async () => {
    const asked: string[] = [];
    const headers = { "content-type": "text/html", etag: '"v1"' };
    const site = await keep(
      startSite(({ url = "", headers: { "if-none-match": etag } }, response) => {
        asked.push(`${url} ${etag}`);
        if (url === "/a") answer(response, 301, { location: "/b" });
        else answer(response, etag === undefined ? 200 : 304, headers, "<p>b");
      }),
    );
    expect(await fetched(site, "/a", { known })).toMatchObject({ kind: "ok", address: `${site.origin}/b`, validators: {} });
    expect(asked).toEqual(['/a "v1"', "/b undefined"]);
  });

  it("304 that nobody asked for is no page", async () => {
    const site = await keep(startSite((_request, response) => answer(response, 304)));
    expect(await fetched(site, "/a")).toMatchObject({ code: "status-unexpected", status: 304 });
  });

  it("a validator with a line break in it breaks no line", async () => {
    const site = await keep(startSite(html()));
    expect(await fetched(site, "/a", { known: { etag: '"a"\r\nx-injected: 1' } })).toMatchObject({
      kind: "failed",
      code: "fetch-failed",
    });
  });
});

describe("retries", () => {
  it("what may pass is asked four times, with growing pauses", async () => {
    let visits = 0;
    const site = await keep(
      startSite((_request, response) => {
        visits += 1;
        answer(response, 500);
      }),
    );
    const clock = hastyClock();
    const outcome = await fetched(site, "/a", { retries: 3 }, { clock });
    expect(outcome).toMatchObject({ kind: "failed", code: "status-unexpected", status: 500, tries: 4 });
    expect(visits).toBe(4);
    expect(clock.waits).toEqual([1000, 4000, 16_000]); // random is 0.5, the middle of the spread
  });

  it("and a page that comes at last is a page", async () => {
    let visits = 0;
    const site = await keep(
      startRawSite((socket) => {
        visits += 1;
        const whole = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n<p>last";
        socket.end(visits < 3 ? whole.slice(0, -2) : whole);
      }),
    );
    expect(await fetched(site, "/a", { retries: 3 }, { clock: hastyClock() })).toMatchObject({ kind: "ok", html: "<p>last" });
    expect(visits).toBe(3);
  });

  it.each([
    { status: 503, after: "7", wait: 7000 },
    { status: 429, after: "2", wait: 2000 },
    { status: 429, after: new Date(1_700_000_000_000 + 30_000).toUTCString(), wait: 30_000 },
    { status: 503, after: "soon", wait: 1000 },
    { status: 503, after: "-5", wait: 1000 },
  ])("$status with Retry-After: $after waits $wait ms", async ({ status, after, wait }) => {
    const site = await keep(startSite((_request, response) => answer(response, status, { "retry-after": after })));
    const clock = hastyClock();
    await fetched(site, "/a", { retries: 1 }, { clock });
    expect(clock.waits).toEqual([wait]);
  });

  it("a host that asks for an hour is left alone, by later visits too", async () => {
    let visits = 0;
    const site = await keep(
      startSite((_request, response) => {
        visits += 1;
        answer(response, 503, { "retry-after": "3600" });
      }),
    );
    const door = doorTo([site], {}, { clock: hastyClock() });
    open.push(door);
    expect(await fetchPage(door, `${site.origin}/a`, { delayMs: 10 })).toMatchObject({
      code: "status-unexpected",
      retryAfterMs: 3_600_000,
      tries: 1,
    });
    expect(await fetchPage(door, `${site.origin}/b`, { delayMs: 10 })).toMatchObject({
      code: "host-busy",
      retryAfterMs: 3_600_000,
    });
    expect(visits).toBe(1);
  });

  it("no connection is said as such", async () => {
    const site = await startSite(html());
    await site.close();
    expect(await fetched(site, "/a")).toMatchObject({
      kind: "failed",
      code: "robots-unreachable",
      reason: because("no-connection", "ECONNREFUSED"),
    });
  });

  it("a connection that does not come about in time is a time-out", async () => {
    const connect = async () => {
      throw new Fault("fetch-timeout", because("no-connection-in-time", 10), { mayPass: true });
    };
    const site = await keep(startSite(html()));
    expect(await fetched(site, "/a", {}, { connect })).toMatchObject({
      code: "robots-unreachable",
      reason: because("no-connection-in-time", 10),
    });
  });
});

describe("stopping", () => {
  it.each(["before", "during"])("an abort %s the answer ends the visit", async (when) => {
    const stop = new AbortController();
    const site = await keep(
      startSite((_request, response) => {
        if (when === "during") response.write("<p>");
        setTimeout(() => stop.abort(new Error("enough")), 20);
      }),
    );
    await expect(fetched(site, "/a", { signal: stop.signal })).rejects.toThrow("enough");
  });

  it("an abort before the visit asks nobody", async () => {
    let visits = 0;
    const site = await keep(
      startSite((_request, response) => {
        visits += 1;
        answer(response, 200);
      }),
    );
    await expect(fetched(site, "/a", { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    expect(visits).toBe(0);
  });
});

describe("who asks", () => {
  it.each([
    { contact: undefined, agent: "bartree/1.2.3" },
    { contact: "index@example.org", agent: "bartree/1.2.3 (+mailto:index@example.org)" },
    { contact: "https://example.org/bot", agent: "bartree/1.2.3 (+https://example.org/bot)" },
    { contact: "a\r\nX-Injected: 1 (b)", agent: "bartree/1.2.3 (+aX-Injected: 1 b)" },
  ])("contact $contact: $agent", async ({ contact, agent }) => {
    const asked: (string | undefined)[] = [];
    const site = await keep(
      startSite(({ headers }, response) => {
        asked.push(headers["user-agent"]);
        answer(response, 200, {}, "<p>");
      }),
    );
    await fetched(site, "/a", {}, {}, { contact });
    expect(asked).toEqual([agent]);
  });
});

async function keep<T extends Site>(starting: Promise<T>): Promise<T> {
  const site = await starting;
  open.push(site);
  return site;
}

function redirecting(next: (path: string) => string | undefined, status = 302): Promise<Site> {
  return keep(
    startSite((request, response) => {
      const location = next(request.url ?? "");
      if (location === undefined) html()(request, response);
      else answer(response, status, { location });
    }),
  );
}

/** A connector that opens sockets to the one site only, and writes down what else it was asked for. */
function recording(reached: string[], site: Site): Pick<DoorTools, "connect"> {
  return {
    async connect({ address, port }) {
      reached.push(`${address}:${port}`);
      if (address !== "127.0.0.1" || port !== site.port) throw new Error("not in a test");
      return socketConnector()({ address, port, secure: false, name: address, timeoutMs: 1000 });
    },
  };
}

async function fetched(
  site: Site,
  path: string,
  options: FetchOptions = {},
  tools: Partial<DoorTools> = {},
  settings: Partial<DoorSettings> = {},
) {
  const door = doorTo([site], { limits: { retries: 0 }, ...settings }, tools);
  open.push(door);
  return withText(await fetchPage(door, `${site.origin}${path}`, { delayMs: 0, ...options }));
}
