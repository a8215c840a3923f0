/** Facts of the method that the golden vectors do not hold, as tables. Trees are also checked against parse5. */
import { describe, expect, it } from "vitest";
import { whereabouts } from "../../src/core/inspect.js";
import { locate, locateLabel } from "../../src/core/locate.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { outline } from "./outline.js";
import { pageStructure } from "./page-structure.js";
import { oraclePage } from "./parse5-page.js";

type Trees = readonly (readonly [html: string, expected: string])[];

function expectTrees(trees: Trees): void {
  it.each(trees.map(([html, expected]) => ({ html, expected })))("$html", ({ html, expected }) => {
    const page = parsePage(html);
    expect(outline(page)).toBe(expected);
    const oracle = oraclePage(html);
    if (oracle.moves.length) return;
    const { structure, texts } = pageStructure(page);
    expect(structure).toBe(oracle.structure);
    expect(texts.filter(({ key }) => key)).toEqual(oracle.texts.filter(({ key }) => key));
  });
}

describe("select: only options, and what closes it (method §1)", () => {
  expectTrees([
    ["<select><option>a<option>b<p>c</select>d", 'select "d"'],
    ["<select><div>a</div><b>b</b></select>c", 'select "c"'],
    ["<p><select></p>a</select>b", 'p(select "b")'],
    ["<select><input>a", 'select input "a"'],
    ["<select><textarea>a</textarea>b", 'select textarea "b"'],
    ["<select><select>a", 'select "a"'],
    ["<select><option><select>a", 'select "a"'],
    ["<select><svg><p>a</select>b", 'select "b"'],
    ["<select><script></select></script>a</select>b", 'select "b"'],
    ["<table><tr><td><select><option>a<td>b", 'table(tbody(tr(td(select) td("b"))))'],
    ["<table><tr><td><select></table>a", 'table(tbody(tr(td(select)))) "a"'],
    ["<select></table>a</select>b", 'select "b"'],
    ["<select><template><p>a</p></template><option>b</select>c", 'select "c"'],
    ["<select hidden><option>a</select>b", 'select "b"'],
  ]);
});

describe("svg and math (method §1)", () => {
  expectTrees([
    ["<svg><g><p>a</p></svg>b", 'svg p("a") "b"'],
    ["<svg><foreignObject><div>a</div></foreignObject></svg>b", 'svg "b"'],
    ["<svg><foreignObject><svg><p>a</p></svg></foreignObject></svg>b", 'svg "b"'],
    ["<svg><desc><p>a</desc></svg>b", "svg"],
    ["<svg><desc><b>a</desc></svg>b", "svg"],
    ["<svg><title><table><td>a</table></title></svg>b", 'svg "b"'],
    ["<svg><style><p>a</style>b</svg>c", 'svg p("a" "b" "c")'],
    ["<svg><font>a</font></svg>b", 'svg "b"'],
    ["<svg><font color=red>a</font></svg>b", 'svg "a" "b"'],
    ["<svg/>a", 'svg "a"'],
    ["<svg><path/><g/>a</svg>b", 'svg "b"'],
    ["<svg></p>a", 'svg p "a"'],
    ["<svg></br>a", 'svg "a"'],
    ["<svg></div>a</svg>b", 'svg "b"'],
    ["<div><svg></div>a", 'div(svg) "a"'],
    ["<svg><a><circle></a></svg>b", 'svg "b"'],
    ["<math><mi>a<b>b</b></mi></math>c", 'math "c"'],
    ["<math><mi><p>a</p></mi></math>b", 'math "b"'],
    ["<math><mi><mglyph><p>a</p></math>b", 'math "b"'],
    ["<math><annotation-xml encoding='text/html'><p>a</p></annotation-xml></math>b", 'math "b"'],
    ["<math><annotation-xml><p>a</p></annotation-xml></math>b", 'math p("a") "b"'],
    ["<math><annotation-xml><svg><mi><p>a</p></math>b", 'math p("a") "b"'],
    ["<math><svg><desc><p>a</p></desc></svg></math>b", 'math p("a") "b"'],
    ["<svg><![CDATA[<p>a</p>]]></svg>b", 'svg "b"'],
    ["<svg><![CDATA[a]]", "svg"],
    ["<p>a<![CDATA[b>c]]>d", 'p("a" "c]]>d")'],
    ["<svg><foreignObject><![CDATA[a>b]]></foreignObject></svg>c", 'svg "c"'],
  ]);
});

