/**
 * bartree as the accuracy kit calls it (`npm run bench:accuracy`). Builds what is missing, so that plain node may import it.
 *
 * The kit states what is empty by leaving it out of both `values` and `withheld`; core states it as an empty list.
 */
import { buildIfStale } from "../scripts/build.mjs";
import { withoutMetadata } from "./without-metadata.mjs";

await buildIfStale();
const core = await import("../dist/core/index.js");

const shownBy = process.env.BENCH_WITHOUT_METADATA ? withoutMetadata : (html) => html;

/** The kit counts offsets without a byte order mark. */
const text = ({ html }) => shownBy(html.replace(/^\uFEFF/, ""));
const page = ({ html, url, ...rest }) => ({ ...rest, html: text({ html }), ...(url && { url }) });

export function learn({ siblings, further, ...labelled }) {
  const learned = core.learn({
    ...page(labelled),
    ...(siblings && { siblings: siblings.map(page) }),
    ...(further && { further: further.map(page) }),
  });
  return learned.ok ? learned : { ok: false, reason: JSON.stringify(learned.problems) };
}

export function extract(template, input) {
  const { values, withheld, proofs, agreed } = core.extract(template, text(input));
  const shown = Object.keys(values).filter((name) => values[name].length > 0);
  const only = (table) => Object.fromEntries(shown.map((name) => [name, table[name]]));
  return {
    values: only(values),
    withheld: Object.fromEntries(Object.entries(withheld).map(([name, { class: kind, reason }]) => [name, `${kind}: ${reason}`])),
    proofs: only(proofs),
    agreed: only(agreed),
  };
}

export function check(template, input) {
  return core.check(template, text(input));
}

export function heal(template, { pages, known }) {
  const healed = core.heal(template, { pages: pages.map(page), known });
  return healed.ok ? healed : { ok: false, reason: `${healed.code}: ${healed.reason}` };
}

export function learnList(input) {
  const learned = core.learnList(page(input));
  return learned.ok ? learned : { ok: false, reason: JSON.stringify(learned) };
}

export function extractList(template, input) {
  const { records, withheld, rejected } = core.extractList(template, page(input));
  return { records: records.map(({ values }) => values), rejected: rejected.length + withheld.length };
}
