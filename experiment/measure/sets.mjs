/** Which of the sets S1 … S5 see a change of a page, and where; for a region that is found once before and after. */
import { truePlace } from "../changes/place.mjs";
import { check, compareMeasures, keyOf, locate, measure, parsePage, Reading, read } from "./core.mjs";
import { assertSameTree } from "./same-tree.mjs";

export const SETS = ["S1", "S2", "S3", "S4", "S5"];

/** A page measured as it is; the source's depth holds on every page. */
export function measured(page, where, pasted = page.pasted) {
  const parsed = parsePage(page.html);
  assertSameTree(page.root, parsed, where);
  const located = page.region && pasted !== undefined ? locate(parsed, pasted) : { ok: false };
  return { page, parsed, measures: located.ok ? measure(parsed, located.span) : null };
}

/** The source's template with this page's record as its key. */
export function keyedBy(template, { page, parsed }) {
  const reading = new Reading(parsed);
  const labels = Object.fromEntries(Object.entries(page.truth).filter(([, values]) => values.length));
  return { ...template, key: keyOf(reading, labels, { extraction: read(template, reading), region: page.pasted }) };
}

/** null where the region is not found once: then no set is computed. */
export function compared(before, after, checked) {
  if (!before.measures || !after.measures) return null;
  const { S1, S2, S3, S4, case: change, at } = compareMeasures(before.measures, after.measures);
  const S5 = S4 && (checked.sets?.S5 ?? false);
  return {
    differs: SETS.filter((_, i) => ![S1, S2, S3, S4, S5][i]),
    case: change,
    at,
    place: truePlace(before.page, after.page),
  };
}

/** Literally nested: what a set sees, every larger one sees. */
export function isNested({ differs }) {
  return differs.every((name) => SETS.slice(SETS.indexOf(name)).every((larger) => differs.includes(larger)));
}

export const checkOf = (template, html, others) => check(template, html, { others });
