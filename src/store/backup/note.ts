/** Where backups were written to: whoever forgets something wants to know which of them still hold it. */
import { type Db, only } from "../db.js";

export interface BackupNote {
  readonly file: string;
  readonly machine: string;
  readonly madeAt: Date;
}

/** Nothing in a database of an earlier schema version, which has no place for it. */
export async function noteBackup(db: Db, { file, machine, madeAt }: BackupNote): Promise<void> {
  const { isKnown } = only(await db.query<{ isKnown: boolean }>("select to_regclass('backup') is not null as \"isKnown\""));
  if (!isKnown) return;
  await db.query(
    `with same as (delete from backup where file = $1 and machine = $2)
     insert into backup (file, machine, made_at) values ($1, $2, $3)`,
    [file, machine, madeAt],
  );
}

/** Those made since then, the newest first. */
export async function backupsSince(db: Db, since: Date): Promise<BackupNote[]> {
  const { rows } = await db.query<BackupNote>(
    `select file, machine, made_at as "madeAt" from backup where made_at >= $1 order by made_at desc, id desc`,
    [since],
  );
  return rows;
}
