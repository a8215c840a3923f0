/** What is said of a draft beside its table. The page finds these sentences to tell them in its own language. */
import { FEWEST_SIBLINGS } from "./learn-draft.js";

export const NOTHING_LEARNT = "Nothing could be learnt from these labels yet.";
export const NOT_ON_PAGE = "It is not on the page as it was given.";
export const SEVERAL_PLACES = "It stands in several places, and nothing tells yet which one is meant.";

export const readAs = (values: readonly string[]): string =>
  `On its own page it is read as “${values.join("; ").slice(0, 200)}”.`;

/** Null where there are enough. */
export function fewSiblings(siblings: number): string | null {
  if (siblings >= FEWEST_SIBLINGS) return null;
  const few = siblings === 1 ? "1 other page is" : `${siblings} other pages are`;
  return `${few} too few to tell the template from this one page; values stay provisional.`;
}

/** Of known pages that were looked at: those that would be read otherwise, and those of which a value would be withheld. */
export function readBefore({ looked, other, less }: { looked: number; other: number; less: number }): string {
  const pages = looked === 1 ? "1 page read before was" : `${looked} pages read before were`;
  const said = `${pages} looked at; ${other === 0 ? "none is" : `${other} would be`} read otherwise now.`;
  return less === 0 ? said : `${said} On ${less} a value would be withheld; what is known of it stays.`;
}