describe("script, raw text, comments (method §1)", () => {
  expectTrees([
    ["<script><!--<script></script>--></script>a", '"a"'],
    ["<script><!--</script>a", '"a"'],
    ["<script><!--<script></script>a", ""],
    ["<script><!--><script></script>a", '"a"'],
    ["<script><!-- a --><script></script>b", '"b"'],
    ["<script><!-- <!--><script></script>a", '"a"'],
    ["<script><!--<scripty></script>a", '"a"'],
    ["<script><!--<script/></script></script>a", '"a"'],
    ["<script></scripts></script >a", '"a"'],
    ["<SCRIPT></sCrIpT/x='>'>a", '"a"'],
    ["<title><b></title>a", '"a"'],
    ["<p><textarea><b></p></textarea>a", 'p(textarea "a")'],
    ["<xmp><b>&amp;</xmp>a", 'xmp("<b>&amp;") "a"'],
    ["<noscript><p>a</noscript>b", '"b"'],
    ["<iframe><p>a</iframe>b", 'iframe "b"'],
    ["<plaintext><b></plaintext>", 'plaintext("<b></plaintext>")'],
    ["<!-->a", '"a"'],
    ["<!--->a", '"a"'],
    ["<!---->a", '"a"'],
    ["<!--a--!>b", '"b"'],
    ["<!--a--b-->c", '"c"'],
    ["<!--a--->b", '"b"'],
    ["<!-- <!-- -->a", '"a"'],
    ["<!-- <!-->a", '"a"'],
    ["a<!--b--", '"a"'],
    ["a<!--b--!", '"a"'],
    ["<!a>b", '"b"'],
    ["a<!-", '"a"'],
    ["<?a>b?>c", '"b?>c"'],
    ["</ a>b", '"b"'],
    ["</>a", '"a"'],
    ["a</", '"a</"'],
    ["a<", '"a<"'],
    ["a<1>b", '"a<1>b"'],
    ["a<b title='", '"a"'],
    ["a</b title='>'>c", '"a" "c"'],
    ["<p/ /x/y=z/>a", 'p("a")'],
    ["<p ='>'>a", `p("'>a")`],
  ]);
});

describe("tables, forms and the end of the file (method §1)", () => {
  expectTrees([
    ["", ""],
    ["<template><p>", ""],
    ["<!doctype html><p><table>", "p table"],
    ["<!----> <!doctype html><p><table>", "p table"],
    ["</b><!doctype html><p><table>", "p(table)"],
    ["<form><applet></form><form></applet><dt></form>a", 'form(applet(form) dt("a"))'],
    ["<template><tbody><table>a", ""],
    ["</head><noscript>a</noscript>b", '"b"'],
    ["<frameset><frame></frameset><frameset><frame>", "html(frameset(frame))"],
    ["<table><col></b><col>", "table(colgroup(col) colgroup(col))"],
    ["<table><col><html hidden><col>", "table(colgroup(col col))"],
    ["<table><tr></tfoot><td>a", 'table(tbody(tr(td("a"))))'],
    ["<form><b></form>a</b>b", 'form("a") "b"'],
    ["<p>x<form><i><b></form>a</b>b</i>c", 'p("x") form("a" "b") "c"'],
    ["<form><div>a</form>b</div>c", 'form(div("a" "b")) "c"'],
    ["<form><form><p>a</form>b", 'form(p("a")) "b"'],
    ["<a>a<div>b</a>c</div>d", 'a("a" div("b" "c")) "d"'],
    ["<b><p><span>a</b>b", 'p(span("a") "b")'],
    ["<b><span><p>a</b>b", 'span(p("a" "b"))'],
  ]);
});

