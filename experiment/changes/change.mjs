/** A change of a source's template: one of the catalogue, or three to ten of them one upon the other. */
import { randomFrom } from "../corpus/random.mjs";
import { clone } from "../corpus/tree.mjs";
import { CHANGES } from "./catalogue.mjs";
import { viewOfTemplate } from "./view.mjs";

export const MODES = ["single", "intensive"];
export const PLACEMENTS = ["path", "anywhere"];

/** The changed variant and the kinds of change that are in it: the generator's own record. */
export function changed({ root, style }, { mode, placement, seed }) {
  const random = randomFrom(...seed, mode, placement);
  const copy = clone(root);
  const kinds = [];
  const wanted = mode === "single" ? 1 : random.between(3, 10);
  while (kinds.length < wanted) kinds.push(applyOne(copy, random, placement));
  return { variant: { root: copy, style }, kinds };
}

/** A kind drawn evenly from those of the placement; where a template has no place for it, the next one drawn. */
function applyOne(root, random, placement) {
  const names = Object.keys(CHANGES).filter((name) => CHANGES[name].placements.includes(placement));
  const before = fingerprint(root);
  for (;;) {
    const name = random.pick(names);
    if (CHANGES[name].apply(viewOfTemplate(root), random, placement) && fingerprint(root) !== before) return name;
  }
}

const fingerprint = (node) => JSON.stringify(node, (key, value) => (key === "attributes" ? undefined : value));
