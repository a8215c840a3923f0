/**
 * A page as one sequence: where its elements begin and its displayed texts, in document order, each with its path, that is
 * the tags and lasting classes around it. Two pages of one template are held against each other by it, part by part.
 */
import { lastingTokens } from "../kind/lasting-tokens.js";
import { isHiddenText, lowerBound, nameOf } from "../page/page.js";
import { nodeKey } from "../text/page-key.js";
import { valueText } from "../text/value-text.js";
import type { Reading } from "./reading.js";
import { tagWord } from "./tag-words.js";
import { RUN, runEnd, type Tree } from "./tree.js";

const NONE: readonly number[] = [];

export class Outline {
  readonly count: number;
  private readonly node: Int32Array; // of the item, for a text that of its run; never falls
  private readonly text: Int32Array; // first text of the item, −1 for an element
  private readonly textEnd: Int32Array;
  private readonly path: Int32Array; // number of its path
  private readonly paths = new Map<string, number>(); // number of the path above and a word → number
  private readonly written: string[] = [""];
  private readonly keys = new Map<number, string>();
  private readonly itemsAt: (number[] | undefined)[] = [];

  constructor(readonly reading: Reading) {
    const { tree } = reading;
    const { page } = tree;
    const size = tree.count + page.textCount;
    this.node = new Int32Array(size);
    this.text = new Int32Array(size).fill(-1);
    this.textEnd = new Int32Array(size);
    this.path = new Int32Array(size);
    const pathOfNode = new Int32Array(tree.count);
    const columns = new Map<number, number>();
    let count = 0;
    const add = (node: number, path: number): void => {
      this.node[count] = node;
      this.path[count] = path;
      let items = this.itemsAt[path];
      if (!items) {
        items = [];
        this.itemsAt[path] = items;
      }
      items.push(count++);
    };
    for (let node = 1; node < tree.count; node++) {
      const above = pathOfNode[tree.parent[node]!]!;
      if (tree.tag[node] === RUN) {
        for (const [first, end] of textsOfRun(tree, tree.run[node]!)) {
          this.text[count] = first;
          this.textEnd[count] = end;
          const format = page.textFormat[first]!;
          add(node, this.pathBelow(above, format === 0 ? "#" : `#${nameOf(page, format)}`));
        }
      } else {
        pathOfNode[node] = this.pathBelow(above, wordOf(reading, node, columns));
        add(node, pathOfNode[node]!);
      }
    }
    this.count = count;
  }

  private pathBelow(above: number, word: string): number {
    const known = this.paths.get(`${above} ${word}`);
    if (known !== undefined) return known;
    const path = this.written.length;
    this.paths.set(`${above} ${word}`, path);
    this.written.push(above === 0 ? word : `${this.written[above]!} ${word}`);
    return path;
  }

  /** The items at a path as it is written. */
  itemsAtPath(path: string): readonly number[] {
    let at = 0;
    for (const word of path.split(" ")) {
      const next = this.paths.get(`${at} ${word}`);
      if (next === undefined) return NONE;
      at = next;
    }
    return this.itemsAt[at] ?? NONE;
  }

  pathOf(item: number): string {
    return this.written[this.path[item]!]!;
  }

  isText(item: number): boolean {
    return this.text[item]! >= 0;
  }

  /** Key of a text, "" of an element. */
  keyOf(item: number): string {
    const first = this.text[item]!;
    if (first < 0) return "";
    const known = this.keys.get(item);
    if (known !== undefined) return known;
    const key = nodeKey(this.reading.page, first, this.textEnd[item]!);
    this.keys.set(item, key);
    return key;
  }

  nodeOf(item: number): number {
    return this.node[item]!;
  }

  /** The item after the last one of the element. */
  endOf(item: number): number {
    return this.isText(item) ? item + 1 : this.itemAtNode(this.reading.tree.end[this.node[item]!]!);
  }

  private itemAtNode(node: number): number {
    return lowerBound(this.node, this.count, node);
  }

  /** The first text of a run, if it is displayed. */
  itemsOfRun(run: number): number[] {
    const node = this.reading.tree.runNode[run]!;
    const item = this.itemAtNode(node);
    return item < this.count && this.node[item] === node ? [item] : [];
  }

  /** The text that holds the character at the offset, or else the element whose tag does. */
  itemAt(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.startOf(middle) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  startOf(item: number): number {
    const { page, tree } = this.reading;
    if (item >= this.count) return page.html.length;
    const first = this.text[item]!;
    return first >= 0 ? page.textStart[first]! : page.start[tree.element[this.node[item]!]!]!;
  }

  /** A text as it is displayed. */
  textOf(item: number): string {
    const { page } = this.reading;
    return valueText(page, [{ start: this.startOf(item), end: page.textEnd[this.textEnd[item]! - 1]! }]);
  }

  /** The elements around an item, innermost first. */
  ancestorsOf(item: number): number[] {
    const { tree } = this.reading;
    const items: number[] = [];
    for (let at = tree.parent[this.node[item]!]!; at > 0; at = tree.parent[at]!) items.push(this.itemAtNode(at));
    return items;
  }
}

const outlines = new WeakMap<Reading, Outline>();

export function outlineOf(reading: Reading): Outline {
  const known = outlines.get(reading) ?? new Outline(reading);
  outlines.set(reading, known);
  return known;
}

/** A tag and its lasting classes; of a cell the number of its column too, of body none. */
function wordOf(reading: Reading, node: number, columns: Map<number, number>): string {
  const { tree } = reading;
  const tag = tagWord(tree, node);
  if (tag === "body") return tag;
  const classes = lastingTokens(reading.tokensOfNode(node)).filter((token) => token[0] === ".");
  const name = tag === "td" || tag === "th" ? `${tag}:${nextColumn(columns, tree.parent[node]!)}` : tag;
  return classes.length ? name + [...new Set(classes)].sort().join("") : name;
}

function nextColumn(columns: Map<number, number>, row: number): number {
  const column = (columns.get(row) ?? 0) + 1;
  columns.set(row, column);
  return column;
}

/** The displayed text nodes of a run, from the first to after the last of the texts each is made of. */
function* textsOfRun(tree: Tree, run: number): Generator<readonly [number, number]> {
  const { page } = tree;
  const last = runEnd(tree, run);
  if (tree.runHidden[run]) return;
  for (let text = tree.runText[run]!; text < last; ) {
    let end = text + 1;
    while (end < last && (page.textFlags[end]! & 15) === 0) end++;
    if (!isHiddenText(page, text)) yield [text, end];
    text = end;
  }
}
