import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../bench/harvest.mjs", import.meta.url));

it("bench:harvest --json reads every page, keeps its keys and gives a figure for each", { timeout: 180_000 }, () => {
  const output = execFileSync(process.execPath, [script, "--json", "--pages", "20"], { encoding: "utf8" });
  const { msPerPage, barePack, bareRead, ...figures } = JSON.parse(output);
  expect(Object.keys(figures)).toEqual([
    "bare",
    "harvest",
    "ratio",
    "second304",
    "second200",
    "loopDelayP99",
    "rssStartMB",
    "rssEndMB",
  ]);
  expect(Object.keys(msPerPage)).toEqual(["whole", "fetch", "read", "store", "processor"]);
  for (const figure of [barePack, bareRead, ...Object.values(figures), ...Object.values(msPerPage)])
    expect(figure).toBeGreaterThan(0);
});
