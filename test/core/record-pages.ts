/**
 * Random sites for property tests: a site is a random layout with fields, and a page is that layout filled with a record.
 * Layouts are those found in the wild: tables, definition lists, lists, divs, lines of text; with omitted end tags, entities,
 * optional fields, lists of values, notices and offers that come and go.
 */

export type SiteRecord = { readonly [name: string]: readonly string[] };

export interface Site {
  readonly fields: readonly string[];
  readonly optional: readonly string[]; // fields that some pages lack
  record(): SiteRecord; // with all fields
  page(record: SiteRecord): string; // fields that are missing from the record are left out
}

/** Mulberry32: small, and the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES = "ba ce di fo gu ha ki lo mu ne pa ri so tu va we xi yo za bel cor dan fen gil hov jun kar lim mor".split(" ");
const ENTITIES: readonly (readonly [written: string, meant: string])[] = [
  ["&amp;", "&"],
  ["&eacute;", "é"],
  ["&#8364;", "€"],
  ["&lt;", "<"],
  ["&nbsp;", " "],
];

/** A text with the way it is written in HTML. */
interface Text {
  readonly meant: string;
  readonly written: string;
}

type Layout = "table" | "dl" | "list" | "divs" | "lines" | "headings";

export function siteFrom(random: () => number): Site {
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const chance = (probability: number): boolean => random() < probability;
  const word = (): string => {
    const text = Array.from({ length: 2 + below(2) }, () => pick(SYLLABLES)).join("");
    return text[0]!.toUpperCase() + text.slice(1);
  };
  const words = (least: number, most: number): string => Array.from({ length: least + below(most - least + 1) }, word).join(" ");

  const layout = pick<Layout>(["table", "dl", "list", "divs", "lines", "headings"]);
  const isOpen = chance(0.4); // end tags that may be left out are
  const hasClasses = chance(0.7);
  const hasEntities = chance(0.4);
  const names = ["title", ...["author", "year", "price", "isbn", "publisher", "pages"].slice(0, 1 + below(6))];
  const many = chance(0.35) ? "genres" : undefined;
  const fields = many === undefined ? names : [...names, many];
  const optional = fields.slice(1).filter(() => chance(0.3));
  const menu = Array.from({ length: 3 + below(4) }, () => words(1, 2));
  const foot = Array.from({ length: 2 + below(3) }, () => words(2, 3));
  const labelWords = new Set<string>(); // two fields of one label could not be told apart by anyone
  while (labelWords.size < fields.length) labelWords.add(word());
  const labels = Object.fromEntries([...labelWords].map((label, i) => [fields[i]!, `${label}${pick(["", ":", " :"])}`]));
  const joint = pick([", ", " | ", "; "]);

  const written = new Map<string, string>(); // how a text is written, for texts with entities
  const text = (): Text => {
    if (!hasEntities || chance(0.6)) return plain(words(1, 4));
    const [entity, character] = pick(ENTITIES);
    const [before, after] = [words(1, 2), words(1, 2)];
    return { meant: `${before} ${character.trim()} ${after}`.replace(/ {2,}/g, " "), written: `${before} ${entity} ${after}` };
  };
  const plain = (meant: string): Text => ({ meant, written: meant });
  const randomValue = (name: string): Text => {
    if (name === "year") return plain(String(1900 + below(125)));
    if (name === "pages") return plain(String(10 + below(990)));
    if (name === "price") return plain(`$${below(99)}.${10 + below(90)}`);
    if (name === "isbn") return plain(`978${String(below(1e9)).padStart(10, "0")}`);
    return text();
  };
  const say = ({ meant, written: source }: Text): string => {
    written.set(meant, source);
    return meant;
  };

  const classOf = (name: string): string => (hasClasses ? ` class="${name}"` : "");
  const end = (tag: string): string => (isOpen ? "" : `</${tag}>`);
  const source = (value: string): string => written.get(value) ?? value;
  const listed = (values: readonly string[]): string =>
    values.map((value) => `<a href="/g/${value.length}">${source(value)}</a>`).join(joint);
  const content = (name: string, values: readonly string[]): string => (name === many ? listed(values) : source(values[0]!));

  const row = (name: string, values: readonly string[]): string => {
    const label = labels[name]!;
    const value = content(name, values);
    switch (layout) {
      case "table":
        return `<tr><th>${label}${end("th")}<td${classOf(name)}>${value}${end("td")}${end("tr")}\n`;
      case "dl":
        return `<dt>${label}${end("dt")}<dd${classOf(name)}>${value}${end("dd")}\n`;
      case "list":
        return `<li${classOf(name)}><b>${label}</b> ${value}${end("li")}\n`;
      case "divs":
        return `<div${classOf("row")}><span>${label}</span><span${classOf(name)}>${value}</span></div>\n`;
      case "lines":
        return `<p${classOf(name)}>${label.replace(/ ?:?$/, ":")} ${value}${end("p")}\n`;
      case "headings":
        return `<h3>${label}</h3><div${classOf(name)}>${value}</div>\n`;
    }
  };
  const around: { [L in Layout]: readonly [string, string] } = {
    table: [`<table${classOf("facts")}>`, "</table>"],
    dl: ["<dl>", "</dl>"],
    list: [`<ul${classOf("facts")}>`, "</ul>"],
    divs: [`<div${classOf("facts")}>`, "</div>"],
    lines: ["<section>", "</section>"],
    headings: ["<section>", "</section>"],
  };
  const wrapper = pick(["div", "main", "article"]);
  const heading = pick(["h1", "h2", "div"]);

  return {
    fields,
    optional,
    record() {
      return Object.fromEntries(
        fields.map((name) => [
          name,
          name === many ? distinct(Array.from({ length: 2 + below(3) }, () => words(1, 2))) : [say(randomValue(name))],
        ]),
      );
    },
    page(record) {
      const present = names
        .slice(1)
        .concat(many ?? [])
        .filter((name) => record[name]?.length);
      const [open, close] = around[layout];
      const notice = chance(0.2) ? `<div class="notice">${words(3, 6)}</div>\n` : "";
      const offers = chance(0.5)
        ? `<ul class="offers">${Array.from({ length: 1 + below(4) }, () => `<li>${words(2, 3)}</li>`).join("")}</ul>`
        : "";
      const title = record.title?.length ? `<${heading}${classOf("title")}>${source(record.title[0]!)}</${heading}>\n` : "";
      return `<!doctype html><html><head><title>${record.title?.[0] ?? "none"}</title></head><body>
<ul id="menu">${menu.map((item) => `<li><a href="#">${item}</a>${end("li")}`).join("")}</ul>
<${wrapper} id="content">${title}${open}
${present.map((name) => row(name, record[name]!)).join("")}${close}</${wrapper}>
${notice}${offers}<div id="foot">${foot.map((line) => `<p>${line}${end("p")}`).join("")}</div></body></html>`;
    },
  };

  function distinct(list: readonly string[]): string[] {
    const set = [...new Set(list)];
    return set.length > 1 ? set : [...set, `${set[0]} ${word()}`];
  }
}
