/**
 * The papers' experiment: `npm run experiment [-- --quick] [--json] [--seed N] [--out DIR] [--workers N]`.
 *
 * Results go to experiment-output as JSON lines; a run that was killed goes on from there. The full run writes its report
 * and figures to docs/experiment, the quick one to experiment-output. It exits with 1 if an invariant does not hold.
 */
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BuildError, buildIfStale } from "../scripts/build.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const SEED = 2009; // the year of the first paper
const HELP = `Usage: npm run experiment [-- --quick] [--json] [--seed N] [--out DIR] [--workers N]
  --quick      a small run of every part, in less than a minute
  --json       end with one object of figures on standard output
  --seed N     another corpus and other changes (${SEED})
  --out DIR    where results, report and figures go
  --workers N  threads (as many as cores)
  --show NAME  only write the pages of an example that the report names
Example: npm run experiment -- --quick --json`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    seed: { type: "string", default: String(SEED) },
    out: { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
    show: { type: "string" },
  },
});
if (options.help) console.log(HELP);
else process.exitCode = await run();

async function run() {
  try {
    await buildIfStale();
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(`experiment: ${error.message}`);
    return 1;
  }
  const scale = options.quick ? "quick" : "full";
  const run = { seed: Number(options.seed), scale };
  const output = resolve(options.out ?? join(ROOT, "experiment-output", scale));
  if (options.show === undefined) return measureAndReport(run, output);
  const { show } = await import("./run/show.mjs");
  console.log(show(options.show, run, join(output, "show")));
  return 0;
}

async function measureAndReport(run, output) {
  const { measureAll } = await import("./run/measure-all.mjs"); // only now is there something to measure
  const { writeReport } = await import("./report/write-report.mjs");
  const { figures, broken, seconds } = await measureAll(run, {
    path: join(output, "results.jsonl"),
    workers: Number(options.workers),
  });
  const folder = options.quick || options.out ? output : join(ROOT, "docs", "experiment");
  const summary = await writeReport(figures, { folder, run, broken, seconds, hasPictures: !options.quick });
  for (const sentence of broken) console.error(`experiment: ${sentence}`);
  if (options.json) console.log(JSON.stringify(summary));
  else console.log(`The report is ${join(folder, "report.md")}; ${broken.length} invariants are broken.`);
  return broken.length > 0 ? 1 : 0;
}