describe("entities at borders (method §1, §2)", () => {
  expectTrees([
    ["a&", '"a&"'],
    ["a&amp", '"a&"'],
    ["&ampa", '"&a"'],
    ["&notit;", '"¬it;"'],
    ["&notin;", '"∉"'],
    ["&#x", '"&#x"'],
    ["&#;", '"&#;"'],
    ["&#128;", '"€"'],
    ["&#x110000;", '"\uFFFD"'],
    ["&#xD800;", '"\uFFFD"'],
    ["&#0;", '"\uFFFD"'],
    ["&#99999999999999999999;", '"\uFFFD"'],
    ["&#65<b>6</b>", '"A" "6"'],
    ["&am<b>p;</b>", '"&am" "p;"'],
    ["&ltb>", '"<b>"'],
    ["&amp;lt;", '"&lt;"'],
    ["&NotEqualTilde;", '"≂̸"'],
    ["&nosuch;", '"&nosuch;"'],
    ["&nbsp;a&nbsp", '"a"'],
  ]);
});

describe("hidden (method §1)", () => {
  const body = (attributes: string, isHidden: boolean) => ({ attributes, isHidden });
  it.each([
    body("hidden", true),
    body("HIDDEN", true),
    body("hidden=false", true),
    body("hidden=until-found", true),
    body("hidden/", true),
    body("data-hidden", false),
    body("class=hidden", false),
    body("title='x hidden'", false),
    body("style=display:none", true),
    body("style='DISPLAY : None'", true),
    body("style='\n\tdisplay\n:\tnone\n'", true),
    body("style='color:red;display:none;'", true),
    body("style='display:block;display:none'", true),
    body("style='display:none;display:block'", true),
    body("style='display:none!important'", true),
    body("style='display:none ! IMPORTANT ; color:red'", true),
    body("style='visibility:hidden'", true),
    body("style='display&colon;&#110;one'", true),
    body("style='visibility:collapse'", false),
    body("style='display:nonesuch'", false),
    body("style='display:none none'", false),
    body("style='xdisplay:none'", false),
    body("style='--display:none'", false),
    body("style='display none'", false),
    body("style='color:red' style='display:none'", false),
    body("style='display:none' style=''", true),
    body("data-style='display:none'", false),
  ])("$attributes: hidden $isHidden", ({ attributes, isHidden }) => {
    for (const html of [
      `<p ${attributes}>x</p>`,
      `<div ${attributes}><table><td><b>x</b></table></div>`,
      `<b ${attributes}>x</b>`,
      `<html ${attributes}><body>x`,
      `<body ${attributes}>x`,
      `<body>x<body ${attributes}>`,
      `<p>x<html ${attributes}>`,
    ]) {
      const located = locate(parsePage(html), "x");
      expect(located).toMatchObject({ ok: true, flags: isHidden ? ["hidden"] : [] });
    }
  });

  it("does not reach beyond the element", () => {
    expect(outline(parsePage("<p hidden>a</p>b<br hidden>c<b hidden>d</b>e<td hidden>f"))).toBe('p(~"a") "b" "c" ~"d" "e" "f"');
  });
});

interface Place {
  name: string;
  html: string;
  text: string;
  expected: string; // outcome, flags, and each place as the source it stands for, written between bars
}

const written = (html: string, located: ReturnType<typeof locate>): string => {
  const { kind, flags, places, prefix } = whereabouts(located);
  const sources = places.map(([start, end]) => `|${html.slice(start, end)}|`);
  return [kind, ...flags, ...sources, ...(prefix === undefined ? [] : [`prefix "${prefix}"`])].join(" ");
};

