/** The parser must see the tree the generator wrote: else what it measures is not what was changed. */
import { isElement, isLayout } from "../corpus/tree.mjs";
import { tagName } from "./core.mjs";

export function assertSameTree(root, page, where) {
  const [written, seen] = [[...writtenLines(root, 1)], seenLines(page)];
  const at = written.findIndex((line, i) => line !== seen[i]);
  if (at < 0 && written.length === seen.length) return;
  throw new Error(`${where}: the parser sees ${seen[at] ?? "nothing"} where ${written[at] ?? "nothing"} was written`);
}

function* writtenLines(node, depth) {
  if (!isElement(node) || node.tag === "head") return;
  if (isLayout(node)) yield `${depth} ${node.tag}`;
  for (const child of node.children) yield* writtenLines(child, isLayout(node) ? depth + 1 : depth);
}

const seenLines = (page) =>
  Array.from({ length: page.elementCount - 1 }, (_, i) => `${page.depth[i + 1]} ${tagName(page, i + 1)}`);
