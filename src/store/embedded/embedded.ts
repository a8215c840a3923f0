/**
 * The embedded server: a real PostgreSQL of our own, on a socket only its user can reach, with a password, without a
 * network port.
 *
 * It is found by PostgreSQL's own note in the data folder, so whoever comes later uses the one that runs, also after its
 * starter was killed. Everyone who uses it holds a shared lock; who leaves and gets the lock alone stops it. Where all of
 * them were killed, its guard does (`users-pipe.ts`). If it ends while it is used, whoever notices first starts it again,
 * and all go on there.
 */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { refuse } from "../../api/errors.js";
import { refuseStart, refuseWriting, tellsOfFullDisk } from "../system-error.js";
import { beginCarrying } from "./carrying.js";
import { isAlive, notedServer, type RunningServer } from "./pid-file.js";
import { makePlace, makeSocketFolder, type Place, removeSocketFolder } from "./place.js";
import { installedPackage, olderPrograms, type Package, type Programs, programsFor } from "./programs.js";
import { createDatabase, hasRoom, lastWords, logSize, passwordOf, SUPERUSER, spawnServer, wordsSince } from "./run.js";
import { type ServerUser, serverUser } from "./server-user.js";
import { holdPipe, makePipe, pipeIn } from "./users-pipe.js";

export interface EmbeddedOptions {
  readonly home: string;
  readonly systemFolder?: string; // for root, when its server's user cannot reach the home
  readonly package?: Package; // in another place than installed
  readonly settings?: readonly string[]; // of the server, as name=value
  readonly patienceMs?: number; // how long to wait for a server that is still ending
  readonly onNote?: (note: string) => void;
  readonly onMoved?: (connection: pg.ClientConfig) => void; // it was started again, and is reached so from now on
  readonly carrier?: Carrier; // without one a database of an older server is refused
}

/** Carries all rows from one server to another by a file. */
export interface Carrier {
  /** Gives the file; undefined where there is nothing to carry. */
  save(from: pg.ClientConfig): Promise<string | undefined>;
  load(into: pg.ClientConfig, file: string): Promise<void>;
}

export interface Embedded {
  readonly data: string; // its folder
  readonly connection: pg.ClientConfig; // to the database of ours
  readonly pid: number;
  readonly isReused: boolean;
  /** Stops the server unless others use it; gives whether it did. */
  close(): Promise<boolean>;
}

const SYSTEM_FOLDER = "/var/lib/bartree";
const DATABASE = "bartree";
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;
const TRY_AGAIN_MS = 300;
const START_AGAIN_MS = 3000;
const PRESENCE = 0x62617274; // the lock everyone holds
const SETTINGS = ["listen_addresses=", "jit=off", "shared_buffers=256MB", "max_wal_size=2GB", "log_timezone=UTC"];

export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const user = serverUser();
  const place = makePlace(options.home, options.systemFolder ?? SYSTEM_FOLDER, user);
  const programs = await programsFor(user, options.package ?? (await installedPackage()), place.folder);
  const isSynced = !options.settings?.includes("fsync=off"); // whoever does without does so from the beginning
  const start = { place, programs, user };
  await ensureOurs(start, { user, isSynced }, options);
  return kept(start, options);
}

interface Held {
  readonly server: RunningServer;
  readonly isReused: boolean;
  letGo(): void; // of the pipe; a server that nobody holds is stopped
}

interface Entered extends Held {
  readonly presence: pg.Client;
}

async function entered(start: Omit<Start, "deadline">, options: EmbeddedOptions): Promise<Entered> {
  const deadline = Date.now() + (options.patienceMs ?? PATIENCE_MS);
  for (;;) {
    const held = await runningServer({ ...start, deadline }, options);
    const presence = await enter(held.server);
    if (presence) return { ...held, presence };
    held.letGo();
    if (Date.now() > deadline) return refuse("embedded-not-started", "another process keeps stopping it");
    await sleep(LOOK_AGAIN_MS); // it was just being stopped
  }
}

