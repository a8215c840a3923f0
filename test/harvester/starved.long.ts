/** On a machine that has much else to do: what waits for a processor is not taken for slow, so that no thread is ended for it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { say } from "../run.js";

it.runIf(process.platform === "linux")("calls that wait for a processor share one thread", { timeout: 600_000 }, async () => {
  const child = fork(resolve(import.meta.dirname, "starved-child.mjs"));
  const [{ calls, threads, took }] = await once(child, "message");
  say(`${calls} calls in ${threads} threads, ms: ${took.join(" ")}`);
  expect(Math.max(...took)).toBeGreaterThan(500); // else nothing was to be waited for
  expect(threads).toBeLessThanOrEqual(calls / 4);
});
