/**
 * Who runs the embedded server: we ourselves, but never root, whom PostgreSQL refuses. Root hands it to `nobody`, or
 * to another user that the system knows by name.
 */
import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  readonly isOther: boolean; // not the user we run as: files must be handed over
  readonly isNamed: boolean; // initdb refuses a user without a name
}

const PASSWD = "/etc/passwd";

export function serverUser(uid = process.getuid?.() ?? -1, gid = process.getgid?.() ?? -1): ServerUser {
  const users = systemUsers();
  if (uid !== 0) return { uid, gid, isOther: false, isNamed: users === undefined || users.some((user) => user.uid === uid) };
  const other = users?.find(({ name }) => name === "nobody") ?? users?.find((user) => user.uid > 0);
  return { uid: other?.uid ?? 65534, gid: other?.gid ?? 65534, isOther: true, isNamed: other !== undefined };
}

/** Undefined where users are kept elsewhere. */
function systemUsers(): { name: string; uid: number; gid: number }[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readFileSync(PASSWD, "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
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
