/** https on loopback: the name in SNI, Host and certificate is the address's own, wherever the packets go. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { socketConnector } from "../../src/fetch/connect.js";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { answer, doorTo, listen, type Site } from "./site.js";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) console.log("tls.test.ts: left out, since there is no openssl to make a certificate with");

const open: { close(): Promise<void> }[] = [];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bartree-tls-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe.runIf(hasOpenssl)("https", () => {
  it("goes to the checked address under the name that was asked for", async () => {
    const { site, seen, certificate } = await secureSite("journal.example");
    expect(await visit(site, "journal.example", certificate)).toMatchObject({ kind: "ok", html: "<p>safe" });
    expect(new Set(seen)).toEqual(new Set([`journal.example journal.example:${site.port}`]));
  });

  it.each([
    { name: "a certificate nobody trusts", certified: "journal.example", trusts: false, days: 2 },
    { name: "a certificate for another name", certified: "other.example", trusts: true, days: 2 },
    { name: "a certificate that has expired", certified: "journal.example", trusts: true, days: -2 },
  ])("$name ends the visit at once", async ({ certified, trusts, days }) => {
    const { site, seen, certificate } = await secureSite(certified, days);
    const outcome = await visit(site, "journal.example", trusts ? certificate : undefined);
    expect(outcome).toMatchObject({ kind: "failed", code: "certificate-invalid", tries: 1 });
    expect(seen).toEqual([]);
  });

  it("a redirect from https to http is refused", async () => {
    const { site, certificate } = await secureSite("journal.example", 2, "http://journal.example/");
    expect(await visit(site, "journal.example", certificate)).toMatchObject({
      kind: "refused",
      code: "redirect-refused",
      reason: "it leads from https to http",
    });
  });

  it("a server that speaks no TLS has failed", async () => {
    const { createServer: plain } = await import("node:http");
    const site = await listen(plain((_request, response) => answer(response, 200, {}, "<p>")));
    open.push(site);
    expect(await visit(site, "journal.example", undefined)).toMatchObject({ kind: "failed", code: "robots-unreachable" });
  });
});

async function secureSite(name: string, days = 2, location?: string) {
  const { key, certificate } = selfSigned(name, days);
  const seen: string[] = [];
  const server = createServer({ key, cert: certificate }, (request, response) => {
    seen.push(`${(request.socket as TLSSocket & { servername: string }).servername} ${request.headers.host}`);
    if (request.url === "/robots.txt") answer(response, 404);
    else if (location === undefined) answer(response, 200, { "content-type": "text/html" }, "<p>safe");
    else answer(response, 302, { location });
  });
  const site = await listen(server);
  open.push(site);
  return { site, seen, certificate };
}

/** Made by the test, for the test; `days` < 0 makes one of the past. */
function selfSigned(name: string, days: number): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const day = (offset: number) =>
    `${new Date(Date.now() + offset * 86_400_000).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  const names = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const span = days > 0 ? ["-days", String(days)] : ["-not_before", day(days - 1), "-not_after", day(days)];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", certificate, ...names, ...span], {
    stdio: "pipe",
    timeout: 10_000,
  });
  return { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
}

async function visit(site: Site, name: string, trusted: string | undefined) {
  const origin = `https://${name}:${site.port}`;
  const tools = { resolve: async () => ["127.0.0.1"], connect: socketConnector(trusted) };
  const door = doorTo([], { loopback: [origin], limits: { retries: 0 } }, tools);
  open.push(door);
  return fetchPage(door, `${origin}/a`, { delayMs: 0 });
}
