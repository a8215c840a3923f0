/** A body's bytes, unpacked while they come in; reading stops as soon as a limit is passed. */

import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { because } from "../api/reasons.js";
import { Fault } from "./fault.js";

export type BodyLimits = {
  bodyBytes: number;
  ratio: number;
  ratioFromBytes: number;
  /** Keep the beginning of a body that is too long, instead of refusing it. */
  cut?: boolean;
};

/** `identity`, or the one encoding that was applied. */
export function encodingOf(header: string | undefined): string {
  const encodings = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (encodings.length > 1) throw new Fault("encoding-unsupported", because("packed-too-often", encodings.length));
  const [encoding = "identity"] = encodings;
  if (encoding !== "identity" && !UNPACKERS.has(encoding))
    throw new Fault("encoding-unsupported", because("packing-unknown", encoding.slice(0, 40)));
  return encoding;
}

const UNPACKERS = new Map<string, (firstByte: number) => Transform>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["deflate", (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw())], // many servers send it raw
  ["br", () => createBrotliDecompress()],
]);

export async function unpack(body: AsyncIterable<Uint8Array>, encoding: string, limits: BodyLimits): Promise<Uint8Array> {
  const packed = body[Symbol.asyncIterator]();
  const first = await packed.next();
  if (first.done) return new Uint8Array();
  const unpacker = UNPACKERS.get(encoding)?.(first.value[0] ?? 0);
  const kept = new Kept(limits);
  const chunks = received(first.value, packed, kept);
  try {
    if (unpacker === undefined) await keep(chunks, kept);
    else await pipeline(Readable.from(chunks), unpacker, (unpacked: AsyncIterable<Uint8Array>) => keep(unpacked, kept));
  } catch (error) {
    if (!kept.isFull) throw error; // a pipeline stopped half-way has its own words for that
  }
  return kept.bytes();
}

async function* received(first: Uint8Array, rest: AsyncIterator<Uint8Array>, kept: Kept): AsyncGenerator<Uint8Array> {
  try {
    for (let next: IteratorResult<Uint8Array> = { done: false, value: first }; !next.done; next = await rest.next()) {
      kept.received += next.value.length;
      yield next.value;
    }
  } finally {
    await rest.return?.(); // closes the connection where we stop early
  }
}

async function keep(chunks: AsyncIterable<Uint8Array>, kept: Kept): Promise<void> {
  for await (const chunk of chunks) if (!kept.add(chunk)) return;
}

class Kept {
  received = 0;
  isFull = false;
  readonly #limits: BodyLimits;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Whether more is wanted. */
  add(chunk: Uint8Array): boolean {
    const { bodyBytes, ratio, ratioFromBytes } = this.#limits;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.isFull = this.#length > bodyBytes || (this.#length > ratioFromBytes && this.#length > ratio * this.received);
    return !this.isFull;
  }

  bytes(): Uint8Array {
    const { bodyBytes, ratio, cut } = this.#limits;
    if (!this.isFull || cut) return Buffer.concat(this.#chunks, Math.min(this.#length, bodyBytes));
    const isLong = this.#length > bodyBytes;
    throw new Fault(
      "response-too-large",
      isLong ? because("more-than-megabytes", bodyBytes / 1e6) : because("unpacks-too-large", ratio),
    );
  }
}
