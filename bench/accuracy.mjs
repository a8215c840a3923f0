/**
 * How much is read, and how much of it wrongly: `npm run bench:accuracy [-- --json FILE] [--set a,b] [--limit n] [--rotate k]
 * [--glance n] [--misses n] [--hidden-lists] [--without-metadata]`. Runs the accuracy kit beside the project with our adapter;
 * all options go to the kit but the last two: every list put into a hidden container, pages without what they tell machines.
 */
import { spawnSync } from "node:child_process";
import { adapterPath, kitCall } from "./kit.mjs";

const HIDDEN_LISTS = "--hidden-lists";
const WITHOUT_METADATA = "--without-metadata";

const options = process.argv.slice(2);
const adapter = options.includes(HIDDEN_LISTS) ? "hidden-lists-adapter.mjs" : "accuracy-adapter.mjs";
const call = kitCall(
  adapterPath(adapter),
  options.filter((option) => option !== HIDDEN_LISTS && option !== WITHOUT_METADATA),
);
const env = { ...process.env, ...(options.includes(WITHOUT_METADATA) && { BENCH_WITHOUT_METADATA: "1" }) };
if (call === undefined) process.exitCode = 2;
else process.exitCode = spawnSync(process.execPath, call, { stdio: "inherit", env }).status ?? 1;
