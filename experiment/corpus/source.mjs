/**
 * A source of the generated corpus: one template, 500 records, one way of writing HTML, all from its seed.
 *
 * The path to the title has exactly `depth` layout elements on every page: html and body, containers of one element or of
 * four (a table's cell), and the title's own element. The record's attributes and its abstract follow the title in the same
 * container, so the region reaches from the title to the abstract's end.
 */
import { block, blocks, relatedBlock } from "./blocks.mjs";
import { randomFrom } from "./random.mjs";
import { element, slot, text } from "./tree.mjs";
import { capital, date, dateForm, personName, phrase, word } from "./words.mjs";

export const CATEGORIES = [5, 10, 15, 20, 25];
const SOURCES_PER_CATEGORY = 4;
export const SOURCES = CATEGORIES.length * SOURCES_PER_CATEGORY;
export const PAGES = 500;
export const ATTRIBUTES = ["abstract", "authors", "date", "link", "title"];
const CELL = ["table", "tbody", "tr", "td"];

export function makeSource(seed, index) {
  const random = randomFrom(seed, "source", index);
  const depth = CATEGORIES[Math.floor(index / SOURCES_PER_CATEGORY)];
  const style = makeStyle(random);
  return { index, depth, style, root: makeTemplate(random, depth), records: makeRecords(random) };
}

/** How this source writes HTML. */
function makeStyle(random) {
  return {
    isOpen: random.chance(0.5), // end tags that may be left out are
    writesTbody: random.chance(0.4),
    hasEntities: random.chance(0.5),
    hasLines: random.chance(0.7),
    isUpperCase: random.chance(0.2),
    hasDoctype: random.chance(0.8),
    authors: random.pick(["links", "spans", "items"]),
    hasFormats: random.chance(0.5),
  };
}

function makeTemplate(random, depth) {
  const crowd = depth <= 10 ? 3 : 2; // deep pages have many places for blocks already
  const record = makeRecordBlocks(random);
  let inner = [...blocks(random, 0, 1), ...record, ...blocks(random, 0, 1)];
  for (const group of containerTags(random, depth - 3)) inner = [contained(random, group, inner), ...blocks(random, 0, crowd)];
  const top = random.chance(0.3) ? [element("p", { class: "crumbs" }, text(`${phrase(random, 1, 1)} / `), slot("title"))] : [];
  const around = [element("div", { id: "top" }, element("b", {}, text(phrase(random, 2, 3))), ...blocks(random, 2, 4)), ...top];
  const below = [...(random.chance(0.5) ? [relatedBlock(random)] : []), element("div", { id: "foot" }, blocks(random, 2, 5))];
  const body = element("body", {}, ...around, ...inner, ...below);
  return element("html", {}, element("head", {}, element("title", {}, slot("title"))), body);
}

/** Containers from the inside out, together as many elements as asked for. */
function containerTags(random, count) {
  const groups = [];
  for (let left = count; left > 0; left -= groups.at(-1).length)
    groups.push(left >= CELL.length && random.chance(0.3) ? CELL : [random.pick(["div", "div", "section", "article", "center"])]);
  return groups;
}

/** The content in a container, with what stands beside it: blocks, or other cells and rows. */
function contained(random, group, content) {
  const attributes = random.chance(0.5) ? { class: word(random) } : {};
  if (group !== CELL) return element(group[0], attributes, ...blocks(random, 0, 2), ...content);
  const cell = () => element("td", {}, block(random));
  const beside = (most) => Array.from({ length: random.between(0, most) }, cell);
  const row = element("tr", {}, ...beside(2), element("td", attributes, ...content), ...beside(1));
  const rows = (most) => Array.from({ length: random.between(0, most) }, () => element("tr", {}, cell()));
  return element("table", {}, element("tbody", {}, ...rows(1), row, ...rows(1)));
}

/** An attribute's own element says which it is, for changes that concern attributes. */
const field = (name, node) => ({ ...node, field: name, ...(name === "link" && { optional: "link" }) });
const constant = (content) => ({ text: content, isLabel: true });

function makeRecordBlocks(random) {
  const labels = Object.fromEntries(["authors", "date", "link", "abstract"].map((name) => [name, capital(word(random))]));
  const names = random.shuffled(["authors", "date", "link"]);
  const hasClasses = random.chance(0.6);
  const classOf = (name) => (hasClasses ? { class: name } : {});
  const title = element(random.pick(["h1", "h2", "div"]), classOf("title"), { ...slot("title"), edge: "first" });
  const abstract = element(
    random.pick(["div", "section", "blockquote"]),
    classOf("abstract"),
    element(random.pick(["h3", "h4"]), {}, constant(labels.abstract)),
    { ...slot("abstract"), edge: "last" },
  );
  const metadata = random.pick(LAYOUTS)(names, labels, classOf);
  return [field("title", title), ...metadata, field("abstract", abstract)];
}

/** Layouts of authors, date and link. */
const LAYOUTS = [
  (names, labels, classOf) => {
    const row = (name) => element("tr", {}, element("th", {}, constant(labels[name])), element("td", classOf(name), slot(name)));
    return [element("table", classOf("facts"), element("tbody", {}, ...names.map((name) => field(name, row(name)))))];
  },
  (names, labels, classOf) => {
    const pair = (name) => [element("dt", {}, constant(labels[name])), element("dd", classOf(name), slot(name))];
    return [element("dl", classOf("facts"), ...names.flatMap((name) => pair(name).map((node) => field(name, node))))];
  },
  (names, labels, classOf) =>
    names.map((name) =>
      field(name, element("div", classOf(name), element("b", {}, constant(`${labels[name]}:`)), text(" "), slot(name))),
    ),
  (names, labels, classOf) =>
    names.map((name) =>
      field(
        name,
        element("div", classOf(`${name}-row`), element("span", {}, constant(labels[name])), element("div", {}, slot(name))),
      ),
    ),
];

const MOST_PARAGRAPHS = 6;

/** The first record, the key, has every attribute. */
function makeRecords(random) {
  const people = Array.from({ length: 60 }, () => personName(random));
  const form = dateForm(random);
  return Array.from({ length: PAGES }, (_, i) => ({
    title: titleOf(random, i),
    authors: random.shuffled(people).slice(0, i === 0 ? 3 : random.between(1, 4)),
    date: date(random, form),
    abstract: paragraphs(random, i === 0 ? 3 : random.between(1, MOST_PARAGRAPHS)),
    link: i === 0 || random.chance(0.7) ? `10.${random.between(1000, 9999)}/${word(random)}.${i + 1}` : undefined,
  }));
}

const titleOf = (random, i) =>
  `${phrase(random, 2, 5)}${random.chance(0.2) ? " & " : " "}${word(random)} ${capital(word(random))}${i % 7 === 3 ? ` (${i})` : ""}`;

export const paragraphs = (random, count) => Array.from({ length: count }, () => `${phrase(random, 12, 40)}.`);
