/** The generator's tree as HTML text, in the style of its source. */
import { isElement, isVoid } from "./tree.mjs";

const ENTITIES = { é: "&eacute;", "&": "&amp;", "<": "&lt;", ">": "&gt;", "–": "&#8211;" };
const CLOSES_P = new Set(
  "div p ul ol dl h1 h2 h3 h4 hr form section article aside header footer nav main center blockquote".split(" "),
);
const OWN_KIND = { li: ["li"], dt: ["dt", "dd"], dd: ["dt", "dd"], tr: ["tr"], td: ["td", "th"], th: ["td", "th"] };
const BLOCKS = new Set([...CLOSES_P, "table", "tr", "li", "td", "dt", "dd", "body", "head"]);

export function writeHtml(root, style) {
  return pieces(root, style)
    .map(({ html }) => html)
    .join("");
}

/** Each text node with the offset it is written at. */
export function textOffsets(root, style) {
  const offsets = new Map();
  let offset = 0;
  for (const { html, node } of pieces(root, style)) {
    if (node) offsets.set(node, offset);
    offset += html.length;
  }
  return offsets;
}

/** The HTML in pieces; those of text nodes say whose they are. */
function pieces(root, style) {
  const out = style.hasDoctype ? [{ html: "<!doctype html>\n" }] : [];
  write(root, [root], style, out);
  return out;
}

function write(node, siblings, style, out) {
  if (!isElement(node)) {
    out.push(node.raw === undefined ? { html: escaped(node.text, style), node } : { html: node.raw });
    return;
  }
  const name = style.isUpperCase ? node.tag.toUpperCase() : node.tag;
  const isBare = node.tag === "tbody" && !style.writesTbody && siblings.length === 1 && node.children[0]?.tag === "tr";
  if (!isBare) out.push({ html: `<${name}${attributesOf(node)}>` });
  if (isVoid(node)) return;
  for (const child of node.children) write(child, node.children, style, out);
  if (!isBare && !(style.isOpen && mayEndOpen(node, siblings))) out.push({ html: `</${name}>` });
  if (style.hasLines && BLOCKS.has(node.tag)) out.push({ html: "\n" });
}

/** Where the standard allows the end tag to be left out; only the plainest cases. */
function mayEndOpen(node, siblings) {
  const { tag } = node;
  const next = siblings[siblings.indexOf(node) + 1];
  if (next && !isElement(next)) return false;
  if (tag === "p") return next ? CLOSES_P.has(next.tag) : false;
  if (tag in OWN_KIND) return next ? OWN_KIND[tag].includes(next.tag) : tag !== "dt";
  return tag === "body" || tag === "html";
}

const attributesOf = ({ attributes }) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
    .join("");

function escaped(content, { hasEntities }) {
  return content
    .replace(/[&<>]/g, (character) => ENTITIES[character])
    .replace(/[é–]/g, (letter) => (hasEntities ? ENTITIES[letter] : letter));
}