/** A database of our server's major version: made, carried over from an older one, or refused. */
async function ensureOurs(start: Omit<Start, "deadline">, making: Making, options: EmbeddedOptions): Promise<void> {
  const { place, programs } = start;
  const deadline = Date.now() + (options.patienceMs ?? PATIENCE_MS);
  finishCarrying(place);
  await ensureDatabase(place, programs, making);
  versionOf(place.data); // is it a database of ours at all?
  passwordOf(place.data);
  while (options.carrier && isOlder(versionOf(place.data), programs)) {
    const end = beginCarrying(place.data);
    try {
      if (end && (await carryOver({ ...start, deadline }, making, options.carrier, options))) break;
    } finally {
      end?.();
    }
    if (Date.now() > deadline) return refuse("embedded-not-started", end ? IN_USE : BEING_CARRIED);
    await sleep(TRY_AGAIN_MS);
  }
  const version = versionOf(place.data);
  if (version !== programs.major) return refuse("embedded-version", place.data, version, programs.major);
}

const IN_USE = "another process uses it with its older server; stop that first";
const BEING_CARRIED = "another process is carrying it to the new server; try again when it has ended";

interface Making {
  readonly user: ServerUser;
  readonly isSynced: boolean;
}

async function ensureDatabase({ data }: Place, { initdb }: Programs, making: Making): Promise<void> {
  if (existsSync(data)) return;
  const draft = await createDatabase(initdb, data, making);
  try {
    finishCarrying({ data }); // its carrier may have been killed meanwhile
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(data)) return refuseWriting("embedded-folder", data, error); // else another starter was faster
  }
}

const isOlder = (version: string, { major }: Programs): boolean => Number(version) < Number(major);

const carriedTo = (data: string): string => `${data}-carried`;

/** Two renames put a carried database in its place; a process that was killed between them is finished here. */
function finishCarrying({ data }: Pick<Place, "data">): void {
  if (existsSync(data) || !existsSync(carriedTo(data))) return;
  try {
    renameSync(carriedTo(data), data);
  } catch (error) {
    if (!existsSync(data)) throw error; // else another starter was faster
  }
}

/**
 * A database of an older server: that server runs once more, all rows are carried into a new database of ours, and only
 * a whole one takes the old one's place, which stays beside it. False: others use it.
 */
async function carryOver(start: Start, making: Making, carrier: Carrier, options: EmbeddedOptions): Promise<boolean> {
  const { place, programs, user } = start;
  const { data } = place;
  const version = versionOf(data);
  if (!isOlder(version, programs)) return true; // carried while we came
  const older = await olderPrograms(version, user, place.folder);
  if (!older) return refuse("embedded-version", data, version, programs.major);
  let file: string | undefined;
  const isSaved = await withOwnServer({ ...start, programs: older }, options, async (connection) => {
    options.onNote?.(`The database is of PostgreSQL ${version}; it is carried to ${programs.major}, which may take a while.`);
    file = await carrier.save(connection);
  });
  if (!isSaved) return false;
  const draft = await createDatabase(programs.initdb, data, making);
  try {
    if (file !== undefined)
      await fill({ ...start, place: { ...place, data: draft } }, options, (into) => carrier.load(into, file ?? ""));
    if (versionOf(data) !== version || notedServer(data)) return false; // somebody has come to use it meanwhile
    const kept = takePlace(place, draft, version);
    options.onNote?.(`It is of PostgreSQL ${programs.major} now; ${kept} is the old one and may be removed.`);
    return true;
  } finally {
    rmSync(draft, { recursive: true, force: true }); // unless it has taken its place
  }
}

