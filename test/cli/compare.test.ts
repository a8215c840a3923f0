import { describe, expect, it } from "vitest";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
const old = folder.write("old.html", "<body><p>Papers</p><div><p>On Bars</p></div>");
const banner = folder.write("banner.html", "<body><div>Sale</div><p>Papers</p><div><p>On Bars</p></div>");
const other = folder.write("other.html", "<body><p>Papers</p>");

describe("bartree compare", () => {
  it.each([
    { name: "a page with itself", now: old, expected: { S1: true, S2: true, S3: true, S4: true, case: "1", at: null } },
    {
      name: "a banner above",
      now: banner,
      expected: { S1: false, S2: false, S3: false, S4: false, case: "3-upper", at: { d: 3, side: "upper" } },
    },
  ])("$name", async ({ now, expected }) => {
    const { exitCode, stdout } = await run(["compare", old, now, "--region", "On Bars", "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  it("tells people the case and the place in words", async () => {
    const { stdout } = await run(["compare", old, banner, "--region", "On Bars"]);
    expect(stdout).toContain("change case       3-upper: only Σ of the upper part differs\n");
    expect(stdout).toContain("first difference  depth 3, the upper part\n");
  });

  it.each([
    { name: "old", args: [other, old] },
    { name: "new", args: [old, other] },
  ])("says when the text is not on the $name page", async ({ name, args }) => {
    const { exitCode, stdout } = await run(["compare", ...args, "--region", "On Bars", "--json"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ in: name, kind: "not-found", places: [], error: { code: "text-not-found" } });
  });
});
