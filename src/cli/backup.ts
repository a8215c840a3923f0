import { statSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { sealStored } from "../harvester/settings/sealed-settings.js";
import { noteBackup } from "../store/backup/note.js";
import { openBackup } from "../store/backup/read-backup.js";
import { restore } from "../store/backup/restore.js";
import { schemaVersionOf } from "../store/backup/tables.js";
import { writeBackup } from "../store/backup/write-backup.js";
import { migrate } from "../store/migrate.js";
import { MIGRATIONS } from "../store/migrations/migrations.js";
import { unnoteVerified } from "../store/verify.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { writePrivately } from "./kept-backups.js";
import { PLAIN, plainSeal, sealOf } from "./seal.js";

export const backupCommand: Command<"file", never, never, "with-secrets"> = {
  summary: "Write all that bartree keeps to one file, as it is at one moment; work may go on meanwhile.",
  example: "bartree backup /backups/bartree-2026-01-31.gz",
  operands: { file: { value: "FILE", help: "the file to write; it is gzip, and open to its owner only" } },
  options: {
    "with-secrets": {
      help: "headers and cookies of sources readable; without, only a bartree with the file `secret` of BARTREE_HOME can read them",
    },
  },
  async run({ file, "with-secrets": isOpen }, { open, out }) {
    const { pool, home, version, door, signal } = await open({ isAsItIs: true });
    const now = new Date(door.clock.now());
    if ((await schemaVersionOf(pool)) === 0) await migrate(pool, now); // a backup of nothing is one, too
    const options = {
      program: version,
      now,
      seal: isOpen ? plainSeal(door.vault) : sealOf(home),
      onTable: teller(out),
    };
    const head = await writeBackup(pool, options, (bytes) => writePrivately(file, until(signal, bytes)));
    const { schemaVersion, madeAt, tables } = head;
    await noteBackup(pool, { file: resolve(file), machine: hostname(), madeAt: now });
    const told = { file, bytes: statSync(file).size, rows: rowsOf(tables), schemaVersion, madeAt, tables: tables.length };
    out.print(told, ({ bytes, rows }) => `${file} holds ${rows} rows of ${tables.length} tables in ${bytes} bytes.`);
    return EXIT_DONE;
  },
};

export const restoreCommand: Command<"file", never, never, "replace" | "check"> = {
  summary: "Put a backup into an empty database; all of it, or nothing.",
  example: "bartree restore /backups/bartree-2026-01-31.gz",
  operands: { file: { value: "FILE", help: "a file that `bartree backup` has written, of this release or an earlier one" } },
  options: {
    replace: { help: "also into a database that is not empty; what is in it now is lost" },
    check: { help: "only look whether the file is whole and can be restored by this release" },
  },
  async run({ file, replace: isReplacing, check }, { open, out }) {
    const backup = await openBackup(file, MIGRATIONS.length);
    const { schemaVersion, madeAt, program, tables } = backup.head;
    const told = { file, madeAt, schemaVersion, program, rows: rowsOf(tables) };
    if (check) {
      out.print(
        { ...told, restored: false },
        () => `${file} is whole: ${told.rows} rows as of ${madeAt}, of bartree ${program}.`,
      );
      return EXIT_DONE;
    }
    const { pool, home, door } = await open({ isAsItIs: true });
    const seal = backup.head.secrets?.by === PLAIN.by ? PLAIN : sealOf(home);
    const options = { now: new Date(door.clock.now()), isReplacing, seal, onTable: teller(out) };
    const { withoutSecrets } = await restore(pool, backup, options);
    await sealStored({ pool, door });
    await unnoteVerified(pool); // it was so where the backup was made
    await noteBackup(pool, { file: resolve(file), machine: hostname(), madeAt: new Date(madeAt) });
    out.print({ ...told, restored: true, withoutSecrets }, () =>
      [
        `${told.rows} rows as of ${madeAt} are restored.`,
        ...(withoutSecrets.length > 0
          ? [
              `Paused until their headers and cookies are given again with \`bartree source secrets\`: ${withoutSecrets.join(", ")}`,
            ]
          : []),
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};

const rowsOf = (tables: readonly { rows: number }[]): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const teller =
  (out: Tools["out"]) =>
  (done: number, all: number, table: string): void =>
    out.progress(done, all, `${table}: table`);

async function* until(signal: AbortSignal | undefined, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    yield piece;
  }
}
