/** Running PostgreSQL's programs as the server's user, with an environment of our own. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  lchownSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { refuse } from "../../api/errors.js";
import { isSystemError, refuseStart } from "../system-error.js";
import { makeDraft } from "./place.js";
import { asUser, type ServerUser } from "./server-user.js";
import { GUARDED } from "./users-pipe.js";

export const SUPERUSER = "bartree";

/** Nothing of ours: PG… variables would redirect it, and its messages are read by us. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** A new database in a folder beside `data`; gives that folder. Only a whole one is then renamed to its place. */
export async function createDatabase(
  initdb: string,
  data: string,
  { user, isSynced }: { user: ServerUser; isSynced: boolean },
): Promise<string> {
  const maker = { ...user, uid: user.initdbUid ?? user.uid }; // in the group of the server's user, so that nobody else can follow
  const draft = makeDraft(data, maker);
  const password = `${draft}.password`;
  try {
    writeFileSync(password, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
    if (user.isOther) chownSync(password, maker.uid, maker.gid);
    const args = ["-D", draft, "-U", SUPERUSER, "-A", "scram-sha-256", `--pwfile=${password}`, "-E", "UTF8", "--locale=C"];
    const complaint = await runInitdb(initdb, [...args, ...(isSynced ? [] : ["--no-sync"])], maker);
    if (complaint !== undefined) refuseStart(complaint, data);
    if (user.isOther) {
      handOver(draft, user);
      chownSync(password, 0, 0);
    }
    renameSync(password, passwordFile(draft));
    return draft;
  } catch (error) {
    for (const path of [draft, password]) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** For everyone who may read our files; it lies in the database's folder, and goes where that goes. */
const passwordFile = (data: string): string => join(data, "password");

export function passwordOf(data: string): string {
  try {
    return readFileSync(passwordFile(data), "utf8");
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return refuse("embedded-unprotected", data);
    if (isSystemError(error) && error.code === "EACCES") return refuse("embedded-foreign", data);
    throw error;
  }
}

function handOver(path: string, user: ServerUser): void {
  lchownSync(path, user.uid, user.gid);
  for (const { parentPath, name } of readdirSync(path, { recursive: true, withFileTypes: true }))
    lchownSync(join(parentPath, name), user.uid, user.gid);
}

/** Gives its last words if it did not succeed. */
async function runInitdb(initdb: string, args: readonly string[], maker: ServerUser): Promise<string | undefined> {
  const [command = "", ...rest] = maker.initdbUid === undefined ? named([initdb, ...args]) : [initdb, ...args];
  const child = spawn(command, rest, {
    ...asUser(maker),
    cwd: "/",
    env: ENVIRONMENT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr?.on("data", (chunk) => {
    words += chunk;
  });
  const code = await ended(child);
  return code === 0 ? undefined : lastWords(words) || `initdb ended with ${code}`;
}

/** initdb wants a user with a name, whom a user namespace can give it; the files stay those of the real user. */
function named(call: string[]): string[] {
  const { uid, gid } = { uid: 65534, gid: 65534 };
  return ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`, ...call];
}

interface ServerCall {
  readonly data: string;
  readonly settings: readonly string[]; // as name=value
  readonly pipe: string; // of those who use it
  readonly log: string;
  readonly user: ServerUser;
}

/** Starts the server apart from us: Ctrl-C does not reach it, and it outlives our end as long as others use it. */
export function spawnServer(postgres: string, { data, settings, pipe, log, user }: ServerCall): ChildProcess {
  const out = openSync(log, "a", 0o600);
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const child = spawn("/bin/sh", ["-c", GUARDED, pipe, data, postgres, "-D", data, ...flags], {
    ...asUser(user),
    cwd: "/",
    env: ENVIRONMENT,
    detached: true,
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  child.unref();
  return child;
}

/** The exit code, the signal, or why it could not be run at all. */
async function ended(child: ChildProcess): Promise<number | string> {
  try {
    const [code, signal] = await once(child, "exit");
    return code ?? signal;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The last complaint of a program. */
export function lastWords(text: string): string {
  const lines = text.split("\n").filter((line) => /(?:FATAL|PANIC|ERROR|error): /.test(line));
  return lines.at(-1)?.replace(/^.*?(?:FATAL|PANIC|ERROR|error):\s+/, "") ?? "";
}

/** What was added to the log since it had `size` bytes. */
export function wordsSince(log: string, size: number): string {
  return readFileSync(log).subarray(size).toString("utf8");
}

const LEAST_ROOM = 1_000_000;

/** Without it a server ends at its start, and its last words cannot be written either. */
export function hasRoom(log: string): boolean {
  const { bavail, bsize } = statfsSync(log);
  return bavail * bsize >= LEAST_ROOM;
}

const LONG_LOG = 10_000_000;

/** Its size. A long one is put aside first, while nobody writes to it. */
export function logSize(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LONG_LOG) return size;
  renameSync(log, `${log}.old`);
  return 0;
}
