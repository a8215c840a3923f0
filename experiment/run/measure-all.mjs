/** All units that are still to be done, then the figures. */
import { brokenInvariants } from "./invariants.mjs";
import { runUnits } from "./pool.mjs";
import { progressBar } from "./progress.mjs";
import { openResults } from "./results.mjs";
import { tally } from "./tally.mjs";
import { SCALES, unitsOf } from "./units.mjs";

export async function measureAll(run, { path, workers }) {
  const { together, alone } = unitsOf(run.seed, SCALES[run.scale]);
  const results = openResults(path, run);
  const isLeft = ({ id }) => !results.has(id);
  const units = [...together, ...alone];
  const progress = progressBar(units.length, units.filter(({ id }) => results.has(id)).length);
  const onDone = (unit) => {
    results.add(unit);
    progress.step();
  };
  await runUnits(together.filter(isLeft), { workers, onDone });
  await runUnits(alone.filter(isLeft), { workers: 1, onDone }); // times are taken with nothing of ours beside
  const figures = tally(results.rowsOf(units.map(({ id }) => id)));
  return { figures, broken: brokenInvariants(figures), seconds: results.seconds() };
}
