/**
 * One embedded server for a whole run of the tests: the first test that needs it starts it, the others find it, and here
 * it is stopped at the end.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../src/store/embedded/embedded.js";

declare module "vitest" {
  export interface ProvidedContext {
    storeHome: string;
    storeSystemFolder: string;
  }
}

export function setup(project: TestProject): () => Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "bartree-test-home-"));
  const systemFolder = mkdtempSync("/var/tmp/bartree-test-system-"); // only used by root, if its temporary folder is closed
  chmodSync(systemFolder, 0o711);
  project.provide("storeHome", home);
  project.provide("storeSystemFolder", systemFolder);
  return async () => {
    const wasStarted = existsSync(join(home, "postgres/data")) || readdirSync(systemFolder).length > 0;
    if (wasStarted) await (await openEmbedded({ home, systemFolder })).close();
    for (const folder of [home, systemFolder]) rmSync(folder, { recursive: true, force: true });
  };
}
