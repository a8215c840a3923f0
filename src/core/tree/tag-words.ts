/** Tag names in rules are words, in a page they are numbers; "#" is a run. */
import { nameOf, type Page } from "../page/page.js";
import { TAG_NAMES } from "../page/tags.js";
import { RUN, type Tree } from "./tree.js";

const KNOWN = new Map(TAG_NAMES.map((name, id) => [name, id]));
const ABSENT = -2; // a name this page does not have; no node carries it

export function tagWord(tree: Tree, node: number): string {
  return tree.tag[node] === RUN ? "#" : nameOf(tree.page, tree.tag[node]!);
}

export function tagNumber(page: Page, word: string): number {
  if (word === "#") return RUN;
  const known = KNOWN.get(word);
  if (known !== undefined) return known;
  const own = page.ownNames.find(word);
  return own < 0 ? ABSENT : own + TAG_NAMES.length;
}
