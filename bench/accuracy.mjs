/**
 * How much is read, and how much of it wrongly: `npm run bench:accuracy [-- --json FILE] [--set a,b] [--limit n] [--rotate k]
 * [--glance n] [--misses n] [--hidden-lists]`. Runs the accuracy kit beside the project with our adapter; all options but the
 * last, which puts every list into a hidden container, go to the kit.
 */
import { spawnSync } from "node:child_process";
import { adapterPath, kitCall } from "./kit.mjs";

const HIDDEN_LISTS = "--hidden-lists";
const options = process.argv.slice(2);
const adapter = options.includes(HIDDEN_LISTS) ? "hidden-lists-adapter.mjs" : "accuracy-adapter.mjs";
const call = kitCall(
  adapterPath(adapter),
  options.filter((option) => option !== HIDDEN_LISTS),
);
if (call === undefined) process.exitCode = 2;
else process.exitCode = spawnSync(process.execPath, call, { stdio: "inherit" }).status ?? 1;
