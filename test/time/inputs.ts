/**
 * What a hostile site sends (group T). A page input is built around what a person has labelled, so that every search, rule
 * and check has to work its way through it.
 */
import { gzipSync } from "node:zlib";

export type InputKind = "nest" | "unclosed" | "attribute" | "text" | "many" | "own-words" | "robots" | "sitemap" | "style";

/** A page around `inner`: the block of a record, or a list. */
export interface PageInput {
  readonly name: string;
  readonly kind: InputKind;
  readonly html: (inner: string) => string;
  readonly rows?: (rows: string) => string; // where the rows of the list itself are many
}

export interface FileInput {
  readonly name: string;
  readonly kind: InputKind;
  readonly body: (origin: string) => string | Buffer;
  readonly path?: string; // /robots.txt, /sitemap.xml and /style.css unless it says otherwise
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A report - The river office</title></head><body><p class="site">The river office</p>${body}</body></html>`;
const list = (rows: string): string => `<h1>All reports</h1><ul class="list">${rows}</ul>`;
const many = (count: number, piece: (i: number) => string): string => Array.from({ length: count }, (_, i) => piece(i)).join("");
const thousands = (count: number): string => count.toLocaleString("en");

/** Where nothing is hostile. */
export const plainPage = page;
export const plainList = list;

const nest = (open: string, count: number, beside = ""): PageInput => ({
  name: `${open}${beside} × ${thousands(count)} around it`,
  kind: "nest",
  html: (inner) => page(`${(open + beside).repeat(count)}${inner}7960<br>after`),
});

const unclosed = (opener: string, count = 40_000): PageInput => ({
  name: `${opener.trim()} × ${thousands(count)}, none closed`,
  kind: "unclosed",
  html: (inner) => `<!doctype html><body><p class="site">The river office</p>${inner}${opener.repeat(count)}`,
});

/** More in the start tag of every link. */
const onLinks = (name: string, written: string): PageInput => ({
  name: `${name} on every link`,
  kind: "attribute",
  html: (inner) => page(inner.replaceAll("<a ", `<a ${written} `)),
});

const beside = (kind: InputKind, name: string, more: string | (() => string), before = ""): PageInput => ({
  name,
  kind,
  html: (inner) => page(`${before}${inner}${typeof more === "string" ? more : more()}`),
});

/** Words of two spellings with one and the same sum in any sum of powers that wraps at a power of two. */
function thueMorse(length: number): [string, string] {
  let [one, other] = ["a", "b"];
  while (one.length < length) [one, other] = [one + other, other + one];
  return [one, other];
}

export const PAGES: readonly PageInput[] = [
  ...["<div>", "<ul><li>", "<table><tr><td>", "<a><div>", "<b>", "<blockquote>", "<section>"].flatMap((open) => [
    nest(open, 600),
    nest(open, 100_000),
  ]),
  nest("<div>", 600, "x"),
  nest("<div>", 100_000, "x"),
  nest("<div class=c id=i>", 500),
  nest("<b><i><font color=red>", 20_000),
  nest("<a href=x><p>", 20_000, "y"),
  ...["<title", "<meta ", "<script ", "<html ", "<a "].map((opener) => unclosed(opener)),
  ...[
    "<base ",
    "<link ",
    "<!--",
    "<svg><title",
    "<style",
    "<template ",
    "</",
    "<![CDATA[",
    "<p title='",
    "<script type=application/ld+json",
  ].map((opener) => unclosed(opener)),
  onLinks("an attribute of 50 kB", `data-x="${"A".repeat(50_000)}"`),
  {
    name: "an attribute of 5 MB on the labelled link",
    kind: "attribute",
    html: (inner) => page(inner.replace('<a class="pdf"', `<a data-x="${"A".repeat(5_000_000)}" class="pdf"`)),
  },
  {
    name: "blanks of 5 MB in the labelled link's tag",
    kind: "attribute",
    html: (inner) => page(inner.replace('<a class="pdf"', `<a${" ".repeat(5_000_000)}class="pdf"`)),
  },
  onLinks(
    "100,000 attributes",
    many(100_000, (i) => `a${i}=b `),
  ),
  {
    name: "100,000 classes around it",
    kind: "attribute",
    html: (inner) => page(`<div class="${many(100_000, (i) => `c${i} `)}">${inner}</div>`),
  },
  beside("attribute", "100,000 elements of 20 classes", () =>
    many(100_000, (i) => `<i class="a b c d e f g h i j k l m n o p q r s t${i}">`),
  ),
  beside("attribute", "addresses of 100 kB in 50 links", () => many(50, (i) => `<a href="/${"p/../".repeat(20_000)}${i}">x</a>`)),
  beside("many", "330,000 links", () => `<ul>${many(330_000, (i) => `<li><a href=/q/${i}>${i}`)}</ul>`),
  {
    name: "a list of 330,000 links",
    kind: "many",
    html: (inner) => page(inner),
    rows: (rows) => page(list(rows + many(330_000, (i) => `<li><a href=/q/${i}>${i}`))),
  },
  {
    name: "a list of 100,000 rows with values",
    kind: "many",
    html: (inner) => page(`<table>${many(100_000, (i) => `<tr><td>k${i}<td>v${i}`)}</table>${inner}`),
    rows: (rows) =>
      page(
        list(
          rows +
            many(60_000, (i) => `<li class="row"><a href="/q/${i}.html">Report ${i}</a> <span class="who">W. ${i}</span></li>`),
        ),
      ),
  },
  {
    name: "a list of 100,000 rows that are all alike",
    kind: "many",
    html: (inner) => page(`${inner}<ul>${"<li>same".repeat(100_000)}</ul>`),
    rows: (rows) =>
      page(list(rows + '<li class="row"><a href="/p/2.html">Same</a> <span class="who">Same</span></li>'.repeat(100_000))),
  },
  beside("many", "10,000 places of one label", () => "<p>Slow Water</p>".repeat(10_000)),
  beside("many", "100,000 places of one label in one line", () => `<p>${"Slow Water ".repeat(100_000)}</p>`),
  beside("many", "1,000,000 empty elements", "<i></i>".repeat(1_000_000)),
  beside("many", "“<” × 2,000 in 1,600 links", () => many(1600, (i) => `<a href="/p/${i}.html">${"<".repeat(2000)}</a>`)),
  beside("many", "100,000 links that say next", () => many(100_000, (i) => `<a rel="prev" href="?page=${i}">Next page</a>`)),
  beside("many", "100,000 labels and values", () => `<dl>${many(100_000, (i) => `<dt>Author:<dd>v${i}`)}</dl>`),
  beside(
    "many",
    "50,000 cells that span all",
    () => `<table>${"<tr>".concat("<td colspan=1000 rowspan=65534>x".repeat(20)).repeat(2500)}</table>`,
  ),
  {
    name: "texts whose sums are all one",
    kind: "many",
    html: (inner) => {
      const [one, other] = thueMorse(32);
      return page(inner + many(32_768, (i) => `<p>${many(15, (bit) => ((i >> bit) & 1 ? one : other))}</p>`));
    },
  },
  beside("text", "10 MB of text", () => `<p>${"lorem ipsum dolor ".repeat(540_000)}</p>`),
  beside("text", "9 MB of entities", () => `<p>${"&amp;".repeat(900_000)}${"&notit;".repeat(600_000)}</p>`),
  beside("text", "9 MB of blanks", () => `<p>${" \n".repeat(4_500_000)}</p>`),
  beside("text", "one text with the same letter 5,000,000 times", () => `<p>${"S".repeat(5_000_000)}</p>`),
  beside("text", "a letter with 1,000,000 marks", () => `<p>a${"\u0301\u0316".repeat(500_000)}</p>`),
  {
    name: "all in one line of 2 MB",
    kind: "text",
    html: (inner) =>
      page(
        `<p>${"<i>a</i> b, ".repeat(80_000)}${inner.replace(/<\/?(?:h1|p|li|ul)\b[^>]*>/g, " ")}${"<i>a</i> b; ".repeat(80_000)}</p>`,
      ),
  },
  beside("text", "NUL, lone halves and marks, 3 MB", () => `<p>${"\0a\uFEFF\u2028\u202e".repeat(300_000)}</p>`),
  beside(
    "own-words",
    "20,000 authors in meta tags, on 1 MB of text",
    () => `<p>${"lorem ipsum ".repeat(80_000)}</p>`,
    many(20_000, (i) => `<meta name=citation_author content="Lorem ${i}">`),
  ),
  beside(
    "own-words",
    "100,000 authors in JSON-LD",
    () => `<p>${"lorem ipsum ".repeat(80_000)}</p>`,
    `<script type="application/ld+json">{"author":[${many(100_000, (i) => `"Lorem ${i}",`)}""]}</script>`,
  ),
  beside(
    "own-words",
    "JSON-LD 1,000,000 deep",
    "",
    `<script type="application/ld+json">{"author":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}</script>`,
  ),
  beside("own-words", "20,000 scripts of JSON-LD, none closed", '<script type="application/ld+json">{'.repeat(20_000)),
];

const AGENT = "User-agent: *\n";
export const ROBOTS: readonly FileInput[] = (
  [
    ["one line of 498 kB", () => `${AGENT}Disallow: /x${" ".repeat(498_000)}y\n`],
    ["20,000 rules with stars", () => AGENT + many(20_000, (i) => `Disallow: /*a*b*c*d${i}\n`)],
    ["one rule of 490 kB of *a", () => `${AGENT}Disallow: /${"*a".repeat(245_000)}b$\n`],
    ["20,000 groups", () => many(20_000, (i) => `User-agent: b${i}\nDisallow: /\n`)],
    ["15,000 groups of ours with delays", () => "User-agent: *\nCrawl-delay: 0\n".repeat(15_000)],
    ["490 kB of escapes", () => `${AGENT}Disallow: /${"%41%e4%b8".repeat(54_000)}\n`],
    ["480 kB beyond ASCII", () => `${AGENT}Disallow: /${"é".repeat(240_000)}\n`],
    ["490,000 empty lines", () => AGENT + "\r".repeat(490_000)],
    ["490 kB of colons", () => AGENT + ":".repeat(490_000)],
    ["60,000 lines of a word", () => AGENT + "allow \n".repeat(60_000)],
  ] as const
).map(([name, body]) => ({ name: `robots.txt: ${name}`, kind: "robots", body }));

const urlset = (inside: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inside}</urlset>`;
const index = (...addresses: readonly string[]): string =>
  `<?xml version="1.0"?><sitemapindex>${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join("")}</sitemapindex>`;

export const SITEMAPS: readonly FileInput[] = (
  [
    ["names itself", (origin) => index(`${origin}/sitemap.xml`, `${origin}/sitemap.xml?again`)],
    ["50,000 entries", (origin) => urlset(many(50_000, (i) => `<url><loc>${origin}/none/${i}.html</loc></url>`))],
    ["an index that never ends", (origin) => index(`${origin}/endless-NEXT.xml`), "/endless.xml"],
    ["50,000 sitemaps in an index", (origin) => index(...Array.from({ length: 50_000 }, (_, i) => `${origin}/none-${i}.xml`))],
    ["9 MB of entries without an address", () => urlset("<url>".repeat(1_800_000))],
    ["40,000 comments, none closed", () => urlset("<!--".repeat(40_000))],
    ["200,000 tags, none closed", () => urlset("<url ".repeat(200_000))],
    ["200,000 openings of CDATA", () => urlset("<url><loc><![CDATA[".repeat(200_000))],
    ["one address of 9 MB of entities", () => urlset(`<url><loc>${"&amp;".repeat(1_800_000)}</loc></url>`)],
    ["100,000 tags deep in one entry", () => urlset(`<url>${"<x:y>".repeat(100_000)}<loc>http://127.0.0.1/</loc></url>`)],
    [
      "packed, 50 MB of blanks",
      (origin) => gzipSync(urlset(`${" ".repeat(50_000_000)}<url><loc>${origin}/p/1.html</loc></url>`)),
      "/sitemap.xml.gz",
    ],
    ["packed thrice", (origin) => gzipSync(gzipSync(gzipSync(index(`${origin}/sitemap.xml`)))), "/sitemap.xml.gz"],
  ] as readonly (readonly [string, FileInput["body"], string?])[]
).map(([name, body, path]) => ({ name: `sitemap: ${name}`, kind: "sitemap", body, ...(path !== undefined && { path }) }));

export const STYLES: readonly FileInput[] = (
  [
    ["4.9 MB of @import/**/'…'", () => "@import/**/'/a.css';".repeat(245_000)],
    ["image-set( × 400,000", () => `a{background:${"image-set(".repeat(400_000)}}`],
    ["image-set( with texts × 100,000", () => `a{background:${"image-set('a' 1x,".repeat(100_000)}}`],
    ["url( × 1,000,000", () => "url(".repeat(1_000_000)],
    ["url( and 4 MB of blanks", () => `a{background:url(${" ".repeat(4_000_000)}x y)}`],
    ["a text that is never closed", () => `a{content:"${"b".repeat(4_900_000)}`],
    ["comments that are never closed", () => "/*".repeat(2_400_000)],
    ["4.9 MB of backslashes", () => "\\".repeat(4_900_000)],
    ["4.9 MB of escapes", () => "\\75\\72\\6c(".repeat(490_000)],
    ["@import × 700,000", () => "@import".repeat(700_000)],
    ["2,400,000 brackets", () => "[(".repeat(2_400_000)],
  ] as const
).map(([name, body]) => ({ name: `style sheet: ${name}`, kind: "style", body }));
