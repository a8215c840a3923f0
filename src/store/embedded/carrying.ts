/** Only one process at a time carries a database to another server; the note of one that was killed is no hindrance. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAlive } from "./pid-file.js";

const ours = new Set<string>();

/** Gives what ends it; undefined while another carries. */
export function beginCarrying(data: string): (() => void) | undefined {
  const note = `${data}.carrying`;
  if (ours.has(note)) return undefined;
  dropStale(note);
  if (!isMade(note)) return undefined;
  ours.add(note);
  return () => {
    ours.delete(note);
    rmSync(note, { force: true });
  };
}

/** Whole at once, so that nobody reads half a note. */
function isMade(note: string): boolean {
  const own = `${note}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, note);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Moved away first, so that of two who find it the second sees whether it took another's. */
function dropStale(note: string): void {
  const pid = pidIn(note);
  if (pid === undefined || (pid !== process.pid && isAlive(pid))) return; // ours is known; a number may be given again
  const away = `${note}-${process.pid}-stale`;
  try {
    renameSync(note, away);
    if (pidIn(away) !== pid) linkSync(away, note);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  }
  rmSync(away, { force: true });
}

function pidIn(note: string): number | undefined {
  try {
    return Number(readFileSync(note, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
