/** The id and the classes of an element as tokens: "#main", ".price". They name places better than positions do. */
import { decodeAttribute } from "../page/entities.js";
import { lowerBound, type Page } from "../page/page.js";

/** The attribute value that begins at `at`: up to its closing quote, or to white space or the bracket if it has none. */
function valueAt(page: Page, at: number): string {
  const { html } = page;
  const quote = html[at - 1];
  if (quote === '"' || quote === "'") return html.slice(at, html.indexOf(quote, at));
  let end = at;
  while (end < html.length && !/[\s>]/.test(html[end]!)) end++;
  return html.slice(at, end);
}

export function tokensOf(page: Page, element: number): string[] {
  const tokens: string[] = [];
  const idAt = page.idAt[element]!;
  const classAt = page.classAt[element]!;
  if (idAt >= 0) {
    const id = decodeAttribute(valueAt(page, idAt)).trim();
    if (id !== "") tokens.push(`#${id}`);
  }
  if (classAt >= 0) {
    for (const name of new Set(decodeAttribute(valueAt(page, classAt)).split(/\s+/))) if (name !== "") tokens.push(`.${name}`);
  }
  return tokens;
}

/** How often each token stands on the page. */
export function tokenCounts(page: Page): Map<string, number> {
  const counts = new Map<string, number>();
  for (let element = 1; element < page.elementCount; element++) {
    if (page.idAt[element]! < 0 && page.classAt[element]! < 0) continue;
    for (const token of tokensOf(page, element)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

/** The elements that carry the token, found by searching the text for its name. */
export function elementsWith(page: Page, token: string): number[] {
  const name = token.slice(1);
  const found: number[] = [];
  for (let at = page.html.indexOf(name); at >= 0; at = page.html.indexOf(name, at + name.length)) {
    const element = lowerBound(page.start, page.elementCount, at + 1) - 1;
    if (element > 0 && at < page.open[element]! && found.at(-1) !== element && hasToken(page, element, token))
      found.push(element);
  }
  return found;
}

export function hasToken(page: Page, element: number, token: string): boolean {
  const at = token[0] === "#" ? page.idAt[element]! : page.classAt[element]!;
  if (at < 0) return false;
  const value = valueAt(page, at);
  return value.includes(token.slice(1)) && tokensOf(page, element).includes(token);
}
