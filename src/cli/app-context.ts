/** The database and the door, opened once for a command that needs them, and closed when it ends. */
import { mkdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { refuse } from "../api/errors.js";
import type { Settings } from "../api/settings.js";
import { systemClock } from "../fetch/clock.js";
import { openDoor } from "../fetch/door.js";
import { sealStored } from "../harvester/settings/sealed-settings.js";
import { openThreads, robotsReader } from "../harvester/threads/threads.js";
import { untilStopped } from "../harvester/threads/until-stopped.js";
import type { HarvestTools } from "../harvester/tools.js";
import type { ReadDisk } from "../harvester/upkeep/disk-watch.js";
import type { UpkeepWish } from "../harvester/upkeep/upkeep.js";
import { openStore } from "../store/connect.js";
import { hostTurns } from "../store/host.js";
import { SEALED, setSetting, settingOf } from "../store/setting.js";
import { type SourceRow, sourceNamed } from "../store/source.js";
import { doorSettings } from "./door-settings.js";
import type { Environment } from "./home.js";
import { keeperOf } from "./kept-backups.js";
import { sealOf } from "./seal.js";
import { openVault } from "./secret-file.js";
import { loadSettings } from "./settings.js";

export interface AppContext extends HarvestTools {
  readonly isEmbedded: boolean;
  readonly dataFolder: string | null; // of the embedded server
  readonly home: string;
  readonly settings: Settings;
  readonly version: string; // of the program
  readonly readDisk: ReadDisk; // on which the database lies
  /** Refuses a name nobody has given. */
  source(name: string): Promise<SourceRow>;
  close(): Promise<void>;
}

export interface AppContextOptions {
  readonly environment: Environment;
  readonly version: string;
  readonly signal?: AbortSignal | undefined;
  readonly onNote: (note: string) => void;
  readonly alsoVisit?: readonly string[]; // origins on this machine, besides those of the setting
  readonly isAsItIs?: boolean; // the database keeps the schema version it has
}

export async function openContext(options: AppContextOptions): Promise<AppContext> {
  const { environment, version, signal, onNote, alsoVisit = [], isAsItIs = false } = options;
  const program = loadSettings(environment);
  const { home, settings } = program;
  const { DATABASE_URL: databaseUrl, BARTREE_DATABASE_CONNECTIONS: connections } = settings;
  if (databaseUrl === null) mkdirSync(home, { recursive: true, mode: 0o700 });
  const now = new Date(systemClock.now());
  const keepBackup = keeperOf({ home, version, now });
  const store = await openStore({ databaseUrl, home, connections, now, onNote, keepBackup, seal: () => sealOf(home), isAsItIs });
  const turns = hostTurns(store.pool, systemClock.wait);
  const wish = doorSettings(program, version);
  const threads = openThreads({
    workMs: settings.BARTREE_WORK_SECONDS * 1000,
    learnMs: settings.BARTREE_LEARN_SECONDS * 1000,
  });
  const door = openDoor(
    { ...wish, loopback: [...(wish.loopback ?? []), ...alsoVisit] },
    { turns, clock: systemClock, random: Math.random, vault: openVault(home), readRobots: robotsReader(threads) },
  );
  await (isAsItIs ? Promise.resolve() : sealOnce({ pool: store.pool, door })).catch(async (error) => {
    await door.close();
    await store.close();
    throw error;
  });
  return {
    pool: store.pool,
    door,
    threads: untilStopped(threads, signal),
    ...(signal && { signal }),
    isEmbedded: store.isEmbedded,
    dataFolder: store.dataFolder,
    home,
    settings,
    version,
    readDisk: () => diskOf(store.dataFolder),
    source: async (name) => (await sourceNamed(store.pool, name)) ?? refuse("source-unknown", name),
    async close() {
      await door.close();
      await threads.close();
      await store.close();
    },
  };
}

const DRAFTS_TOO = 2; // before, drafts were left as they were

/** A database of an older bartree holds headers and cookies as they were given. */
async function sealOnce(tools: Pick<HarvestTools, "pool" | "door">): Promise<void> {
  if ((await settingOf(tools.pool, SEALED)) === DRAFTS_TOO) return;
  await sealStored(tools);
  await setSetting(tools.pool, SEALED, DRAFTS_TOO);
}
/** Of a server elsewhere we cannot see the disk. */
async function diskOf(folder: string | null): ReturnType<ReadDisk> {
  if (folder === null) return null;
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

export const upkeepOf = ({ settings }: AppContext): UpkeepWish => ({ snapshotDays: settings.BARTREE_SNAPSHOT_DAYS });
