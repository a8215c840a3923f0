/** One page made ready for rules: its tree, and the maps every rule asks, each made once and only when asked for. */
import { decodeText } from "../page/entities.js";
import { type Metadata, readMetadata } from "../page/metadata.js";
import { lowerBound, type Page } from "../page/page.js";
import { countedLength, isKeyOfText, keySumOf } from "../text/key-sum.js";
import { textKey } from "../text/text-key.js";
import { Tokens } from "./tokens.js";
import { allRunKeys, buildTree, isOfTexts, runKey, type Tree } from "./tree.js";

const FEW_CLIMBS = 200; // pages of real sites ask for 40

export class Reading {
  readonly tree: Tree;
  readonly shown: Int32Array; // numbers of the displayed runs, in reading order
  readonly orderOf: Int32Array; // how many displayed runs come before a run: its place in `shown` if it is displayed itself
  private readonly slots: Int32Array; // by the sum of its key the first displayed run, −1 without
  private readonly nextInSlot: Int32Array; // the next displayed run of the same slot, −1 after the last
  readonly tokens: Tokens;

  /** With `showsHidden` a text counts as displayed that waits for a script to show it. */
  constructor(
    readonly page: Page,
    readonly showsHidden = false,
  ) {
    this.tree = buildTree(page);
    if (showsHidden) this.tree.runHidden.fill(0);
    this.tokens = new Tokens(page);
    const { runCount, runHidden, runSum } = this.tree;
    this.shown = new Int32Array(runCount);
    this.orderOf = new Int32Array(runCount + 1);
    this.nextInSlot = new Int32Array(runCount);
    let count = 0;
    for (let run = 0; run < runCount; run++) {
      this.orderOf[run] = count;
      if (!runHidden[run]) this.shown[count++] = run;
    }
    this.orderOf[runCount] = count;
    this.shown = this.shown.subarray(0, count);
    this.slots = new Int32Array(2 ** (33 - Math.clz32(count))).fill(-1); // twice as many as runs, or more
    for (let order = count - 1; order >= 0; order--) {
      const run = this.shown[order]!;
      const slot = runSum[run]! & (this.slots.length - 1);
      this.nextInSlot[run] = this.slots[slot]!;
      this.slots[slot] = run;
    }
  }

  private title: string | undefined;

  /** Key of the page's title element. */
  get titleKey(): string {
    this.title ??= textKey(decodeText(titleSource(this.page.html)));
    return this.title;
  }

  private ownMetadata: Metadata | undefined;

  get metadata(): Metadata {
    this.ownMetadata ??= readMetadata(this.page.html);
    return this.ownMetadata;
  }

  /** Displayed runs with exactly that key. */
  runsWith(key: string): readonly number[] {
    const runs: number[] = [];
    const sum = keySumOf(key);
    for (let run = this.firstIn(sum); run >= 0; run = this.nextInSlot[run]!) if (this.hasKey(run, key, sum)) runs.push(run);
    return runs;
  }

  private firstIn(sum: number): number {
    return this.slots[sum & (this.slots.length - 1)]!;
  }

  private hasKey(run: number, key: string, sum: number): boolean {
    const { page, tree } = this;
    if (tree.runSum[run] !== sum || tree.runLength[run] !== countedLength(key)) return false;
    const text = tree.runText[run]!;
    const isAlone = tree.runText[run + 1] === text + 1; // the run's only text, as most are
    return (isAlone && isKeyOfText(page, text, key)) || runKey(tree, run) === key;
  }

  /** Whether a displayed run has exactly that key; its sum is known where many pages are asked for it. */
  shows(key: string, sum = keySumOf(key)): boolean {
    for (let run = this.firstIn(sum); run >= 0; run = this.nextInSlot[run]!) if (this.hasKey(run, key, sum)) return true;
    return false;
  }

  private allKeys: ReadonlySet<string> | undefined;

  /** Of all displayed runs, the last one's first. */
  get keys(): ReadonlySet<string> {
    if (!this.allKeys) {
      const keys = allRunKeys(this.tree);
      this.allKeys = new Set(Array.from(this.shown, (run) => keys[run]!).reverse());
    }
    return this.allKeys;
  }

  private severalTexts: readonly number[] | undefined;

  /** The displayed runs of more than one text. */
  get runsOfTexts(): readonly number[] {
    if (!this.severalTexts) {
      const runs: number[] = [];
      for (let i = 0; i < this.shown.length; i++) if (isOfTexts(this.tree, this.shown[i]!)) runs.push(this.shown[i]!);
      this.severalTexts = runs;
    }
    return this.severalTexts;
  }

  /** Key of the displayed run at that place of reading order, "" beyond the ends. */
  keyAt(order: number): string {
    const run = this.shown[order];
    return run === undefined ? "" : runKey(this.tree, run);
  }

  /** Whether any element of the page carries the token. */
  hasToken(token: string): boolean {
    return this.tokens.first(token).length > 0;
  }

  /** Elements keep their order among the nodes, so the node is found by halving; runs before it share its number. */
  nodeOfElement(element: number): number {
    const { tree } = this;
    let node = lowerBound(tree.elementOrder, tree.count, element);
    while (tree.element[node] !== element) node++;
    return node;
  }

  tokensOfNode(node: number): readonly string[] {
    const element = this.tree.element[node]!;
    return element < 0 ? [] : this.tokens.of(element);
  }

  nodeHasToken(node: number, token: string): boolean {
    const element = this.tree.element[node]!;
    return element >= 0 && this.tokens.has(element, token);
  }

  /** Whether the node or one around it carries the token. */
  isWithin(node: number, token: string): boolean {
    if (this.climbs++ >= FEW_CLIMBS) return this.isKnownWithin(node, token);
    for (let at = node; at > 0; at = this.tree.parent[at]!) if (this.nodeHasToken(at, token)) return true;
    return false;
  }

  private climbs = 0;
  private readonly within = new Map<string, Map<number, boolean>>();

  /** Of so many places most stand below the same elements: what was found on the way up is kept. */
  private isKnownWithin(node: number, token: string): boolean {
    const known = this.within.get(token) ?? new Map<number, boolean>();
    this.within.set(token, known);
    const passed: number[] = [];
    let at = node;
    while (at > 0 && !known.has(at) && !this.nodeHasToken(at, token)) {
      passed.push(at);
      at = this.tree.parent[at]!;
    }
    const isWithin = at > 0 && (known.get(at) ?? true);
    for (const each of [...passed, at]) known.set(each, isWithin);
    return isWithin;
  }

  /** The node of the only element that carries the token, −1 if there is none or more. */
  landmark(token: string): number {
    const elements = this.tokens.first(token);
    return elements.length === 1 ? this.nodeOfElement(elements[0]!) : -1;
  }
}

/** What stands in the first title element. Not one pattern: on a page of unclosed tags it would begin again at each of them. */
function titleSource(html: string): string {
  const tag = html.search(/<title[\s/>]/i);
  const start = tag < 0 ? 0 : html.indexOf(">", tag) + 1;
  if (start === 0) return "";
  const end = html.indexOf("<", start);
  return html.slice(start, end < 0 ? html.length : end);
}
