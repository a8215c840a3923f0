/** The accuracy adapter with fewer siblings, or with values kept only where more kinds of rules agree; set by `curve.mjs`. */
import * as bartree from "./accuracy-adapter.mjs";

const siblingCount = Number(process.env.BARTREE_CURVE_SIBLINGS ?? Number.POSITIVE_INFINITY);
const fewestKinds = Number(process.env.BARTREE_CURVE_KINDS ?? 2);

export function learn({ siblings = [], ...input }) {
  return bartree.learn({ ...input, siblings: siblings.slice(0, siblingCount) });
}

export function extract(template, page) {
  const { values, withheld, proofs, agreed } = bartree.extract(template, page);
  const kept = Object.keys(values).filter((name) => agreed[name].length >= fewestKinds);
  const lost = Object.keys(values).filter((name) => !kept.includes(name));
  return {
    values: Object.fromEntries(kept.map((name) => [name, values[name]])),
    withheld: { ...withheld, ...Object.fromEntries(lost.map((name) => [name, "too few kinds of rules agree"])) },
    proofs,
  };
}
