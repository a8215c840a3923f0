/**
 * Snapshots: the bytes of pages as they were, by their sha256, stored once.
 *
 * `packSnapshot` and `SnapshotRow.bytes` are the seam for another place of storage: it would put the bytes there, give
 * `packed: null`, and read them back where the row has none.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompressSync, brotliDecompress, constants } from "node:zlib";
import { type Db, only } from "./db.js";

export interface PackedSnapshot {
  readonly digest: Buffer; // sha256 of the bytes as they came
  readonly size: number;
  readonly packed: Buffer | null;
}

export interface SnapshotRow {
  readonly id: string;
  readonly digest: Buffer;
  readonly bytes: Buffer;
  readonly charset: string;
  readonly mediaType: string;
  readonly isRendered: boolean;
  readonly storedAt: Date;
  readonly droppedAt: Date | null; // its bytes made way then, and are empty
}

const QUALITY = 5; // a fifth fewer bytes than quality 1, for as long as they are kept; more quality saves next to nothing

/** At once, on the thread that asks, which for a harvest is a reading thread: Node's own pool takes twice the time for it. */
export function packSnapshot(bytes: Uint8Array, digest = digestOf(bytes)): PackedSnapshot {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { digest, size: bytes.length, packed: brotliCompressSync(bytes, { params }) };
}

export function digestOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

const COLUMNS = `id, digest, bytes as packed, charset, media_type as "mediaType", is_rendered as "isRendered", stored_at as "storedAt",
  dropped_at as "droppedAt"`;

export async function snapshotOf(db: Db, id: string): Promise<SnapshotRow | undefined> {
  const { rows } = await db.query<PackedRow>(`select ${COLUMNS} from snapshot where id = $1`, [id]);
  return rows[0] && unpacked(rows[0]);
}

export async function snapshotByDigest(db: Db, digest: Buffer): Promise<SnapshotRow | undefined> {
  const { rows } = await db.query<PackedRow>(`select ${COLUMNS} from snapshot where digest = $1`, [digest]);
  return rows[0] && unpacked(rows[0]);
}

export type PackedRow = Omit<SnapshotRow, "bytes"> & { readonly packed: Buffer | null };

const unpack = promisify(brotliDecompress); // beside the thread that asks

export async function unpacked({ packed, ...row }: PackedRow): Promise<SnapshotRow> {
  if (packed !== null) return { ...row, bytes: await unpack(packed) };
  if (row.droppedAt === null) throw new Error(`the bytes of snapshot ${row.id} are not in the database`);
  return { ...row, bytes: Buffer.alloc(0) };
}

export interface SnapshotToStore extends PackedSnapshot {
  readonly charset: string; // with which the page was read
  readonly mediaType: string;
  readonly isRendered: boolean;
}

/** A snapshot without records, such as that of a check; storePage stores those of pages. Gives its id. */
export async function storeSnapshot(db: Db, snapshot: SnapshotToStore, now: Date): Promise<string> {
  const statement = await db.query<{ id: string }>(
    `insert into snapshot (digest, bytes, size, charset, media_type, is_rendered, stored_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (digest) do update -- to get the id of the one that is there; its bytes may have made way
        set bytes = coalesce(snapshot.bytes, excluded.bytes), dropped_at = null,
            charset = excluded.charset, media_type = excluded.media_type -- proofs have the charset of their own reading
     returning id`,
    [snapshot.digest, snapshot.packed, snapshot.size, snapshot.charset, snapshot.mediaType, snapshot.isRendered, now],
  );
  return only(statement).id;
}
