/**
 * How much is read, and how much of it wrongly: `npm run bench:accuracy [-- --json FILE] [--set a,b] [--limit n] [--rotate k]
 * [--glance n] [--misses n]`. Runs the accuracy kit beside the project with our adapter; all options go to the kit.
 */
import { spawnSync } from "node:child_process";
import { adapterPath, kitCall } from "./kit.mjs";

const call = kitCall(adapterPath("accuracy-adapter.mjs"), process.argv.slice(2));
if (call === undefined) process.exitCode = 2;
else process.exitCode = spawnSync(process.execPath, call, { stdio: "inherit" }).status ?? 1;
