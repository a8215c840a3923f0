/**
 * The results as JSON lines, and what makes a run resumable: a unit's rows are appended in one write that ends with a line
 * saying so. A run that was killed goes on with the units that have no such line; rows without one are dropped.
 * The first line names the run: seed, scale and the code that is measured. Another run's results are not mixed in.
 */
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MEASURED = ["dist/core", "experiment/changes", "experiment/corpus", "experiment/measure"];

export function openResults(path, run) {
  const name = JSON.stringify({ ...run, code: digestOfCode() });
  const units = completed(readLines(path), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, [name, ...[...units.values()].flatMap(linesOf)].map((line) => `${line}\n`).join(""));
  return {
    has: (id) => units.has(id),
    add(unit) {
      units.set(unit.done, unit);
      appendFileSync(
        path,
        linesOf(unit)
          .map((line) => `${line}\n`)
          .join(""),
      );
    },
    /** In the order of the units, whoever was faster. */
    rowsOf: (ids) => ids.flatMap((id) => units.get(id)?.rows ?? []),
    /** How long all units took, added up, those of killed runs too. */
    seconds: () => [...units.values()].reduce((sum, { ms }) => sum + ms, 0) / 1000,
  };
}

const linesOf = ({ rows, ...unit }) => [...rows, unit].map((line) => JSON.stringify(line));

function readLines(path) {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

function completed([first, ...lines], name) {
  const units = new Map();
  if (first !== name) return units;
  let rows = [];
  for (const line of lines) {
    const row = parsed(line);
    if (row?.done !== undefined) units.set(row.done, { ...row, rows });
    if (row === undefined || row.done !== undefined) rows = [];
    else rows.push(row);
  }
  return units;
}

/** Undefined for a line that was cut off when its writer was killed. */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function digestOfCode() {
  const hash = createHash("sha256");
  for (const folder of MEASURED) {
    const names = readdirSync(join(ROOT, folder), { recursive: true }).filter((name) => /\.m?js$/.test(name));
    for (const name of names.sort()) hash.update(`${folder}/${name}\n`).update(readFileSync(join(ROOT, folder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}
