import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
const page = folder.write("page.html", "<body><p>Papers</p><ul><li>alpha<li>On Bars<li>gamma</ul><p>alpha</p>");

describe("bartree inspect", () => {
  it("prints the measures as one JSON object", async () => {
    const { exitCode, stdout, stderr } = await run(["inspect", page, "--region", "On Bars", "--json"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      kind: "found",
      flags: [],
      places: [[36, 43]],
      d_max: 4,
      path: ["html", "body", "ul", "li"],
      lower_path: ["html", "body", "ul", "li"],
      P: [1, 1, 3, 3],
      k: [1, 1, 2, 2],
      w: ["1/1", "511/512", "130305/131072", "22108415/67108864"],
      A: ["1/1", "511/256", "390915/131072", "22108415/16777216"],
      A_total: "222911231/67108864",
      upper: { n_ot: 4, n_ct: 2, sigma: 2 },
      lower: { n_ot: 4, n_ct: 2, sigma: 2 },
      delta: 0,
      symmetry: "fully symmetric",
      cut: false,
    });
  });

  it("prints a table for people, in bold on a terminal only", async () => {
    const { stdout } = await run(["inspect", page, "--region", "On Bars"]);
    expect(stdout).toContain("Δ            0, fully symmetric\n");
    expect(stdout).toContain("\n3  ul      3    2  0.9941  2.9824\n");
    expect(stdout).not.toContain("\u001b");
    expect((await run(["inspect", page, "--region", "On Bars"], "", true)).stdout).toContain("\u001b[1md  path");
  });

  it("reads the page from standard input and the region from a file", async () => {
    const text = folder.write("text.txt", "\ufeffOn\r\nBars\r\n");
    const { stdout } = await run(["inspect", "-", "--region", `@${text}`, "--json"], readFileSync(page, "utf8"));
    expect(JSON.parse(stdout).places).toEqual([[36, 43]]);
  });

  it("takes another ratio", async () => {
    const { stdout } = await run(["inspect", page, "--region=On Bars", "--ratio", "1/4", "--json"]);
    expect(JSON.parse(stdout).w).toEqual(["1/1", "3/4", "3/8", "1/32"]);
  });

  it("writes three pictures and nothing beside them", async () => {
    const figures = join(folder.path, "new", "figures");
    expect((await run(["inspect", page, "--region", "On Bars", "--svg", figures])).exitCode).toBe(0);
    expect(readdirSync(figures).sort()).toEqual(["bars.svg", "pattern.svg", "tree.svg"]);
    for (const name of readdirSync(figures))
      expect(readFileSync(join(figures, name), "utf8")).toMatch(/^(<\?xml[^>]*>\s*)?<svg[\s>]/);
  });

  it("lists the places of an ambiguous text, in JSON with the error beside them", async () => {
    const people = await run(["inspect", page, "--region", "alpha"]);
    expect(people.stderr).toContain("[text-ambiguous]\nhint: ");
    expect(people.stderr).toContain("\n  27–32: Papers [alpha] On Bars");
    const { exitCode, stdout, stderr } = await run(["inspect", page, "--region", "alpha", "--json"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "" });
    const places = [
      [27, 32],
      [60, 65],
    ];
    expect(JSON.parse(stdout)).toMatchObject({ kind: "ambiguous", flags: [], places, error: { code: "text-ambiguous" } });
  });

  it("says how far a text is there that is not found", async () => {
    const { exitCode, stdout } = await run(["inspect", page, "--region", "On Barges", "--json"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "not-found",
      places: [],
      prefix: "OnBar",
      error: { code: "text-not-found" },
    });
  });

  it("gives the measures of a region that is the whole page, with a note", async () => {
    const all = "Papers alpha On Bars gamma alpha";
    const { exitCode, stdout } = await run(["inspect", page, "--region", all, "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "found", note: { code: "region-is-page" } });
    expect((await run(["inspect", page, "--region", all])).stderr).toMatch(/^note: .* \[region-is-page\]\nhint: /);
  });
});

describe("bad input: one sentence, a code, a hint, exit code 2", () => {
  const empty = folder.write("empty.html", " \n");
  const picture = folder.write("picture.html", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x3c, 0x61));
  const text = folder.write("notes.txt", "no markup here");
  const large = folder.write("large.html", Buffer.alloc(51_000_000, "<p>On Bars "));
  const missing = join(folder.path, "missing.html");
  const region = ["--region", "On Bars"];
  it.each([
    { name: "a missing file", args: [missing, ...region], code: "file-not-found" },
    { name: "a folder", args: [folder.path, ...region], code: "file-unreadable" },
    { name: "an empty page", args: [empty, ...region], code: "page-empty" },
    { name: "a picture", args: [picture, ...region], code: "page-not-html" },
    { name: "plain text", args: [text, ...region], code: "page-not-html" },
    { name: "a page of 51 MB", args: [large, ...region], code: "page-too-large" },
    { name: "an address of this machine", args: ["http://127.0.0.1:9/", ...region], code: "address-refused" },
    { name: "a region file that is not there", args: [page, "--region", `@${missing}`], code: "file-not-found" },
    { name: "an empty region", args: [page, "--region", ""], code: "text-empty" },
    { name: "a region of white space", args: [page, "--region", " \t\u00a0\n"], code: "text-empty" },
    { name: "a ratio that is none", args: [page, ...region, "--ratio", "0.1"], code: "ratio-invalid" },
    { name: "a ratio over zero", args: [page, ...region, "--ratio", "1/0"], code: "ratio-invalid" },
    { name: "a ratio above 1/d_max", args: [page, ...region, "--ratio", "1/3"], code: "ratio-too-large" },
    { name: "a folder for pictures that is a file", args: [page, ...region, "--svg", text], code: "file-unwritable" },
  ])("$name: $code", async ({ args, code }) => {
    const people = await run(["inspect", ...args]);
    expect(people).toMatchObject({ exitCode: 2, stdout: "" });
    expect(people.stderr).toMatch(new RegExp(`^bartree: \\S.*[.:] \\[${code}\\]\\nhint: \\S.*\\n$`));
    const machine = await run(["inspect", ...args, "--json"]);
    expect(machine).toMatchObject({ exitCode: 2, stderr: "" });
    expect(JSON.parse(machine.stdout).error.code).toBe(code);
  });
});

it("a picture that cannot be put in its place leaves nothing beside it", async () => {
  const figures = join(folder.path, "taken");
  mkdirSync(join(figures, "bars.svg"), { recursive: true });
  const { exitCode, stderr } = await run(["inspect", page, "--region", "On Bars", "--svg", figures]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("[file-unwritable]");
  expect(readdirSync(figures).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("a tag name of any length keeps the table narrow", async () => {
  const long = folder.write("long.html", `<${"x".repeat(10_000)}>before${"<div>".repeat(20)}<p>On Bars`);
  const { stdout } = await run(["inspect", long, "--region", "On Bars"]);
  expect(stdout).toContain("xxx… ");
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThan(200);
});

it("control characters of a page never reach the terminal", async () => {
  const hostile = folder.write("hostile.html", "<p>alpha &#27;[31mred \u202e<p>alpha \u001b]0;title\u0007");
  const { stderr } = await run(["inspect", hostile, "--region", "alpha"]);
  expect(stderr).toContain("[text-ambiguous]");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
