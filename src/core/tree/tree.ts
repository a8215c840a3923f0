/**
 * The tree that rules walk: the layout elements of a page and, as its leaves, the runs of text between them.
 *
 * Layout tags and br part one run from the next (method §7's sense). Elements and runs stand in one array in document
 * order, so a subtree is a stretch [node, end[node]), and any two stretches are nested or apart. Node 0 is the document.
 * `tag` of a run is RUN.
 */
import { beginsRun, continuesNode, isHiddenText, type Page, type Span } from "../page/page.js";
import { KeySum } from "../text/key-sum.js";
import { nodeKey, pageKey } from "../text/page-key.js";

export const RUN = -1;

export interface Tree {
  readonly page: Page;
  readonly count: number;
  readonly tag: Int32Array; // name number of the element, RUN for a run
  readonly parent: Int32Array;
  readonly end: Int32Array; // first node after the subtree
  readonly element: Int32Array; // page element, −1 for a run
  readonly elementOrder: Int32Array; // the element, for a run the element that comes next; never falls
  readonly run: Int32Array; // number of the run; for an element, of the first run in or after it
  readonly runCount: number;
  readonly runNode: Int32Array;
  readonly runText: Int32Array; // first text; runText[r + 1] ends run r
  readonly runSum: Int32Array; // of the run's key; see key-sum.ts
  readonly runLength: Int32Array; // of the key, MOST_COUNTED for longer ones
  readonly runKeys: (string | undefined)[]; // those that were asked for: a page has thousands, a template asks for a few
  readonly runHidden: Uint8Array;
}

/** Runs that hold nothing but characters without a key are left out: nobody sees them. */
export function buildTree(page: Page): Tree {
  const { textCount, elementCount } = page;
  const key = new KeySum();
  const size = elementCount + textCount;
  const tag = new Int32Array(size);
  const parent = new Int32Array(size);
  const end = new Int32Array(size);
  const element = new Int32Array(size).fill(-1);
  const elementOrder = new Int32Array(size);
  const run = new Int32Array(size);
  const nodeOf = new Int32Array(elementCount);
  const runNode = new Int32Array(textCount);
  const runText = new Int32Array(textCount + 1);
  const runSum = new Int32Array(textCount);
  const runLength = new Int32Array(textCount);
  const runHidden = new Uint8Array(textCount);
  let runs = 0;
  parent[0] = -1;
  element[0] = 0;
  let count = 1;
  let nextElement = 1;
  const addElements = (before: number): void => {
    for (; nextElement < elementCount && page.start[nextElement]! < before; nextElement++) {
      tag[count] = page.tag[nextElement]!;
      parent[count] = nodeOf[page.parent[nextElement]!]!;
      element[count] = nextElement;
      elementOrder[count] = nextElement;
      run[count] = runs;
      nodeOf[nextElement] = count++;
    }
  };
  for (let text = 0; text < textCount; ) {
    let next = text + 1;
    while (next < textCount && !beginsRun(page, next) && isHiddenText(page, next) === isHiddenText(page, text)) next++;
    addElements(page.textEnd[text]!);
    key.clear();
    for (let node = nodeIn(page, text, next); node < next; node = nodeEnd(page, node))
      key.addNode(page, node, nodeEnd(page, node));
    if (key.length > 0) {
      tag[count] = RUN;
      elementOrder[count] = nextElement;
      parent[count] = nodeOf[page.textParent[text]!]!;
      run[count] = runs;
      runNode[runs] = count++;
      runText[runs] = text;
      runSum[runs] = key.sum;
      runLength[runs] = key.length;
      runHidden[runs++] = isHiddenText(page, text) ? 1 : 0;
    }
    text = next;
  }
  addElements(page.html.length + 1);
  closeSubtrees(parent, end, count);
  runText[runs] = textCount;
  return {
    page,
    count,
    tag,
    parent,
    end,
    element,
    elementOrder,
    run,
    runCount: runs,
    runNode: runNode.subarray(0, runs),
    runText: runText.subarray(0, runs + 1),
    runSum: runSum.subarray(0, runs),
    runLength: runLength.subarray(0, runs),
    runKeys: new Array<string | undefined>(runs).fill(undefined),
    runHidden: runHidden.subarray(0, runs),
  };
}

function closeSubtrees(parent: Int32Array, end: Int32Array, count: number): void {
  for (let node = count - 1; node >= 0; node--) {
    if (end[node]! <= node) end[node] = node + 1;
    const above = parent[node]!;
    if (above >= 0 && end[above]! < end[node]!) end[above] = end[node]!;
  }
}

/** The first text of [start, end) that begins a text node; one that continues a node before the run counts there. */
function nodeIn(page: Page, start: number, end: number): number {
  let text = start;
  while (text < end && continuesNode(page, text)) text++;
  return text;
}

function nodeEnd(page: Page, node: number): number {
  let end = node + 1;
  while (end < page.textCount && continuesNode(page, end)) end++;
  return end;
}

export function runKey(tree: Tree, run: number): string {
  const made = tree.runKeys[run];
  if (made !== undefined) return made;
  const { page } = tree;
  const end = runEnd(tree, run);
  let key = "";
  for (let node = nodeIn(page, tree.runText[run]!, end); node < end; node = nodeEnd(page, node))
    key += nodeKey(page, node, nodeEnd(page, node));
  tree.runKeys[run] = key;
  return key;
}

