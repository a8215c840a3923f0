import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../bench/speed.mjs", import.meta.url));

it("bench:speed --json keeps its keys and gives a time for each", () => {
  const output = execFileSync(process.execPath, [script, "--json", "--pages", "4", "--rounds", "1"], { encoding: "utf8" });
  const figures = JSON.parse(output);
  expect(Object.keys(figures)).toEqual(["pages", "bytes", "msPerMB", "peakMB", "msPerCall"]);
  expect(figures.pages).toBeGreaterThanOrEqual(3); // without the data beside the project there are only the bundled pages
  expect(figures.bytes).toBeGreaterThan(1000);
  expect(figures.peakMB).toBeGreaterThan(10);
  expect(Object.keys(figures.msPerMB)).toEqual([
    "indexOf",
    "tokenizer",
    "parse5",
    "parse5Locations",
    "page",
    "locate",
    "measureS1",
    "measure",
    "extract",
    "check",
    "learn",
    "heal",
  ]);
  for (const time of Object.values(figures.msPerMB)) expect(time).toBeGreaterThan(0);
});
