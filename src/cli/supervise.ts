/**
 * The parent of `bartree serve` and `bartree worker`: starts them again when they died unasked, at most so many times in
 * ten minutes.
 *
 * It loads nothing but this and waits, so that nothing happens to it that may happen to its child. They share standard
 * streams and the process group; signals are passed on, and the child ends when their channel closes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ENDING, exitCodeOfSignal, SAME_SIGNAL_MS } from "./interruption.js";
import { writeLogLine } from "./process-output.js";

const CHILD = fileURLToPath(new URL("../../dist/cli/supervised.js", import.meta.url));
const PASSED_ON = ["SIGUSR1", "SIGUSR2"] as const; // the first one calls Node's debugger
const WINDOW_MS = 10 * 60_000;
const STOP_MS = 9500; // a little more than the child gives itself

/** Of Node itself: an uncaught exception, one in its handler, a loop that ran empty. Our own exit codes are others. */
const CRASHES = [1, 7, 13];

export interface SuperviseWish {
  readonly restarts: number;
  readonly isSilent: boolean;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Gives the exit code: that of the child, or 128 and the number of the signal. */
export async function supervise(args: readonly string[], { restarts, isSilent }: SuperviseWish): Promise<number> {
  const say = (event: string, msg: string): void => {
    if (!isSilent) writeLogLine({ event, msg });
  };
  let child: ChildProcess | undefined;
  let asked: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
  let told: unknown = null; // by the child, for the one after it

  function ask(signal: NodeJS.Signals): void {
    if (!asked) {
      asked = { signal, at: performance.now() };
      child?.kill(signal);
      setTimeout(() => {
        say("cut-short", `It has not stopped in ${STOP_MS / 1000} seconds; it is ended.`);
        child?.kill("SIGKILL");
      }, STOP_MS).unref();
    } else if (performance.now() - asked.at > SAME_SIGNAL_MS) child?.kill("SIGKILL");
  }
  for (const signal of ENDING) process.on(signal, ask);
  for (const signal of PASSED_ON) process.on(signal, () => child?.kill(signal));

  function ended(): Promise<Ended> {
    child = spawn(process.execPath, [...process.execArgv, CHILD, ...args], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
    child.on("message", (message) => {
      told = message;
    });
    child.send({ told }, () => {}); // a child that is gone already is told of by its end
    return once(child, "exit").then(([code, signal]) => ({ code, signal }));
  }

  const times: number[] = []; // of the restarts
  for (;;) {
    const end = await ended();
    if (asked) return end.code ?? exitCodeOfSignal(asked.signal);
    const exitCode = end.code ?? exitCodeOfSignal(end.signal ?? "SIGKILL");
    if (!isCrash(end)) return exitCode;
    const now = performance.now();
    while (times[0] !== undefined && now - times[0] > WINDOW_MS) times.shift();
    const how = end.signal === null ? `crashed (exit code ${end.code})` : `was ended by ${end.signal}`;
    if (times.length >= restarts) {
      say("given-up", `The process ${how}, and was started again ${restarts} times in ten minutes; it is not started once more.`);
      return exitCode;
    }
    times.push(now);
    say(
      "started-again",
      `The process ${how}; it is started again (${times.length} of at most ${restarts} times in ten minutes).`,
    );
  }
}

/** Whoever ends the child itself by a signal that asks for it means it. */
function isCrash({ code, signal }: Ended): boolean {
  return signal === null ? CRASHES.includes(code ?? 0) : !ENDING.some((asking) => asking === signal);
}
