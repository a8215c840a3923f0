/** docs/method.md is what code and tests cite, and its examples are what the program prints. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fencedBlocks } from "./fenced-blocks.js";

const root = resolve(import.meta.dirname, "..");
const method = readFileSync(join(root, "docs/method.md"), "utf8");

describe("sections", () => {
  const sections = [...method.matchAll(/^## (\d+) /gm)].map(([, number]) => Number(number));
  const texts = ["src", "test", "bench", "experiment", "docs"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css|md)$/.test(entry.name))
      .map((entry) => ({
        file: join(entry.parentPath, entry.name),
        text: readFileSync(join(entry.parentPath, entry.name), "utf8"),
      })),
  );

  it("are numbered 0 to 9", () => {
    expect(sections).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("are there wherever one is cited", () => {
    const cited = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/[Mm]ethod (§\d+(?:(?:, | and |–)§?\d+)*)/g)].flatMap(([, list = ""]) =>
        [...list.matchAll(/\d+/g)].map(([number]) => ({ file, section: Number(number) })),
      ),
    );
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([]);
  });

  it("are cited by their name, not as those of a paper that is not here", () => {
    expect(texts.filter(({ text }) => /[Ss]pec §/.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe("examples", () => {
  const blocks = fencedBlocks(method);
  const folder = mkdtempSync(join(tmpdir(), "bartree-method-"));

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, "bin/bartree.js"), "--help"], { stdio: "ignore" }); // builds what is not built
    const program = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "bin/bartree.js")}" "$@"\n`;
    writeFileSync(join(folder, "bartree"), program, { mode: 0o755 });
    for (const { words, text } of blocks) if (words[0] !== "console" && words[1]) writeFileSync(join(folder, words[1]), text);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const sessions = blocks.filter(({ words }) => words[0] === "console");
  const isLast = ({ words }: (typeof sessions)[number]): boolean => words.includes("last");
  const inOrder = [...sessions.filter((each) => !isLast(each)), ...sessions.filter(isLast)];
  const commands = inOrder.flatMap(({ heading, text }) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map((each) => ({
        heading,
        command: each.slice(0, each.indexOf("\n")),
        printed: each.slice(each.indexOf("\n") + 1).trimEnd(),
      })),
  );

  it.each(commands)("$heading: $command", ({ command, printed }) => {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const said = execFileSync("sh", ["-c", `{ ${command}; } 2>&1 || true`], { cwd: folder, env, encoding: "utf8" });
    expect(said.trimEnd()).toBe(printed);
  });
});
