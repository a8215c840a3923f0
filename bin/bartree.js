#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const buildScript = new URL("../scripts/build.mjs", import.meta.url);
if (existsSync(buildScript)) {
  // A checkout. The published package holds dist/ and no scripts. What the build loads is not kept for as long as we run.
  const { isFresh } = await import(buildScript.href);
  if (!isFresh()) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(buildScript)], { stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(1);
  }
}
const { start } = await import("../dist/cli/start.js");
process.exitCode = await start(process.argv.slice(2));
