/** Damage around a labelled value: nests, tables, lists, copies, long attributes; each a function of the page, the value and chance. */
import { mutant, type Random } from "./mutate.js";

type Wrap = (html: string, value: string, random: Random) => string;

const NESTS: readonly (readonly [string, string])[] = [
  ["<div>", "</div>"],
  ["<ul><li>", "</li></ul>"],
  ["<table><tr><td>", "</td></tr></table>"],
  ["<a href=/n><div>", "</div></a>"],
  ["<b>", "</b>"],
  ["<font color=red>", "</font>"],
  ["<div hidden>", "</div>"],
  ["<span style='display:none'>", "</span>"],
  ["<p>", "</p>"],
  ["<form>", "</form>"],
];

const ENTITIES = ["&amp;", "&nbsp;", "&#x301;", "&shy;", "&lt;b&gt;", "&nosuch;", "&#0;", "&zwnj;"];
const COMMENTS = [
  "<!-- x -->",
  "<!--",
  "-->",
  "<![CDATA[",
  "<!-- <td> -->",
  "<script>var a = '<td>';</script>",
  "<style>td{}</style>",
];
const UNCLOSED = [
  "<div>",
  "<table>",
  "<tr>",
  "<td>",
  "<li>",
  "<ul>",
  "<b>",
  "<a href=x>",
  "<select>",
  "<textarea>",
  "</div>",
  "</table>",
  "</td>",
];

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)]!;
const put = (html: string, at: number, text: string, end = at): string => html.slice(0, at) + text + html.slice(end);

/** How deep: mostly a little, at times more than the page model or any engine's stack holds. */
function depthOf(random: Random): number {
  const chance = random(1_000);
  return chance === 0 ? 5_000 : chance < 4 ? 600 : 1 + random(12);
}

/** Where the value stands, or where the text before or after it does. */
function textNear(html: string, value: string, random: Random): [number, number] {
  const at = html.indexOf(value, random(3) ? 0 : html.indexOf("<body"));
  if (at < 0) return [random(html.length), 0];
  if (random(2)) return [at, value.length];
  const start = html.lastIndexOf(">", html.lastIndexOf("<", at) - 1) + 1;
  const end = html.indexOf("<", start);
  return [start, Math.max(0, end - start)];
}

/** The tag around the value, from its bracket to behind its name. */
function tagBefore(html: string, value: string): number {
  const at = html.lastIndexOf("<", Math.max(0, html.indexOf(value)));
  const name = /^<[a-z0-9]+/i.exec(html.slice(at, at + 20));
  return name ? at + name[0].length : -1;
}

/** A piece of the page that begins and ends with a tag of the same name, as rows do. */
function subtree(html: string, random: Random): [number, number] | undefined {
  const name = pick(["tr", "li", "td", "p", "div", "dd", "h3"], random);
  const starts = [...html.matchAll(new RegExp(`<${name}[ >]`, "g"))].map(({ index }) => index);
  if (starts.length < 2) return undefined;
  const first = random(starts.length - 1);
  return [starts[first]!, starts[first + 1]!];
}

const WRAPS: readonly Wrap[] = [
  (html, value, random) => {
    const [at, length] = textNear(html, value, random);
    const [open, close] = pick(NESTS, random);
    const depth = depthOf(random);
    const isClosed = random(4) > 0;
    return put(html, at, open.repeat(depth) + html.slice(at, at + length) + (isClosed ? close.repeat(depth) : ""), at + length);
  },
  (html, value, random) => put(html, textNear(html, value, random)[0] + random(4), pick(UNCLOSED, random)),
  (html, value, random) => put(html, textNear(html, value, random)[0] + random(4), pick(ENTITIES, random).repeat(1 + random(3))),
  (html, value, random) => put(html, textNear(html, value, random)[0] + random(4), pick(COMMENTS, random)),
  (html, _value, random) => {
    const piece = subtree(html, random);
    return piece ? put(html, piece[1], html.slice(...piece).repeat(1 + (random(150) ? random(3) : random(300)))) : html;
  },
  (html, _value, random) => {
    const piece = subtree(html, random);
    if (!piece) return html;
    const without = put(html, piece[0], "", piece[1]);
    const to = without.indexOf("<", random(without.length));
    return put(without, Math.max(0, to), html.slice(...piece));
  },
  (html, value, random) => {
    const at = tagBefore(html, value);
    const name = pick(["title", "class", "href", "style", "id", "data-x"], random);
    const size = random(250) ? random(200) : 50_000;
    return at < 0 ? html : put(html, at, ` ${name}="${pick(["v", "v ", "&amp;", "a b/"], random).repeat(size)}"`);
  },
  (html, value, random) => {
    const copies = random(250) ? 1 + random(4) : 1_000 + random(3_000);
    const [open, close] = pick(
      [
        ["", " "],
        ["<b>", "</b> "],
        ["<p>", "</p>"],
        ["<td>", "</td>"],
        ["<li>", ""],
      ] as const,
      random,
    );
    return put(html, textNear(html, value, random)[0], (open + value + close).repeat(copies));
  },
  (html, value, random) => {
    const at = html.indexOf(value);
    return at < 0 ? html : put(html, at, pick(["", " ", "—", value.toUpperCase(), value.slice(0, 4)], random), at + value.length);
  },
  (html, _value, random) => mutant(html, html, random),
];

/** One to four of them, all around values of the page. */
export function wrapped(html: string, values: readonly string[], random: Random): string {
  let made = html;
  for (let left = 1 + random(4); left > 0; left--) made = pick(WRAPS, random)(made, pick(values, random), random);
  return made;
}