describe("keys and places (method §2)", () => {
  it.each<Place>([
    { name: "no NFC across elements", html: "<p>e<b>&#x301;</b>", text: "é", expected: 'not-found prefix ""' },
    { name: "no NFC across a comment", html: "<p>e<!---->\u0301", text: "é", expected: 'not-found prefix ""' },
    { name: "NFC across an ignored end tag", html: "<p>e</x>&#x301;f", text: "éf", expected: "found |e</x>&#x301;f|" },
    { name: "NFC across an ignored start tag", html: "<p>e<td>\u0301f", text: "éf", expected: "found |e<td>\u0301f|" },
    { name: "white space between ignored tags parts a letter from its mark", html: "<p>e</x> </x>\u0301", text: "é", expected: 'not-found prefix ""' },
    { name: "NUL between a letter and its mark is nothing", html: "<p>e\0\u0301", text: "é", expected: "found |e\0\u0301|" },
    { name: "a mark belongs to the place", html: "<p>cafe\u0301!", text: "café", expected: "found |cafe\u0301|" },
    { name: "a letter without its mark is another", html: "<p>e\u0301", text: "e", expected: 'not-found prefix ""' },
    { name: "Hangul parts compose", html: "<p>\u1100\u1161\u11A8", text: "각", expected: "found |\u1100\u1161\u11A8|" },
    { name: "marks in either order", html: "<p>a\u0323\u0301", text: "a\u0301\u0323", expected: "found |a\u0323\u0301|" },
    { name: "an entity of two characters stands for both", html: "<p>a&fjlig;b", text: "j", expected: "found |&fjlig;|" },
    { name: "NUL is dropped", html: "<p>a\0b", text: "ab", expected: "found |a\0b|" },
    { name: "leading NUL is no part of the place", html: "<p>\0\0a\0", text: "a", expected: "found |a|" },
    { name: "NUL in xmp is U+FFFD", html: "<xmp>a\0b</xmp>", text: "a\uFFFDb", expected: "found |a\0b|" },
    { name: "a reference to NUL is U+FFFD", html: "<p>a&#0;b", text: "a\uFFFDb", expected: "found |a&#0;b|" },
    { name: "a lone surrogate is itself", html: "<p>a\uD800b", text: "a\uD800b", expected: "found |a\uD800b|" },
    { name: "a lone low surrogate too", html: "<p>\uDC00a", text: "\uDC00", expected: "found |\uDC00|" },
    { name: "a byte order mark in the middle is nothing", html: "<p>a\uFEFFb", text: "ab", expected: "found |a\uFEFFb|" },
    { name: "U+2028 is white space", html: "<p>a\u2028b", text: "a b", expected: "found |a\u2028b|" },
    { name: "soft hyphen, joiners and word joiner are nothing", html: "<p>a\u00ADb&zwj;c&NoBreak;d", text: "abcd", expected: "found |a\u00ADb&zwj;c&NoBreak;d|" },
    { name: "places do not overlap", html: "<p>aaaaa", text: "aa", expected: "ambiguous |aa| |aa|" },
    { name: "a period does not hide a place", html: "<p>aabaabaaab", text: "aabaaab", expected: "found |aabaaab|" },
    { name: "a prefix is as long as it goes", html: "<p>abcabd", text: "abcabcd", expected: 'not-found prefix "abcab"' },
    { name: "across elements", html: "<td>a<td>b<p>c</p>d", text: "b c\td", expected: "found |b<p>c</p>d|" },
    { name: "white space alone is empty", html: "<p>a", text: " \u00A0\u200B\n", expected: "empty" },
    { name: "ß is SS", html: "<p>Straße", text: "STRASSE", expected: "found folded |Straße|" },
    { name: "final sigma is sigma", html: "<p>ΟΔΟΣ", text: "οδος", expected: "found folded |ΟΔΟΣ|" },
    { name: "a folded letter that becomes two stands for both", html: "<p>xßx", text: "XSSX", expected: "found folded |xßx|" },
    { name: "displayed before hidden", html: "<p hidden>a</p><p>a", text: "a", expected: "found |a|" },
    { name: "both halves of a folded letter are one place", html: "<p>ß", text: "s", expected: "found folded |ß|" },
    { name: "hidden before folded", html: "<p hidden>A</p><p>a", text: "A", expected: "found hidden |A|" },
    { name: "nothing inside opaque", html: "<p>a<select><option>b</select>c", text: "ac", expected: "found |a<select><option>b</select>c|" },
  ])("$name", ({ html, text, expected }) => {
    expect(written(html, locate(parsePage(html), text))).toBe(expected);
  }); // biome-ignore format: a table

  it.each([0, 1, 2, 5])("passes over %i byte order marks at the beginning; offsets count in the string as it is", (marks) => {
    const html = `${"\uFEFF".repeat(marks)}<!doctype html><title>t</title><p>a<table><td>b</table>`;
    const page = parsePage(html);
    expect(page.html).toBe(html);
    expect(outline(page)).toBe('p("a") table(tbody(tr(td("b"))))'); // not quirky: the doctype is heeded
    expect(locate(page, "a")).toMatchObject({ ok: true, span: { start: html.indexOf(">a") + 1, end: html.indexOf(">a") + 2 } });
  });

  const html = "<p>red Blue red</p><p>blue red green <i hidden>pink</i></p><p>red pink blue</p>";
  it.each([
    { name: "inside the region first", region: "blue red green", text: "red", expected: "found |red|" },
    { name: "several inside, the others do not count", region: "red Blue red", text: "red", expected: "ambiguous |red| |red|" },
    {
      name: "hidden inside before displayed outside",
      region: "blue red green pink",
      text: "pink",
      expected: "found hidden |pink|",
    },
    { name: "folded inside before exact outside", region: "red Blue red", text: "blue", expected: "found folded |Blue|" },
    { name: "outside if not inside", region: "blue red green", text: "Blue", expected: "found folded |blue|" },
    { name: "no part of it inside is enough", region: "red Blue", text: "Blue red", expected: "found |Blue red|" },
    { name: "whole page without a region", region: "", text: "green", expected: "found |green|" },
    { name: "nowhere", region: "red Blue", text: "redder", expected: 'not-found prefix "red"' },
  ])("label: $name", ({ region, text, expected }) => {
    const page = parsePage(html);
    const found = locate(page, region);
    expect(written(html, locateLabel(page, text, found.ok ? found.span : undefined))).toBe(expected);
  });
});

