/**
 * Who runs the embedded server: we ourselves, but never root, whom PostgreSQL refuses. Root hands it to a user whom
 * nobody else is: other processes of `nobody` could read its files and its memory.
 */
import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  readonly isOther: boolean; // not the user we run as: files must be handed over
  readonly initdbUid: number | undefined; // initdb refuses a user without a name; undefined: nobody here has one
}

const PASSWD = "/etc/passwd";
const OWN_ID = 60_706; // in a range that distributions, systemd and containers leave free, and within the first 65,536

export function serverUser(uid = process.getuid?.() ?? -1, gid = process.getgid?.() ?? -1): ServerUser {
  const users = systemUsers();
  if (uid !== 0) {
    const isNamed = users === undefined || users.some((user) => user.uid === uid);
    return { uid, gid, isOther: false, initdbUid: isNamed ? uid : undefined };
  }
  const named = users?.find(({ name }) => name === "nobody") ?? users?.find((user) => user.uid > 0);
  return { uid: OWN_ID, gid: OWN_ID, isOther: true, initdbUid: named?.uid };
}

/** For starting a program as that user. */
export function asUser(user: ServerUser): { uid?: number; gid?: number } {
  return user.isOther ? { uid: user.uid, gid: user.gid } : {};
}

/** Undefined where users are kept elsewhere. */
function systemUsers(): { name: string; uid: number }[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readFileSync(PASSWD, "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .map(([name = "", , uid]) => ({ name, uid: Number(uid) }))
      .filter(({ name, uid }) => name !== "" && Number.isInteger(uid));
  } catch {
    return undefined;
  }
}

/** The first folder on the way to `path` that the user may not pass, or undefined. */
export function closedFolder(path: string, user: ServerUser): string | undefined {
  const above = dirname(path);
  const closed = above === path ? undefined : closedFolder(above, user);
  if (closed !== undefined) return closed;
  return isAllowed(statSync(path), user, 0o1) ? undefined : path;
}

/** `right`: 4 to read, 2 to write, 1 to pass or run. */
export function isAllowed(file: Pick<Stats, "uid" | "gid" | "mode">, user: ServerUser, right: number): boolean {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0;
  return ((file.mode >> shift) & right) === right;
}
