/**
 * The catalogue of template changes. Each takes a view of the template, changes its tree, and says whether it could.
 *
 * Two placements: "path", beside what lies on the path, and "anywhere", any layout element but those of the region, each as
 * likely. Changes of the path itself are of the first kind only, changes of the attributes belong to both.
 */
import { block } from "../corpus/blocks.mjs";
import { clone, element, find, isDivLike, isElement, isFlow, isLayout, isRows, outline, walk } from "../corpus/tree.mjs";
import { capital, word } from "../corpus/words.mjs";
import { besidePath, elementsOutside, hostsOutside } from "./view.mjs";

const BOTH = ["path", "anywhere"];
const PATH = ["path"];

/** A block outside the region and off the path, with its parent. */
function someBlock(view, random, placement, isWanted = () => true) {
  const all = placement === "path" ? besidePath(view) : elementsOutside(view).filter(({ node }) => !view.path.includes(node));
  return random.pick(all.filter(isWanted));
}

/** An element that can take a block, outside the region. */
function someHost(view, random, placement) {
  const isOutside = (node) => isFlow(node) && !view.inside.includes(node);
  return random.pick(placement === "path" ? view.path.filter(isOutside) : hostsOutside(view));
}

/** A place among the host's children that is not between two parts of the region. */
function somePosition({ container, start, end }, random, host) {
  const positions = Array.from({ length: host.children.length + 1 }, (_, i) => i);
  return random.pick(host === container ? positions.filter((i) => i <= start || i > end) : positions);
}

const insertAt = (host, i, ...nodes) => host.children.splice(i, 0, ...nodes);

function replace(parent, node, ...others) {
  parent.children.splice(parent.children.indexOf(node), 1, ...others);
}

const parentOf = (root, wanted) => find(root, (node) => isElement(node) && node.children.includes(wanted));

/** Other tags that may hold the same. */
const TAGS_LIKE = [
  ["div", "section", "article", "aside", "center", "blockquote"],
  ["h1", "h2", "h3", "h4"],
  ["ul", "ol"],
];
const tagsLike = ({ tag }) => (TAGS_LIKE.find((tags) => tags.includes(tag)) ?? []).filter((other) => other !== tag);

/** Path elements below the body that a block may stand in the place of. */
const wrappable = ({ path }) => path.filter((_, i) => i >= 2 && isFlow(path[i - 1]));

function rename(node, random) {
  const tags = node ? tagsLike(node) : [];
  if (!tags.length) return false;
  node.tag = random.pick(tags);
  return true;
}

function reorder(view, random, parent) {
  const { path, inside } = view;
  const at = parent.children.findIndex((node) => path.includes(node) || inside.includes(node));
  const free = parent.children.filter((node) => isLayout(node) && !path.includes(node) && !inside.includes(node));
  const isAbove = (node) => at >= 0 && parent.children.indexOf(node) < at;
  const pairs = free.flatMap((a) => free.filter((b) => isAbove(a) === isAbove(b) && outline(a) < outline(b)).map((b) => [a, b]));
  return swapOne(parent, random.pick(pairs));
}

function swapOne(parent, pair) {
  if (!pair) return false;
  const [i, j] = pair.map((node) => parent.children.indexOf(node));
  [parent.children[i], parent.children[j]] = [parent.children[j], parent.children[i]];
  return true;
}

/** Rows and cells become divs, down to the next table; or children become rows of one cell. */
function convert(node) {
  if (["table", "dl"].includes(node.tag)) return toDivs(node);
  const rows = node.children.map((child) => ({ ...element("tr", {}, element("td", {}, unlisted(child))), ...fieldOf(child) }));
  Object.assign(node, { tag: "table", children: [element("tbody", {}, ...rows)] });
}

const PARTS = new Set(["tbody", "tr", "td", "th", "dt", "dd"]);

function toDivs(node) {
  node.tag = "div";
  for (const part of node.children) if (PARTS.has(part.tag)) toDivs(part);
}

const unlisted = (node) => (node.tag === "li" ? { ...node, tag: "div" } : node);
/** A row that stands for an attribute's element is dropped with it. */
const fieldOf = ({ field, optional }) => ({ ...(field && { field }), ...(optional && { optional }) });
const isConvertible = (node) =>
  ["table", "dl", "ul", "ol"].includes(node.tag) || (isDivLike(node) && node.children.every(isLayout));

/** Runs of children that belong to one attribute, by parent. */
function fieldRuns(view) {
  const runs = [];
  for (const { node: parent } of walk(view.root)) {
    const names = [...new Set((parent.children ?? []).flatMap(({ field }) => field ?? []))];
    if (names.length > 1) runs.push({ parent, names });
  }
  return runs;
}

