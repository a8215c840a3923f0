/** For a process that stays: a watchdog for its loop, and an end that comes for certain once it is asked to stop. */
import type { Settings } from "../api/settings.js";
import type { Interruption } from "./interruption.js";
import { writeLogLine } from "./process-output.js";
import { startWatchdog } from "./watchdog.js";

const STOP_MS = 8000; // what follows, systemd or Docker, has little more patience

export function guardProcess(settings: Settings, interruption: Interruption): void {
  const isSilent = settings.BARTREE_LOG_LEVEL === "silent";
  startWatchdog({ seconds: settings.BARTREE_WATCHDOG_SECONDS, isSilent });
  interruption.watch().addEventListener("abort", () => setTimeout(() => endNow(interruption, isSilent), STOP_MS).unref());
}

/** Whatever is written is written in a transaction, so that what is left undone is done by the next one. */
function endNow(interruption: Interruption, isSilent: boolean): void {
  const msg = `Stopping has not come to its end in ${STOP_MS / 1000} seconds; ended as it is. Nothing that was stored is lost.`;
  if (!isSilent) writeLogLine({ event: "cut-short", msg });
  process.exit(interruption.exitCode());
}
