/** Through a proxy of ours on loopback, which knows every name and leads all of them to one site of the test. */

import { createServer, request as requestHttp } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import { startDemo } from "../../src/demo/site.js";
import { socketConnector } from "../../src/fetch/connect.js";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { run } from "../cli/run.js";
import { testDatabase } from "../store/database.js";
import { hasOpenssl, selfSigned } from "./certificate.js";
import { answer, doorTo, html, listen, type Site, startSite } from "./site.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
const opened = <Thing extends { close(): Promise<void> }>(thing: Thing): Thing => {
  open.push(thing);
  return thing;
};

type Seen = { line: string; authorization: string | undefined };

async function startProxy(site: Site, { status = 200 } = {}): Promise<{ proxy: Site; seen: Seen[] }> {
  const seen: Seen[] = [];
  const note = (line: string, authorization: string | undefined) => seen.push({ line, authorization });
  const server = createServer((request, response) => {
    note(`${request.method} ${request.url}`, request.headers["proxy-authorization"]);
    const { pathname, search } = new URL(request.url ?? "");
    if (status !== 200) return answer(response, status);
    const options = { host: "127.0.0.1", port: site.port, path: `${pathname}${search}`, headers: request.headers };
    requestHttp(options, (far) => {
      response.writeHead(far.statusCode ?? 0, far.headers);
      far.pipe(response);
    }).end();
  });
  server.on("connect", (request, near: Socket) => {
    note(`CONNECT ${request.url}`, request.headers["proxy-authorization"]);
    if (status !== 200) return near.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const far = connectTcp(site.port, "127.0.0.1", () => near.write("HTTP/1.1 200 OK\r\n\r\n"));
    far.on("error", () => near.destroy()).pipe(near);
    near.on("error", () => far.destroy()).pipe(far);
  });
  return { proxy: opened(await listen(server)), seen };
}

const noRetry = { limits: { retries: 0 } };

