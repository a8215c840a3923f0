/** The links of a page, each with the place where it stands: links at one place of a list lead to pages of one kind. */
import { lastingTokens } from "../kind/lasting-tokens.js";
import { baseOf, resolved } from "../page/address.js";
import { attributesAt } from "../page/attributes.js";
import { type Page, tagName, textOf, textsBefore } from "../page/page.js";
import { sumOf } from "../text/key-sum.js";
import { Tokens } from "../tree/tokens.js";

/**
 * How exactly a place is told. `tags`: the tags around the link, and the column of a cell. `names`: their classes and ids
 * too, without those that alternate. `order`: also which of the links of its parent it is.
 */
export const LEVELS = ["tags", "names", "order"] as const;
export type Level = (typeof LEVELS)[number];

export interface PlacedLink {
  readonly address: string; // resolved
  readonly sums: Readonly<Record<Level, number>>; // of the places' texts
  readonly element: number;
  readonly order: number; // among the links of its parent
}

export class PlacedLinks {
  readonly links: readonly PlacedLink[];
  readonly #tokens: Tokens;
  readonly #columns = new Map<number, number>();

  constructor(
    readonly page: Page,
    url: string,
  ) {
    this.#tokens = new Tokens(page);
    const base = baseOf(page.html, url);
    this.links = this.#read(base);
  }

  #read(base: string): PlacedLink[] {
    const { page } = this;
    const tags = new Int32Array(page.elementCount); // sums of the paths down to each element
    const names = new Int32Array(page.elementCount);
    const orders = new Map<number, number>(); // links of a parent so far
    const cells = new Map<number, number>(); // cells of a row so far
    const links: PlacedLink[] = [];
    for (let element = 1; element < page.elementCount; element++) {
      const parent = page.parent[element]!;
      const tag = tagName(page, element);
      if (tag === "td" || tag === "th") this.#columns.set(element, count(cells, parent));
      tags[element] = sumOf(this.#step(element, "tags"), tags[parent]!);
      names[element] = sumOf(this.#step(element, "names"), names[parent]!);
      if (tag !== "a" && tag !== "area") continue;
      const order = count(orders, parent);
      const href = attributesAt(page.html, page.start[element]!).get("href")?.trim();
      if (href === undefined || href === "" || href.startsWith("#")) continue;
      const sums = { tags: tags[element]!, names: names[element]!, order: sumOf(`:${order}`, names[element]!) };
      links.push({ address: resolved(href, base), sums, element, order });
    }
    return links;
  }

  #step(element: number, level: Level): string {
    const tag = tagName(this.page, element);
    if (tag === "html" || tag === "body" || tag === "tbody") return ""; // written or not, it is one place
    const column = this.#columns.get(element);
    const tokens = level === "tags" ? "" : [...lastingTokens(this.#tokens.of(element))].sort().join("");
    return `>${tag}${column === undefined ? "" : `[${column}]`}${tokens}`;
  }

  /** The place as a text, which `sumOfPlace` makes the link's sum of. */
  pathOf({ element, order }: PlacedLink, level: Level): string {
    const { page } = this;
    let path = level === "order" ? `:${order}` : "";
    for (let at = element; at > 0; at = page.parent[at]!) path = this.#step(at, level) + path;
    return path;
  }

  /** Classes and ids of the link and of so many elements around it. */
  tokensAround({ element }: PlacedLink, steps: number): string[] {
    const found: string[] = [];
    for (let at = element, left = steps; at > 0 && left >= 0; at = this.page.parent[at]!, left--)
      found.push(...this.#tokens.of(at));
    return found;
  }

  /** What its tag says besides its address. */
  attributesOf({ element }: PlacedLink): ReadonlyMap<string, string> {
    return attributesAt(this.page.html, this.page.start[element]!);
  }

  /** What the link displays, at most so many characters. */
  textOf({ element }: PlacedLink, most: number): string {
    const { page } = this;
    let shown = "";
    for (let text = textsBefore(page, element); text < page.textCount && shown.length < most; text++) {
      let at = page.textParent[text]!;
      while (at > element) at = page.parent[at]!;
      if (at !== element) break;
      shown += `${shown === "" ? "" : " "}${textOf(page, text).slice(0, most)}`;
    }
    return shown.replace(/\s+/g, " ").trim().slice(0, most);
  }
}

export const sumOfPlace = (path: string): number => sumOf(path, 0);

/** How many came before it. */
function count(counts: Map<number, number>, of: number): number {
  const before = counts.get(of) ?? 0;
  counts.set(of, before + 1);
  return before;
}
