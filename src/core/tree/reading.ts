/** One page made ready for rules: its tree, and the maps every rule asks, each made once and only when asked for. */
import { decodeText } from "../page/entities.js";
import { lowerBound, type Page } from "../page/page.js";
import { textKey } from "../text/text-key.js";
import { Tokens } from "./tokens.js";
import { buildTree, type Tree } from "./tree.js";

export class Reading {
  readonly tree: Tree;
  readonly shown: Int32Array; // numbers of the displayed runs, in reading order
  readonly orderOf: Int32Array; // how many displayed runs come before a run: its place in `shown` if it is displayed itself
  private readonly firstWith = new Map<string, number>(); // the first displayed run of each key
  private readonly nextAlike: Int32Array; // the next displayed run of the same key, −1 after the last
  readonly tokens: Tokens;

  constructor(readonly page: Page) {
    this.tree = buildTree(page);
    this.tokens = new Tokens(page);
    const { runCount, runHidden, runKeys } = this.tree;
    this.shown = new Int32Array(runCount);
    this.orderOf = new Int32Array(runCount + 1);
    this.nextAlike = new Int32Array(runCount);
    let count = 0;
    for (let run = 0; run < runCount; run++) {
      this.orderOf[run] = count;
      if (!runHidden[run]) this.shown[count++] = run;
    }
    this.orderOf[runCount] = count;
    this.shown = this.shown.subarray(0, count);
    for (let order = count - 1; order >= 0; order--) {
      const run = this.shown[order]!;
      const key = runKeys[run]!;
      this.nextAlike[run] = this.firstWith.get(key) ?? -1;
      this.firstWith.set(key, run);
    }
  }

  private title: string | undefined;

  /** Key of the page's title element. */
  get titleKey(): string {
    this.title ??= textKey(decodeText(titleSource(this.page.html)));
    return this.title;
  }

  /** Displayed runs with exactly that key. */
  runsWith(key: string): readonly number[] {
    const runs: number[] = [];
    for (let run = this.firstWith.get(key) ?? -1; run >= 0; run = this.nextAlike[run]!) runs.push(run);
    return runs;
  }

  /** Whether a displayed run has exactly that key. */
  shows(key: string): boolean {
    return this.firstWith.has(key);
  }

  get keys(): IterableIterator<string> {
    return this.firstWith.keys();
  }

  /** Key of the displayed run at that place of reading order, "" beyond the ends. */
  keyAt(order: number): string {
    return this.tree.runKeys[this.shown[order] ?? -1] ?? "";
  }

  /** Whether any element of the page carries the token. */
  hasToken(token: string): boolean {
    return this.tokens.elements(token).length > 0;
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

  /** The node of the only element that carries the token, −1 if there is none or more. */
  landmark(token: string): number {
    const elements = this.tokens.elements(token);
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
