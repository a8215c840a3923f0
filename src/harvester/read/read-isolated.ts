import { reasonOfError } from "../../api/errors.js";
import { because, type Reason } from "../../api/reasons.js";
import type { SnapshotToStore } from "../../store/snapshot.js";
import { kindIn, type SourceTemplates } from "../templates.js";
import type { HarvestTools } from "../tools.js";
import type { ReadAndPacked, ReadablePage, ReadBy } from "./read-page.js";

/** A page that cannot be read, or takes its thread down, fails alone. */
export async function readIsolated(
  { threads, signal }: Pick<HarvestTools, "threads" | "signal">,
  { templates }: { readonly templates: SourceTemplates },
  page: ReadablePage,
): Promise<ReadAndPacked | { readonly reason: Reason }> {
  try {
    const { snapshot, ...read } = await threads.call("read", { page: readable(page) }, readByOf(templates));
    return { ...read, snapshot: withBuffers(snapshot) };
  } catch (error) {
    if (signal?.aborted) throw error; // the page is not to blame; it is asked for again
    return { reason: because("unreadable", reasonOfError(error)) };
  }
}

const made = new WeakMap<SourceTemplates, ReadBy>();

/** Of the templates what reading needs, the same object for the same templates: it is sent to each thread once. */
export function readByOf(templates: SourceTemplates): ReadBy {
  const { record, version, said, earlier } = templates;
  const readBy = made.get(templates) ?? { record, version, kind: kindIn(templates), said, earlier };
  made.set(templates, readBy);
  return readBy;
}

/** Packed, as it is stored without being read. */
export async function packed({ threads }: Pick<HarvestTools, "threads">, page: ReadablePage): Promise<SnapshotToStore> {
  return withBuffers(await threads.call("pack", { page: readable(page) }));
}

/** A fetched page has more, which need not travel. */
const readable = ({ bytes, digest, charset, mediaType, rendered, address }: ReadablePage): ReadablePage => ({
  bytes,
  digest,
  charset,
  mediaType,
  rendered,
  address,
});

/** Buffers arrive as plain bytes. */
const withBuffers = (snapshot: SnapshotToStore): SnapshotToStore => ({
  ...snapshot,
  digest: bufferOf(snapshot.digest),
  packed: snapshot.packed && bufferOf(snapshot.packed),
});

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
