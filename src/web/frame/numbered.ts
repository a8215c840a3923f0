/**
 * The same page with its texts numbered: read by the same browser it becomes the same document, in which every text node
 * says which texts of the page it is made of. Browsers move texts (out of tables, mostly) and join them; where the words
 * alone are compared, a price may be taken for the same price of another row.
 */
import { continuesNode, type Page, type Span, textOf } from "../../core/page/page.js";
import { stillCopy } from "./still-copy.js";

const [OPEN, CLOSE, MORE] = ["\ue000", "\ue001", "\ue002"];
const NUMBERS = /\ue000([0-9a-z]+)\ue001/g; // between OPEN and CLOSE

/** As `stillCopy` makes the one that is shown. */
export function numberedCopy(page: Page, address: string): Document {
  const copy = stillCopy(withNumbers(page), address, { addressFor: () => undefined });
  return new DOMParser().parseFromString(copy, "text/html");
}

/** Numbers of the page's text nodes (their first texts), in the order in which they stand in a node of the numbered copy. */
export const numbersIn = (data: string): number[] =>
  [...data.matchAll(NUMBERS)].map(([, number = ""]) => Number.parseInt(number, 36));

/** White space stays where it is, since browsers treat texts without anything else in their own way. */
function withNumbers(page: Page): string {
  const { html, textCount, textStart, textEnd } = page;
  const parts: string[] = [];
  let done = 0;
  let isNumbered = false; // the node that the text belongs to
  for (let text = 0; text < textCount; text++) {
    const [start, end] = [textStart[text] ?? 0, textEnd[text] ?? 0];
    if (!continuesNode(page, text)) isNumbered = false;
    if (/^[\t\n\f\r ]*$/.test(textOf(page, text))) continue; // also one that is written as entities
    const inner = inkOf(html, start, end);
    parts.push(html.slice(done, inner.start), isNumbered ? MORE : OPEN + firstOf(page, text).toString(36) + CLOSE);
    done = inner.end;
    isNumbered = true;
  }
  return parts.join("") + html.slice(done);
}

/** Without the white space around it. */
function inkOf(html: string, from: number, to: number): Span {
  let [start, end] = [from, to];
  while (start < end && isSpace(html.charAt(start))) start++;
  while (end > start && isSpace(html.charAt(end - 1))) end--;
  return { start, end };
}

const isSpace = (character: string): boolean => /[\t\n\f\r ]/.test(character);

function firstOf(page: Page, text: number): number {
  let first = text;
  while (continuesNode(page, first)) first--;
  return first;
}
