/** One record: its values, every version of it, and the page each was read from. */
import { refuse } from "../api/errors.js";
import { type ProofOfVersion, proofsOf, recordOf, recordVersions, type VersionOfRecord } from "../store/record.js";
import type { Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";

export async function showRecord(id: string, { open, out, reject }: Tools): Promise<number> {
  if (!/^\d{1,18}$/.test(id)) return reject(`--id takes the number of a record; “${id}” is none.`);
  const { pool } = await open();
  const record = (await recordOf(pool, id)) ?? refuse("not-there", "record");
  const pages = new Map((await proofsOf(pool, id, null)).map((proof) => [proof.number, pageOf(proof)]));
  const versions = (await recordVersions(pool, id)).map((version) => ({ ...version, page: pages.get(version.number) ?? null }));
  out.print({ ...record, history: versions }, (_, emphasise) =>
    [
      emphasise(`record ${id}: ${record.state}, ${record.address ?? record.identity}`),
      ...Object.entries(record.values).flatMap(([name, texts]) => texts.map((text) => `  ${name}: ${text}`)),
      ...versions.map((version) => `version ${version.number}: ${wordsOf(version)}`),
    ].join("\n"),
  );
  return EXIT_DONE;
}

interface PageOfVersion {
  readonly digest: string | null; // null: the page was removed on request
  readonly droppedAt: Date | null;
}

const pageOf = ({ digest, droppedAt }: ProofOfVersion): PageOfVersion => ({ digest: digest?.toString("hex") ?? null, droppedAt });

function wordsOf({ kind, readAt, undoneAt, isApart, page }: VersionOfRecord & { page: PageOfVersion | null }): string {
  const what = [kind, ...(undoneAt ? ["taken back"] : []), ...(isApart ? ["kept apart"] : [])].join(", ");
  return [`${what} ${readAt.toISOString().slice(0, 19)}`, ...(page ? [pageWords(page)] : [])].join("; ");
}

function pageWords({ digest, droppedAt }: PageOfVersion): string {
  if (digest === null) return "its page was removed on request";
  return droppedAt
    ? `its page (sha256 ${digest}) was dropped on ${droppedAt.toISOString().slice(0, 10)}`
    : `page sha256 ${digest}`;
}
