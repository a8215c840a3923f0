/** The backups that bartree makes of its own accord, before it changes what is stored; the last three are kept. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeBackup } from "../store/backup/write-backup.js";
import type { StoreOptions } from "../store/connect.js";
import { sealOf } from "./seal.js";
import { removeAbandoned, writeWhole } from "./write-file.js";

const KEPT = 3;

const backupsIn = (home: string): string => join(home, "backups");

interface Keeping {
  readonly home: string;
  readonly version: string; // of the program
  readonly now: Date;
}

/** Older ones of the same kind make way when the new one is whole. */
export function keeperOf({ home, version, now }: Keeping): NonNullable<StoreOptions["keepBackup"]> {
  return async (pool, why) => {
    const file = join(backupsIn(home), `before-${why}-${now.toISOString().replace(/[:.]/g, "-")}.bartree.gz`);
    await writeBackup(pool, { program: version, now, seal: sealOf(home) }, (bytes) => writePrivately(file, bytes));
    for (const old of keptIn(home).slice(KEPT)) rmSync(old, { force: true });
    await removeAbandoned(backupsIn(home), "before-");
    return file;
  };
}

export const writePrivately = (file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
  writeWhole(file, bytes, { mode: 0o600, flush: true });

/** Databases of older servers beside the one in use: what was carried over stays there as it was. */
export function carriedFrom(data: string): string[] {
  const beside = readdirSync(dirname(data), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const isOlder = (name: string): boolean => name.startsWith(`${basename(data)}-`) && /-\d+$/.test(name);
  return beside.filter(({ name }) => isOlder(name)).map(({ name }) => join(dirname(data), name));
}

/** The newest first. */
export function keptIn(home: string): string[] {
  const folder = backupsIn(home);
  const isOurs = (name: string): boolean => /^before-.*\.bartree\.gz$/.test(name);
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isOurs(entry.name));
  const dated = all.map(({ name }) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }));
  return dated.toSorted((a, b) => b.at - a.at).map(({ path }) => path);
}
