/** The id and the classes of an element as tokens: "#main", ".price". They name places better than positions do. */
import { decodeAttribute } from "../page/entities.js";
import type { Page } from "../page/page.js";
import type { ValueOffsets } from "../page/value-offsets.js";
import { sumOf } from "../text/key-sum.js";
import { TokenIndex } from "./token-index.js";
import { isAsciiWhite, isPlain, LONGEST_VALUE, plainEnd, valueAt } from "./token-value.js";

const NONE: readonly string[] = [];
const FEW = 4;

/** Whether the class of that token is a word of html[at, end). */
function hasWord(html: string, at: number, end: number, token: string): boolean {
  const length = token.length - 1;
  for (let start = at; start + length <= end; start++) {
    let i = 0;
    while (i < length && html.charCodeAt(start + i) === token.charCodeAt(i + 1)) i++;
    const after = start + length;
    if (i === length && length > 0 && (after === end || isAsciiWhite(html.charCodeAt(after)))) return true;
    while (start < end && !isAsciiWhite(html.charCodeAt(start))) start++;
  }
  return false;
}

/** Of every element the offset of its value, 0 without: no value begins there. */
function offsetsOf(values: ValueOffsets, elements: number): Int32Array {
  const offsets = new Int32Array(elements);
  for (let i = 0; i < values.count; i++) offsets[values.element[i]!] = values.at[i]!;
  return offsets;
}

/** The tokens of one page. Rules ask for a few, so most are only met as characters of the page and never become strings. */
export class Tokens {
  private readonly ofId = new Map<string, readonly string[]>(); // elements often share a text: each is taken apart once
  private readonly ofClass = new Map<string, readonly string[]>();
  private ids: TokenIndex | undefined;
  private classes: TokenIndex | undefined;

  constructor(private readonly page: Page) {}

  of(element: number): readonly string[] {
    const idAt = this.page.ids.of(element);
    const classAt = this.page.classes.of(element);
    const id = idAt < 0 ? NONE : this.taken("#", idAt);
    if (classAt < 0) return id;
    const classes = this.taken(".", classAt);
    return id.length ? [...id, ...classes] : classes;
  }

  /** Whether the element carries the token. */
  has(element: number, token: string): boolean {
    const at = (token[0] === "#" ? this.idOffsets : this.classOffsets)[element]!;
    return at > 0 && this.holds(at, token);
  }

  private readonly firsts = new Map<string, readonly number[]>();

  /** The first elements that carry the token, in document order; no more than FEW, which rules ask for again and again. */
  first(token: string): readonly number[] {
    const known = this.firsts.get(token);
    if (known) return known;
    const found = this.elements(token, FEW);
    this.firsts.set(token, found);
    return found;
  }

  /** The elements that carry the token, in document order; no more than `most`. */
  elements(token: string, most = Number.POSITIVE_INFINITY): readonly number[] {
    const values = token[0] === "#" ? this.page.ids : this.page.classes;
    const index = token[0] === "#" ? this.idIndex : this.classIndex;
    const found: number[] = [];
    const sum = sumOf(token);
    let last = -1;
    for (let word = index.first(sum); word >= 0 && found.length < most; word = index.next(word)) {
      const value = index.value(word, sum);
      if (value < 0 || value === last) continue; // another word, or one said twice
      last = value;
      if (this.holds(values.at[value]!, token)) found.push(values.element[value]!);
    }
    return found;
  }

  /** Every token of the page with the elements that carry it. */
  all(): ReadonlyMap<string, readonly number[]> {
    const index = new Map<string, number[]>();
    this.collect(this.page.ids, "#", index);
    this.collect(this.page.classes, ".", index);
    return index;
  }

  private collect(values: ValueOffsets, mark: "#" | ".", index: Map<string, number[]>): void {
    for (let i = 0; i < values.count; i++) {
      const element = values.element[i]!;
      for (const token of this.taken(mark, values.at[i]!)) {
        const elements = index.get(token);
        if (elements) elements.push(element);
        else index.set(token, [element]);
      }
    }
  }

  private get idIndex(): TokenIndex {
    this.ids ??= new TokenIndex(this.page.html, this.page.ids, "#", (at) => this.taken("#", at));
    return this.ids;
  }

  private get classIndex(): TokenIndex {
    this.classes ??= new TokenIndex(this.page.html, this.page.classes, ".", (at) => this.taken(".", at));
    return this.classes;
  }

  private idAt: Int32Array | undefined;
  private classAt: Int32Array | undefined;

  private get idOffsets(): Int32Array {
    this.idAt ??= offsetsOf(this.page.ids, this.page.elementCount);
    return this.idAt;
  }

  private get classOffsets(): Int32Array {
    this.classAt ??= offsetsOf(this.page.classes, this.page.elementCount);
    return this.classAt;
  }

  private holds(at: number, token: string): boolean {
    const mark = token[0] === "#" ? "#" : ".";
    const { html } = this.page;
    if (mark === "#" && html.charCodeAt(at) !== token.charCodeAt(1) && isPlain(html.charCodeAt(at))) return false;
    const end = plainEnd(html, at);
    if (end < 0 || mark === "#") return this.taken(mark, at).includes(token);
    return token[0] === mark && hasWord(html, at, end, token);
  }

  private taken(mark: "#" | ".", at: number): readonly string[] {
    const known = mark === "#" ? this.ofId : this.ofClass;
    const text = valueAt(this.page.html, at);
    if (text.length > LONGEST_VALUE) return NONE;
    let tokens = known.get(text);
    if (!tokens) {
      const value = decodeAttribute(text).trim();
      const names = mark === "#" ? [value] : [...new Set(value.split(/\s+/))];
      tokens = names.filter((name) => name !== "").map((name) => mark + name);
      known.set(text, tokens);
    }
    return tokens;
  }
}
