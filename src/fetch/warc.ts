/**
 * Stored pages as a web archive: WARC/1.1 (ISO 28500), one gzip member per record, written as it is read.
 *
 * A page as it was sent is a `response` with the status and the headers that we kept, its body unpacked. A page as a browser
 * showed it was never sent by anyone, so it is a `resource`. Record ids are made of what a record holds: the same pages
 * give the same archive, byte by byte.
 */
import { STATUS_CODES } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { digestOf } from "./snapshot.js";

export type ArchivedPage = {
  address: string;
  fetchedAt: Date;
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  rendered: boolean;
};

type Archive = { version: string; madeAt: Date };

const packed = promisify(gzip);

export async function* writeWarc(
  pages: AsyncIterable<ArchivedPage> | Iterable<ArchivedPage>,
  archive: Archive,
): AsyncGenerator<Uint8Array> {
  yield packed(archiveInfo(archive));
  for await (const page of pages) yield packed(page.rendered ? resourceRecord(page) : responseRecord(page));
}

function archiveInfo({ version, madeAt }: Archive): Uint8Array {
  const block = Buffer.from(`software: bartree/${version}\r\nformat: WARC File Format 1.1\r\n`);
  return record({ "WARC-Type": "warcinfo", "WARC-Date": madeAt.toISOString(), "Content-Type": "application/warc-fields" }, block);
}

function responseRecord({ address, fetchedAt, status, headers, bytes }: ArchivedPage): Uint8Array {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${oneLine(value)}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}content-length: ${bytes.length}\r\n\r\n`;
  const fields = {
    "WARC-Type": "response",
    "WARC-Target-URI": address,
    "WARC-Date": fetchedAt.toISOString(),
    "WARC-Payload-Digest": `sha256:${digestOf(bytes)}`,
    "Content-Type": "application/http; msgtype=response",
  };
  return record(fields, Buffer.concat([Buffer.from(head, "latin1"), bytes]));
}

function resourceRecord({ address, fetchedAt, headers, bytes }: ArchivedPage): Uint8Array {
  const fields = {
    "WARC-Type": "resource",
    "WARC-Target-URI": address,
    "WARC-Date": fetchedAt.toISOString(),
    "WARC-Payload-Digest": `sha256:${digestOf(bytes)}`,
    "Content-Type": oneLine(headers["content-type"] ?? "text/html"),
  };
  return record(fields, bytes);
}

function record(fields: Record<string, string>, block: Uint8Array): Uint8Array {
  const digest = digestOf(block);
  const id = digestOf(Buffer.from(JSON.stringify([fields, digest])));
  const all = {
    ...fields,
    "WARC-Record-ID": `<urn:uuid:${uuidOf(id)}>`,
    "WARC-Block-Digest": `sha256:${digest}`,
    "Content-Length": String(block.length),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join("")}\r\n`), block, Buffer.from("\r\n\r\n")]);
}

/** Version 8 of RFC 9562: made by a rule of our own. */
function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ");
}
