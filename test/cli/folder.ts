import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder of the test file's own, gone when its tests are done. */
export function testFolder(): { path: string; write(name: string, content: string | Uint8Array): string } {
  const path = mkdtempSync(join(tmpdir(), "bartree-test-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
  };
}
