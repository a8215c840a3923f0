/** What one of the reading threads does: it reads and packs the pages it is sent, one after the other. */
import { parentPort } from "node:worker_threads";
import { decodePage } from "../fetch/charset.js";
import { type ReadAndPacked, type ReadablePage, type ReadBy, readAndPack } from "./read-page.js";

export interface Task {
  readonly page: Omit<ReadablePage, "html">; // its bytes say it all, and travel better
  readonly number: number; // of the templates to read it by
  readonly templates?: ReadBy; // those, if the thread does not have them yet
  readonly forget?: number; // templates it need not keep
}

export type Answer = { readonly ok: true; readonly read: ReadAndPacked } | { readonly ok: false; readonly reason: string };

const known = new Map<number, ReadBy>();

parentPort?.on("message", ({ page, number, templates = known.get(number), forget }: Task) => {
  if (forget !== undefined) known.delete(forget);
  if (templates) known.set(number, templates);
  const answer = answerTo(page, templates);
  parentPort?.postMessage(answer);
});

function answerTo(page: Task["page"], templates: ReadBy | undefined): Answer {
  if (!templates) return { ok: false, reason: "its templates are not known here" };
  try {
    const read = readAndPack(templates, { ...page, html: decodePage(page.bytes, page.charset).html });
    const { digest, packed } = read.snapshot;
    return { ok: true, read: { ...read, snapshot: { ...read.snapshot, digest: own(digest), packed: packed && own(packed) } } };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A message takes the whole memory a Buffer is a part of; this one is its own. */
const own = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer);
