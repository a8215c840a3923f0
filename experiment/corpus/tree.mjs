/**
 * The generator's own tree. A node is an element `{ tag, attributes, children }`, a text `{ text }`, raw HTML `{ raw }`
 * (a script, a comment) or, in a source's template, a `{ slot }` that a record fills.
 */

export const element = (tag, attributes, ...children) => ({ tag, attributes, children: children.flat() });
export const text = (content) => ({ text: content });
export const slot = (name) => ({ slot: name });

const FORMAT = new Set(
  "abbr acronym b bdi bdo big blink br cite code del dfn em font i ins kbd mark nobr q rb rt rtc ruby s samp small strike strong sub sup tt u var wbr".split(
    " ",
  ),
);
const DIV_LIKE = new Set("div section article aside header footer main nav center blockquote".split(" "));
const FLOW = new Set([...DIV_LIKE, "body", "td", "th", "li", "dd"]);
const ROWS = new Set("table tbody tr ul ol dl".split(" "));
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const HEAD = "head";

export const isElement = (node) => node.tag !== undefined;
/** Builds structure: neither a text-format element nor the head. */
export const isLayout = (node) => isElement(node) && !FORMAT.has(node.tag) && node.tag !== HEAD;
export const isFormat = (node) => FORMAT.has(node.tag);
export const isVoid = (node) => VOID.has(node.tag);
/** May hold blocks. */
export const isFlow = (node) => FLOW.has(node.tag);
export const isDivLike = (node) => DIV_LIKE.has(node.tag);
/** May hold only its own rows or items. */
export const isRows = (node) => ROWS.has(node.tag);

export function clone(node) {
  if (!isElement(node)) return { ...node };
  return { ...node, attributes: { ...node.attributes }, children: node.children.map(clone) };
}

/** Every node, parents first, with its parent. */
export function* walk(node, parent = null) {
  yield { node, parent };
  for (const child of node.children ?? []) yield* walk(child, node);
}

/** From the root to the node, both included; empty where it is not below. */
export function chainTo(root, wanted) {
  if (root === wanted) return [root];
  for (const child of root.children ?? []) {
    const chain = chainTo(child, wanted);
    if (chain.length) return [root, ...chain];
  }
  return [];
}

export function find(root, isWanted) {
  for (const { node } of walk(root)) if (isWanted(node)) return node;
  return undefined;
}

/** Tags and nesting of what builds structure, as text. */
export function outline(node) {
  if (!isElement(node) || node.tag === HEAD) return "";
  const inner = node.children.map(outline).join("");
  return isFormat(node) ? inner : `(${node.tag}${inner})`;
}
