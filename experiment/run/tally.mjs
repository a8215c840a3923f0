/** All figures of the report, counted from the rows. */
import { MODES, PLACEMENTS } from "../changes/change.mjs";
import { CATEGORIES } from "../corpus/source.mjs";
import { isNested, SETS } from "../measure/sets.mjs";
import { wilson } from "./wilson.mjs";

const CALM = ["same", "changed"];
const isCalm = ({ verdict }) => CALM.includes(verdict);
const count = (rows, isCounted) => rows.filter(isCounted).length;
const by = (names, figureOf) => Object.fromEntries(names.map((name) => [name, figureOf(name)]));
const sum = (rows, figureOf) => rows.reduce((total, row) => total + figureOf(row), 0);

/** How the key stands to a group's change. */
const isHarmfulByValue = ({ wrong }) => wrong.length > 0;
const isHarmfulByWithholding = ({ wrong, withheld }) => wrong.length === 0 && withheld.length > 0;
const isHarmful = (row) => isHarmfulByValue(row) || isHarmfulByWithholding(row);
const sees = (set) => (row) => (set === "verdict" ? !isCalm(row) : row.sets?.differs.includes(set));

export function tally(rows) {
  const of = (kind) => rows.filter(({ row }) => row === kind);
  const [originals, pages, groups, times, real] = ["original", "page", "group", "time", "real"].map(of);
  const family = (name) => groups.filter((row) => row.family === name);
  const structure = family("structure");
  const withoutSemantic = groups.filter(({ family: name }) => name === "structure" || name === "removal");
  return {
    originals: {
      pages: originals.length,
      wrong: sum(originals, ({ wrong }) => wrong),
      withheld: sum(originals, ({ withheld }) => withheld),
    },
    nested: [...pages, ...groups].every(({ sets }) => !sets || isNested(sets)),
    detection: detection(pages),
    byKind: detectionByKind(pages.filter(({ mode }) => mode === "single")),
    cases: casesOf([...pages, ...structure]),
    places: placesOf([...pages, ...structure]),
    controls: controlsOf(family("control")),
    groups: groups.length,
    mutated: pages.length + sum([...withoutSemantic, ...family("semantic")], (row) => row.touched),
    groupPages: sum(groups, (row) => row.pages),
    missedByWrongValue: missed(withoutSemantic.filter(isHarmfulByValue)),
    missedByWithholding: missed(withoutSemantic.filter(isHarmfulByWithholding)),
    harmlessBroken: groups.filter((row) => row.family !== "removal" && !isHarmful(row) && row.verdict === "broken"),
    outcomes: by(["structure", "control", "semantic", "removal"], (name) => outcomesOf(family(name))),
    healing: healingOf(structure),
    semantic: semanticOf(family("semantic")),
    wrongWritten: groups.filter((row) => row.family !== "semantic" && row.wrongWritten.length > 0),
    times: timesOf(times),
    real: realOf(real),
  };
}

/** By mode, placement and category: in how many pages with a change each set differs. */
function detection(pages) {
  const located = pages.filter(({ sets }) => sets);
  const rates = (rows) => ({ present: rows.length, ...by(SETS, (set) => rateOf(rows, sees(set))) });
  return by(MODES, (mode) =>
    by(PLACEMENTS, (placement) => {
      const of = located.filter((row) => row.mode === mode && row.placement === placement);
      const apart = pages.filter((row) => row.mode === mode && row.placement === placement && !row.sets);
      return {
        all: rates(of),
        categories: by(CATEGORIES, (category) => rates(of.filter((row) => row.category === category))),
        apart: { pages: apart.length, alarms: count(apart, sees("verdict")) },
      };
    }),
  );
}

const rateOf = (rows, isCounted) => ({ hits: count(rows, isCounted), ...wilson(count(rows, isCounted), rows.length) });

function detectionByKind(pages) {
  const kinds = [...new Set(pages.flatMap((row) => row.kinds))].sort();
  return by(kinds, (kind) => {
    const rows = pages.filter((row) => row.kinds[0] === kind && row.sets);
    const missedBy = (set) => rows.find((row) => !sees(set)(row));
    return {
      present: rows.length,
      apart: count(pages, (row) => row.kinds[0] === kind && !row.sets),
      detected: by(SETS, (set) => count(rows, sees(set))),
      examples: by(SETS, (set) => exampleOf(missedBy(set))),
    };
  });
}

const exampleOf = (row) => row && { source: row.source, page: row.page, mode: row.mode, placement: row.placement };

function casesOf(rows) {
  const located = rows.filter(({ sets }) => sets);
  return by(["1", "2", "3-upper", "3-lower", "4"], (name) => {
    const those = located.filter(({ sets }) => sets.case === name);
    const example = those.find(({ kinds, sets }) => kinds.length === 1 && sets.differs.includes("S4"));
    return { pages: those.length, example: example && { kind: example.kinds[0], ...exampleOf(example) } };
  });
}

