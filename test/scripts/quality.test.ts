/** `npm run quality -- --site`: plain node runs the command from the sources. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const script = resolve(import.meta.dirname, "../../scripts/quality.mjs");
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });

it("shows every cell of a site, and why nothing is given", () => {
  const { status, stdout } = run("--site", "no-siblings");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^no-siblings: Only the labelled page/);
  expect(stdout.match(/^(right|withheld|wrong) +d-\d\.html (name|breed|age) /gm)).toHaveLength(12);
});

it("says that there is no such site", () => {
  expect(run("--site", "nowhere")).toMatchObject({ status: 2, stderr: "There is no site nowhere in test/quality/sites.\n" });
});
