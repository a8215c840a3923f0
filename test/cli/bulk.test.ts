import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linesOf } from "../../src/cli/source-bulk.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { seed } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
const SECRET = "token-8c1f";
let site: ReportSite;
let from: TestDatabase;
let into: TestDatabase;

beforeAll(async () => {
  site = await startReportSite();
  [from, into] = [await testDatabase(), await testDatabase()];
});
afterAll(async () => {
  await from.drop();
  await into.drop();
  await site.close();
});

const bartree = (database: TestDatabase, ...args: string[]) =>
  run(args, "", false, {
    DATABASE_URL: database.url,
    BARTREE_HOME: join(folder.path, "home"),
    BARTREE_LOOPBACK_ORIGINS: site.origin,
  });
const linesFrom = async (database: TestDatabase, ...args: string[]) => {
  const { stdout, exitCode } = await bartree(database, ...args, "--json");
  return {
    exitCode,
    lines: stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
};
const names = async ({ pool }: TestDatabase): Promise<string[]> =>
  (await pool.query("select name from source order by name")).rows.map(({ name }) => name);

const file = join(folder.path, "sources.jsonl");

describe("sources in bulk", () => {
  it("are learnt from lines a person writes; a bad line keeps no other from being added", async () => {
    const line = (name: string, changes: object = {}) => JSON.stringify({ name, settings: { ...site.settings(), ...changes } });
    const written = folder.write(
      "own.jsonl",
      [
        line("first"),
        "not JSON",
        line("second", { headers: { Authorization: SECRET } }),
        "",
        line("second"),
        line("no labels", { key: null }),
        line("bad setting", { depht: 3 }),
        '{"name": "\\u0000", "settings": {}}',
        JSON.stringify({ version: 9, name: "newer", settings: {} }),
        line("nul", { volatile: ["a\u0000b"] }),
      ].join("\n"),
    );
    const dry = await linesFrom(from, "source", "import", written, "--dry-run");
    expect([dry.exitCode, await names(from), site.requests.length]).toEqual([2, [], 0]);
    const { exitCode, lines } = await linesFrom(from, "source", "import", written);
    expect(exitCode).toBe(2);
    expect(lines.map(({ line: number, result, error }) => [number, result, error?.code])).toEqual([
      [1, "added", undefined],
      [2, "refused", "source-invalid"],
      [3, "added", undefined],
      [5, "refused", "source-exists"],
      [6, "refused", "source-invalid"],
      [7, "refused", "source-invalid"],
      [8, "refused", "source-invalid"],
      [9, "refused", "source-invalid"],
      [10, "refused", "source-invalid"],
    ]);
    expect(await names(from)).toEqual(["first", "second"]);
  });

  it("go out with their templates and without secrets, unless these are asked for", async () => {
    expect((await bartree(from, "source", "export", file)).stdout).toMatch(
      /holds 2 sources\.\nHeaders or cookies of 1 of them were left out/,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [, second] = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(second).toMatchObject({
      name: "second",
      leftOut: ["Authorization"],
      templates: [{ role: "links" }, { role: "record" }],
    });
    expect(readFileSync(file, "utf8")).not.toContain(SECRET);
    const open = join(folder.path, "open.jsonl");
    await bartree(from, "source", "export", open, "--with-secrets");
    expect(readFileSync(open, "utf8")).toContain(SECRET);
  });

  it("come in without a visit; twice brings nothing new; without its secrets a source waits", async () => {
    const before = site.requests.length;
    expect((await linesFrom(into, "source", "import", file)).lines.map(({ result }) => result)).toEqual(["added", "added"]);
    expect(site.requests.length).toBe(before);
    const again = await linesFrom(into, "source", "import", file);
    expect([again.exitCode, again.lines.map(({ result }) => result)]).toEqual([0, ["same", "same"]]);
    expect((await into.pool.query("select name, state from source order by name")).rows).toEqual([
      { name: "first", state: "active" },
      { name: "second", state: "paused" },
    ]);
    expect(await linesFrom(into, "harvest", "first")).toMatchObject({
      exitCode: 0,
      lines: [{ ending: "done", harvest: { read: 8 } }],
    });
    const out = join(folder.path, "again.jsonl");
    await bartree(into, "source", "export", out);
    expect(readFileSync(out, "utf8").split("\n")[0]).toBe(readFileSync(file, "utf8").split("\n")[0]);
    const given = await linesFrom(into, "source", "secrets", "second", "--header", `Authorization=${SECRET}`);
    expect(given.lines).toMatchObject([{ headers: ["Authorization"], isResumed: true }]);
    const resumed = await into.pool.query("select state, state_reason from source where name = 'second'");
    expect(resumed.rows).toEqual([{ state: "active", state_reason: null }]);
    await into.pool.query("update source set state = 'paused', state_reason = 'by hand' where name = 'second'");
    await linesFrom(into, "source", "secrets", "second", "--header", `Authorization=${SECRET}`);
    expect((await into.pool.query("select state from source where name = 'second'")).rows).toEqual([{ state: "paused" }]);
  });

  it("of another content under a known name are refused", async () => {
    const [first = ""] = readFileSync(file, "utf8").split("\n");
    const other = folder.write(
      "other.jsonl",
      JSON.stringify({ ...JSON.parse(first), settings: { ...JSON.parse(first).settings, delayMs: 5 } }),
    );
    expect((await linesFrom(into, "source", "import", other)).lines).toMatchObject([
      { result: "refused", error: { code: "source-exists" } },
    ]);
  });

  it("hostile lines are refused one by one, whatever they hold", async () => {
    const [good = ""] = readFileSync(file, "utf8").split("\n");
    const cut = fc.record({
      at: fc.nat(good.length),
      put: fc.oneof(fc.string(), fc.constantFrom('"', "{", "}", "null", "\\u0000", "\\ud800", "1e999", "[]")),
    });
    const broken = fc
      .array(cut, { minLength: 1, maxLength: 3 })
      .map((cuts) => cuts.reduce((text, { at, put }) => text.slice(0, at) + put + text.slice(at + 1), good));
    const deep = fc.nat(5000).map((n) => "[".repeat(n));
    const anything = fc.oneof(broken, deep, fc.json(), fc.string()).map((text) => text.replaceAll("\n", " "));
    const lines = fc.sample(anything, { numRuns: 400, seed });
    const hostile = folder.write("hostile.jsonl", lines.join("\n"));
    const { exitCode, lines: told } = await linesFrom(into, "source", "import", hostile, "--dry-run");
    const expected = lines.filter((line) => line.trim() !== "").length;
    console.log(`seed ${seed}: ${expected} hostile lines, ${told.filter(({ result }) => result === "refused").length} refused`);
    expect([exitCode, told.length]).toEqual([2, expected]);
    expect(told.every(({ result, error }) => result !== "refused" || typeof error.hint === "string")).toBe(true);
  });

  it("are read line by line; one that is too long is passed over", async () => {
    const long = folder.write("long.jsonl", `a\n${"x".repeat(21_000_000)}\nb\n\nc`);
    const read: (readonly [number, string | undefined])[] = [];
    for await (const { number, text } of linesOf(long)) read.push([number, text]);
    expect(read).toEqual([
      [1, "a"],
      [2, undefined],
      [3, "b"],
      [4, ""],
      [5, "c"],
    ]);
    expect((await linesFrom(into, "source", "import", join(folder.path, "none"))).lines[0].error.code).toBe("file-not-found");
  });
});
