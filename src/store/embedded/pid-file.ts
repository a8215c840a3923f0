/** PostgreSQL's own note of the server that uses a data folder: read, never written or deleted by us. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refuse } from "../../api/errors.js";

export interface RunningServer {
  readonly data: string; // its folder
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** What the note says, if its process lives; a server that was killed leaves its note behind. */
export function notedServer(data: string): { server: RunningServer; isAlive: boolean } | undefined {
  const lines = noteOf(data)?.split("\n");
  if (!lines) return undefined;
  const [pid, , , port, socketFolder] = lines;
  const server = { data, pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? "" };
  if (!(server.pid > 1) || !(server.port > 0) || server.socketFolder === "") return undefined; // still being written
  return { server, isAlive: isAlive(server.pid) };
}

function noteOf(data: string): string | undefined {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return refuse("embedded-foreign", data);
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return !hasEnded(pid);
}

/** It may have ended and still be listed, where nobody asks how: the first process of a container seldom does. */
function hasEnded(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return true;
  }
}
