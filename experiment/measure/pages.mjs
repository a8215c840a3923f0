/** Detection, page by page: each page of the corpus gets changes of its own, in both modes and both placements. */
import { changed, MODES, PLACEMENTS } from "../changes/change.mjs";
import { makePage } from "../corpus/page.mjs";
import { extract } from "./core.mjs";
import { learntSource } from "./learnt.mjs";
import { checkOf, compared, keyedBy, measured } from "./sets.mjs";
import { compareValues } from "./values.mjs";

export function measurePages({ seed, source: index, first, count }) {
  const learnt = learntSource(seed, index);
  return Array.from({ length: count }, (_, i) => measurePage(seed, learnt, first + i)).flat();
}

function measurePage(seed, { source, original, template }, index) {
  const where = `source ${source.index}, page ${index}`;
  const before = measured(makePage(source, original, index), where);
  if (before.measures?.depth !== source.depth)
    throw new Error(`${where}: d_max is ${before.measures?.depth}, not ${source.depth}`);
  const own = { source: source.index, category: source.depth, page: index };
  const { wrong, withheld } = compareValues(extract(template, before.page.html), before.page.truth);
  const keyed = keyedBy(template, before);
  const rows = MODES.flatMap((mode) => PLACEMENTS.map((placement) => ({ mode, placement }))).map((way) => {
    const { variant, kinds } = changed(source, { ...way, seed: [seed, "page", source.index, index] });
    const after = measured(makePage(source, variant, index), where, before.page.pasted);
    const checked = checkOf(keyed, after.page.html, []);
    return { row: "page", ...own, ...way, kinds, verdict: checked.verdict, sets: compared(before, after, checked) };
  });
  return [{ row: "original", ...own, wrong: wrong.length, withheld: withheld.length }, ...rows];
}
