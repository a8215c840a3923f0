/** Pieces of pages beside the record: menus, boxes, tables, forms, pictures. All their texts are the site's. */
import { element, slot, text } from "./tree.mjs";
import { phrase, word } from "./words.mjs";

const say = (random, least = 1, most = 3) => text(phrase(random, least, most));
const several = (random, least, most, make) => Array.from({ length: random.between(least, most) }, () => make());
const named = (random) => (random.chance(0.6) ? { class: word(random) } : {});
const link = (random) => element("a", { href: `/${word(random)}` }, say(random, 1, 2));

const BLOCKS = [
  (random) =>
    element(
      random.pick(["ul", "ol"]),
      named(random),
      several(random, 2, 5, () => element("li", {}, link(random))),
    ),
  (random) => element("p", named(random), say(random, 4, 12), ...(random.chance(0.4) ? [link(random)] : [])),
  (random) =>
    element(
      random.pick(["div", "aside", "section"]),
      named(random),
      element(random.pick(["h3", "h4"]), {}, say(random)),
      several(random, 1, 3, () => element("p", {}, say(random, 5, 10))),
    ),
  (random) => {
    const columns = random.between(1, 3);
    const row = () =>
      element(
        "tr",
        {},
        Array.from({ length: columns }, () => element("td", {}, say(random))),
      );
    return element("table", named(random), element("tbody", {}, several(random, 2, 4, row)));
  },
  (random) =>
    element(
      "form",
      { action: `/${word(random)}` },
      element("label", {}, say(random)),
      element("input", { name: word(random) }),
      ...(random.chance(0.4) ? [element("select", {}, { raw: "<option>One<option>Two" })] : []),
    ),
  (random) => element("a", { href: `/${word(random)}` }, element("img", { src: `/${word(random)}.png`, alt: word(random) })),
  (random) =>
    element(
      "div",
      named(random),
      several(random, 2, 3, () => element("div", {}, element("span", {}, say(random)))),
    ),
  (random) =>
    element("dl", {}, several(random, 1, 3, () => [element("dt", {}, say(random)), element("dd", {}, say(random, 2, 5))]).flat()),
  () => element("hr", {}),
  (random) => element("div", named(random), say(random, 2, 6), { raw: `<script>var ${word(random)} = "</div>";</script>` }),
];

export const block = (random) => random.pick(BLOCKS)(random);
export const blocks = (random, least, most) => several(random, least, most, () => block(random));

/** Titles of other records of the source, other ones on every page. */
export const relatedBlock = (random) =>
  element(
    "div",
    { class: "related" },
    element("h4", {}, say(random)),
    element(
      "ul",
      {},
      [0, 1, 2].map((n) => element("li", {}, element("a", { href: "#" }, slot(`related${n}`)))),
    ),
  );
