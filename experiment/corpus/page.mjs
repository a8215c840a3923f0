/** A page of a source: its template filled with a record, written as HTML, with the truth and the text a person would paste. */
import { ATTRIBUTES } from "./source.mjs";
import { chainTo, element, find, isElement, isLayout, text, walk } from "./tree.mjs";
import { writeHtml } from "./write-html.mjs";

/**
 * A variant is what may be changed of a source: its template, its style, and what is done to its records. Everything is
 * made anew for every page, so one change of the template is the same change of all pages.
 */
export const variantOf = ({ root, style }) => ({ root, style });

export function makePage(source, variant, index) {
  const record = variant.recordOf ? variant.recordOf(index) : source.records[index];
  const shown = variant.shownOf ? variant.shownOf(record) : record;
  const root = fill(variant.root, { source, style: variant.style, shown, index });
  const region = regionOf(root);
  return {
    root,
    region,
    html: writeHtml(root, variant.style),
    truth: truthOf(record),
    pasted: region && pastedFrom(root, region),
  };
}

/** What a page says, by attribute; nothing where the record was taken away. */
function truthOf(record) {
  if (!record) return Object.fromEntries(ATTRIBUTES.map((name) => [name, []]));
  return {
    abstract: [record.abstract.join("\n")],
    authors: record.authors,
    date: [record.date],
    link: record.link === undefined ? [] : [record.link],
    title: [record.title],
  };
}

function fill(node, filling) {
  if (node.slot) return contentOf(node.slot, filling);
  if (!isElement(node)) return [node];
  if (node.optional && filling.shown[node.optional] === undefined) return [];
  const children = node.children.flatMap((child) => fill(child, filling));
  const filled = { ...node, children };
  return node.tag === "html" ? filled : [filled];
}

function contentOf(name, { source, style, shown, index }) {
  const marked = (content) => ({ text: content, of: name });
  if (name.startsWith("related")) {
    const other = source.records[(index * 7 + 11 * (1 + Number(name.slice(7)))) % source.records.length];
    return [text(other.title)];
  }
  if (name === "abstract")
    return shown.abstract.map((content, i) => element("p", {}, ...formatted(content, style, i).map(markedAs(name))));
  if (name === "authors") return authorNodes(shown.authors, style.authors, marked);
  if (name === "link") return [element("a", { href: `https://doi.example/${shown.link}` }, marked(shown.link))];
  return shown[name] === undefined ? [] : [marked(shown[name])]; // crumbs of a page without its record
}

/** A word in italics now and then: text-format elements are no structure. */
function formatted(content, { hasFormats }, i) {
  if (!hasFormats || i % 2) return [text(content)];
  const [first, second, ...rest] = content.split(" ");
  return [text(`${first} `), element("i", {}, text(second)), text(` ${rest.join(" ")}`)];
}

const markedAs = (name) => (node) =>
  isElement(node) ? { ...node, children: node.children.map(markedAs(name)) } : { ...node, of: name };

function authorNodes(authors, way, marked) {
  if (way === "items") return [element("ul", {}, ...authors.map((author) => element("li", {}, marked(author))))];
  const one = (author) =>
    way === "links" ? element("a", { href: "#" }, marked(author)) : element("span", { class: "author" }, marked(author));
  return authors.flatMap((author, i) => (i ? [text(", "), one(author)] : [one(author)]));
}

/** The region's first and last text, by the generator's marks; undefined where the page has no record, or its end stands first. */
function regionOf(root) {
  const body = find(root, ({ tag }) => tag === "body");
  const texts = [...walk(body)].filter(({ node }) => node.text !== undefined);
  const first = texts.find(({ node, parent }) => node.of === "title" && parent.field === "title")?.node;
  const last = texts.findLast(({ node }) => node.of === "abstract")?.node;
  const nodes = texts.map(({ node }) => node);
  return first && last && nodes.indexOf(first) < nodes.indexOf(last) ? { first, last } : undefined;
}

/** As copied from a browser: the displayed text of the region, a line for each element that holds text. */
function pastedFrom(root, { first, last }) {
  const lines = [];
  let owner;
  let isInside = false;
  for (const { node, parent } of walk(root)) {
    if (node === first) isInside = true;
    if (isInside && node.text !== undefined) {
      const line = isLayout(parent) ? parent : chainTo(root, parent).findLast(isLayout);
      if (line === owner) lines.push(lines.pop() + node.text);
      else lines.push(node.text);
      owner = line;
    }
    if (node === last) break;
  }
  return lines.join("\n");
}