describe("a proxy", () => {
  it("is asked for whole addresses, resolves their names, and alone gets its password", async () => {
    const heads: (string | undefined)[] = [];
    const site = opened(
      await startSite((request, response) => {
        heads.push(request.headers.host);
        html()(request, response);
      }),
    );
    const { proxy, seen } = await startProxy(site);
    const door = opened(doorTo([], { proxy: new URL(`http://ann:s%20t@127.0.0.1:${proxy.port}`) }));
    const fetched = await fetchPage(door, "http://journal.example/a?b=c");
    expect(fetched).toMatchObject({ kind: "ok", address: "http://journal.example/a?b=c" });
    const authorization = `Basic ${Buffer.from("ann:s t").toString("base64")}`;
    expect(seen).toEqual([
      { line: "GET http://journal.example/robots.txt", authorization },
      { line: "GET http://journal.example/a?b=c", authorization },
    ]);
    expect(heads).toEqual(["journal.example"]);
  });

  it("is not asked for loopback origins, nor for what the gate refuses by its writing", async () => {
    const site = opened(await startSite(html()));
    const { proxy, seen } = await startProxy(site);
    const door = opened(doorTo([site], { proxy: new URL(proxy.origin) }));
    expect(await fetchPage(door, `${site.origin}/a`, { delayMs: 0 })).toMatchObject({ kind: "ok" });
    for (const address of [
      "http://10.0.0.1/",
      "http://0x7f.1/",
      "http://[::1]/",
      "http://printer.local/",
      "http://a.example:22/",
    ])
      expect(await fetchPage(door, address), address).toMatchObject({ kind: "refused", code: "address-refused" });
    expect(seen).toEqual([]);
  });

  it("that leads to a refused address by a redirect is not followed there", async () => {
    const site = opened(await startSite((_, response) => answer(response, 302, { location: "http://169.254.169.254/" })));
    const { proxy, seen } = await startProxy(site);
    const door = opened(doorTo([], { proxy: new URL(proxy.origin) }));
    expect(await fetchPage(door, "http://journal.example/")).toMatchObject({ kind: "refused", code: "redirect-refused" });
    expect(seen.map(({ line }) => line).filter((line) => line.includes("169.254"))).toEqual([]);
  });

  it.each([
    { name: "does not listen", address: "http://127.0.0.1:1", why: because("proxy", because("no-connection", "ECONNREFUSED")) },
    { name: "answers a tunnel with 407", status: 407, why: because("proxy-status", 407) },
    { name: "answers a tunnel with 502", status: 502, why: because("proxy-status", 502) },
  ])("that $name is named", async ({ address, status, why }) => {
    const site = opened(await startSite(html()));
    const { proxy } = await startProxy(site, { ...(status !== undefined && { status }) });
    const door = opened(doorTo([], { proxy: new URL(address ?? proxy.origin), ...noRetry }));
    expect(await fetchPage(door, "https://journal.example/")).toMatchObject({ kind: "failed", reason: why });
  });

  it.each(["http", "https"])("that hangs is told of as slow, in its time (%s)", async (scheme) => {
    const hanging = createServer(() => {}).on("connect", () => {});
    const proxy = opened(await listen(hanging));
    const limits = { retries: 0, connectMs: 300, firstByteMs: 300, wholeMs: 600 };
    const door = opened(doorTo([], { proxy: new URL(proxy.origin), limits }));
    const begun = performance.now();
    const told = await fetchPage(door, `${scheme}://journal.example/`);
    expect(told).toMatchObject({ kind: "failed" });
    expect(JSON.stringify(told)).toMatch(/no-answer-in-time|no-connection-in-time/);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it("that wants a password is told of as such, not as the site (http)", async () => {
    const site = opened(await startSite(html()));
    const { proxy } = await startProxy(site, { status: 407 });
    const door = opened(doorTo([], { proxy: new URL(proxy.origin), ...noRetry }));
    expect(await fetchPage(door, "http://journal.example/")).toMatchObject({
      kind: "failed",
      reason: because("proxy-status", 407),
    });
  });

  it("is all that a harvest from the command line needs, and private numbers stay refused", async () => {
    const demo = opened(await startDemo());
    const { proxy, seen } = await startProxy({ ...demo, port: Number(new URL(demo.origin).port) } as unknown as Site);
    const database = await testDatabase();
    open.push({ close: () => database.drop() });
    const environment = { DATABASE_URL: database.url, BARTREE_HOME: "/nonexistent", BARTREE_HTTP_PROXY: proxy.origin };
    const bartree = (...args: string[]) => run([...args, "--json"], "", false, environment);
    const [source] = demo.sources;
    if (!source) throw new Error("no source");
    const far = (address: string) => address.replace(demo.origin, "http://journal.example");
    const labels = Object.entries(source.labels).flatMap(([name, texts]) =>
      texts.flatMap((text) => ["--label", `${name}=${text}`]),
    );
    const call = ["source", "add", "stars", far(source.keyUrl), ...labels, "--list-url", far(source.listUrl), "--delay", "100"];
    expect(await bartree(...call)).toMatchObject({ exitCode: 0 });
    const harvested = await bartree("harvest", "stars");
    expect(JSON.parse(harvested.stdout)).toMatchObject({ ending: "done" });
    expect(JSON.parse(harvested.stdout).harvest.read).toBeGreaterThanOrEqual(5);
    expect(seen.every(({ line }) => line.startsWith("GET http://journal.example/"))).toBe(true);
    const before = seen.length;
    const refused = await bartree("inspect", "http://10.0.0.1/", "--region", "x");
    expect(JSON.parse(refused.stdout).error.code).toBe("address-refused");
    expect(seen).toHaveLength(before);
    await proxy.close();
    const down = await bartree("harvest", "stars");
    expect(down.exitCode).toBe(5);
    const { stdout } = await bartree("warnings");
    expect(stdout).toContain("proxy");
  }, 120_000);

  it.runIf(hasOpenssl)("tunnels https, where the certificate is checked and the password is not seen", async () => {
    const { key, certificate } = selfSigned("journal.example");
    const inside: (string | undefined)[] = [];
    const server = createSecureServer({ key, cert: certificate }, (request, response) => {
      inside.push(request.headers["proxy-authorization"]);
      if (request.url === "/robots.txt") answer(response, 404);
      else html()(request, response);
    });
    const { proxy, seen } = await startProxy(opened(await listen(server)));
    const settings = { proxy: new URL(`http://ann:secret@127.0.0.1:${proxy.port}`), ...noRetry };
    const trusting = opened(doorTo([], settings, { connect: socketConnector(certificate) }));
    expect(await fetchPage(trusting, "https://journal.example/a")).toMatchObject({ kind: "ok" });
    expect(new Set(seen.map(({ line }) => line))).toEqual(new Set(["CONNECT journal.example:443"]));
    expect(new Set(inside)).toEqual(new Set([undefined]));
    const strict = opened(doorTo([], settings, { connect: socketConnector() }));
    expect(await fetchPage(strict, "https://journal.example/a")).toMatchObject({ kind: "failed", code: "certificate-invalid" });
  });
});
