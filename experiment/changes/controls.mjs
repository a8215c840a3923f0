/** What must raise no alarm in S1–S4, what no structure shows, and what takes the record away. */
import { block } from "../corpus/blocks.mjs";
import { randomFrom } from "../corpus/random.mjs";
import { paragraphs } from "../corpus/source.mjs";
import { clone, element, find, isFlow, isRows, text, walk } from "../corpus/tree.mjs";
import { phrase, word } from "../corpus/words.mjs";
import { viewOfTemplate } from "./view.mjs";

/** Nodes outside the region, with their parents. */
function outside(root) {
  const within = new Set(viewOfTemplate(root).inside.flatMap((node) => [...walk(node)].map((each) => each.node)));
  return [...walk(find(root, ({ tag }) => tag === "body"))].filter(({ node, parent }) => parent && !within.has(node));
}

export const CONTROLS = {
  "1 text outside the region": ({ root, style }, random) => {
    const texts = outside(root).filter(({ node }) => node.text !== undefined && node.text.trim() !== "");
    for (const { node } of random.shuffled(texts).slice(0, random.between(1, 4))) node.text = phrase(random, 1, 5);
    return { root, style };
  },
  "2 scripts, comments, attributes, white space, case": ({ root, style }, random) => {
    for (const { node } of outside(root))
      if (node.attributes && random.chance(0.3)) node.attributes = { class: word(random), id: word(random) };
    const hosts = outside(root)
      .map(({ node }) => node)
      .filter(isFlow);
    for (const host of random.shuffled(hosts).slice(0, 3))
      host.children.unshift({ raw: `<!-- ${word(random)} --><script>${word(random)}("<p>")</script>` });
    return { root, style: { ...style, hasLines: !style.hasLines, isUpperCase: !style.isUpperCase } };
  },
  "3 text-format tags": ({ root, style }, random) => {
    const texts = [...walk(find(root, ({ tag }) => tag === "body"))].filter(
      ({ node, parent }) => node.text !== undefined && parent && !isRows(parent),
    );
    for (const { node, parent } of random.shuffled(texts).slice(0, 5))
      parent.children.splice(parent.children.indexOf(node), 1, element(random.pick(["b", "i", "em", "font"]), {}, node));
    return { root, style: { ...style, hasFormats: !style.hasFormats } };
  },
  "4 paragraphs inside the region": ({ root, style }, random, source) => {
    const seed = random.below(1e9);
    const recordOf = (index) => {
      const own = randomFrom("paragraphs", seed, index);
      return { ...source.records[index], abstract: paragraphs(own, own.between(1, 6)) };
    };
    return { root, style, recordOf };
  },
};

const exchange = (a, b) => (variant) => ({
  ...variant,
  shownOf: (record) =>
    record[a] === undefined || record[b] === undefined ? record : { ...record, [a]: record[b], [b]: record[a] },
});

/** Contents of two attributes exchanged on every page; not a tag is touched. */
export const SEMANTIC = {
  "title ↔ date": exchange("title", "date"),
  "title ↔ link": exchange("title", "link"),
  "date ↔ link": exchange("date", "link"),
};

const notice = (random) => [
  element("h1", {}, text(phrase(random, 2, 4))),
  ...(random.chance(0.7) ? [element("p", {}, text(phrase(random, 5, 10)))] : []),
];

/** The template with the region's blocks gone and others in their place. */
function withoutRecord({ root, style }, blocks) {
  const { container, start, inside } = viewOfTemplate(root);
  container.children.splice(start, inside.length, ...blocks);
  return { root, style, recordOf: () => null, shownOf: () => ({}) };
}

/** What takes the record away. */
export const REMOVALS = {
  "record taken from the page": (variant, random) => withoutRecord(variant, random.chance(0.5) ? [block(random)] : []),
  "page of another record": (variant, _random, source) => ({
    ...variant,
    recordOf: (index) => source.records[(index + source.records.length / 2) % source.records.length],
  }),
  "error page with status 200": (variant, random) => {
    if (random.chance(0.5)) return withoutRecord(variant, notice(random));
    const body = element("body", {}, ...notice(random));
    return {
      root: element("html", {}, element("head", {}), body),
      style: variant.style,
      recordOf: () => null,
      shownOf: () => ({}),
    };
  },
};

/** One of the tables above, applied to a source. */
export function applied(table, name, source, seed) {
  const { root, style } = source;
  return table[name]({ root: clone(root), style }, randomFrom(...seed, name), source);
}
