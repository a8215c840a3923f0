/** Random damage to real pages: bytes, tokens, ranges. A mutant is a function of its number and the seed alone. */

export type Random = (below: number) => number;

/** Small, quick, and the same on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const CHARACTERS = [..."<>&\"'/!-=?[]; \t\n\r\0aZ0\u00A0\u00AD\u0301\u200B\u2028\uFEFFßﬁΣ각"].concat(
  "\uD800",
  "\uDC00",
  "\u{1F600}",
);
const TOKENS = [
  "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<a href=x>", "</a>", "<table>", "</table>", "<tr>", "<td>", "<li>", "</ul>",
  "<form>", "</form>", "<select>", "<option>", "</select>", "<svg>", "</svg>", "<math><mi>", "<script>", "</script>", "<style>",
  "<!--", "-->", "<![CDATA[", "]]>", "<template>", "</template>", "<textarea>", "<title>", "<plaintext>", "<xmp>", "</xmp>",
  "<p hidden>", "<span style='display:none'>", "<body hidden>", "</body>", "<html>", "<head>", "<frameset>", "<!doctype html>",
  "&amp;", "&#x301;", "&nosuch;", "&#0;", "<br>", "<h1>", "<button>", "<object>", "<ruby><rt>", "<x-y>", "<svg><foreignObject>",
]; // biome-ignore format: a list

type Mutation = (html: string, random: Random, other: string) => string;

const cut = (html: string, start: number, end: number, inside: string): string => html.slice(0, start) + inside + html.slice(end);
const at = (html: string, random: Random): number => random(html.length + 1);
const near = (html: string, start: number, random: Random): number => Math.min(html.length, start + 1 + random(60));

const MUTATIONS: readonly Mutation[] = [
  (html, random) => {
    const place = at(html, random);
    return cut(html, place, place + 1, CHARACTERS[random(CHARACTERS.length)]!);
  },
  (html, random) => {
    const place = at(html, random);
    return cut(html, place, place, CHARACTERS[random(CHARACTERS.length)]!);
  },
  (html, random) => {
    const place = at(html, random);
    return cut(html, place, place, TOKENS[random(TOKENS.length)]!);
  },
  (html, random) => {
    const tag = html.indexOf("<", at(html, random)); // a token goes, or becomes another
    if (tag < 0) return html;
    const end = html.indexOf(">", tag) + 1 || html.length;
    return cut(html, tag, end, random(2) ? TOKENS[random(TOKENS.length)]! : "");
  },
  (html, random) => {
    const place = at(html, random);
    return cut(html, place, near(html, place, random), "");
  },
  (html, random) => {
    const place = at(html, random);
    return cut(html, place, place, html.slice(place, near(html, place, random)).repeat(1 + random(3)));
  },
  (html, random, other) => {
    const place = at(html, random);
    const from = at(other, random);
    return cut(html, place, near(html, place, random), other.slice(from, near(other, from, random) + random(400)));
  },
  (html, random) => {
    const place = at(html, random);
    const end = near(html, place, random);
    return cut(html, place, end, html.slice(place, end).toUpperCase());
  },
  (html, random) => (random(20) ? html : html.slice(0, at(html, random))),
];

export function mutant(html: string, other: string, random: Random): string {
  let mutated = html;
  for (let left = 1 + random(8); left > 0; left--) mutated = MUTATIONS[random(MUTATIONS.length)]!(mutated, random, other);
  return mutated;
}
