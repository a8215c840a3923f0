import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { testFolder } from "../cli/folder.js";

const root = resolve(import.meta.dirname, "../..");
const folder = testFolder();
const home = join(folder.path, "empty");
const installed = join(home, "node_modules/bartree");
const page = folder.write("page.html", "<body><p>Papers</p><p>On Bars</p>");
let files: string[] = [];

describe("the packed package, installed into an empty folder", () => {
  beforeAll(() => {
    const [packed] = JSON.parse(runIn(root, "npm", "pack", "--json", "--pack-destination", folder.path));
    files = packed.files.map(({ path }: { path: string }) => path);
    const tarball = join(folder.path, packed.filename);
    console.log(`${packed.filename}: ${files.length} files, ${(statSync(tarball).size / 1000).toFixed(1)} kB packed`);
    mkdirSync(home);
    writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }\n');
    runIn(home, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", tarball);
  }, 240_000);

  it("holds what is used and nothing else", () => {
    expect(files).toEqual(
      expect.arrayContaining([
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "bin/bartree.js",
        "dist/core/index.d.ts",
        "dist/web/index.html",
      ]),
    );
    expect(files.filter((file) => !/^(dist|bin|docs)\/|^[A-Z]+(\.md)?$|^package\.json$/.test(file))).toEqual([]);
    expect(files.filter((file) => /(?:^|\/)test\/|\.test\.|\.map$|tsbuildinfo|\/\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  it("its documents link only to what is in it", () => {
    const lost = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => {
        const text = readFileSync(join(installed, file), "utf8");
        const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = ""]) => join(dirname(file), link));
        return links.filter((link) => !existsSync(join(installed, link))).map((link) => `${file}: ${link}`);
      });
    expect(lost).toEqual([]);
  });

  it("runs the command", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(runIn(home, "npx", "--no-install", "bartree", "--version").trim()).toBe(version);
    const inspected = runIn(home, "npx", "--no-install", "bartree", "inspect", page, "--region", "On Bars", "--json");
    expect(JSON.parse(inspected)).toMatchObject({ kind: "found", d_max: 3 });
  });

  it("serves the page and makes its database", async () => {
    expect(await served()).toMatchObject({ page: expect.stringContaining("<title>bartree</title>"), health: 200, ready: 200 });
  }, 120_000);

  it("is a library", () => {
    const program = 'import { inspect, parsePage } from "bartree"; console.log(inspect(parsePage("<p>a<p>b"), "b").d_max);';
    expect(runIn(home, process.execPath, "--input-type=module", "-e", program).trim()).toBe("3");
  });

  it("goes into a browser bundle and needs nothing but the language there", async () => {
    const program =
      'import { inspect, parsePage } from "bartree"; export const depth = inspect(parsePage("<p>a<p>b &amp; c"), "b & c").d_max;';
    writeFileSync(join(home, "browser.js"), program);
    const lib = { entry: join(home, "browser.js"), formats: ["iife" as const], name: "bundle" };
    const built = await build({ root: home, configFile: false, logLevel: "error", build: { write: false, lib } });
    const outputs = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
    const [chunk] = outputs.filter((output) => output.type === "chunk");
    expect(runInNewContext(`${chunk?.code}; bundle.depth`, {})).toBe(3);
  });

  it("gives its types to a TypeScript user", () => {
    writeFileSync(
      join(home, "use.ts"),
      'import { parsePage } from "bartree";\nexport const n: number = parsePage("").elementCount;\n',
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    runIn(home, process.execPath, tsc, "--noEmit", "--strict", "--module", "nodenext", "--types", "", "use.ts");
  });
});

function runIn(cwd: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", timeout: 200_000, stdio: ["ignore", "pipe", "pipe"] });
}

/** As a newcomer starts it, with nothing set but where its data go; all of it is ended again. */
async function served(): Promise<{ page: string; health: number; ready: number }> {
  const { DATABASE_URL: _, ...outside } = process.env;
  const env = { ...outside, BARTREE_HOME: join(folder.path, "data") };
  const child = spawn("npx", ["--no-install", "bartree", "serve", "--port", "0", "--json"], { cwd: home, env, detached: true });
  const ended = new Promise((done) => child.once("exit", done));
  try {
    const link = await new Promise<string>((done, fail) => {
      let said = "";
      child.stderr.on("data", (text) => {
        said += text;
      });
      child.stdout.on("data", (text) => {
        said += text;
        const found = /"link":\s*"([^"]+)"/.exec(said)?.[1];
        if (found) done(found);
      });
      child.once("exit", () => fail(new Error(said)));
    });
    const { origin } = new URL(link);
    const status = async (path: string) => (await fetch(`${origin}${path}`)).status;
    return { page: await (await fetch(`${origin}/`)).text(), health: await status("/healthz"), ready: await status("/readyz") };
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
}
