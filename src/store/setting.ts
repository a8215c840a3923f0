/** Single values that belong to the database rather than to a machine. */
import type { Db } from "./db.js";

/** Says that no header or cookie lies in the database as it was given; which of them were looked at, as a number. */
export const SEALED = "sealed";

export async function settingOf(db: Db, name: string): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>("select value from setting where name = $1", [name]);
  return rows[0]?.value;
}

export async function setSetting(db: Db, name: string, value: unknown): Promise<void> {
  await db.query("insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value", [
    name,
    JSON.stringify(value),
  ]);
}

/** Sets it only if it is not there yet; gives the one that holds for all. */
export async function settleSetting(db: Db, name: string, value: unknown): Promise<unknown> {
  await db.query("insert into setting (name, value) values ($1, $2) on conflict (name) do nothing", [
    name,
    JSON.stringify(value),
  ]);
  return settingOf(db, name);
}

export async function removeSetting(db: Db, name: string): Promise<void> {
  await db.query("delete from setting where name = $1", [name]);
}
