/**
 * Who uses the embedded server: everyone holds a named pipe open, and the system lets go of it when they end, however they
 * do. A shell reads the pipe, and stops the server once nobody has held it for some seconds.
 */
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { refuseStart } from "../system-error.js";
import { asUser, type ServerUser } from "./server-user.js";

const GRACE_SECONDS = 5; // who is started again after a crash finds the server still there

export const pipeIn = (socketFolder: string): string => join(socketFolder, "users");

export function makePipe(path: string, user: ServerUser): void {
  try {
    execFileSync("mkfifo", ["-m", "600", path], { ...asUser(user), cwd: "/", stdio: "pipe" });
  } catch (error) {
    refuseStart(error instanceof Error ? error.message : String(error), path);
  }
}

/** Gives what lets go of it. A server without a pipe, of an older bartree or being stopped, is used without one. */
export function holdPipe(path: string): () => void {
  let pipe: number | undefined;
  try {
    pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK); // both ways, so as not to wait for the reader
    writeSync(pipe, "+"); // tells the reader that somebody has come, also if they are gone when it looks
  } catch {} // as said above
  return () => {
    if (pipe !== undefined) closeSync(pipe);
    pipe = undefined;
  };
}

/**
 * For sh, with the pipe, the data folder and the server's call: becomes the server, beside a guard that is no child of it.
 * The guard opens the pipe both ways for a moment, so as not to wait for a starter that was killed; it reads until nobody
 * holds it, and has done when nobody came in the meantime. The number of a server that is gone may be another's by now.
 */
export const GUARDED = `
data=$1
shift
( (
  exec 4<>"$0" 3<"$0" 4<&-
  while sleep ${GRACE_SECONDS} && [ -n "$(cat <&3)" ]; do kill -0 $$ || break; done
  read -r pid <"$data/postmaster.pid" && [ "$pid" = $$ ] && kill -INT $$
  rm -rf "\${0%/*}"
) >/dev/null 2>&1 & )
exec "$@"`;
