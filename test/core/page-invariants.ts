/** What the heads of `src/core/page/page.ts` and `src/core/tree/tree.ts` promise of their arrays, asked one by one. */
import { beginsRun, isOpaque, MAX_DEPTH, type Page } from "../../src/core/page/page.js";
import { RUN, runEnd, type Tree } from "../../src/core/tree/tree.js";

function hold(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`the page model breaks its promise: ${what}`);
}

/** Throws where a promise is broken; the page is given back. One pass without garbage, for pages may be large. */
export function holdPage(page: Page): Page {
  const { html, elementCount, parent, depth, start, textCount, textStart, textEnd, textParent } = page;
  const open = new Int32Array(MAX_DEPTH + 1); // by depth, the elements around the place that was reached
  let deepest = 0;
  const enter = (above: number, what: string, at: number): void => {
    if (above < 0 || above >= elementCount || depth[above]! > deepest || open[depth[above]!] !== above)
      hold(false, `${what} ${at} has parent ${above}, which is not open there`);
    deepest = depth[above]!;
  };
  hold(parent[0] === -1 && depth[0] === 0, "element 0 is the document");
  let text = 0;
  for (let element = 1; element <= elementCount; element++) {
    for (; text < textCount && (element === elementCount || textEnd[text]! <= start[element]!); text++) {
      enter(textParent[text]!, "text", text);
      if (textParent[text]! < 1 || isOpaque(page, textParent[text]!)) hold(false, `text ${text} stands in no layout element`);
      if (textStart[text]! < (text ? textEnd[text - 1]! : 0)) hold(false, `text ${text} begins before the one before it ends`);
      if (!beginsRun(page, text) && textParent[text] !== textParent[text - 1])
        hold(false, `text ${text} continues a run elsewhere`);
      if (textStart[text]! >= textEnd[text]! || textEnd[text]! > html.length) hold(false, `offsets of text ${text}`);
    }
    if (element === elementCount) break;
    enter(parent[element]!, "element", element);
    if (isOpaque(page, parent[element]!)) hold(false, `element ${element} inside an opaque one`);
    if (start[element]! < start[element - 1]! || start[element]! > html.length) hold(false, `start of element ${element}`);
    if (depth[element] !== ++deepest || deepest > MAX_DEPTH) hold(false, `depth of element ${element}`);
    open[deepest] = element;
  }
  for (const { count, element, at } of [page.classes, page.ids]) {
    for (let i = 0; i < count; i++) {
      if (element[i]! < 1 || element[i]! >= elementCount || (i && element[i]! <= element[i - 1]!))
        hold(false, `class or id ${i}`);
      if (at[i]! < 0 || at[i]! > html.length) hold(false, `offset of class or id ${i}`);
    }
  }
  return page;
}

/** The same for the tree of rules. */
export function holdTree(tree: Tree): Tree {
  const { page, count, tag, parent, end, element, run, runCount, runNode, runText } = tree;
  const open: number[] = [];
  let runs = 0;
  for (let node = 0; node < count; node++) {
    while (open.length && end[open.at(-1)!]! <= node) open.pop();
    if (parent[node] !== (open.at(-1) ?? -1)) hold(false, `node ${node} has parent ${parent[node]} and stands in ${open.at(-1)}`);
    if (end[node]! <= node || end[node]! > (node ? end[parent[node]!]! : count)) hold(false, `end of node ${node}`);
    if (run[node] !== runs) hold(false, `run of node ${node}`);
    const above = node ? element[parent[node]!]! : -1;
    if (tag[node] !== RUN) {
      if (page.parent[element[node]!] !== above) hold(false, `parent of element ${element[node]}`);
    } else {
      if (runNode[runs] !== node || end[node] !== node + 1) hold(false, `node of run ${runs}`);
      const after = runEnd(tree, runs);
      for (let text = runText[runs]!; text < after; text++)
        if (page.textParent[text] !== above) hold(false, `parent of text ${text} in run ${runs}`);
      runs++;
    }
    open.push(node);
  }
  hold(end[0] === count && runs === runCount, "all nodes and runs are in the document");
  return tree;
}
