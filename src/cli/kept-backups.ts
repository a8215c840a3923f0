/** The backups that bartree makes of its own accord, before it changes what is stored; the last three are kept. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { writeBackup } from "../store/backup/write-backup.js";
import type { StoreOptions } from "../store/connect.js";
import { sealOf } from "./seal.js";
import { writeWhole } from "./write-file.js";

const KEPT = 3;

const backupsIn = (home: string): string => join(home, "backups");

interface Keeping {
  readonly home: string;
  readonly version: string; // of the program
  readonly now: Date;
  readonly onNote: (note: string) => void;
}

export function keeperOf(keeping: Keeping): NonNullable<StoreOptions["beforeMigration"]> {
  return async (pool, { from, to }) => {
    const file = await keepBackup(keeping, pool, `before-layout-${to}`);
    keeping.onNote(`The database was of layout ${from}; it was backed up to ${file} and is brought to layout ${to}.`);
  };
}

/** Gives its file. Older ones of the same kind make way when it is whole. */
async function keepBackup({ home, version, now }: Keeping, pool: Pool, why: string): Promise<string> {
  const file = join(backupsIn(home), `${why}-${now.toISOString().replace(/[:.]/g, "-")}.bartree.gz`);
  await writeBackup(pool, { program: version, now, seal: sealOf(home) }, (bytes) => writePrivately(file, bytes));
  for (const old of keptIn(home).slice(KEPT)) rmSync(old, { force: true });
  return file;
}

export const writePrivately = (file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
  writeWhole(file, bytes, { mode: 0o600, flush: true });

/** The newest first. */
function keptIn(home: string): string[] {
  const folder = backupsIn(home);
  const isOurs = (name: string): boolean => /^before-.*\.bartree\.gz$/.test(name);
  const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isOurs(entry.name));
  const dated = all.map(({ name }) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }));
  return dated.toSorted((a, b) => b.at - a.at).map(({ path }) => path);
}
