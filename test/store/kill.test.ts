import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBackup } from "../../src/store/backup/read-backup.js";
import { schemaVersionOf } from "../../src/store/backup/tables.js";
import { type Embedded, openEmbedded } from "../../src/store/embedded/embedded.js";
import { migrate } from "../../src/store/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations/migrations.js";
import { endOf, spawnCommand, Toll } from "../kills.js";
import { isLong, say } from "../run.js";
import { urlOf } from "./database.js";
import { falseProofs } from "./false-proofs.js";
import { differs, fill, openPool, stateIn, struck, timeOf, type Way } from "./killed-commands.js";
import { at } from "./shelf.js";

const KILLS = isLong ? 20 : 3; // of each kind; those that came too late do not count

const folder = mkdtempSync(join(tmpdir(), "bartree-kill-store-"));
chmodSync(folder, 0o755);
const options = { home: join(folder, "server"), systemFolder: join(folder, "system"), settings: ["fsync=off"] };
const home = join(folder, "home");
const WAYS: readonly Way[] = ["process", "group", options];

let connection: pg.ClientConfig;
let server: Embedded;
beforeAll(async () => {
  const onMoved = (moved: pg.ClientConfig): void => {
    connection = moved;
  };
  server = await openEmbedded({ ...options, onMoved });
  connection = server.connection;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** With a connection of its own each time: the server may have been killed since the last. */
async function within<Result>(name: string, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool({ ...connection, database: name });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const as = (statement: string) => within("postgres", (pool) => pool.query(statement));

const command = (name: string, ...args: string[]) =>
  spawnCommand(args, { DATABASE_URL: urlOf(connection, name), BARTREE_HOME: home, BARTREE_TEST_LONG: "" });

/** Nobody is at it any more: a server notices a killed client when its statement ends. */
async function untilLeft(name: string): Promise<void> {
  const others = async () =>
    (await as(`select from pg_stat_activity where datname = '${name}'`).catch(() => ({ rowCount: -1 }))).rowCount;
  await expect.poll(others, { timeout: 60_000, interval: 5 }).toBe(0);
}

const stateOf = (name: string): Promise<string> => within(name, stateIn);

const partsIn = (path: string): string[] => (existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".part")) : []);

/** As they are some minutes later. */
function ageParts(path: string): void {
  for (const name of partsIn(path)) utimesSync(join(path, name), 0, 0);
}

const MIGRATING = "select from pg_locks l join pg_database d on d.oid = l.database where locktype = 'advisory'";

it(
  "kills in migrations leave the old schema version or the new one, with all rows, and the next start brings it there",
  async () => {
    const toll = new Toll("migrations");
    const earlier = MIGRATIONS.slice(0, -1);
    await as("create database earlier");
    await within("earlier", (pool) => fill(pool, { pages: 60, printing: 0, migrations: earlier }));
    const froms = [0, earlier.length];
    const prepare = async (name: string, from: number): Promise<void> => {
      await as(`create database ${name}${from === 0 ? "" : " template earlier"}`);
    };
    const isBegun = (name: string) => async () =>
      ((await as(`${MIGRATING} and datname = '${name}'`).catch(() => ({ rowCount: 0 }))).rowCount ?? 0) > 0;

    await prepare("reference_all", earlier.length); // warms up, and shows how long it takes
    const reference = command("reference_all", "source", "list");
    const ended = endOf(reference);
    while (!(await isBegun("reference_all")())) await sleep(1);
    const begin = performance.now();
    while ((await within("reference_all", schemaVersionOf)) < MIGRATIONS.length) await sleep(1);
    const withinMs = performance.now() - begin;
    expect((await ended).exitCode).toBe(0);

    const references = new Map<number, { before: string; after: string }>();
    const struckFrom: number[] = [];
    for (let time = 0; toll.tried < KILLS && time < 5 * KILLS; time++) {
      const from = froms[time % froms.length] ?? 0;
      const whole = references.get(from) ?? (await undisturbed(`reference_${from}`, from, prepare));
      references.set(from, whole);
      const name = `killed_${time}`;
      await prepare(name, from);
      const way = WAYS[time % WAYS.length] ?? "process";
      const isStruck = await struck(command(name, "source", "list"), { isBegun: isBegun(name), withinMs, way });
      await untilLeft(name);
      const version = await within(name, schemaVersionOf);
      const state = await stateOf(name);
      if (isStruck && version === from) {
        toll.tried += 1;
        struckFrom.push(from);
      }
      const expected = version === from ? whole.before : whole.after;
      if (version !== from && version !== MIGRATIONS.length) toll.wrong.push(`${name} has schema version ${version}`);
      else if (state !== expected) toll.wrong.push(differs(name, state, expected));
      for (const file of backupsIn()) await openBackup(file, MIGRATIONS.length); // each that is there is whole
      ageParts(join(home, "backups"));
      const { exitCode, words } = await endOf(command(name, "source", "list"));
      expect([exitCode, words]).toEqual([0, expect.any(String)]);
      if (from > 0 && version === from) expect(partsIn(join(home, "backups"))).toEqual([]); // what the killed one had begun
      const after = await stateOf(name);
      if (after !== whole.after) toll.wrong.push(differs(`${name} afterwards`, after, whole.after));
      toll.wrong.push(...(await within(name, falseProofs)).wrong);
      toll.expectClean();
    }
    say(
      `a migration takes ${Math.round(withinMs)} ms; struck at schema versions ${struckFrom.toSorted((a, b) => a - b).join(", ")}`,
    );
    toll.close(KILLS);
  },
  isLong ? 1_800_000 : 300_000,
);

const backupsIn = (): string[] =>
  existsSync(join(home, "backups"))
    ? readdirSync(join(home, "backups"))
        .filter((name) => name.endsWith(".gz"))
        .map((name) => join(home, "backups", name))
    : [];

async function undisturbed(name: string, from: number, prepare: (name: string, from: number) => Promise<void>) {
  await prepare(name, from);
  const before = await stateOf(name);
  await within(name, (pool) => migrate(pool, at(0)));
  return { before, after: await stateOf(name) };
}

/** All lines but the head, whose date and sealed secrets differ, and the notes of where backups are. */
function rowsIn(file: string): string {
  const text = gunzipSync(readFileSync(file)).toString("latin1");
  return text.slice(text.indexOf("\n"), text.lastIndexOf("\n{")).replace(/\n\{"table":"backup"\}\n[\s\S]*?\\\.(?=\n)/, "");
}

/** The one secret of its source, as it lies in the database. */
const secretIn = (name: string): Promise<string> =>
  within(name, async (pool) => (await pool.query("select settings -> 'cookies' ->> 'session' as text from source")).rows[0].text);

it(
  "kills in backups and restores leave the old file and the old rows or the new ones, and the next try gets there",
  async () => {
    const toll = new Toll("backups and restores");
    const [oldFile, newFile, target] = [join(folder, "old.gz"), join(folder, "new.gz"), join(folder, "target/kept.gz")];
    mkdirSync(join(folder, "target"));
    for (const name of ["old", "new"]) await as(`create database ${name}`);
    await within("old", (pool) => fill(pool, { pages: 60, printing: 0 }));
    await within("new", (pool) => fill(pool, { pages: isLong ? 400 : 150, printing: 1 }));
    for (const [name, file] of [
      ["old", oldFile],
      ["new", newFile],
    ] as const) // seals the secret, too
      for (const args of [
        ["source", "list"],
        ["backup", file],
      ])
        expect((await endOf(command(name, ...args))).exitCode).toBe(0);
    const states = { none: "", old: await stateOf("old"), new: await stateOf("new") };
    await as("create database none");
    states.none = await stateOf("none");

    const isWriting = async () => partsIn(join(folder, "target")).length > 0;
    const isRestoring = (name: string) => async () =>
      ((await as(`${MIGRATING} and datname = '${name}'`).catch(() => ({ rowCount: 0 }))).rowCount ?? 0) > 0;
    const backupMs = await timeOf(command("new", "backup", target), isWriting);
    await as("create database timed");
    const restoreMs = await timeOf(command("timed", "restore", newFile), isRestoring("timed"));

    const tried = { backup: 0, replacing: 0, empty: 0 };
    for (let time = 0; toll.tried < KILLS && time < 6 * KILLS; time++) {
      const way = WAYS[Math.floor(time / 3) % WAYS.length] ?? "process";
      if (time % 3 === 0) {
        copyFileSync(oldFile, target);
        const isStruck = await struck(command("new", "backup", target), { isBegun: isWriting, withinMs: backupMs, way });
        await untilLeft("new");
        await openBackup(target, MIGRATIONS.length); // whole
        const isOld = rowsIn(target) === rowsIn(oldFile);
        if (isStruck && isOld) tried.backup += 1;
        if (!isOld && rowsIn(target) !== rowsIn(newFile))
          toll.wrong.push(`the backup of try ${time} is neither the old one nor the new`);
        ageParts(join(folder, "target"));
        expect((await endOf(command("new", "backup", target))).exitCode).toBe(0);
        if (rowsIn(target) !== rowsIn(newFile)) toll.wrong.push(`the backup after try ${time} is not the new one`);
        expect(partsIn(join(folder, "target"))).toEqual([]);
      } else {
        const kind = time % 3 === 1 ? "replacing" : "empty";
        const name = `restored_${time}`;
        await as(`create database ${name}${kind === "empty" ? "" : " template old"}`);
        const child = command(name, "restore", newFile, "--replace");
        const isStruck = await struck(child, { isBegun: isRestoring(name), withinMs: restoreMs, way });
        await untilLeft(name);
        const state = await stateOf(name);
        const before = kind === "empty" ? states.none : states.old;
        if (isStruck && state === before) tried[kind] += 1;
        if (state !== before && state !== states.new) toll.wrong.push(differs(name, state, states.new));
        const next = state === before ? ["restore", newFile, "--replace"] : ["source", "list"];
        expect((await endOf(command(name, ...next))).exitCode).toBe(0);
        const after = await stateOf(name);
        if (after !== states.new) toll.wrong.push(differs(`${name} afterwards`, after, states.new));
        if (!(await secretIn(name)).startsWith("sealed:")) toll.wrong.push(`${name} holds a secret that is not sealed`);
        toll.wrong.push(...(await within(name, falseProofs)).wrong);
      }
      toll.tried = tried.backup + tried.replacing + tried.empty;
      toll.expectClean();
    }
    say(`a backup takes ${Math.round(backupMs)} ms, a restore ${Math.round(restoreMs)} ms; struck ${JSON.stringify(tried)}`);
    toll.close(KILLS);
  },
  isLong ? 1_800_000 : 300_000,
);
