import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { say } from "../run.js";

const root = resolve(import.meta.dirname, "../..");

it("npm run demo -- --json tells the story as it is told, with the pictures", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "bartree-demo-pictures-"));
  try {
    const script = [join(root, "scripts/demo.mjs"), folder, "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: root, maxBuffer: 10_000_000 });
    const steps = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const end = steps.pop();
    expect(steps.filter(({ isAsTold }) => !isAsTold)).toEqual([]);
    expect(end).toMatchObject({ isAsTold: true, steps: steps.length });
    expect(steps.at(-1)).toMatchObject({
      step: "verify",
      records: 54,
      wrong: [],
      unproved: [],
      verified: { false: 0, unchecked: 0 },
    });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["institute-before", "library-after", "court-decision"]));
    say(`demo: ${steps.length} steps as told in ${end.seconds} s`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("a reader that goes away early leaves no server and no folder behind", { timeout: 180_000 }, async () => {
  const temporary = mkdtempSync(join(tmpdir(), "bartree-early-"));
  chmodSync(temporary, 0o755);
  try {
    const call = `"${process.execPath}" "${join(root, "scripts/demo.mjs")}" "${join(temporary, "pictures")}" | head -1`;
    execFileSync("bash", ["-c", call], { cwd: root, env: { ...process.env, TMPDIR: temporary } });
    expect(readdirSync(temporary).filter((name) => name.startsWith("bartree-demo-"))).toEqual([]);
    const left = (): string[] => commandLines().filter((line) => line.includes(temporary));
    await expect.poll(left, { timeout: 30_000 }).toEqual([]); // what watches over the server looks every few seconds
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});

/** Of all processes, where the system tells them. */
function commandLines(): string[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      return [readFileSync(`/proc/${id}/cmdline`, "utf8")];
    } catch {
      return []; // it has ended since
    }
  });
}
