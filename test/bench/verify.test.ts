import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../bench/verify.mjs", import.meta.url));

it("bench:verify --json makes a store, finds nothing false in it, and then every shifted span", { timeout: 180_000 }, () => {
  const output = execFileSync(process.execPath, [script, "--json", "--records", "12"], { encoding: "utf8" });
  const figures = JSON.parse(output);
  expect(figures).toMatchObject({ records: 12, values: 36, pages: 12, found: 12 });
  expect(figures.pagesPerSecond).toBeGreaterThan(0);
});