/** Gives where the old one is kept. */
function takePlace(place: Place, draft: string, version: string): string {
  const { data } = place;
  const kept = `${data}-${version}`;
  rmSync(carriedTo(data), { recursive: true, force: true }); // of one who was killed before the first rename
  rmSync(kept, { recursive: true, force: true });
  renameSync(draft, carriedTo(data));
  renameSync(data, kept);
  finishCarrying(place);
  return kept;
}

/** With patience of its own: saving may have taken long. */
async function fill(start: Start, options: EmbeddedOptions, load: (into: pg.ClientConfig) => Promise<void>): Promise<void> {
  const deadline = Date.now() + (options.patienceMs ?? PATIENCE_MS);
  if (!(await withOwnServer({ ...start, deadline }, options, load))) throw new Error("a new database is used by others");
}

/** With a server that nobody else uses or can come to use; it is stopped in the end. False: others use it. */
async function withOwnServer(
  start: Start,
  options: EmbeddedOptions,
  work: (connection: pg.ClientConfig) => Promise<void>,
): Promise<boolean> {
  const { server, letGo } = await runningServer(start, options);
  const presence = await enter(server);
  const isAlone = presence !== undefined && (await leave(presence));
  try {
    if (isAlone) await work(connectionTo(server, DATABASE));
    return isAlone;
  } finally {
    if (isAlone) await stop(server);
    await presence?.end().catch(() => {});
    letGo();
  }
}

function versionOf(data: string): string {
  try {
    return readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return refuse("embedded-foreign", data);
    return refuseWriting("embedded-folder", data, error);
  }
}

interface Start {
  readonly place: Place;
  readonly programs: Programs;
  readonly user: ServerUser;
  readonly deadline: number;
}

/**
 * The one that runs, or a new one. After a postmaster was killed its children may still be at work, and PostgreSQL
 * refuses to start until they have ended: that is waited for. Its note is never deleted, since it guards the data.
 */
async function runningServer(start: Start, options: EmbeddedOptions): Promise<Held> {
  let isNoted = false;
  for (;;) {
    const noted = notedServer(start.place.data);
    if (noted?.isAlive) {
      const letGo = holdPipe(pipeIn(noted.server.socketFolder));
      if (await answers(noted.server)) return { server: noted.server, isReused: true, letGo };
      letGo();
    }
    const { started, words } = await startServer(start, options); // PostgreSQL itself judges whether a noted process is a server
    if (started) {
      if (noted) removeSocketFolder(noted.server.socketFolder);
      return started;
    }
    if (Date.now() > start.deadline || !isPassing(words)) return refuseStart(words, start.place.data);
    if (!isNoted) options.onNote?.(`The database server is not free yet (${words}); waiting for it.`);
    isNoted = true;
    await sleep(TRY_AGAIN_MS);
  }
}

/**
 * What may be otherwise in a moment: children of a killed server, another starter, a server that is starting or stopping.
 * The words are the last of the log, which another one may have written.
 */
function isPassing(words: string): boolean {
  if (tellsOfFullDisk(words)) return false;
  return /shared memory block|lock file|not (?:yet )?accepting connections|starting up|shutting down|recovery|unexpected postmaster exit/.test(
    words,
  );
}

async function startServer(
  { place, programs, user, deadline }: Start,
  { settings = [] }: EmbeddedOptions,
): Promise<{ started?: Held; words: string }> {
  const { data, log } = place;
  const socketFolder = makeSocketFolder(user);
  const pipe = pipeIn(socketFolder);
  makePipe(pipe, user);
  const letGo = holdPipe(pipe);
  const size = logSize(log);
  const all = [...SETTINGS, ...settings, `unix_socket_directories=${socketFolder}`];
  const child = spawnServer(programs.postgres, { data, settings: all, pipe, log, user });
  let ended: string | undefined;
  child.once("error", (error) => {
    ended = error.message;
  });
  child.once("exit", (code, signal) => {
    ended = `it ended with ${code ?? signal}`; // also long after its start, when its log may be gone: nothing is read here
  });
  while (ended === undefined && Date.now() <= deadline) {
    const server = notedServer(data)?.server;
    if (server && server.pid === child.pid && (await answers(server)))
      return { started: { server, isReused: false, letGo }, words: "" };
    await sleep(LOOK_AGAIN_MS);
  }
  letGo();
  removeSocketFolder(socketFolder);
  if (ended === undefined) return { words: "it did not answer in time" };
  return { words: lastWords(wordsSince(log, size)) || (hasRoom(log) ? ended : "no space left on device") };
}

