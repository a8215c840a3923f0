/**
 * What strictness costs and what siblings bring: `npm run bench:curve [-- --set swde] [--rotate 1] [--limit n]`.
 *
 * The accuracy kit is run once for every number of kinds of rules that must agree and once for every number of siblings,
 * all else as given; the answer is a Markdown table of what was emitted badly and what was read.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adapterPath, kitCall } from "./kit.mjs";

const KINDS = [2, 3, 4, 5, 6];
const SIBLINGS = [0, 1, 3, 5, 10];

const { values: options } = parseArgs({
  options: {
    set: { type: "string", default: "swde" },
    rotate: { type: "string", default: "1" },
    limit: { type: "string", default: "1000000" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "bartree-curve-"));

/** The kit's counts for one point of a curve. */
function countsAt(settings) {
  const json = join(folder, "counts.json");
  const handed = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const call = kitCall(adapterPath("curve-adapter.mjs"), [...handed, "--json", json, "--misses", "0"]);
  if (call === undefined) process.exit(2);
  execFileSync(process.execPath, call, { env: { ...process.env, ...settings }, stdio: ["ignore", "ignore", "inherit"] });
  return JSON.parse(readFileSync(json, "utf8"))[options.set].counts;
}

/** Bad is what was emitted and is partial, wrong, spurious or falsely empty, as in the kit; disputed cells count for nothing. */
function rowOf(name, counts) {
  const n = (key) => counts[key] ?? 0;
  const bad = n("partial") + n("wrong") + n("spurious") + n("falselyEmpty") - n("disputed");
  const emitted = n("correct") + bad;
  const percent = (part, whole) => (whole ? ((100 * part) / whole).toFixed(2) : "–");
  return `| ${[name, emitted, bad, percent(bad, emitted), percent(n("correct"), n("cells")), n("withheld")].join(" | ")} |`;
}

function printCurve(head, rows) {
  console.log(`| ${head} | emitted | bad | bad % | recall % | withheld |\n|---|---|---|---|---|---|`);
  for (const [name, settings] of rows) console.log(rowOf(name, countsAt(settings)));
  console.log();
}

try {
  printCurve(
    "kinds of rules that agree",
    KINDS.map((kinds) => [`≥ ${kinds}`, { BARTREE_CURVE_KINDS: String(kinds) }]),
  );
  printCurve(
    "siblings",
    SIBLINGS.map((count) => [String(count), { BARTREE_CURVE_SIBLINGS: String(count) }]),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
