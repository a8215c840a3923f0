/**
 * What the unlabelled siblings teach: which texts and tokens belong to the template. All by counts of pages.
 *
 * Too few siblings teach nothing: the accidents of one page would be taken for the template.
 */

import { foldLabel, hasColon, labelWord, prefixOf } from "../find/label-words.js";
import { isPlainToken } from "../find/plain-token.js";
import { hasMark } from "../guard/page-gate.js";
import { isShare, LABELS, SIBLINGS } from "../limits.js";
import type { Reading } from "../tree/reading.js";
import { segmentsOf } from "../tree/tree.js";

export class Sample {
  readonly readings: readonly Reading[];
  private readonly textPages = new Map<string, number>();
  private readonly prefixPages = new Map<string, number>();
  private readonly labelPages = new Map<string, number>();
  private readonly tokenPages = new Map<string, number>();
  private readonly repeated = new Set<string>(); // tokens that stand more than once on some page

  constructor(siblings: readonly Reading[]) {
    this.readings = siblings.length >= SIBLINGS.fewest ? siblings : [];
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
    const labels = [...reading.keys].filter(hasColon).map(labelWord);
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
    return foldLabel(key).length >= LABELS.letters && this.isConstant(key);
  }

  /** Whether all siblings show it, but for the few that may be of another kind. */
  isOnMost(key: string): boolean {
    return this.isMost(this.pagesWith(key));
  }

  private isMost(pages: number): boolean {
    return pages >= Math.max(1, this.size - SIBLINGS.others);
  }

  /** Without siblings any text may be of the template. */
  isConstant(key: string): boolean {
    return this.size === 0 || this.pagesWith(key) >= SIBLINGS.constantText;
  }

  isStableToken(token: string): boolean {
    if (this.size === 0) return isPlainToken(token);
    return isShare(this.tokenPages.get(token) ?? 0, this.size, SIBLINGS.stableToken);
  }

  /** A token of the template, be it an optional part of it. */
  isRepeatedToken(token: string): boolean {
    return this.size === 0 ? this.isStableToken(token) : (this.tokenPages.get(token) ?? 0) >= SIBLINGS.optionalToken;
  }

  isUniqueToken(token: string): boolean {
    return this.isStableToken(token) && !this.repeated.has(token);
  }

  /** Whether texts of several siblings begin with that label. */
  isPrefix(prefix: string): boolean {
    return (this.prefixPages.get(prefix) ?? 0) >= SIBLINGS.constantText;
  }

  /** Labels that texts of at least two siblings begin with. */
  prefixes(): string[] {
    return [...this.prefixPages]
      .filter(([prefix, pages]) => prefix !== "" && pages >= SIBLINGS.prefix)
      .map(([prefix]) => prefix)
      .sort();
  }

  /** The texts, and of the given marks around the labelled places those, that all pages but at most one have (page gate). */
  frame(marks: readonly string[]): string[] {
    const texts = [...this.textPages.keys()].filter((key) => this.isOnMost(key));
    const pagesWith = (mark: string): number => this.readings.filter((reading) => hasMark(reading, mark)).length;
    return [...texts, ...new Set(marks)].filter((mark) => this.isMost(pagesWith(mark))).sort();
  }
}

function countPage(pages: Map<string, number>, words: Iterable<string>): void {
  for (const word of words) pages.set(word, (pages.get(word) ?? 0) + 1);
}
