/**
 * Loaded by `--import` into a process under test: makes its loop stand when told so by a file that bears its number, or all
 * threads that work on pages.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { isMainThread, workerData } from "node:worker_threads";

const file = `${process.env.BARTREE_TEST_STAND}.${process.pid}${isMainThread ? "" : ".threads"}`;
const isWatchdog = workerData?.beats !== undefined;

if (!isWatchdog) setInterval(standIfTold, 50).unref();

/** For as many seconds as the file says; with none it crashes. */
function standIfTold() {
  if (!existsSync(file)) return;
  const seconds = Number(readFileSync(file, "utf8"));
  if (isMainThread) rmSync(file);
  if (seconds === 0) throw new Error("a defect that nobody caught");
  const until = performance.now() + 1000 * seconds;
  standStill(until);
}

function standStill(until) {
  while (performance.now() < until);
}
