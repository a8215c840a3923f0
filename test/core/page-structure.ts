/** A page of ours in the form of the oracle's (`parse5-page.ts`). */
import { chainOf, continuesNode, isHiddenText, type Page, tagName } from "../../src/core/page/page.js";
import { nodeKey } from "../../src/core/text/page-key.js";
import type { OraclePage, OracleText } from "./parse5-page.js";

function structureOf(page: Page): string {
  const written: string[] = [];
  const open = [0];
  for (let element = 1; element < page.elementCount; element++) {
    while (open.at(-1) !== page.parent[element]) {
      if (open.pop() === 0) throw new Error(`element ${element} does not follow its parent's open children`);
      written.push(")");
    }
    open.push(element);
    written.push(tagName(page, element), "(");
  }
  for (let rest = open.length; rest > 1; rest--) written.push(")");
  return written.join(" ");
}

export function pageStructure(page: Page): Omit<OraclePage, "moves"> {
  const texts: OracleText[] = [];
  for (let text = 0, end = 0; text < page.textCount; text = end) {
    end = text + 1;
    while (end < page.textCount && continuesNode(page, end)) end++;
    const chain = chainOf(page, page.textParent[text]!).map((element) => tagName(page, element));
    texts.push({ key: nodeKey(page, text, end), chain, isHidden: isHiddenText(page, text) });
  }
  return { structure: structureOf(page), texts };
}
