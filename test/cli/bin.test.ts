import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const bin = resolve(import.meta.dirname, "../../bin/bartree.js");

it.each([
  { name: "a page on standard input", args: ["inspect", "-", "--region", "b", "--json"], stdin: "<p>a<p>b", exitCode: 0 },
  { name: "a missing file", args: ["inspect", join("no", "such.html"), "--region", "b", "--json"], stdin: "", exitCode: 2 },
])("from a checkout, by plain node: $name exits with $exitCode", async ({ args, stdin, exitCode }) => {
  const ran = await runBin(args, stdin);
  expect(ran.exitCode).toBe(exitCode);
  expect(Object.keys(JSON.parse(ran.stdout))).toContain(exitCode === 0 ? "d_max" : "error");
});

it("no colours into a pipe", async () => {
  expect((await runBin(["inspect", "-", "--region", "b"], "<p>a<p>b")).stdout).not.toContain("\u001b");
});

it("a reader that has seen enough is no error", async () => {
  const child = spawn(process.execPath, [bin, "inspect", "-", "--region", "x", "--json"], { timeout: 50_000 });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (text) => (stderr += text));
  child.stdin.end("<p>x</p>".repeat(20_000));
  expect(await new Promise((done) => child.on("close", done))).toBe(0);
  expect(stderr).toBe("");
});

it("a reader that has seen enough leaves no server behind", { timeout: 120_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), "bartree-early-"));
  chmodSync(home, 0o755);
  try {
    const env = { ...process.env, BARTREE_HOME: join(home, "own"), DATABASE_URL: "" };
    const child = spawn(process.execPath, [bin, "source", "list"], { env });
    child.stdout.destroy();
    expect(await new Promise((done) => child.on("close", done))).toBe(0);
    expect(existsSync(join(home, "own/postgres/data/PG_VERSION"))).toBe(true);
    expect(existsSync(join(home, "own/postgres/data/postmaster.pid"))).toBe(false);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

function runBin(args: readonly string[], stdin: string): Promise<{ exitCode: number | null; stdout: string }> {
  const child = spawn(process.execPath, [bin, ...args], { timeout: 50_000 });
  let stdout = "";
  child.stdout.on("data", (text) => (stdout += text));
  child.stdin.end(stdin);
  return new Promise((done) => child.on("close", (exitCode) => done({ exitCode, stdout })));
}
