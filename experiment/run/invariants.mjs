/** What must hold in every run, quick or full. Each broken one is a sentence. */
import { SETS } from "../measure/sets.mjs";
import { groupName } from "./tally.mjs";

const LEAST_HEALED = 0.95;
const ENOUGH_TO_TELL = 200;

/** The rate itself where there are groups enough to tell it; of a quick run's few dozen, the best rate they leave possible. */
const healedRate = ({ wanted, rate, high }) => (wanted >= ENOUGH_TO_TELL ? rate : high);

export function brokenInvariants(figures) {
  const { nested, controls, missedByWrongValue, harmlessBroken, wrongWritten, originals, healing, places, cases } = figures;
  const alarms = Object.entries(controls).flatMap(([kind, row]) =>
    SETS.slice(0, 4)
      .filter((set) => row.alarms[set] > 0)
      .map((set) => `control “${kind}” raises ${row.alarms[set]} alarms in ${set}`),
  );
  return [
    ...alarms,
    ...[!nested && "the sets are not nested on every page"],
    ...[originals.wrong > 0 && `${originals.wrong} values of unchanged pages are read wrong`],
    ...[
      missedByWrongValue.verdict > 0 &&
        `the verdict misses ${missedByWrongValue.verdict} changes harmful by wrong value: ${JSON.stringify(missedByWrongValue.examples)}`,
    ],
    ...harmlessBroken.map((row) => `a harmless change is called broken: ${JSON.stringify(groupName(row))}`),
    ...wrongWritten.map(
      (row) => `wrong values are written (${row.outcome}): ${row.wrongWritten.join(" ")} in ${JSON.stringify(groupName(row))}`,
    ),
    ...[
      healing.wanted > 0 &&
        healedRate(healing) < LEAST_HEALED &&
        `only ${healing.healed} of ${healing.wanted} harmful groups are healed and verified`,
    ],
    ...[places.right < places.named && `S4 names ${places.named - places.right} of ${places.named} places wrong`],
    ...Object.entries(cases).map(([name, { pages }]) => pages === 0 && `Σ/Δ case ${name} does not occur`),
  ].filter(Boolean);
}