/** For those that look at all of them: one pass instead of many. */
export function allRunKeys(tree: Tree): readonly string[] {
  const { page, runKeys } = tree;
  const whole = pageKey(page, true);
  let node = 0;
  return runKeys.map((made, run) => {
    if (made !== undefined) return made;
    const [first, end] = [nodeIn(page, tree.runText[run]!, page.textCount), runEnd(tree, run)];
    while (whole.nodeText[node]! < first) node++;
    const start = whole.nodeStart[node]!;
    while (node < whole.nodeCount && whole.nodeText[node]! < end) node++;
    const key = whole.key.slice(start, whole.nodeStart[node]!);
    runKeys[run] = key;
    return key;
  });
}

/** Segment of a run: one text node, with the text-format tag around it. */
export interface Segment {
  readonly first: number; // first text
  readonly end: number; // after its last text
  readonly key: string;
  readonly format: number; // name number of the text-format element, 0 without
}

const lastSegments = new WeakMap<Tree, { readonly run: number; readonly segments: readonly Segment[] }>();

/** Those of the run asked for last are kept: all places and rules of a value ask for the same run, one after the other. */
export function segmentsOf(tree: Tree, run: number): readonly Segment[] {
  const last = lastSegments.get(tree);
  if (last?.run === run) return last.segments;
  const segments = segmentsIn(tree, run);
  lastSegments.set(tree, { run, segments });
  return segments;
}

function segmentsIn(tree: Tree, run: number): Segment[] {
  const { page, runText } = tree;
  const segments: Segment[] = [];
  const last = runEnd(tree, run);
  for (let text = runText[run]!; text < last; ) {
    let end = text + 1;
    while (end < last && (page.textFlags[end]! & 15) === 0) end++;
    const key = nodeKey(page, text, end);
    if (key !== "") segments.push({ first: text, end, key, format: page.textFormat[text]! });
    text = end;
  }
  return segments;
}

/** After the last text of the run. */
export function runEnd(tree: Tree, run: number): number {
  const { page, runText } = tree;
  let end = runText[run]! + 1;
  const hidden = isHiddenText(page, runText[run]!);
  while (end < page.textCount && !beginsRun(page, end) && isHiddenText(page, end) === hidden) end++;
  return end;
}

/** Whether the run has more than one text. */
export function isOfTexts({ page, runText }: Tree, run: number): boolean {
  const next = runText[run]! + 1;
  return next < page.textCount && !beginsRun(page, next) && isHiddenText(page, next) === isHiddenText(page, next - 1);
}

/** Source from the first to the last character of the run's texts. */
export function runSpan(tree: Tree, run: number): Span {
  const { page, runText } = tree;
  return { start: page.textStart[runText[run]!]!, end: page.textEnd[runEnd(tree, run) - 1]! };
}

export function* childrenOf(tree: Tree, node: number): Generator<number> {
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) yield child;
}

/** The n-th (from 1) child with that tag, −1 if there are fewer. */
export function childAt(tree: Tree, node: number, tag: number, index: number): number {
  let left = index;
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (tree.tag[child] === tag && --left === 0) return child;
  }
  return -1;
}

/** How many children of its parent have the node's tag, itself included. */
export function countAlike(tree: Tree, node: number): number {
  return countChildren(tree, tree.parent[node]!, tree.tag[node]!);
}

/** How many children have that tag. */
export function countChildren(tree: Tree, node: number, tag: number): number {
  let count = 0;
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (tree.tag[child] === tag) count++;
  }
  return count;
}

/** Which child of its tag the node is, from 1. */
export function indexAmongAlike(tree: Tree, node: number): number {
  const parent = tree.parent[node]!;
  if (parent < 0) return 1;
  let index = 0;
  for (let child = parent + 1; child <= node; child = tree.end[child]!) {
    if (tree.tag[child] === tree.tag[node]) index++;
  }
  return index;
}

const MOST_TAGS = 2 ** 24; // a page has at most 50 MB

/** The same of every node, in one pass: a page may have 100,000 of one kind side by side. */
export function indexesAmongAlike({ count, tag, parent }: Tree): Int32Array {
  const indexes = new Int32Array(count);
  const seen = new Map<number, number>();
  for (let node = 0; node < count; node++) {
    const kind = parent[node]! * MOST_TAGS + tag[node]!;
    indexes[node] = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, indexes[node]!);
  }
  return indexes;
}

/** Number of runs in the subtree of the node, hidden ones included. */
export function runsIn(tree: Tree, node: number): Span {
  const start = tree.run[node]!;
  const after = tree.end[node]!;
  return { start, end: tree.tag[node] === RUN ? start + 1 : after < tree.count ? tree.run[after]! : tree.runCount };
}

export function isInside(tree: Tree, node: number, ancestor: number): boolean {
  return node >= ancestor && node < tree.end[ancestor]!;
}

/** The node and its ancestors, outermost first, without the document. */
export function nodeChain(tree: Tree, node: number): number[] {
  const chain: number[] = [];
  for (let at = node; at > 0; at = tree.parent[at]!) chain.push(at);
  return chain.reverse();
}

export function commonAncestor(tree: Tree, a: number, b: number): number {
  let at = a;
  while (!isInside(tree, b, at)) at = tree.parent[at]!;
  return at;
}