/** The place S4 names against the generator's own. */
function placesOf(rows) {
  const named = rows.filter(({ sets }) => sets?.place || sets?.at);
  const isRight = ({ sets: { at, place } }) => at?.d === place?.d && at?.side === place?.side;
  return { named: named.length, right: count(named, isRight) };
}

function controlsOf(groups) {
  const kinds = [...new Set(groups.map(({ kind }) => kind))].sort();
  return by(kinds, (kind) => {
    const rows = groups.filter((row) => row.kind === kind);
    return {
      groups: rows.length,
      located: count(rows, ({ sets }) => sets),
      alarms: by([...SETS, "verdict"], (set) => count(rows, sees(set))),
      withholding: count(rows, isHarmfulByWithholding),
    };
  });
}

function missed(harmful) {
  const located = harmful.filter(({ sets }) => sets);
  return {
    groups: harmful.length,
    located: located.length,
    ...by(SETS, (set) => count(located, (row) => !sees(set)(row))),
    verdict: count(harmful, isCalm),
    examples: harmful.filter(isCalm).slice(0, 5).map(groupName),
  };
}

export const groupName = (row) => ({
  source: row.source,
  group: row.group,
  kinds: row.kinds,
  verdict: row.verdict,
  wrong: row.wrong,
  withheld: row.withheld,
});

export const OUTCOMES = ["read on", "other key", "healed", "unconfirmed", "deferred", "withheld"];

const outcomesOf = (groups) => ({
  groups: groups.length,
  ...by(OUTCOMES, (name) => count(groups, ({ outcome }) => outcome === name)),
});

/** Harmful groups whose key is still displayed once, and what became of them. */
function healingOf(structure) {
  const wanted = structure.filter((row) => isHarmful(row) && row.sets);
  const healed = wanted.filter(({ outcome }) => outcome === "healed");
  return {
    harmful: count(structure, isHarmful),
    wanted: wanted.length,
    healed: healed.length,
    whole: count(healed, ({ lost }) => lost.length === 0),
    others: outcomesOf(wanted.filter(({ outcome }) => outcome !== "healed")),
    ...wilson(healed.length, wanted.length),
  };
}

function semanticOf(groups) {
  return {
    groups: groups.length,
    seen: count(groups, sees("verdict")),
    wrongWritten: sum(groups, (row) => row.wrongWritten.length),
    written: sum(groups, (row) => row.written),
  };
}

const CASES = ["parse", "locate", "measureS1", "measureAll", "check", "learn"];
const RATIOS = {
  "all / S1": (row) => row.measureAll / row.measureS1,
  "(parse + all) / parse": (row) => (row.parse + row.measureAll) / row.parse,
  "(parse + locate + all) / (parse + locate + S1)": (row) =>
    (row.parse + row.locate + row.measureAll) / (row.parse + row.locate + row.measureS1),
  "check / learn": (row) => row.check / row.learn,
};

/** What the papers timed: one page from its text to the set. */
const PER_PAGE = {
  S1: (row) => row.parse + row.locate + row.measureS1,
  "all sets": (row) => row.parse + row.locate + row.measureAll,
};

function timesOf(rows) {
  return {
    categories: by(CATEGORIES, (category) => {
      const own = rows.filter((row) => row.category === category);
      return by(CASES, (name) => spread(own.map((row) => row[name])));
    }),
    perPage: by(CATEGORIES, (category) => {
      const own = rows.filter((row) => row.category === category);
      return by(Object.keys(PER_PAGE), (name) => spread(own.map(PER_PAGE[name])));
    }),
    ratios: by(Object.keys(RATIOS), (name) => ({
      all: spread(rows.map(RATIOS[name])),
      categories: by(CATEGORIES, (category) => spread(rows.filter((row) => row.category === category).map(RATIOS[name]))),
    })),
  };
}

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2; // four sources have no middle one
  return { median: middle, least: sorted[0], most: sorted.at(-1) };
}

function realOf(rows) {
  if (rows.length === 0) return null;
  const located = rows.filter(({ sets }) => sets);
  return {
    sites: new Set(rows.map(({ set, site }) => `${set}/${site}`)).size,
    pages: rows.length,
    apart: rows.length - located.length,
    nested: located.every(({ sets: { differs } }) => isNested({ differs: differs.length > 0 ? [...differs, "S5"] : [] })), // S5 holds S4
    ...by(MODES, (mode) => {
      const own = located.filter((row) => row.mode === mode);
      return { present: own.length, ...by(SETS.slice(0, 4), (set) => rateOf(own, sees(set))) };
    }),
  };
}
