/**
 * The whole story in the terminal: three invented institutions are added, harvested, redesigned, healed, and lose their
 * keys. The pictures go to the folder named as argument, or demo-output; --json prints the steps for machines.
 * It exits with 1 if any step is not as told.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BuildError, buildIfStale } from "./build.mjs";

try {
  await buildIfStale();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`demo: ${error.message}`);
  process.exit(1);
}
const { tellStory } = await import("./demo-story.mjs");

const args = process.argv.slice(2);
const isJson = args.includes("--json");
const folder = resolve(args.find((word) => !word.startsWith("-")) ?? "demo-output");
const home = mkdtempSync(join(tmpdir(), "bartree-demo-"));
try {
  const isAsTold = await tellStory({ home, folder, isJson, say: (line) => console.log(line) });
  process.exitCode = isAsTold ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
