import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { beginCarrying } from "../../src/store/embedded/carrying.js";
import { testFolder } from "../cli/folder.js";

const folder = testFolder();
const data = join(folder.path, "data");
const note = `${data}.carrying`;

it("one carries at a time, and leaves nothing behind", () => {
  const end = beginCarrying(data);
  expect([typeof end, beginCarrying(data)]).toEqual(["function", undefined]);
  end?.();
  expect(readdirSync(folder.path)).toEqual([]);
});

it("a note of a living process is kept; one of a process that has ended, or had our number, is taken over", () => {
  writeFileSync(note, String(process.ppid));
  expect([beginCarrying(data), existsSync(note)]).toEqual([undefined, true]);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  for (const gone of [pid, process.pid]) {
    writeFileSync(note, String(gone));
    const end = beginCarrying(data);
    expect(end).toBeTypeOf("function");
    end?.();
  }
  expect(readdirSync(folder.path)).toEqual([]);
});