describe("the cut at depth 512 (method §1)", () => {
  const deep = "<div>".repeat(600);
  it.each([
    { name: "at the bottom", html: `${deep}x`, depth: 512 },
    { name: "in format at the bottom", html: `${deep}a<b>b</b><i>x`, depth: 512 },
    { name: "in a moved element, after a deeper one closed: beside both", html: `${deep}a${"</div>".repeat(50)}x`, depth: 511 },
    { name: "in the last element that fits, after a moved one: beside both", html: `${deep}a${"</div>".repeat(90)}x`, depth: 511 },
    { name: "in the last element that fits, after a picture", html: `${"<div>".repeat(510)}a<img>x`, depth: 511 },
    { name: "one above", html: `${deep}a${"</div>".repeat(91)}x`, depth: 511 },
    { name: "two above", html: `${deep}a${"</div>".repeat(92)}x`, depth: 510 },
    { name: "after all", html: `${deep}a${"</div>".repeat(600)}x`, depth: 2 },
  ])("text $name", ({ html, depth }) => {
    const page = parsePage(html);
    const element = page.textParent[page.textCount - 1]!;
    expect(page.isCut).toBe(true);
    expect(page.depth[element]).toBe(depth);
    expect(page.depth[page.parent[element]!]).toBe(depth - 1);
    expect(locate(page, "x")).toMatchObject({ ok: true, span: { start: html.lastIndexOf("x") } });
  }); // biome-ignore format: a table

  it("is not made at 512 itself", () => {
    const page = parsePage(`${"<div>".repeat(510)}x`);
    expect([page.isCut, page.depth[page.elementCount - 1]]).toEqual([false, 512]);
  });
});
