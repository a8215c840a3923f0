/**
 * What a page is built of, as a set of numbers: its tags with their classes and ids, which of them stand in which, and its
 * short texts. Pages of one kind share what their template writes, and little of what their records say.
 */
import { type Page, tagName, textOf } from "../page/page.js";
import { sumOf } from "../text/key-sum.js";
import { Tokens } from "../tree/tokens.js";
import { lastingTokens } from "./lasting-tokens.js";

const MOST = 20_000; // of one page
const SHORTEST = 2; // characters of a text that may be the template's own
const LONGEST = 40;

export function featuresOf(page: Page): Set<number> {
  const features = new Set<number>();
  const put = (text: string): void => {
    if (features.size < MOST) features.add(sumOf(text));
  };
  const tokens = new Tokens(page);
  const names = new Array<string>(page.elementCount).fill("");
  for (let element = 1; element < page.elementCount; element++) {
    const tag = tagName(page, element);
    if (tag === "html" || tag === "body") continue; // their classes tell single pages apart, and kinds seldom
    const own = lastingTokens(tokens.of(element));
    for (const token of own) put(tag + token);
    names[element] = tag + (own[0] ?? "");
    const parent = page.parent[element]!;
    if (names[parent] === "") continue;
    put(`${names[parent]}>${names[element]}`);
    const above = page.parent[parent]!;
    if (names[above] !== "") put(`${tagName(page, above)}>${tagName(page, parent)}>${tag}`);
  }
  for (let text = 0; text < page.textCount; text++) {
    if (page.textEnd[text]! - page.textStart[text]! > 4 * LONGEST) continue;
    const shown = textOf(page, text).trim();
    if (shown.length >= SHORTEST && shown.length <= LONGEST)
      put(`${tagName(page, page.textParent[text]!)} ${shown.replace(/\d/g, "0")}`);
  }
  return features;
}
