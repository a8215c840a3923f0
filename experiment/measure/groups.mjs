/**
 * Groups: one change applied alike to the key page and nine other pages of its source. Whether it harms, whether the verdict
 * on the key page sees it, and what the whole program then writes, on the ten and on five pages it has never seen.
 */
import { changed, MODES, PLACEMENTS } from "../changes/change.mjs";
import { applied, CONTROLS, REMOVALS, SEMANTIC } from "../changes/controls.mjs";
import { makePage } from "../corpus/page.mjs";
import { PAGES } from "../corpus/source.mjs";
import { extract } from "./core.mjs";
import { KEY, learntSource } from "./learnt.mjs";
import { runProgram } from "./program.mjs";
import { checkOf, compared, measured } from "./sets.mjs";
import { compareValues } from "./values.mjs";

const OTHERS = 9;
const UNSEEN = 5;
const TABLES = { control: CONTROLS, semantic: SEMANTIC, removal: REMOVALS };

/** The groups of a source: `structure` many of each mode and placement, and of everything else as many as are asked for. */
export function groupsOf({ structure, control, semantic, removal }) {
  const times = (count, groups) => Array.from({ length: count }, () => groups).flat();
  const ways = MODES.flatMap((mode) => PLACEMENTS.map((placement) => ({ family: "structure", mode, placement })));
  const named = Object.entries({ control, semantic, removal }).flatMap(([family, count]) =>
    times(
      count,
      Object.keys(TABLES[family]).map((kind) => ({ family, kind })),
    ),
  );
  return [...times(structure, ways), ...named];
}

export function measureGroups({ seed, source: index, first, groups }) {
  const learnt = learntSource(seed, index);
  return groups.map((group, i) => measureGroup(seed, learnt, group, first + i));
}

function measureGroup(seed, learnt, group, number) {
  const { source, original, template } = learnt;
  const { variant, kinds } = variantFor(source, group, [seed, "group", source.index, number]);
  const indexes = pageIndexes(number);
  const old = indexes.map((i) => makePage(source, original, i));
  const touched = indexes.map((i) => isTouched(group, number, i));
  const now = indexes.map((i, at) => makePage(source, touched[at] ? variant : original, i));
  const reads = old.slice(0, 1 + OTHERS).map(({ html }) => extract(template, html));
  const known = reads.map(({ values }) => Object.fromEntries(Object.entries(values).filter(([, texts]) => texts.length)));
  const program = runProgram(template, {
    pages: now.slice(0, 1 + OTHERS).map(({ html }) => html),
    known,
    before: old.map(({ html }) => html),
  });
  return {
    row: "group",
    source: source.index,
    category: source.depth,
    group: number,
    ...group,
    kinds,
    touched: touched.filter(Boolean).length,
    verdict: program.verdict,
    ...setsOf(learnt, { old: old[0], now: now[0], others: known.slice(1), isControl: group.family === "control" }),
    ...harmOf(template, now.slice(0, 1 + OTHERS), { reads, old }),
    outcome: program.outcome,
    lost: program.lost ?? [],
    ...writtenBy(program, now),
  };
}

/** The key page, nine others, five that are only read at the end. */
export function pageIndexes(number) {
  return [KEY, ...Array.from({ length: OTHERS + UNSEEN }, (_, i) => 1 + ((number * OTHERS + i) % (PAGES - 1)))];
}

export function variantFor(source, { family, mode, placement, kind }, seed) {
  if (family === "structure") return changed(source, { mode, placement, seed });
  return { variant: applied(TABLES[family], kind, source, seed), kinds: [kind] };
}

/** Every second removal takes the key's record alone: then another known record can be the key. */
const isTouched = ({ family }, number, index) => family !== "removal" || number % 2 === 0 || index === KEY;

function setsOf({ template, source }, { old, now, others, isControl }) {
  const where = `source ${source.index}, key page`;
  const before = measured(old, where);
  const after = measured(now, where, isControl ? now.pasted : old.pasted);
  return { sets: compared(before, after, checkOf(template, now.html, others)) };
}

/** What the old template, left in force, does on the ten pages that it did not do before. */
function harmOf(template, pages, { reads, old }) {
  const wrong = [];
  const withheld = [];
  for (const [i, { html, truth }] of pages.entries()) {
    const before = compareValues(reads[i], old[i].truth);
    const after = compareValues(extract(template, html), truth);
    wrong.push(...after.wrong.map((name) => `${i}.${name}`));
    withheld.push(
      ...after.withheld.filter((name) => before.right.includes(name) && truth[name].length).map((name) => `${i}.${name}`),
    );
  }
  return { wrong, withheld };
}

/** Values by outcome; an unconfirmed version's are kept apart and overwrite nothing. */
function writtenBy({ template }, pages) {
  const counts = { written: 0, wrongWritten: [], missing: 0, pages: pages.length };
  for (const [i, { html, truth }] of pages.entries()) {
    const { right, wrong } = template ? compareValues(extract(template, html), truth) : { right: [], wrong: [] };
    counts.written += right.length + wrong.length;
    counts.wrongWritten.push(...wrong.map((name) => `${i}.${name}`));
    counts.missing += Object.keys(truth).filter((name) => truth[name].length && !right.includes(name)).length;
  }
  return counts;
}
