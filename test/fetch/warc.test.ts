import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { WARCParser } from "warcio";
import { type ArchivedPage, writeWarc } from "../../src/fetch/warc.js";

const page: ArchivedPage = {
  address: "https://journal.example/1?a=b",
  fetchedAt: new Date("2026-01-02T03:04:05.678Z"),
  status: 200,
  headers: { "content-type": "text/html; charset=iso-8859-1", etag: '"1"' },
  bytes: Buffer.from("<p>\u00fc\r\n\r\nWARC/1.1\r\n", "latin1"), // what looks like the next record is none
  rendered: false,
};
const shown: ArchivedPage = {
  ...page,
  address: "https://journal.example/2",
  bytes: Buffer.from("<html>ü</html>"),
  headers: {},
  rendered: true,
};
const empty: ArchivedPage = {
  ...page,
  address: "https://journal.example/3",
  bytes: new Uint8Array(),
  headers: { link: "<a>\r\nx-injected: 1" },
};
const archive = { version: "1.2.3", madeAt: new Date("2026-02-03T04:05:06Z") };

describe("a WARC file, read by another's reader", () => {
  it("holds every page with its bytes, headers, time and address", async () => {
    const read = await readBack([page, shown, empty]);
    expect(read.map(({ type, address, date }) => [type, address, date])).toEqual([
      ["warcinfo", null, "2026-02-03T04:05:06.000Z"],
      ["response", page.address, "2026-01-02T03:04:05.678Z"],
      ["resource", shown.address, "2026-01-02T03:04:05.678Z"],
      ["response", empty.address, "2026-01-02T03:04:05.678Z"],
    ]);
    expect(read.slice(1).map(({ bytes }) => Buffer.from(bytes))).toEqual(
      [page, shown, empty].map(({ bytes }) => Buffer.from(bytes)),
    );
    expect(read[1]?.http).toMatchObject({ status: 200, etag: '"1"', type: "text/html; charset=iso-8859-1" });
    expect(read[3]?.http).toMatchObject({ link: "<a> x-injected: 1", injected: null });
    expect(new Set(read.map(({ id }) => id)).size).toBe(4);
  });

  it("is written again the same", async () => {
    expect(Buffer.concat(await written([page, shown]))).toEqual(Buffer.concat(await written([page, shown])));
  });

  it("is written page by page, one member each", async () => {
    let taken = 0;
    const pages = (function* () {
      for (; taken < 1000; taken += 1) yield page;
    })();
    const records = writeWarc(pages, archive);
    await records.next();
    const second = await records.next();
    expect(taken).toBeLessThan(3);
    expect(gunzipSync(second.value ?? "").toString("latin1")).toMatch(/^WARC\/1\.1\r\nWARC-Type: response\r\n[\s\S]*\r\n\r\n$/);
  });
});

async function written(pages: readonly ArchivedPage[]): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWarc(pages, archive)) chunks.push(chunk);
  return chunks;
}

async function readBack(pages: readonly ArchivedPage[]) {
  const read = [];
  for await (const record of new WARCParser([Buffer.concat(await written(pages))])) {
    const http = record.httpHeaders?.headers;
    read.push({
      type: record.warcType,
      id: record.warcHeader("WARC-Record-ID"),
      address: record.warcTargetURI ?? null,
      date: record.warcDate,
      bytes: await record.readFully(false),
      http: http && {
        status: Number(record.httpHeaders?.statusCode),
        etag: http.get("etag"),
        type: http.get("content-type"),
        link: http.get("link"),
        injected: http.get("x-injected") ?? null,
      },
    });
  }
  return read;
}
