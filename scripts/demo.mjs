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

/** Why the story is not told to its end; then all that was started is closed first. */
class Ended extends Error {}
let exitCode;
const end = (code) => {
  exitCode ??= code;
};
process.once("SIGINT", () => end(130)).once("SIGTERM", () => end(143));
process.stdout.on("error", () => end(0)); // its reader has seen enough, as in `npm run demo | head`

const say = (line) => {
  if (exitCode !== undefined) throw new Ended();
  console.log(line);
};

try {
  const isAsTold = await tellStory({ home, folder, isJson, say });
  process.exitCode = isAsTold ? 0 : 1;
} catch (error) {
  if (!(error instanceof Ended)) throw error;
  process.exitCode = exitCode;
} finally {
  rmSync(home, { recursive: true, force: true });
}