async function answers(server: RunningServer): Promise<boolean> {
  const client = new pg.Client(connectionTo(server, "postgres"));
  client.on("error", () => {}); // told by what connect and end say
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Takes the shared lock and makes sure that our database is there; undefined if the server is being stopped. */
async function enter(server: RunningServer): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connectionTo(server, "postgres"), application_name: "bartree presence" });
  client.on("error", () => {}); // told by the end that follows
  try {
    await client.connect();
    const { rows } = await client.query("select pg_try_advisory_lock_shared($1) as entered", [PRESENCE]);
    if (rows[0]?.entered !== true) throw new Error("being stopped");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`).catch(allowExisting);
    return client;
  } catch {
    await client.end().catch(() => {});
    return undefined;
  }
}

function allowExisting(error: unknown): void {
  const isThere = error instanceof Error && "code" in error && (error.code === "42P04" || error.code === "23505");
  if (!isThere) throw error;
}

/** In use until it is closed: a server that ends before that is started again, however often it takes. */
async function kept(start: Omit<Start, "deadline">, options: EmbeddedOptions): Promise<Embedded> {
  let now = await entered(start, options);
  let isClosed = false;
  let restarting: Promise<void> | undefined;

  async function startAgain(): Promise<void> {
    options.onNote?.("The database server has ended; starting it again.");
    now.letGo();
    while (!isClosed) {
      try {
        now = await entered(start, options);
        options.onMoved?.(connectionTo(now.server, DATABASE));
        options.onNote?.("The database server is there again.");
        return watch();
      } catch (error) {
        options.onNote?.(error instanceof Error ? error.message : String(error));
        await sleep(START_AGAIN_MS);
      }
    }
  }
  function watch(): void {
    now.presence.once("end", () => {
      if (!isClosed) restarting = startAgain();
    });
  }
  watch();
  return {
    data: start.place.data,
    connection: connectionTo(now.server, DATABASE),
    pid: now.server.pid,
    isReused: now.isReused,
    async close() {
      isClosed = true;
      await restarting; // what was begun is ended, so that nothing is left behind
      const isAlone = await leave(now.presence);
      if (isAlone) await stop(now.server);
      await now.presence.end().catch(() => {});
      now.letGo();
      return isAlone;
    },
  };
}

/** Whether nobody else holds the lock; then it is ours alone, and nobody can come in any more. */
async function leave(presence: pg.Client): Promise<boolean> {
  try {
    await presence.query("select pg_advisory_unlock_shared($1)", [PRESENCE]);
    const { rows } = await presence.query("select pg_try_advisory_lock($1) as alone", [PRESENCE]);
    return rows[0]?.alone === true;
  } catch {
    return false; // it has ended already
  }
}

/** SIGINT is PostgreSQL's word for: end all connections, write everything down, and go. */
async function stop({ pid, socketFolder }: RunningServer): Promise<void> {
  process.kill(pid, "SIGINT");
  for (let waited = 0; isAlive(pid) && waited < PATIENCE_MS; waited += LOOK_AGAIN_MS) await sleep(LOOK_AGAIN_MS);
  removeSocketFolder(socketFolder);
}

function connectionTo({ socketFolder, port, data }: RunningServer, database: string): pg.ClientConfig {
  return { host: socketFolder, port, user: SUPERUSER, database, ssl: false, password: passwordOf(data) };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
