/** Pages made to hurt: each grows with n and is measured at n and 2 n. */

export interface Hostile {
  readonly html: string;
  readonly region: string; // what is looked for; the outcome may be any
}

export interface Family {
  readonly name: string;
  readonly make: (n: number) => Hostile;
  readonly isShort: boolean; // part of the short run
  readonly memory: number; // bytes per byte of page at most; 0: not asked, the page stays small or the paste costs more than it
}

interface Limits {
  readonly isShort?: boolean;
  readonly memory?: number;
}

const END = "needle";
const LIMIT = 12;
const family = (name: string, make: Family["make"], { isShort = false, memory = LIMIT }: Limits = {}): Family => ({
  name,
  make,
  isShort,
  memory,
});

const written = (text: string): string =>
  text
    .replaceAll("\0", "NUL")
    .replace(/[\u0300-\u036F\u2028\uD800-\uDFFF\uFEFF]/g, (one) => `U+${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** `before`, n times `piece`, `after`, then the text that is looked for. */
const flood = (piece: string, limits?: Limits, before = "", after = ""): Family =>
  family(
    written(`${before.slice(0, 30)}${piece} × n${after && ` ${after}`}`),
    (n) => ({ html: before + piece.repeat(n) + after + END, region: END }),
    limits,
  );

/** Several floods one after the other, n pieces together. */
const floods = (pieces: readonly string[], limits?: Limits): Family =>
  family(
    pieces.map((piece) => `${piece} × n/${pieces.length}`).join(" "),
    (n) => ({ html: pieces.map((piece) => piece.repeat(n / pieces.length)).join("") + END, region: END }),
    limits,
  );

/** Pieces that are all different. */
const counted = (name: string, piece: (i: number) => string, limits?: Limits, before = "", after = ""): Family =>
  family(
    name,
    (n) => ({ html: before + Array.from({ length: n }, (_, i) => piece(i)).join("") + after + END, region: END }),
    limits,
  );

const SHORT: Limits = { isShort: true };
const TIME_ONLY: Limits = { memory: 0 };

/** The families that group H names, and some of their kin. */
const NAMED: readonly Family[] = [
  ...["<div>", "<b>", "<table>", "<p></p>", "<p>", "<li>", "<a>", "</", "</div>", "</b>"].map((piece) => flood(piece, SHORT)),
  ...["<b><i><u>", "<b><p>", "<font><p></font>", "<svg>", "<select>", "<form>", "<x-y>"].map((piece) => flood(piece, SHORT)),
  ...["&amp;", "&amp", "&#99999999999;", "\0", "a\uD800", "a\uFEFF", "a\u2028"].map((piece) => flood(piece, SHORT)),
  ...["x<tr>", "<div>"].map((piece) => flood(piece, SHORT, "<table>")),
  ...["<!--", "<p ", '<p title="', "<script>", "<svg><![CDATA[", "<plaintext>", "<textarea>"].map((opener) =>
    flood("</a ", SHORT, opener),
  ),
  floods(["<a>", "<div>", "</a>"], { isShort: true, memory: 14 }),
  floods(["<b>", "<p>", "</b>"], { isShort: true, memory: 13 }),
  counted("one tag with n attributes", (i) => ` a${i}=b`, SHORT, "<p", ">"),
  flood("0123456789", SHORT, '<p title="', '">'),
  counted("<x1><x2>…, unknown names", (i) => `<x${i}>`, { isShort: true, memory: 20 }),
  family("aaaa…, pasted aaaa…b", (n) => ({ html: `<p>${"a".repeat(4 * n)}`, region: `${"a".repeat(2 * n)}b` }), SHORT),
  family(
    "a pasted region as long as the page",
    (n) => ({ html: `<p>${"lorem <b>ipsum</b> dolor ".repeat(n)}`, region: "lorem ipsum dolor ".repeat(n) }),
    SHORT,
  ),
  family("n/10 places for one label", (n) => ({ html: "<p>label</p> text text".repeat(n / 10), region: "label" }), SHORT),
  family("one text, the place at its end", (n) => ({ html: `<p>${"word ".repeat(4 * n)}${END}`, region: END }), SHORT),
];

/** Known to cost more than the limit: elements that hold a bound each (see `open-elements.ts`), and names. */
const COSTLY: readonly Family[] = [
  flood("<table><tr><td>", { memory: 26 }),
  flood("<a><table><td>", { memory: 32 }),
  flood("<ul><li>", { memory: 20 }),
  flood("<a><div>", { memory: 16 }),
  floods(["<b>", "<span>", "<p>", "</b>"], { memory: 18 }),
  counted("<x1></x1>…, unknown names", (i) => `<x${i}></x${i}>`, { memory: 20 }),
  counted("</x1></x2>…, unknown names", (i) => `</x${i}>`, { memory: 20 }),
  counted("<svg><x1></x1>…", (i) => `<x${i}></x${i}>`, { memory: 24 }, "<svg>", "</svg>"),
];

const NESTED = [
  "<button>",
  "<nobr>",
  "<object>",
  "<template>",
  "<dd>",
  "<option>",
  "<h1>",
  "<tr>",
  "<frameset>",
  "<html hidden>",
  "<body class=a>",
];
const FOREIGN = [
  "<svg><g>",
  "<svg><p>",
  "<svg><desc>",
  "<math><mi>",
  "<math><annotation-xml>",
  "<svg></p>",
  "<svg></g>",
  "<select><option>",
];
const FORMATTED = ["<b><span><p></b>", "<b></i>", "<p><b>x", "<nobr><div>", "<form><div></form>", "<p>a</p>", "<br>"];
const ENDS = ["</p>", "</a>", "</br>", "</x-y>", "</table>", "</form>", "</select>", "</template>", "</body>", "</svg>"];
const TORN = ["<", "<!", "<?", "</ ", "</>", "<a ", "</x", "<!-", "<!->", "<![CDATA[", "<!doctype html>", "<!---->", "<p/"];
const TEXTS = ["a\0", "\uDC00", "é", "e\u0301", "\u0301\u0323", "각", "ﬁ", "a</x>", "a<td>", "a<!---->", "a<br>", "a<b></b>"];
const ENTITIES = [
  "&",
  "&#",
  "&#x",
  "&a",
  "&#0;",
  "&#xD800;",
  "&NotEqualTilde;",
  "&CounterClockwiseContourIntegra",
  "&nosuchname;",
];
const FOSTERED = ["<tr>x<td>", "<b>", "<a>x", "<input>", "<form>", "<caption><col>"];
const OPENERS = [
  "<script>",
  "<!--",
  "<svg><![CDATA[",
  "<plaintext>",
  "<textarea>",
  "<title>",
  "<xmp>",
  "<p ",
  '<p title="',
  "<p title='",
];
const RAW = [
  "</scrip",
  "</",
  "<!--",
  "<script",
  "<!--<script>",
  "<!--<script></script>",
  "-->",
  "]]",
  "--",
  "-",
  "\0",
  '"',
  "&amp;",
  "a",
];

const OTHER: readonly Family[] = [
  ...[...NESTED, ...FOREIGN, ...FORMATTED, ...ENDS, ...TORN, ...TEXTS, ...ENTITIES].map((piece) => flood(piece)),
  ...FOSTERED.map((piece) => flood(piece, {}, "<table>")),
  ...OPENERS.flatMap((opener) => RAW.map((piece) => flood(piece, TIME_ONLY, opener))),
  flood("<div></div>", {}, "<div>".repeat(600)),
  flood("</a>", {}, "<a><div>"),
  floods(["<form>", "<div>", "</form>", "</div>"]),
  floods(["<b><span><p>", "<span><div>", "</b>"]),
  floods(["<div>", "</div>"]),
  floods(["<svg>", "</svg>"]),
  counted("one end tag with n attributes", (i) => ` a${i}='>'`, {}, "</p", ">"),
  flood(" hidden", {}, "<p", ">"),
  flood(" style='display:none;'", {}, "<p", ">"),
  flood("display:none ; ", {}, '<p style="', '">'),
  flood(" ", {}, '<p style="display:none', 'x">'),
  flood("&#32;", TIME_ONLY, '<p style="', '">'),
  flood("x", TIME_ONLY, "<", ">"),
  flood("x", TIME_ONLY, "</", ">"),
  flood(" encoding=text/htm", {}, "<math><annotation-xml", ">"),
  flood(" color", {}, "<svg><font", ">"),
  flood("x", TIME_ONLY, "<!doctype html public '", "'>"),
  flood(" ", TIME_ONLY, "<!doctype html ", ">"),
  flood(" ", TIME_ONLY, "<p>a", "b"),
  family("abab…, pasted abab…aa", (n) => ({ html: `<p>${"ab".repeat(n)}`, region: `${"ab".repeat(n / 2)}aa` }), { memory: 14 }),
  family("pasted in two lines", (n) => ({ html: `<p>${"a".repeat(n)}c`, region: `${"a".repeat(n / 2)}c\n${"a".repeat(n / 2)}` }), TIME_ONLY),
  family("a long pasted text that is not there", (n) => ({ html: "<p>lorem", region: "lorem ipsum ".repeat(n / 10) }), TIME_ONLY),
  family("many pasted lines", (n) => ({ html: `<p>${"word ".repeat(n)}`, region: "word\n\r\n".repeat(n) + END }), TIME_ONLY),
  family("n/10 hidden places", (n) => ({ html: "<p hidden>label</p> ".repeat(n / 10), region: "label" })),
  family("n/10 folded places in one text", (n) => ({ html: `<p>${"LABEL and some text ".repeat(n / 10)}`, region: "label" })),
  family("one text of other letters", (n) => ({ html: `<p>${"слово は ".repeat(n / 2)}${END}`, region: END })),
]; // biome-ignore format: a table

export const FAMILIES: readonly Family[] = [...NAMED, ...COSTLY, ...OTHER];
