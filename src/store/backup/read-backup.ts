/** A backup file, looked at before anything of it is believed: whether it is one, whole, and not newer than we are. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { refuse } from "../../api/errors.js";
import { jsonOf } from "../../api/json.js";
import { END_OF_ROWS, FORMAT, Head, SEAL_BYTES, sealOf, TableLine, VERSION } from "./head.js";

export interface BackupFile {
  readonly path: string;
  readonly head: Head;
  readonly bytes: number;
}

export interface Section {
  readonly table: string;
  readonly rows: AsyncIterable<Buffer>; // to be read to their end before the next section is asked for
}

const MOST_HEAD = 64_000_000; // secrets of many sources are in it

/** Refuses what is no backup, is damaged or newer, with the code that says so. Reads the file once. */
export async function openBackup(path: string, known: number): Promise<BackupFile> {
  const bytes = await sizeOf(path);
  const head = await headOf(path);
  await judgeSeal(path, bytes);
  if (head.schemaVersion > known) return refuse("backup-newer", path, head.schemaVersion, known);
  return { path, head, bytes };
}

async function sizeOf(path: string): Promise<number> {
  const file = await opened(path);
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code === "ENOENT" ? refuse("file-not-found", path) : refuse("file-unreadable", path, code || String(error));
  }
  return refuse("file-unreadable", path, "it is no file");
}

/** The head alone, without a look at the rest. */
async function headOf(path: string): Promise<Head> {
  const cut = new Cut(path);
  try {
    const written = jsonOf((await cut.line()) ?? "");
    if (typeof written !== "object" || written === null || !("format" in written) || written.format !== FORMAT)
      return refuse("backup-foreign", path);
    if ("version" in written && typeof written.version === "number" && written.version > VERSION)
      return refuse("backup-newer", path, written.version, VERSION);
    const { data: head } = Head.safeParse(written);
    return head ?? refuse("backup-damaged", path, "its head is not as it was written");
  } catch (error) {
    if (isOfGzip(error)) return refuse("backup-foreign", path);
    throw error;
  } finally {
    cut.close();
  }
}

const isOfGzip = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^Z_/.test(error.code);

async function judgeSeal(path: string, bytes: number): Promise<void> {
  if (bytes <= SEAL_BYTES) return refuse("backup-damaged", path, "it ends too early");
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { end: bytes - SEAL_BYTES - 1 })) hash.update(piece);
  const seal: Buffer[] = [];
  for await (const piece of createReadStream(path, { start: bytes - SEAL_BYTES })) seal.push(piece);
  if (!Buffer.concat(seal).equals(sealOf(hash.digest("hex"))))
    return refuse("backup-damaged", path, "its end is missing or bytes of it were changed");
}

/** One after the other, as they stand in the file. */
export async function* sectionsOf({ path }: BackupFile): AsyncGenerator<Section> {
  const cut = new Cut(path);
  try {
    await cut.line(); // the head
    for (;;) {
      const { data } = TableLine.safeParse(jsonOf((await cut.line()) ?? ""));
      if (!data) return; // the digest
      yield { table: data.table, rows: cut.rows() };
    }
  } finally {
    cut.close();
  }
}

/** The unpacked file, cut into lines and runs of rows without holding more than a piece of it. */
class Cut {
  readonly #unpacked: ReturnType<typeof createGunzip>;
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.#unpacked = createGunzip();
    pipeline(createReadStream(path), this.#unpacked, () => {}); // an error comes out of `#unpacked`
    this.#pieces = this.#unpacked[Symbol.asyncIterator]();
  }

  close(): void {
    this.#unpacked.destroy();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done) return false;
    this.#held = Buffer.concat([this.#held, value]);
    return true;
  }

  /** Without its end; undefined at the end of the file. */
  async line(): Promise<string | undefined> {
    let from = 0;
    for (;;) {
      const end = this.#held.indexOf(0x0a, from);
      if (end >= 0) {
        const text = this.#held.toString("utf8", 0, end);
        this.#held = this.#held.subarray(end + 1);
        return text;
      }
      from = this.#held.length;
      if (from > MOST_HEAD || !(await this.#more())) return undefined;
    }
  }

  /** Up to the line `\.`, which is passed. */
  async *rows(): AsyncGenerator<Buffer> {
    const inFront = END_OF_ROWS.subarray(1); // no row before it
    while (this.#held.length < inFront.length && (await this.#more()));
    if (this.#held.subarray(0, inFront.length).equals(inFront)) {
      this.#held = this.#held.subarray(inFront.length);
      return;
    }
    for (;;) {
      const end = this.#held.indexOf(END_OF_ROWS);
      if (end >= 0) {
        yield this.#held.subarray(0, end + 1);
        this.#held = this.#held.subarray(end + END_OF_ROWS.length);
        return;
      }
      const safe = this.#held.length - END_OF_ROWS.length + 1; // the rest may be its beginning
      if (safe > 0) {
        yield this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
      }
      if (!(await this.#more())) throw new Error("a table of the backup has no end"); // its digest was right: a defect of ours
    }
  }
}
