/** Pages made to hurt: each grows with n and is measured at n and 2 n. */

export interface Hostile {
  readonly html: string;
  readonly region: string; // what is looked for; the outcome may be any
}

export interface Family {
  readonly name: string;
  readonly make: (n: number) => Hostile;
  readonly isShort: boolean; // timed in the short run
}

const END = "needle";
const SHORT = true;
const family = (name: string, make: Family["make"], isShort = false): Family => ({ name, make, isShort });

const written = (text: string): string =>
  text
    .replaceAll("\0", "NUL")
    .replace(/[\u0300-\u036F\u2028\uD800-\uDFFF\uFEFF]/g, (one) => `U+${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** `before`, n times `piece`, `after`, then the text that is looked for. */
const flood = (piece: string, isShort = false, before = "", after = ""): Family =>
  family(
    written(`${before.slice(0, 30)}${piece} × n${after && ` ${after}`}`),
    (n) => ({ html: before + piece.repeat(n) + after + END, region: END }),
    isShort,
  );

/** Several floods one after the other, n pieces together. */
const floods = (pieces: readonly string[], isShort = false): Family =>
  family(
    pieces.map((piece) => `${piece} × n/${pieces.length}`).join(" "),
    (n) => ({ html: pieces.map((piece) => piece.repeat(n / pieces.length)).join("") + END, region: END }),
    isShort,
  );

/** Pieces that are all different. */
const counted = (name: string, piece: (i: number) => string, isShort = false, before = "", after = ""): Family =>
  family(
    name,
    (n) => ({ html: before + Array.from({ length: n }, (_, i) => piece(i)).join("") + after + END, region: END }),
    isShort,
  );

/** A short name of its own for every i: letters first, then anything printable that ends no name. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const SIGNS = [...LETTERS, ..."0123456789!#$%&'()*+,-.:;?@[]^_`{|}~"];
const shortName = (i: number): string => {
  let name = LETTERS[i % LETTERS.length]!;
  for (let rest = Math.floor(i / LETTERS.length); rest > 0; rest = Math.floor(rest / SIGNS.length))
    name += SIGNS[rest % SIGNS.length]!;
  return name;
};

/** The families that group H names, and some of their kin. */
const NAMED: readonly Family[] = [
  ...["<div>", "<b>", "<table>", "<p></p>", "<p>", "<li>", "<a>", "</", "</div>", "</b>"].map((piece) => flood(piece, SHORT)),
  ...["<b><i><u>", "<b><p>", "<font><p></font>", "<svg>", "<select>", "<form>", "<x-y>"].map((piece) => flood(piece, SHORT)),
  ...["&amp;", "&amp", "&#99999999999;", "\0", "a\uD800", "a\uFEFF", "a\u2028"].map((piece) => flood(piece, SHORT)),
  ...["x<tr>", "<div>"].map((piece) => flood(piece, SHORT, "<table>")),
  ...["<!--", "<p ", '<p title="', "<script>", "<svg><![CDATA[", "<plaintext>", "<textarea>"].map((opener) =>
    flood("</a ", SHORT, opener),
  ),
  floods(["<a>", "<div>", "</a>"], SHORT),
  floods(["<b>", "<p>", "</b>"], SHORT),
  counted("one tag with n attributes", (i) => ` a${i}=b`, SHORT, "<p", ">"),
  flood("0123456789", SHORT, '<p title="', '">'),
  counted("<x1><x2>…, unknown names", (i) => `<x${i}>`, SHORT),
  family("aaaa…, pasted aaaa…b", (n) => ({ html: `<p>${"a".repeat(4 * n)}`, region: `${"a".repeat(2 * n)}b` }), SHORT),
  family(
    "a pasted region as long as the page",
    (n) => ({ html: `<p>${"lorem <b>ipsum</b> dolor ".repeat(n)}`, region: "lorem ipsum dolor ".repeat(n) }),
    SHORT,
  ),
  family("n/10 places for one label", (n) => ({ html: "<p>label</p> text text".repeat(n / 10), region: "label" }), SHORT),
  family("one text, the place at its end", (n) => ({ html: `<p>${"word ".repeat(4 * n)}${END}`, region: END }), SHORT),
];

/** The dearest pages for their length: many elements, texts or names to few characters, and changes of their rate. */
export const DENSE: readonly Family[] = [
  ...["<x>", "<i>", "a<x>", "<x>a<b>", "a<p>", "a<!>", "<p id=a>x", "<hr class=a>", "<table><td>", "a<table>a<td>"].map((piece) =>
    flood(piece),
  ),
  ...["<table><tr><td>", "<a><table><td>", "<ul><li>", "<a><div>", "</a x>", "<x/>", "</p x>"].map((piece) => flood(piece)),
  flood("<x>", false, "<form>", "</form>"),
  floods(["<b>", "<span>", "<p>", "</b>"]),
  floods(["some words and ", "<x>"]),
  floods(["some words ", "<x>", "some more words ", "<table><td>a"]),
  floods(["<x>", "a<!>", "some more words ", "<b>"]),
  floods(["<b>", "<x>", "a<p>"]),
  counted("<a><b>…, short unknown names", (i) => `<${shortName(i)}>`),
  counted("a<a>a<b>…, short unknown names and texts", (i) => `a<${shortName(i)}>`),
  counted("<x1></x1>…, unknown names", (i) => `<x${i}></x${i}>`),
  counted("</x1></x2>…, unknown names", (i) => `</x${i}>`),
  counted("<svg><x1></x1>…", (i) => `<x${i}></x${i}>`, false, "<svg>", "</svg>"),
  counted("<svg><a><b>…, short unknown names", (i) => `<${shortName(i)}>`, false, "<svg>"),
  family("n places for one letter", (n) => ({ html: `<p>${"a ".repeat(n)}`, region: "a" })),
  family("n places for one letter, folded", (n) => ({ html: `<p>${"a ".repeat(n)}`, region: "A" })),
  family("n texts of the one letter that is looked for", (n) => ({ html: "<p>a".repeat(n), region: "a" })),
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
  ...FOSTERED.map((piece) => flood(piece, false, "<table>")),
  ...OPENERS.flatMap((opener) => RAW.map((piece) => flood(piece, false, opener))),
  flood("<div></div>", false, "<div>".repeat(600)),
  flood("</a>", false, "<a><div>"),
  floods(["<form>", "<div>", "</form>", "</div>"]),
  floods(["<b><span><p>", "<span><div>", "</b>"]),
  floods(["<div>", "</div>"]),
  floods(["<svg>", "</svg>"]),
  counted("one end tag with n attributes", (i) => ` a${i}='>'`, false, "</p", ">"),
  flood(" hidden", false, "<p", ">"),
  flood(" style='display:none;'", false, "<p", ">"),
  flood("display:none ; ", false, '<p style="', '">'),
  flood(" ", false, '<p style="display:none', 'x">'),
  flood("&#32;", false, '<p style="', '">'),
  flood("x", false, "<", ">"),
  flood("x", false, "</", ">"),
  flood(" encoding=text/htm", false, "<math><annotation-xml", ">"),
  flood(" color", false, "<svg><font", ">"),
  flood("x", false, "<!doctype html public '", "'>"),
  flood(" ", false, "<!doctype html ", ">"),
  flood(" ", false, "<p>a", "b"),
  family("abab…, pasted abab…aa", (n) => ({ html: `<p>${"ab".repeat(n)}`, region: `${"ab".repeat(n / 2)}aa` })),
  family("pasted in two lines", (n) => ({ html: `<p>${"a".repeat(n)}c`, region: `${"a".repeat(n / 2)}c\n${"a".repeat(n / 2)}` })),
  family("a long pasted text that is not there", (n) => ({ html: `<p>${"lorem ".repeat(n / 5)}`, region: "lorem ipsum ".repeat(n / 10) })),
  family("many pasted lines", (n) => ({ html: `<p>${"word ".repeat(n)}`, region: "word\n\r\n".repeat(n) + END })),
  family("n/10 hidden places", (n) => ({ html: "<p hidden>label</p> ".repeat(n / 10), region: "label" })),
  family("n/10 folded places in one text", (n) => ({ html: `<p>${"LABEL and some text ".repeat(n / 10)}`, region: "label" })),
  family("one text of other letters", (n) => ({ html: `<p>${"слово は ".repeat(n / 2)}${END}`, region: END })),
]; // biome-ignore format: a table

export const FAMILIES: readonly Family[] = [...NAMED, ...DENSE, ...OTHER];
