/**
 * What the unlabelled siblings teach: which texts and tokens belong to the template. All by counts of pages.
 *
 * Fewer than FEWEST siblings teach nothing: the accidents of one page would be taken for the template.
 */
import { foldLabel, labelWord } from "../read/label.js";
import { prefixOf } from "../read/prefix.js";
import type { Reading } from "../tree/reading.js";
import { segmentsOf } from "../tree/tree.js";

/** Every count that learning uses, with what was measured for it on the dev sites (docs/decisions). */
export const COUNTS = {
  fewest: 3, // siblings below which none is used: with one or two more values came out wrong than with none
  constantText: 3, // siblings that show a text of the template; 3 of 10 and 5 of 10 read the same cells
  places: 100, // of one label beyond which nothing is tried: a person must choose or paste more
  lines: 2, // siblings that must show several lines at a place before lines are read as a list
  token: 1, // siblings that carry a token before it names a part of the template
  prefix: 2, // siblings on which a label that begins a text must be seen
} as const;

export class Sample {
  readonly readings: readonly Reading[];
  private readonly textPages = new Map<string, number>();
  private readonly prefixPages = new Map<string, number>();
  private readonly labelPages = new Map<string, number>();
  private readonly tokenPages = new Map<string, number>();
  private readonly repeated = new Set<string>(); // tokens that stand more than once on some page

  constructor(siblings: readonly Reading[]) {
    this.readings = siblings.length >= COUNTS.fewest ? siblings : [];
    for (const reading of this.readings) this.take(reading);
  }

  get size(): number {
    return this.readings.length;
  }

  private take(reading: Reading): void {
    const { tree, shown } = reading;
    const texts = new Set<string>(reading.keys);
    for (const run of shown) {
      if (tree.runText[run + 1]! - tree.runText[run]! > 1) for (const segment of segmentsOf(tree, run)) texts.add(segment.key);
    }
    const labels = [...reading.keys].filter((key) => key.endsWith(":")).map(labelWord);
    countPage(this.textPages, texts);
    countPage(this.labelPages, new Set(labels));
    countPage(this.prefixPages, new Set([...reading.keys].map(prefixOf)));
    const tokens = reading.tokens.all();
    countPage(this.tokenPages, tokens.keys());
    for (const [token, { length: count }] of tokens) {
      if (count > 1) this.repeated.add(token);
    }
  }

  /** On how many siblings the text is displayed as a run or segment of its own. */
  pagesWith(key: string): number {
    return this.textPages.get(key) ?? 0;
  }

  /** On how many siblings a label stands, however its word is folded. */
  pagesWithLabel(word: string): number {
    return this.labelPages.get(word) ?? 0;
  }

  /** A text of the template with something to say: a comma or a single letter stands in too many places to hold on to. */
  isAnchor(key: string): boolean {
    return foldLabel(key).length >= 2 && this.isConstant(key);
  }

  /** Without siblings any text may be of the template. */
  isConstant(key: string): boolean {
    return this.size === 0 || this.pagesWith(key) >= COUNTS.constantText;
  }

  isStableToken(token: string): boolean {
    if (this.size === 0) return !/\d|odd|even|first|last|active|current|selected/i.test(token);
    return (this.tokenPages.get(token) ?? 0) * 5 >= this.size * 3;
  }

  /** A token of the template, be it an optional part of it. */
  isRepeatedToken(token: string): boolean {
    return this.size === 0 ? this.isStableToken(token) : (this.tokenPages.get(token) ?? 0) >= COUNTS.token;
  }

  isUniqueToken(token: string): boolean {
    return this.isStableToken(token) && !this.repeated.has(token);
  }

  /** Whether texts of several siblings begin with that label. */
  isPrefix(prefix: string): boolean {
    return (this.prefixPages.get(prefix) ?? 0) >= COUNTS.constantText;
  }

  /** Labels that texts of at least two siblings begin with. */
  prefixes(): string[] {
    return [...this.prefixPages]
      .filter(([prefix, pages]) => prefix !== "" && pages >= COUNTS.prefix)
      .map(([prefix]) => prefix)
      .sort();
  }

  /** Texts that all siblings but at most one display as a run of their own, as the page gate will look for them. */
  frame(): string[] {
    const least = Math.max(1, this.size - 1);
    const isOnMost = (key: string): boolean => this.readings.filter((reading) => reading.shows(key)).length >= least;
    return [...this.textPages]
      .filter(([key, pages]) => pages >= least && isOnMost(key))
      .map(([key]) => key)
      .sort();
  }
}

function countPage(pages: Map<string, number>, words: Iterable<string>): void {
  for (const word of words) pages.set(word, (pages.get(word) ?? 0) + 1);
}
