/** A page on one line, for tables of vectors: `p("x" a("y"))`, hidden text as `~"x"`; html and body are left out where usual. */
import { isHiddenText, type Page, tagName, textOf, textsBefore } from "../../src/core/page/page.js";

export function outline(page: Page): string {
  const written: string[] = [];
  const open = [0];
  const closeTo = (parent: number): void => {
    while (open.at(-1) !== parent) {
      open.pop();
      written.push(")");
    }
  };
  const writeTextsTo = (end: number, from: number): number => {
    for (let text = from; text < end; text++) {
      closeTo(page.textParent[text]!);
      written.push(`${isHiddenText(page, text) ? "~" : ""}${JSON.stringify(textOf(page, text).trim())}`);
    }
    return end;
  };
  let text = 0;
  for (let element = 1; element < page.elementCount; element++) {
    text = writeTextsTo(textsBefore(page, element), text);
    closeTo(page.parent[element]!);
    open.push(element);
    written.push(tagName(page, element), "(");
  }
  writeTextsTo(page.textCount, text);
  closeTo(0);
  const line = written.join(" ").replaceAll(" (", "(").replaceAll("( ", "(").replaceAll(" )", ")").replaceAll("()", "");
  return /^html\(body\)$/.test(line) ? "" : line.replace(/^html\(body\((.*)\)\)$/s, "$1");
}
