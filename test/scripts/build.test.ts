import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { testFolder } from "../cli/folder.js";

const root = resolve(import.meta.dirname, "../..");
const folder = testFolder();
const checkout = join(folder.path, "checkout");
const built = join(checkout, "dist", ".built");

/** A small project under the real build script: one source per folder is enough to see when it builds. */
beforeAll(() => {
  for (const name of ["scripts/build.mjs", "tsconfig.json", "tsconfig.base.json", "package.json", "package-lock.json"]) {
    cpSync(join(root, name), join(checkout, name));
  }
  for (const name of ["src/core", "src/api", "src", "src/web"])
    cpSync(join(root, name, "tsconfig.json"), join(checkout, name, "tsconfig.json"));
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  for (const name of ["core", "api", "cli"]) source(`${name}/one.ts`, "export const one = 1;\n");
  source("demo/pages/page.html", "<p>one");
  cpSync(join(root, "src/web/vite.config.mjs"), join(checkout, "src/web/vite.config.mjs"));
  source("web/index.html", '<!doctype html><script type="module" src="./main.tsx"></script>');
  source("web/main.tsx", 'import { one } from "../core/one.js";\ndocument.title = String(one);\n');
});

describe("build on demand", () => {
  it("builds once, copies pages, and leaves a fresh build alone", async () => {
    expect(await build()).toMatchObject({ exitCode: 0, said: "" });
    expect(readFileSync(join(checkout, "dist/core/one.js"), "utf8")).toContain("one = 1");
    expect(readFileSync(join(checkout, "dist/demo/pages/page.html"), "utf8")).toBe("<p>one");
    const before = statSync(built).mtimeMs;
    await build();
    expect(statSync(built).mtimeMs).toBe(before);
  });

  it("bundles the web page, and again only when something it is made of differs", async () => {
    expect(webScripts()).toContain("document.title");
    const before = statSync(join(checkout, "dist/web/index.html")).mtimeMs;
    source("cli/two.ts", "export const two = 2;\n");
    await build();
    expect(statSync(join(checkout, "dist/web/index.html")).mtimeMs).toBe(before);
    source("web/main.tsx", 'document.title = "another";\n');
    await build();
    expect(webScripts()).toContain("another");
  });

  it("builds again when a source is newer, older or gone", async () => {
    source("core/two.ts", "export const two = 2;\n");
    await build();
    expect(existsSync(join(checkout, "dist/core/two.js"))).toBe(true);
    source("core/one.ts", "export const one = 11;\n");
    utimesSync(join(checkout, "src/core/one.ts"), 1, 1);
    rmSync(join(checkout, "src/core/two.ts"));
    await build();
    expect(readFileSync(join(checkout, "dist/core/one.js"), "utf8")).toContain("one = 11");
    expect(existsSync(join(checkout, "dist/core/two.js"))).toBe(false);
  });

  it("six processes at once build without harm, past a dead one's lock", async () => {
    for (const round of [1, 2, 3]) {
      source("core/one.ts", `export const one = 111${round};\n`);
      writeFileSync(join(checkout, "dist/.lock"), `999999999-${round}`);
      const builds = await Promise.all(Array.from({ length: 6 }, build));
      expect(builds).toEqual(Array(6).fill({ exitCode: 0, said: "" }));
      expect(readFileSync(join(checkout, "dist/core/one.js"), "utf8")).toContain(`one = 111${round}`);
      expect(readdirSync(join(checkout, "dist")).filter((name) => name.startsWith(".lock"))).toEqual([]);
    }
  });

  it("a source that does not compile is told, keeps the old output, and is tried again", async () => {
    source("core/one.ts", 'export const one: number = "word";\n');
    const { exitCode, said } = await build();
    expect(exitCode).toBe(1);
    expect(said).toContain("build: The sources do not compile");
    expect(readFileSync(join(checkout, "dist/core/one.js"), "utf8")).toContain("one = 111");
    expect((await build()).exitCode).toBe(1);
  });

  it.each([
    { name: "Node", text: "export const id = process.pid;\n" },
    { name: "a page's DOM", text: "export const title = document.title;\n" },
  ])("core cannot even name $name", async ({ text }) => {
    source("core/one.ts", text);
    expect((await build()).said).toContain("error TS");
  });
});

function webScripts(): string {
  const assets = join(checkout, "dist/web/assets");
  return readdirSync(assets)
    .map((name) => readFileSync(join(assets, name), "utf8"))
    .join("\n");
}

function source(name: string, text: string): void {
  const path = join(checkout, "src", name);
  mkdirSync(resolve(path, ".."), { recursive: true });
  writeFileSync(path, text);
}

function build(): Promise<{ exitCode: number | null; said: string }> {
  const child = spawn(process.execPath, [join(checkout, "scripts/build.mjs")], { timeout: 50_000 });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  return new Promise((done) => child.on("close", (exitCode) => done({ exitCode, said })));
}
