/** The one object a machine reads: `npm run experiment -- --json`. */
import { SETS } from "../measure/sets.mjs";
import { OUTCOMES } from "./tally.mjs";

export function summaryOf(figures, { broken, ...run }) {
  const {
    originals,
    mutated,
    groups,
    nested,
    missedByWrongValue,
    missedByWithholding,
    outcomes,
    healing,
    semantic,
    wrongWritten,
    places,
    cases,
  } = figures;
  const total = (name) => ["structure", "control", "removal"].reduce((sum, family) => sum + outcomes[family][name], 0);
  return {
    ...run,
    pages: originals.pages,
    mutated,
    groups,
    nested,
    missedByWrongValue: missesOf(missedByWrongValue),
    missedByWithholding: missesOf(missedByWithholding),
    controlAlarms: alarmsOf(figures.controls),
    ...Object.fromEntries(
      OUTCOMES.map((name) => [name === "read on" ? "readOn" : name === "other key" ? "otherKey" : name, total(name)]),
    ),
    healing: { harmfulAndDisplayedOnce: healing.wanted, healed: healing.healed, whole: healing.whole },
    wrongValuesWritten: wrongWritten.reduce((sum, row) => sum + row.wrongWritten.length, 0),
    semantic,
    places,
    cases: Object.fromEntries(Object.entries(cases).map(([name, { pages }]) => [name, pages])),
    brokenInvariants: broken,
  };
}

const missesOf = (missed) => ({ harmful: missed.groups, ...pick(missed, [...SETS, "verdict"]) });
const pick = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]]));

function alarmsOf(controls) {
  const rows = Object.values(controls);
  return Object.fromEntries([...SETS, "verdict"].map((set) => [set, rows.reduce((sum, { alarms }) => sum + alarms[set], 0)]));
}
