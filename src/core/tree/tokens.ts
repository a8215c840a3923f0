/** The id and the classes of an element as tokens: "#main", ".price". They name places better than positions do. */
import { decodeAttribute } from "../page/entities.js";
import type { Page } from "../page/page.js";
import type { ValueOffsets } from "../page/value-offsets.js";

const NONE: readonly string[] = [];

/** The tokens of one page. Elements often share a class text, so each text is taken apart once. */
export class Tokens {
  private readonly ofId = new Map<string, readonly string[]>();
  private readonly ofClass = new Map<string, readonly string[]>();
  private ids: Map<string, number[]> | undefined;
  private classes: Map<string, number[]> | undefined;

  constructor(private readonly page: Page) {}

  of(element: number): readonly string[] {
    const idAt = this.page.ids.of(element);
    const classAt = this.page.classes.of(element);
    const id = idAt < 0 ? NONE : this.taken(this.ofId, "#", idAt);
    if (classAt < 0) return id;
    const classes = this.taken(this.ofClass, ".", classAt);
    return id.length ? [...id, ...classes] : classes;
  }

  /** The elements that carry the token, in document order. */
  elements(token: string): readonly number[] {
    return (token[0] === "#" ? this.byId : this.byClass).get(token) ?? [];
  }

  /** Every token of the page with the elements that carry it. */
  all(): ReadonlyMap<string, readonly number[]> {
    return new Map([...this.byId, ...this.byClass]);
  }

  private get byId(): Map<string, number[]> {
    this.ids ??= this.built(this.page.ids, this.ofId, "#");
    return this.ids;
  }

  private get byClass(): Map<string, number[]> {
    this.classes ??= this.built(this.page.classes, this.ofClass, ".");
    return this.classes;
  }

  private built(values: ValueOffsets, known: Map<string, readonly string[]>, mark: "#" | "."): Map<string, number[]> {
    const index = new Map<string, number[]>();
    for (let i = 0; i < values.count; i++) {
      const element = values.element[i]!;
      for (const token of this.taken(known, mark, values.at[i]!)) {
        const elements = index.get(token);
        if (elements) elements.push(element);
        else index.set(token, [element]);
      }
    }
    return index;
  }

  private taken(known: Map<string, readonly string[]>, mark: "#" | ".", at: number): readonly string[] {
    const text = valueAt(this.page.html, at);
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

/** The attribute value that begins at `at`: up to its closing quote, or to white space or the bracket if it has none. */
function valueAt(html: string, at: number): string {
  const quote = html.charCodeAt(at - 1);
  if (quote === 34 || quote === 39) return html.slice(at, html.indexOf(quote === 34 ? '"' : "'", at));
  let end = at;
  while (end < html.length && html.charCodeAt(end) > 32 && html.charCodeAt(end) !== 62) end++;
  return html.slice(at, end);
}
