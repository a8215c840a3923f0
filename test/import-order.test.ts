import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const src = resolve(import.meta.dirname, "../src");

/** What a folder may import: folders of ours, and packages (`node:` stands for all of Node's own). */
const ALLOWED: Record<string, { folders: string[]; packages: string[] | "any" }> = {
  core: { folders: [], packages: ["entities", "@csstools/css-tokenizer"] }, // both pure, and fit for a browser
  api: { folders: ["core"], packages: ["zod", "croner"] },
  fetch: { folders: ["core", "api"], packages: "any" },
  store: { folders: ["core", "api"], packages: "any" },
  harvester: { folders: ["core", "api", "fetch", "store"], packages: "any" },
  notify: { folders: ["core", "api", "fetch", "store"], packages: "any" },
  server: { folders: ["core", "api", "fetch", "store", "harvester", "notify"], packages: "any" },
  demo: { folders: ["core", "api", "fetch", "store", "harvester", "notify", "server"], packages: "any" },
  cli: { folders: ["core", "api", "fetch", "store", "harvester", "notify", "server", "demo"], packages: "any" },
  web: { folders: ["core", "api"], packages: "any" },
};

describe("folders import only what stands above them", () => {
  it.each(sourceFiles())("%s", (file) => {
    const text = readFileSync(join(src, file), "utf8");
    expect(forbiddenImports(file, text)).toEqual([]);
  });
});

describe("the check itself", () => {
  it.each([
    { file: "core/page.ts", line: 'import { z } from "../api/errors.js";', forbidden: ["api/errors.js"] },
    { file: "core/page.ts", line: 'import { readFileSync } from "node:fs";', forbidden: ["node:fs"] },
    { file: "core/page.ts", line: 'export { a } from "./b.js";', forbidden: [] },
    { file: "core/page/tags.ts", line: 'import { decode } from "entities/decode";', forbidden: [] },
    { file: "api/errors.ts", line: 'import type { Out } from "../cli/out.js";', forbidden: ["cli/out.js"] },
    { file: "cli/main.ts", line: 'const { a } = await import("../../test/a.js");', forbidden: ["../test/a.js"] },
    { file: "web/App.tsx", line: 'import "../server/start.js";', forbidden: ["server/start.js"] },
    { file: "cli/main.ts", line: 'import {\n  a,\n} from "../core/index.js";', forbidden: [] },
    { file: "lost.ts", line: 'import "zod";', forbidden: ["zod"] },
  ])("in $file: $line", ({ file, line, forbidden }) => {
    expect(forbiddenImports(file, line)).toEqual(forbidden);
  });
});

it("core reaches for no clock and no chance", () => {
  const reaching = sourceFiles()
    .filter((file) => file.startsWith("core/"))
    .filter((file) => /\bDate\b|\bperformance\.|Math\.random|\bcrypto\./.test(readFileSync(join(src, file), "utf8")));
  expect(reaching).toEqual([]);
});

function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .sort();
}

function forbiddenImports(file: string, text: string): string[] {
  const [folder = ""] = file.split("/");
  const allowed = ALLOWED[folder] ?? { folders: [], packages: [] };
  return importsOf(text).flatMap((name) => {
    if (!name.startsWith(".")) return allowed.packages === "any" || allowed.packages.includes(packageOf(name)) ? [] : [name];
    const target = relative(src, resolve(src, dirname(file), name));
    const [targetFolder = ""] = target.split("/");
    return targetFolder === folder || allowed.folders.includes(targetFolder) ? [] : [target];
  });
}

function importsOf(text: string): string[] {
  const written = /^(?:import\s*(?:[^"'();]*?\bfrom\s*)?|export\s+(?:type\s+)?[*{][^"'();]*?\bfrom\s*)["']([^"']+)["']/gm;
  const dynamic = /\bimport\(\s*["']([^"']+)["']/g;
  return [...text.matchAll(written), ...text.matchAll(dynamic)].map(([, name = ""]) => name);
}

function packageOf(name: string): string {
  return name.startsWith("@") ? name.split("/").slice(0, 2).join("/") : (name.split("/")[0] ?? name);
}