export const CHANGES = {
  "insert block": {
    placements: BOTH,
    apply(view, random, placement) {
      const host = someHost(view, random, placement);
      insertAt(host, somePosition(view, random, host), block(random));
      return true;
    },
  },
  "remove block": {
    placements: BOTH,
    apply(view, random, placement) {
      const target = someBlock(view, random, placement);
      if (target) replace(target.parent, target.node);
      return Boolean(target);
    },
  },
  "duplicate block": {
    placements: BOTH,
    apply(view, random, placement) {
      const target = someBlock(view, random, placement);
      if (target) replace(target.parent, target.node, target.node, clone(target.node));
      return Boolean(target);
    },
  },
  "move block upper ↔ lower": {
    placements: BOTH,
    apply(view, random, placement) {
      const target = someBlock(view, random, placement, ({ parent }) => !isRows(parent));
      const hosts = view.path.slice(1).filter((node) => isFlow(node) && !view.inside.includes(node));
      const host = random.pick(hosts.filter((node) => !target || target.parent === node || placement === "anywhere"));
      if (!target || !host) return false;
      const order = [...walk(view.root)].map(({ node }) => node);
      const isUpper = order.indexOf(target.node) < order.indexOf(view.path.at(-1));
      replace(target.parent, target.node);
      const at = host.children.findIndex((node) => view.path.includes(node) || view.inside.includes(node));
      const last = host.children.findLastIndex((node) => view.path.includes(node) || view.inside.includes(node));
      insertAt(host, isUpper ? last + 1 : at, target.node);
      return true;
    },
  },
  "reorder siblings": {
    placements: BOTH,
    apply(view, random, placement) {
      const outside = elementsOutside(view).map(({ node }) => node);
      const parents =
        placement === "path" ? view.path.slice(1).filter((node) => !view.inside.includes(node)) : [view.path[1], ...outside];
      return random.shuffled(parents.filter((node) => node.tag !== "dl")).some((parent) => reorder(view, random, parent));
    },
  },
  "wrap path element": {
    placements: PATH,
    apply(view, random) {
      const node = random.pick(wrappable(view));
      replace(parentOf(view.root, node), node, element(random.pick(["div", "section"]), {}, node));
      return true;
    },
  },
  "unwrap path element": {
    placements: PATH,
    apply(view, random) {
      const node = random.pick(wrappable(view).filter((each) => isDivLike(each) && !each.field));
      if (node) replace(parentOf(view.root, node), node, ...node.children);
      return Boolean(node);
    },
  },
  "rename tag on the path": {
    placements: PATH,
    apply: (view, random) => rename(random.pick(view.path.filter((node) => tagsLike(node).length)), random),
  },
  "rename tag off the path": {
    placements: BOTH,
    apply: (view, random, placement) =>
      rename(someBlock(view, random, placement, ({ node }) => tagsLike(node).length)?.node, random),
  },
  "deepen block off the path": {
    placements: BOTH,
    apply(view, random, placement) {
      const target = someBlock(view, random, placement, ({ node }) => isFlow(node));
      if (target) target.node.children = [element("div", {}, ...target.node.children)];
      return Boolean(target);
    },
  },
  "move region into another container": {
    placements: PATH,
    apply(view, random) {
      const { container, start, inside } = view;
      const hosts = hostsOutside(view).filter((node) => node !== container);
      const host = random.pick(hosts);
      if (!host) return false;
      container.children.splice(start, inside.length);
      insertAt(host, random.below(host.children.length + 1), ...inside);
      return true;
    },
  },
  "table ↔ div conversion of a block": {
    placements: BOTH,
    apply(view, random, placement) {
      const outside = someBlock(view, random, placement, ({ node, parent }) => !isRows(parent) && isConvertible(node))?.node;
      const facts = view.inside.find((node) => isConvertible(node) && !node.field);
      const node = facts && random.chance(0.3) ? facts : outside;
      if (node) convert(node);
      return Boolean(node);
    },
  },
  "swap the order of two attributes": {
    placements: BOTH,
    apply(view, random) {
      const { parent, names } = random.pick(fieldRuns(view)) ?? {};
      if (!parent) return false;
      const [a, b] = random.shuffled(names);
      const of = (name) => parent.children.filter(({ field }) => field === name);
      const [first, second] = [of(a), of(b)];
      parent.children = parent.children.flatMap((node) => {
        if (node === first[0]) return second;
        if (node === second[0]) return first;
        return first.includes(node) || second.includes(node) ? [] : [node];
      });
      return true;
    },
  },
  "change a constant label text": {
    placements: BOTH,
    apply(view, random) {
      const label = random.pick([...walk(view.root)].filter(({ node }) => node.isLabel));
      if (!label) return false;
      label.node.text = `${capital(word(random))}${capital(word(random))}${label.node.text.endsWith(":") ? ":" : ""}`;
      return true;
    },
  },
  "split one container into two": {
    placements: BOTH,
    apply(view, random, placement) {
      const all = placement === "path" ? view.path.slice(2) : elementsOutside(view).map(({ node }) => node);
      const node = random.pick(all.filter((each) => isDivLike(each) && !each.field && each.children.length > 1));
      if (!node) return false;
      const at = random.between(1, node.children.length - 1);
      replace(
        parentOf(view.root, node),
        node,
        { ...node, children: node.children.slice(0, at) },
        element(node.tag, {}, ...node.children.slice(at)),
      );
      return true;
    },
  },
};
