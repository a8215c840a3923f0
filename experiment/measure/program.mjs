/**
 * What the whole program does with a source whose pages have changed, as the harvester does it (method §5, §6): check the key;
 * go on, heal from known records, take another key, or write nothing. The functions are those the harvester calls.
 */
import { heal, rekeyed, renewKey } from "./core.mjs";
import { checkOf } from "./sets.mjs";

const MOST_KEYS = 6; // as many known records are tried as the key

/** `pages` are the changed ones, the key's first; `known` the records read from them before, `before` those pages' HTML. */
export function runProgram(template, { pages, known, before }) {
  const verdict = checkOf(template, pages[0], known.slice(1)).verdict;
  if (verdict === "same" || verdict === "changed") return { verdict, outcome: "read on", template: renewKey(template, pages[0]) };
  if (verdict === "broken") return { verdict, ...healed(template, pages, known) };
  if (verdict === "key-missing") return { verdict, ...withOtherKey(template, { pages, known, before }) };
  return { verdict, outcome: "withheld" }; // unrecognised: looked at again later, nothing is read
}

function healed(template, pages, known) {
  const result = heal(template, { pages: pages.map((html) => ({ html })), known });
  if (result.ok)
    return { outcome: result.unconfirmed ? "unconfirmed" : "healed", template: result.template, lost: result.withheld };
  return { outcome: result.code === "key-missing" ? "deferred" : "withheld" };
}

const bytesOf = (html) => ({ bytes: new TextEncoder().encode(html), charset: "utf-8" });

function withOtherKey(template, { pages, known, before }) {
  for (let i = 1; i <= MOST_KEYS; i++) {
    const other = rekeyed({ page: bytesOf(before[i]), template, record: known[i] });
    const { verdict } = checkOf(
      other,
      pages[i],
      known.filter((_, j) => j !== i),
    );
    if (verdict === "broken") return healed(template, pages, known);
    if (verdict === "same" || verdict === "changed") return { outcome: "other key", template: renewKey(other, pages[i]) };
  }
  return healed(template, pages, known);
}
