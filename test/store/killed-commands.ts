/** What tests that kill commands have in common: the moment, the rows to look for, and how a database is told from another. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { keptTables } from "../../src/store/backup/tables.js";
import type { EmbeddedOptions } from "../../src/store/embedded/embedded.js";
import { migrate } from "../../src/store/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations/migrations.js";
import { setSourceSettings, sourceOf } from "../../src/store/source.js";
import { storePage } from "../../src/store/store-page.js";
import { randomFrom } from "../core/record-pages.js";
import { endOf, kill, killServer } from "../kills.js";
import { seed } from "../run.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore } from "./shelf.js";

const random = randomFrom(seed);

export function openPool(to: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...to, max: 3 });
  return pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
}

/** From its beginning to its end, undisturbed. */
export async function timeOf(child: ChildProcess, isBegun: () => Promise<boolean>): Promise<number> {
  const ended = endOf(child);
  while (!(await isBegun())) await sleep(1);
  const begin = performance.now();
  expect((await ended).exitCode).toBe(0);
  return performance.now() - begin;
}

/** The process alone, its group, or its group and this database server. */
export type Way = "process" | "group" | EmbeddedOptions;

/** Some time after `isBegun`, unless it ends before; gives whether it was struck. */
export async function struck(
  child: ChildProcess,
  { isBegun, withinMs, way }: { isBegun: () => Promise<boolean>; withinMs: number; way: Way },
): Promise<boolean> {
  const ended = endOf(child);
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  while (!isOver && !(await isBegun())) await sleep(1);
  const until = performance.now() + random() * withinMs;
  while (!isOver && performance.now() < until) await sleep(1);
  if (isOver) return false;
  await Promise.all([
    kill(child, way === "process" ? "process" : "group"),
    ...(typeof way === "object" ? [killServer(way)] : []),
  ]);
  await ended;
  return true;
}

/** How a database is laid out, and every row of ours that somebody has put there. */
export async function stateIn(pool: pg.Pool): Promise<string> {
  const { rows: schema } = await pool.query(SCHEMA);
  const rows: [string, unknown][] = [];
  for (const { name: table } of await keptTables(pool)) {
    if (table === "setting" || table === "backup") continue; // what the program notes of itself
    const row = table === "source" ? SOURCE_ROW : "t::text";
    const digest = `select count(*)::int as n, md5(string_agg(${row}, '|' order by ${row})) as digest from ${table} t`;
    rows.push([table, (await pool.query(digest)).rows[0]]);
  }
  return JSON.stringify({ schema: schema.map(({ line }) => line), rows }, null, 1);
}

/** Secrets are sealed otherwise each time, and when they are the row is of another minute. */
const SOURCE_ROW = "((to_jsonb(t) - 'updated_at') #- '{settings,cookies}' #- '{settings,headers}')::text";

const SCHEMA = `
  select format('%s.%s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull) as line from pg_attribute
    join pg_class c on c.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1`;

export const differs = (what: string, found: string, expected: string): string => {
  const [a, b] = [found.split("\n"), expected.split("\n")];
  const at = a.findIndex((line, index) => line !== b[index]);
  return `${what}: ${a[at]} instead of ${b[at]}`;
};

const SECRET = "cookie-of-the-owner-5c1d";

interface Filling {
  readonly pages: number;
  readonly printing: number;
  readonly migrations?: readonly string[];
}

export async function fill(pool: pg.Pool, { pages, printing, migrations = MIGRATIONS }: Filling): Promise<void> {
  await migrate(pool, at(0), { migrations });
  const shelf = await newShelf(pool);
  const addresses = Array.from({ length: pages }, (_, n) => addressOf(n));
  for (const [address, pageId] of await addPages(shelf, addresses)) {
    const html = htmlOf(Number(address.split("/").at(-1)), printing);
    await storePage(pool, pageToStore(shelf, { pageId, identity: address, html }), at(1));
  }
  const source = await sourceOf(pool, shelf.sourceId);
  await setSourceSettings(pool, shelf.sourceId, { ...source?.settings, cookies: { session: SECRET } }, at(2));
}
