/**
 * Where the embedded database lies: below BARTREE_HOME. If root's server user cannot get there, since a folder above is
 * closed to it (as /root is), then in a folder of the system, named after BARTREE_HOME.
 */
import { createHash } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { refuse } from "../../api/errors.js";
import { refuseWriting } from "../system-error.js";
import { closedFolder, isAllowed, type ServerUser } from "./server-user.js";

export interface Place {
  readonly folder: string;
  readonly data: string;
  readonly log: string;
}

const PRIVATE = 0o700;
const PASSABLE = 0o710; // for the server user's group; the data folder itself stays private

/** Makes the folders that are missing. `systemFolder` is for a home that the server's user cannot reach. */
export function makePlace(home: string, systemFolder: string, user: ServerUser): Place {
  const own = makeFolder(home, user);
  const closed = user.isOther ? closedFolder(dirname(own), user) : undefined;
  const folder = closed === undefined ? makeFolder(join(own, "postgres"), user) : systemPlace(own, systemFolder, user);
  return { folder, data: join(folder, "data"), log: join(folder, "server.log") };
}

function systemPlace(home: string, systemFolder: string, user: ServerUser): string {
  const outer = makeFolder(systemFolder, user);
  const closed = closedFolder(outer, user);
  if (closed !== undefined) return refuse("embedded-folder", home, `the server's user may not pass “${closed}”`);
  return makeFolder(join(outer, createHash("sha256").update(home).digest("hex").slice(0, 16)), user);
}

/** The real path: what is judged step by step must have no link in it. */
function makeFolder(path: string, user: ServerUser): string {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE });
    const real = realpathSync(path);
    if (user.isOther && !isAllowed(statSync(real), user, 0o1)) {
      chownSync(real, -1, user.gid);
      chmodSync(real, PASSABLE);
    }
    if (!user.isOther && !isAllowed(statSync(real), user, 0o3)) return refuse("embedded-folder", path, "permission denied");
    return real;
  } catch (error) {
    return refuseWriting("embedded-folder", path, error);
  }
}

/** A new private folder of the server's user, beside its place. */
export function makeDraft(beside: string, user: ServerUser): string {
  try {
    const draft = mkdtempSync(`${beside}-`);
    if (user.isOther) chownSync(draft, user.uid, user.gid);
    return draft;
  } catch (error) {
    return refuseWriting("embedded-folder", dirname(beside), error);
  }
}

const LONGEST_SOCKET_FOLDER = 85; // a socket's whole path has at most 103 bytes on some systems

/** For the socket, which itself is open to everyone: a short private folder in the first temporary folder that will do. */
export function makeSocketFolder(user: ServerUser, folders = [tmpdir(), "/tmp", "/var/tmp", "/dev/shm"]): string {
  for (const temp of folders) {
    try {
      const real = realpathSync(temp);
      if (Buffer.byteLength(real) > LONGEST_SOCKET_FOLDER - "/bartree-XXXXXX".length) continue;
      if (user.isOther && closedFolder(real, user) !== undefined) continue;
      return makeDraft(join(real, "bartree"), user);
    } catch {} // the next one may do
  }
  return refuse("embedded-folder", folders.join(", "), "no temporary folder will do for the server's socket");
}

/** Only one of ours, and only if it holds nothing any more. */
export function removeSocketFolder(path: string): void {
  if (!/\/bartree-[A-Za-z0-9]{6}$/.test(path)) return;
  rmSync(path, { recursive: true, force: true });
}
