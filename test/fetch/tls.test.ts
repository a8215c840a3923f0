/** https on loopback: the name in SNI, Host and certificate is the address's own, wherever the packets go. */

import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import { socketConnector } from "../../src/fetch/connect.js";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { hasOpenssl, selfSigned } from "./certificate.js";
import { answer, doorTo, listen, type Site, withText } from "./site.js";

if (!hasOpenssl) console.log("tls.test.ts: left out, since there is no openssl to make a certificate with");

const open: { close(): Promise<void> }[] = [];
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
    { name: "a certificate that has expired", certified: "journal.example", trusts: true, days: 0 },
  ])("$name ends the visit at once", async ({ certified, trusts, days }) => {
    const { site, seen, certificate } = await secureSite(certified, days);
    if (days === 0) await sleep(1100); // dates of certificates count in seconds, and openssl makes none of the past
    const outcome = await visit(site, "journal.example", trusts ? certificate : undefined);
    expect(outcome).toMatchObject({ kind: "failed", code: "certificate-invalid", tries: 1 });
    expect(seen).toEqual([]);
  });

  it("a redirect from https to http is refused", async () => {
    const { site, certificate } = await secureSite("journal.example", 2, "http://journal.example/");
    expect(await visit(site, "journal.example", certificate)).toMatchObject({
      kind: "refused",
      code: "redirect-refused",
      reason: because("from-https-to-http"),
    });
  });

  it("a server that speaks no TLS has failed", async () => {
    const site = await listen(createPlainServer((_request, response) => answer(response, 200, {}, "<p>")));
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

async function visit(site: Site, name: string, trusted: string | undefined) {
  const origin = `https://${name}:${site.port}`;
  const tools = { resolve: async () => ["127.0.0.1"], connect: socketConnector(trusted) };
  const door = doorTo([], { loopback: [origin], limits: { retries: 0 } }, tools);
  open.push(door);
  return withText(await fetchPage(door, `${origin}/a`, { delayMs: 0 }));
}
