/**
 * How much is read, and how much of it wrongly: `npm run bench:accuracy [-- --json FILE] [--set a,b] [--limit n] [--rotate k]
 * [--glance n] [--misses n] [--without-metadata]`. Runs the accuracy kit beside the project with our adapter; all options go
 * to the kit but the last, by which the adapter reads pages without what they tell machines.
 */
import { spawnSync } from "node:child_process";
import { adapterPath, kitCall } from "./kit.mjs";

const WITHOUT = "--without-metadata";
const options = process.argv.slice(2);
const call = kitCall(
  adapterPath("accuracy-adapter.mjs"),
  options.filter((option) => option !== WITHOUT),
);
const env = { ...process.env, ...(options.includes(WITHOUT) && { BENCH_WITHOUT_METADATA: "1" }) };
if (call === undefined) process.exitCode = 2;
else process.exitCode = spawnSync(process.execPath, call, { stdio: "inherit", env }).status ?? 1;
