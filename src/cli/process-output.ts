/** The streams of the process itself. Only `Out` is given them, and only the log is written past it. */
import { fstatSync, writeFileSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { isatty } from "node:tty";
import { jsonLine, visibleLine } from "../core/text/visible.js";
import { diskTrouble, isSystemError } from "../store/system-error.js";
import { EXIT_DONE } from "./exit-code.js";
import { Out, type Sink } from "./out.js";

/** Nobody takes our output any more, as in `bartree … | head`: the command ends, and closes what it opened. */
export class ReaderGone extends Error {}

export function processSinks(): { stdout: Sink; stderr: Sink } {
  const { stdout, stderr } = process;
  const isFile = fstatSync(stdout.fd).isFile();
  let isGone = false;
  stderr.on("error", () => {}); // a log that nobody reads is no reason to end
  const lose = (error: unknown): void => {
    const full = diskTrouble(error, "standard output");
    const isClosed = isSystemError(error) && !isFile && (error.code === "EPIPE" || error.code === "EIO"); // a pipe, a terminal
    if (!full && !isClosed) throw error;
    isGone = true;
    process.once("exit", () => {
      // whatever the command came to: nobody wants to know, or it did not get there
      process.exitCode = full ? new Out({ stdout, stderr, json: false, colours: false }).fail(full) : EXIT_DONE;
    });
  };
  stdout.on("error", lose);
  const write = (text: string): unknown => {
    if (isGone) throw new ReaderGone();
    if (!isFile) return stdout.write(text);
    try {
      return writeFileSync(stdout.fd, text); // all of it: the stream takes no notice of a disk that takes only a part
    } catch (error) {
      lose(error);
      throw new ReaderGone();
    }
  };
  return { stdout: { write, isTTY: stdout.isTTY === true }, stderr };
}

const STDERR = 2;

/**
 * One line of the log, written before this returns: for those who end a process, and have no logger for that. In the form
 * of all other lines: JSON, and on a terminal only the sentence.
 */
export function writeLogLine(facts: { readonly event: string; readonly msg: string } & Record<string, unknown>): void {
  const { msg } = facts;
  const whole = { level: "error", time: new Date().toISOString(), pid: process.pid, hostname: hostname(), ...facts };
  try {
    writeSync(STDERR, isatty(STDERR) ? `${visibleLine(msg)}\n` : jsonLine(whole));
  } catch {} // nobody reads it any more; what is said of has to happen all the same
}
