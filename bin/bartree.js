#!/usr/bin/env node
import { existsSync } from "node:fs";

const buildScript = new URL("../scripts/build.mjs", import.meta.url);
if (existsSync(buildScript)) {
  // A checkout. The published package holds dist/ and no scripts.
  const { buildIfStale } = await import(buildScript.href);
  try {
    await buildIfStale();
  } catch (error) {
    console.error(`bartree: ${error.message}`);
    process.exit(1);
  }
}
const { main } = await import("../dist/cli/main.js");
process.exitCode = await main(process.argv.slice(2));
