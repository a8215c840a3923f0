/** The quick run of the papers' experiment, killed in the middle and gone on with: every invariant holds. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { testFolder } from "../cli/folder.js";

const script = fileURLToPath(new URL("../../experiment/run.mjs", import.meta.url));
const folder = testFolder();
const args = [script, "--quick", "--json", "--out", folder.path];
const RUN_MS = 600_000; // under half a minute on two idle cores
const BEFORE_THE_KILL = 5;

const doneLines = (): string[] => {
  try {
    return readFileSync(join(folder.path, "results.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith('{"done"'));
  } catch {
    return [];
  }
};

/** Resolves when the process is dead and gone. */
async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return; // it ended by itself; what is missing then shows below
  const isOver = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGKILL");
  return isOver;
}

type Outcome = "readOn" | "otherKey" | "healed" | "unconfirmed" | "deferred" | "withheld";

interface Summary extends Record<Outcome, number> {
  readonly mutated: number;
  readonly nested: boolean;
  readonly missedByWrongValue: Record<string, number>;
  readonly missedByWithholding: Record<string, number>;
  readonly controlAlarms: Record<string, number>;
  readonly healing: { readonly harmfulAndDisplayedOnce: number; readonly healed: number };
  readonly wrongValuesWritten: number;
  readonly places: { readonly named: number; readonly right: number };
  readonly cases: Record<string, number>;
  readonly brokenInvariants: readonly string[];
}

let before: string[];
let summary: Summary;

beforeAll(async () => {
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  while (doneLines().length < BEFORE_THE_KILL && child.exitCode === null) await pause(20);
  await killed(child);
  before = doneLines();
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
  summary = JSON.parse(stdout);
}, RUN_MS);

describe("npm run experiment -- --quick --json", () => {
  it("goes on where it was killed", () => {
    expect(before.length).toBeGreaterThanOrEqual(BEFORE_THE_KILL);
    expect(doneLines().slice(0, before.length)).toEqual(before); // each line has its time: nothing was done again
    const units = doneLines().map((line) => JSON.parse(line).done);
    expect(new Set(units).size).toBe(units.length);
    expect(units.length).toBeGreaterThan(before.length);
  });

  it("breaks no invariant", () => expect(summary.brokenInvariants).toEqual([]));

  it("has nested sets, and controls raise no alarm in S1–S4", () => {
    expect(summary.nested).toBe(true);
    expect(summary.controlAlarms).toMatchObject({ S1: 0, S2: 0, S3: 0, S4: 0 });
  });

  it("misses nothing harmful by wrong value and writes no wrong value", () => {
    expect(summary.missedByWrongValue).toMatchObject({ verdict: 0 });
    expect(summary.wrongValuesWritten).toBe(0);
    expect(summary.mutated).toBeGreaterThan(2000);
  });

  it("heals what can be healed, and meets every outcome it can", () => {
    const { harmfulAndDisplayedOnce, healed } = summary.healing;
    expect(harmfulAndDisplayedOnce).toBeGreaterThan(10);
    expect(healed / harmfulAndDisplayedOnce).toBeGreaterThan(0.85); // so few groups tell no more; the full run tells 95 %
    const met: readonly Outcome[] = ["readOn", "otherKey", "healed", "deferred", "withheld"];
    for (const outcome of met) expect(summary[outcome]).toBeGreaterThan(0);
  });

  it("tells the change cases apart and names every place right", () => {
    expect(Object.keys(summary.cases).sort()).toEqual(["1", "2", "3-lower", "3-upper", "4"]);
    for (const pages of Object.values(summary.cases)) expect(pages).toBeGreaterThan(0);
    expect(summary.places.right).toBe(summary.places.named);
  });

  it("writes the report and both figures in both themes", () => {
    const read = (name: string): string => readFileSync(join(folder.path, name), "utf8");
    for (const name of ["fig6-light", "fig6-dark", "fig7-light", "fig7-dark"]) expect(read(`${name}.svg`)).toMatch(/^<svg /);
    expect(read("report.md")).toContain("Values written that differ from the truth: 0");
  });
});
