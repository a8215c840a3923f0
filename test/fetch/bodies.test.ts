/** What a server may send instead of a page: endless, slow, cut off, packed to burst, in another charset, no HTML at all. */

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import type { Door } from "../../src/fetch/door.js";
import { type Fetched, fetchPage } from "../../src/fetch/fetch-page.js";
import type { Limits } from "../../src/fetch/limits.js";
import { answer, doorTo, html, type Site, startRawSite, startSite, withText } from "./site.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const PAGE = "<!doctype html><title>On Bars</title><p>é€";

describe("packed bodies", () => {
  const bytes = Buffer.from(PAGE);
  it.each([
    { encoding: "gzip", packed: gzipSync(bytes) },
    { encoding: "x-gzip", packed: gzipSync(bytes) },
    { encoding: "GZIP", packed: gzipSync(bytes) },
    { encoding: "deflate", packed: deflateSync(bytes) },
    { encoding: "deflate", packed: deflateRawSync(bytes) },
    { encoding: "br", packed: brotliCompressSync(bytes) },
    { encoding: "identity", packed: bytes },
    { encoding: "identity, gzip", packed: gzipSync(bytes) },
    { encoding: "", packed: bytes },
  ])("$encoding is unpacked", async ({ encoding, packed }) => {
    expect(await fetched({ "content-encoding": encoding }, packed)).toMatchObject({ kind: "ok", html: PAGE });
  });

  it.each([
    { name: "gzip in gzip", encoding: "gzip, gzip", packed: gzipSync(gzipSync(bytes)) },
    { name: "br in gzip", encoding: "br, gzip", packed: gzipSync(brotliCompressSync(bytes)) },
    { name: "an encoding nobody asked for", encoding: "zstd", packed: bytes },
    { name: "a name of the object prototype", encoding: "constructor", packed: bytes },
  ])("$name is refused", async ({ encoding, packed }) => {
    expect(await fetched({ "content-encoding": encoding }, packed)).toMatchObject({ code: "encoding-unsupported", tries: 1 });
  });

  it.each([
    { name: "gzip that is none", encoding: "gzip", packed: bytes },
    { name: "gzip cut off", encoding: "gzip", packed: gzipSync(bytes).subarray(0, -12) },
    { name: "br cut off", encoding: "br", packed: brotliCompressSync(bytes).subarray(0, -3) },
  ])("$name is incomplete", async ({ encoding, packed }) => {
    expect(await fetched({ "content-encoding": encoding }, packed)).toMatchObject({ code: "response-incomplete" });
  });

  const zeros = Buffer.alloc(60_000_000);
  it.each([
    { encoding: "gzip", bomb: gzipSync(zeros) },
    { encoding: "deflate", bomb: deflateSync(zeros) },
    { encoding: "br", bomb: brotliCompressSync(zeros) },
  ])("a $encoding bomb is stopped early", async ({ encoding, bomb }) => {
    const before = process.memoryUsage().arrayBuffers;
    const outcome = await fetched({ "content-encoding": encoding }, bomb);
    expect(outcome).toMatchObject({ kind: "failed", code: "response-too-large", tries: 1 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  });

  it("200 : 1 counts beyond 1 MB only, and much text in a little less is a page", async () => {
    const dull = `<p>${"a".repeat(900_000)}`; // packs about 1000 : 1
    expect(await fetched({ "content-encoding": "gzip" }, gzipSync(dull))).toMatchObject({ kind: "ok" });
    const long = `<p>${"a".repeat(1_100_000)}`;
    expect(await fetched({ "content-encoding": "gzip" }, gzipSync(long))).toMatchObject({ code: "response-too-large" });
  });
});

describe("sizes and times", () => {
  it("an endless body is cut at the limit, and the connection closed", async () => {
    let closed = false;
    const site = await keep(
      startSite((_request, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        const chunk = "<p>again ".repeat(2000);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on("drain", more).on("close", () => {
          closed = true;
        });
        more();
      }),
    );
    expect(await visit(site)).toMatchObject({ code: "response-too-large", tries: 1 });
    await expect.poll(() => closed).toBe(true);
  });

  it("the limit itself is still a page", async () => {
    const limits = { bodyBytes: 1000 };
    expect(await visit(await keep(startSite(html(`<p>${"a".repeat(997)}`))), limits)).toMatchObject({ kind: "ok" });
    expect(await visit(await keep(startSite(html(`<p>${"a".repeat(998)}`))), limits)).toMatchObject({
      code: "response-too-large",
    });
  });

  it("a byte now and then is not enough", async () => {
    const site = await keep(
      startSite((_request, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        const timer = setInterval(() => response.write("a"), 50);
        response.on("close", () => clearInterval(timer));
      }),
    );
    const outcome = await visit(site, { firstByteMs: 200, wholeMs: 400 });
    expect(outcome).toMatchObject({ kind: "failed", code: "fetch-timeout", reason: because("no-whole-answer-in-time", 0.4) });
  });

  it.each([
    { name: "silence", say: () => {} },
    { name: "half a header", say: (write: (text: string) => void) => write("HTTP/1.1 200 OK\r\nContent-Ty") },
    {
      name: "headers without end",
      say: (write: (text: string) => void) => {
        write("HTTP/1.1 200 OK\r\n");
        for (let i = 1; i <= 20; i += 1) setTimeout(() => write(`X-${i}: a\r\n`), i * 20);
      },
    },
  ])("$name is no answer", async ({ say }) => {
    const site = await keep(startRawSite((socket) => say((text) => void (socket.writable && socket.write(text)))));
    expect(await visit(site, { firstByteMs: 200 })).toMatchObject({
      code: "fetch-timeout",
      reason: because("no-answer-in-time", 0.2),
    });
  });

  it("headers of a megabyte are no answer", async () => {
    const site = await keep(startRawSite((socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${"a".repeat(1_000_000)}\r\n\r\n<p>`)));
    expect(await visit(site)).toMatchObject({ kind: "failed", code: "fetch-failed" });
  });

  it.each([
    { name: "a body shorter than announced", sent: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<p>half" },
    { name: "a chunk cut off", sent: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n<p>half" },
    { name: "chunks without the last", sent: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n<p>half\r\n" },
  ])("$name is incomplete", async ({ sent }) => {
    const site = await keep(startRawSite((socket) => socket.end(sent)));
    expect(await visit(site)).toMatchObject({ kind: "failed", code: "response-incomplete" });
  });

  it.each([
    { name: "something else than HTTP", sent: "220 mail.example ESMTP\r\n" },
    { name: "two lengths", sent: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n<p>a" },
    { name: "nothing", sent: "" },
  ])("$name has failed", async ({ sent }) => {
    const site = await keep(startRawSite((socket) => socket.end(sent)));
    expect(await visit(site)).toMatchObject({ kind: "failed", code: "fetch-failed" });
  });

  it("a body longer than announced ends where it should, and the rest is no answer to the next request", async () => {
    let visits = 0;
    const site = await keep(
      startRawSite((socket) => {
        visits += 1;
        const smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n<p>false";
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n<p>true${visits}${smuggled}`);
      }),
    );
    const door = doorTo([site], { limits: { retries: 0 } });
    open.push(door);
    expect(withText(await fetchPage(door, `${site.origin}/1`, { delayMs: 1 }))).toMatchObject({ html: "<p>true1" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(withText(await fetchPage(door, `${site.origin}/2`, { delayMs: 1 }))).toMatchObject({ html: "<p>true2" });
  });
});

describe("charsets and media", () => {
  const umlaut = Buffer.from("<p>\u00fc", "latin1");
  it.each([
    { name: "the header's charset", type: "text/html; charset=iso-8859-1", body: umlaut, text: "<p>ü", charset: "windows-1252" },
    { name: "in quotes", type: 'text/html; Charset="ISO-8859-1"', body: umlaut, text: "<p>ü", charset: "windows-1252" },
    {
      name: "the header before the meta",
      type: "text/html;charset=utf-8",
      body: Buffer.from("<meta charset=koi8-r>ü"),
      text: "<meta charset=koi8-r>ü",
      charset: "utf-8",
    },
    {
      name: "the mark before the header",
      type: "text/html;charset=koi8-r",
      body: Buffer.from("\ufeff<p>ü"),
      text: "<p>ü",
      charset: "utf-8",
    },
    {
      name: "a wrong charset keeps its places",
      type: "text/html;charset=utf-8",
      body: umlaut,
      text: "<p>\ufffd",
      charset: "utf-8",
    },
    { name: "an unknown charset", type: "text/html;charset=x-none", body: umlaut, text: "<p>ü", charset: "windows-1252" },
    {
      name: "UTF-16 by header",
      type: "text/html;charset=utf-16le",
      body: Buffer.from("<p>ü", "utf16le"),
      text: "<p>ü",
      charset: "utf-16le",
    },
    { name: "UTF-16 without mark", type: "text/html", body: Buffer.from("<p>ü", "utf16le"), text: "<p>ü", charset: "utf-16le" },
    {
      name: "big-endian, too",
      type: "text/html",
      body: Buffer.from("<p>ü", "utf16le").swap16(),
      text: "<p>ü",
      charset: "utf-16be",
    },
  ])("$name", async ({ type, body, text, charset }) => {
    expect(await fetched({ "content-type": type }, body)).toMatchObject({ kind: "ok", html: text, charset, bytes: body });
  });

  it.each([
    { at: 1001, charset: "koi8-r" }, // its tag ends with the 1024th byte
    { at: 1020, charset: "windows-1252" }, // the Standard stops looking inside it
  ])("a meta at byte $at makes $charset", async ({ at, charset }) => {
    const meta = `<!doctype html>${" ".repeat(at - 15)}<meta charset="koi8-r">`;
    const outcome = await fetched(
      { "content-type": "text/html" },
      Buffer.concat([Buffer.from(meta.slice(0, 2000)), Buffer.from([0xc1])]),
    );
    expect(outcome).toMatchObject({ kind: "ok", charset });
  });

  it.each([
    { name: "a picture", type: "image/png", body: Buffer.from("<p>") },
    { name: "a PDF by name", type: "application/pdf", body: Buffer.from("%PDF-1.7") },
    { name: "a PDF that says it is HTML", type: "text/html", body: Buffer.from("%PDF-1.7\n\u0000\u0001") },
    { name: "JSON that says it is a text", type: "text/plain", body: Buffer.from('{"a": "<p>"}') },
    { name: "a feed", type: "application/atom+xml", body: Buffer.from("<?xml version='1.0'?><feed/>") },
  ])("$name is no page", async ({ type, body }) => {
    expect(await fetched({ "content-type": type }, body)).toMatchObject({ kind: "failed", code: "page-not-html", tries: 1 });
  });

  it("a sitemap is taken where anything is", async () => {
    const site = await keep(
      startSite((_request, response) =>
        answer(response, 200, { "content-type": "application/xml" }, "<?xml version='1.0'?><urlset/>"),
      ),
    );
    const door = doorTo([site]);
    open.push(door);
    const outcome = withText(await fetchPage(door, site.origin, { delayMs: 0, accept: "any" }));
    expect(outcome).toMatchObject({ kind: "ok", mediaType: "application/xml", html: "<?xml version='1.0'?><urlset/>" });
  });
});

async function keep<T extends Site>(starting: Promise<T>): Promise<T> {
  const site = await starting;
  open.push(site);
  return site;
}

async function fetched(headers: Record<string, string>, body: Uint8Array): Promise<Fetched> {
  return visit(
    await keep(startSite((_request, response) => answer(response, 200, { "content-type": "text/html", ...headers }, body))),
  );
}

async function visit(site: Site, limits: Partial<Limits> = {}): Promise<Fetched> {
  const door: Door = doorTo([site], { limits: { retries: 0, ...limits } });
  open.push(door);
  return withText(await fetchPage(door, `${site.origin}/page`, { delayMs: 0 }));
}
