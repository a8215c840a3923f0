/** What a person's Ctrl-C becomes: the command ends its transaction, closes what it opened, and gives an exit code. */
import { constants } from "node:os";

export interface Interruption {
  watch(): AbortSignal;
  exitCode(): number | undefined;
}

/** Signals that ask a process to end. */
export const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** One and the same signal may come several times: from the terminal, from npm, from our parent. A person is slower. */
export const SAME_SIGNAL_MS = 1000;

export const exitCodeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

export function processInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  let since = 0;
  const stop = (signal: NodeJS.Signals): void => {
    if (exitCode !== undefined) {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(exitCodeOfSignal(signal)); // a second one ends us at once
      return;
    }
    exitCode = exitCodeOfSignal(signal);
    since = performance.now();
    controller.abort();
  };
  let isWatching = false;
  return {
    watch() {
      if (!isWatching) for (const signal of ENDING) process.on(signal, stop);
      isWatching = true;
      return controller.signal;
    },
    exitCode: () => exitCode,
  };
}
