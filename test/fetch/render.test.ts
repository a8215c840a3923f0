import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { BrowserSettings, Door, DoorTools } from "../../src/fetch/door.js";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { startRenderProxy } from "../../src/fetch/render-proxy.js";
import { systemChromium } from "../browser/chromium.js";
import { answer, doorTo, html, type Site, startSite, withText } from "./site.js";

const folder = mkdtempSync(join(tmpdir(), "bartree-browser-"));
afterAll(() => rmSync(folder, { recursive: true }));
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe("without a browser that may run", () => {
  it.each([
    { name: "none named", browser: undefined, code: "browser-missing" },
    { name: "one that is not there", browser: { path: join(folder, "none"), isRoot: false }, code: "browser-missing" },
    { name: "root", browser: { path: "/bin/true", isRoot: true }, code: "render-refused" },
    { name: "one that ends badly", browser: { path: program("exit 3"), isRoot: false }, code: "render-failed" },
    { name: "one that says nothing", browser: { path: program("exit 0"), isRoot: false }, code: "render-failed" },
    { name: "one that never ends", browser: { path: program("sleep 30 & sleep 30"), isRoot: false }, code: "fetch-timeout" },
    { name: "one that says too much", browser: { path: program("yes"), isRoot: false }, code: "response-too-large" },
    {
      name: "one with an error page",
      browser: { path: program("echo '<body class=\"neterror\">'"), isRoot: false },
      code: "render-failed",
    },
  ])("$name: $code", async ({ browser, code }) => {
    const site = await started(html());
    const door = opened([site], browser);
    expect(await fetchPage(door, `${site.origin}/`, { delayMs: 0, render: true })).toMatchObject({ code });
  });

  it("a page that is gone needs none", async () => {
    const site = await started((_request, response) => answer(response, 404));
    const door = opened([site], { path: program("exit 3"), isRoot: false });
    expect(await fetchPage(door, `${site.origin}/`, { delayMs: 0, render: true })).toMatchObject({ kind: "gone" });
  });

  it("the sandbox is off for an accepted root only", async () => {
    const site = await started(html());
    const said = async (browser: BrowserSettings) => {
      const outcome = withText(await fetchPage(opened([site], browser), `${site.origin}/`, { delayMs: 0, render: true }));
      return "html" in outcome ? outcome.html : outcome.kind;
    };
    const path = program('echo "<p>$@"');
    expect(await said({ path, isRoot: false })).not.toContain("--no-sandbox");
    expect(await said({ path, isRoot: true, acceptsRoot: true })).toContain("--no-sandbox");
  });
});

describe("the proxy is the same gate", () => {
  it.each([
    { name: "an address of the inner network", method: "GET", target: "http://10.0.0.1/" },
    { name: "metadata", method: "GET", target: "http://169.254.169.254/latest/" },
    { name: "another port of this machine", method: "GET", target: "http://127.0.0.1:1/" },
    { name: "a name that leads inside", method: "GET", target: "http://inner.example/" },
    { name: "a tunnel to the inner network", method: "CONNECT", target: "10.0.0.1:443" },
    { name: "a tunnel to a name that leads inside", method: "CONNECT", target: "inner.example:443" },
    { name: "a tunnel to another port", method: "CONNECT", target: "journal.example:22" },
    { name: "a tunnel to nowhere", method: "CONNECT", target: "%%%" },
    { name: "another scheme", method: "GET", target: "ftp://journal.example/" },
    { name: "a path alone", method: "GET", target: "/etc/passwd" },
    { name: "a form", method: "POST", target: "http://journal.example/" },
  ])("$name is refused", async ({ method, target }) => {
    const reached: string[] = [];
    const door = opened([], undefined, {
      resolve: async () => ["10.0.0.1"],
      async connect({ address }) {
        reached.push(address);
        throw new Error("opens nothing");
      },
    });
    expect(await through(door, method, target)).toBe(403);
    expect(reached).toEqual([]);
  });

  it("and lets through what the gate allows", async () => {
    const site = await started(html());
    expect(await through(opened([site]), "GET", `${site.origin}/a`)).toBe(200);
  });
});

const chromium = systemChromium();
if (chromium === undefined) console.log("render.test.ts: no Chromium of the system here, so none has rendered");

describe.runIf(chromium !== undefined)("a Chromium", () => {
  it("shows what scripts made, asks only through the gate, and is marked", async () => {
    const asked: string[] = [];
    const inner = await started((request, response) => {
      asked.push(`inner ${request.url}`);
      answer(response, 200, { "access-control-allow-origin": "*" }, "secret");
    });
    const site = await started((request, response) => {
      asked.push(request.url ?? "");
      const script = `
        const say = (text) => document.body.append(Object.assign(document.createElement("p"), { textContent: text }));
        fetch("/data").then((r) => r.text()).then(say);
        fetch("${inner.origin}/").then((r) => r.text(), () => "no way").then(say);`;
      if (request.url === "/data") answer(response, 200, {}, "On Bars, late: ü");
      else answer(response, 200, { "content-type": "text/html", etag: '"1"' }, `<!doctype html><body><script>${script}</script>`);
    });
    const isRoot = process.getuid?.() === 0;
    const door = opened([site], { path: chromium?.path ?? "", isRoot, acceptsRoot: true }, {}, 30_000);
    const outcome = withText(await fetchPage(door, `${site.origin}/`, { delayMs: 0, render: true }));
    expect(outcome).toMatchObject({ kind: "ok", rendered: true, charset: "utf-8", validators: { etag: '"1"' } });
    expect("html" in outcome && outcome.html).toMatch(/<p>On Bars, late: ü<\/p>/);
    expect("html" in outcome && outcome.html).not.toContain("secret");
    expect(asked.filter((path) => path.startsWith("inner"))).toEqual([]);
    expect(asked).toContain("/data");
  });
});

/** A shell script in the place of a browser. */
function program(body: string): string {
  const path = join(folder, `browser-${readdirSync(folder).length}`);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

async function started(pages: Parameters<typeof startSite>[0]): Promise<Site> {
  const site = await startSite(pages);
  open.push(site);
  return site;
}

function opened(sites: readonly Site[], browser?: BrowserSettings, tools: Partial<DoorTools> = {}, wholeMs = 1500): Door {
  const door = doorTo(sites, { browser, limits: { retries: 0, wholeMs } }, tools);
  open.push(door);
  return door;
}

async function through(door: Door, method: string, target: string): Promise<number | undefined> {
  const proxy = await startRenderProxy(door);
  open.push(proxy);
  const { hostname, port } = new URL(proxy.address);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path: target, headers: { connection: "close" } });
    request.on("response", ({ statusCode }) => resolve(statusCode));
    request.on("connect", ({ statusCode }) => resolve(statusCode));
    request.on("error", reject);
    request.end();
  });
}
