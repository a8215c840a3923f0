/** Running PostgreSQL's programs as the server's user, with an environment of our own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { refuse } from "../../api/errors.js";
import { makeDraft } from "./place.js";
import type { ServerUser } from "./server-user.js";

export const SUPERUSER = "bartree";

/** Nothing of ours: PG… variables would redirect it, and its messages are read by us. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** A new database in a folder beside `data`; gives that folder. Only a whole one is then renamed to its place. */
export async function createDatabase(
  initdb: string,
  data: string,
  { user, isSynced }: { user: ServerUser; isSynced: boolean },
): Promise<string> {
  const draft = makeDraft(data, user);
  const args = ["-D", draft, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--locale=C", ...(isSynced ? [] : ["--no-sync"])];
  const [command, ...rest] = user.isNamed ? [initdb, ...args] : named([initdb, ...args]);
  const child = spawn(command ?? initdb, rest, {
    ...asUser(user),
    cwd: "/",
    env: ENVIRONMENT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr?.on("data", (chunk) => {
    words += chunk;
  });
  const code = await ended(child);
  if (code === 0) return draft;
  return refuse("embedded-not-started", lastWords(words) || `initdb ended with ${code}`);
}

/** initdb wants a user with a name, whom a user namespace can give it; the files stay those of the real user. */
function named(call: string[]): string[] {
  const { uid, gid } = { uid: 65534, gid: 65534 };
  return ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`, ...call];
}

/** Starts the server apart from us: it outlives our end, and Ctrl-C does not reach it. */
export function spawnServer(
  postgres: string,
  args: readonly string[],
  { log, user }: { log: string; user: ServerUser },
): ChildProcess {
  const out = openSync(log, "a", 0o600);
  const child = spawn(postgres, args, {
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

function asUser(user: ServerUser): { uid?: number; gid?: number } {
  return user.isOther ? { uid: user.uid, gid: user.gid } : {};
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

const LONG_LOG = 10_000_000;

/** Its size. A long one is put aside first, while nobody writes to it. */
export function logSize(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LONG_LOG) return size;
  renameSync(log, `${log}.old`);
  return 0;
}
