/** Lists (method §8): two neighbouring records labelled, all others read, nothing guessed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareMeasures } from "../../src/core/compare.js";
import { extractList, type ListExtraction, listRegion } from "../../src/core/list/extract-list.js";
import { type LearnListInput, learnList } from "../../src/core/list/learn-list.js";
import { measure } from "../../src/core/measure/measure.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import type { ListTemplate } from "../../src/core/template/list-template.js";
import { valueText } from "../../src/core/text/value-text.js";
import { msOf } from "../growth.js";

type Values = Record<string, string>;

const URL_OF_PAGE = "https://library.example/new/";

function templateOf(input: LearnListInput): ListTemplate {
  const learned = learnList(input);
  expect(learned).toMatchObject({ ok: true });
  return JSON.parse(JSON.stringify((learned as Extract<typeof learned, { ok: true }>).template)) as ListTemplate;
}

function readBack(html: string, records: readonly Values[], other = html): ListExtraction {
  return extractList(templateOf({ html, url: URL_OF_PAGE, records }), { html: other, url: URL_OF_PAGE });
}

const valuesOf = ({ records }: ListExtraction): Values[] => records.map(({ values }) => ({ ...values }));

interface Case {
  readonly name: string;
  readonly html: string;
  readonly learn: readonly [number, number]; // which of the expected records are labelled
  readonly expected: readonly Values[];
  readonly rejected?: readonly string[];
}

const book = (title: string, shelf: string): Values => ({ title, shelf });

const CASES: Case[] = [
  {
    name: "a table with a header row",
    html: `<table><tr><th>Title<th>Shelf</tr><tr><td>Oak</td><td>A1</td></tr><tr><td>Elm</td><td>B2</td></tr>
      <tr><td>Ash</td><td>C3</td></tr></table>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
    rejected: ["place-unlike"],
  },
  {
    name: "a header row of plain cells",
    html: `<table><tr><td>Title<td>No.</tr><tr><td>Oak<td>A1<tr><td>Elm<td>B2<tr><td>Ash<td>C3<tr><td>Fir<td>D4</table>`,
    learn: [1, 2],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3"), book("Fir", "D4")],
    rejected: ["header"],
  },
  {
    name: "omitted end tags",
    html: "<ul><li>Oak <span>A1</span><li>Elm <span>B2</span><li>Ash <span>C3</span></ul>",
    learn: [1, 2],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
  },
  {
    name: "records of two rows",
    html: `<table><tr><td colspan=2><b>Oak</b><tr><td>shelf<td>A1<tr><td colspan=2><b>Elm</b><tr><td>shelf<td>B2
      <tr><td colspan=2><b>Ash</b><tr><td>shelf<td>C3</table>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
  },
  {
    name: "records of two rows that look alike, told apart by counting",
    html: `<table><tr><th>Title<th>By<tr><td>Oak<td>Ann<tr><td>A1<td>in<tr><td>Elm<td>Bob<tr><td>B2<td>out<tr><td>Ash<td>Cy<tr><td>C3<td>in</table>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
  },
  {
    name: "a definition list with section headings",
    html: `<h2>May</h2><dl><dt>Oak<dd>A1<dt>Elm<dd>B2</dl><h2>June</h2><dl><dt>Ash<dd>C3<dt>Fir<dd>D4</dl>`,
    learn: [1, 2],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3"), book("Fir", "D4")],
  },
  {
    name: "headings among the records, a footer behind the last",
    html: `<div><h2>May</h2><h3>Oak</h3><p>A1</p><p>in</p><h3>Elm</h3><p>B2</p><p>out</p><h2>June</h2><h3>Ash</h3><p>C3</p><p>in</p>
      <h3>Fir</h3><p>D4</p><p>in</p><p>Ask at the desk.</p></div>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3"), book("Fir", "D4")],
  },
  {
    name: "one table per month",
    html: `<h2>May</h2><table><tr><td>Oak<td>A1<tr><td>Elm<td>B2</table><h2>June</h2><table><tr><td>Ash<td>C3</table>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
  },
  {
    name: "nested lists",
    html: `<ul><li>Trees<ul><li><i>Oak</i> <b>A1</b><li><i>Elm</i> <b>B2</b></ul><li>Herbs<ul><li><i>Rue</i> <b>C3</b></ul></ul>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Rue", "C3")],
  },
  {
    name: "a cell over several rows",
    html: `<table><tr><td rowspan=2>May<td>Oak<td>A1<tr><td>Elm<td>B2<tr><td rowspan=3>June<td>Ash<td>C3<tr><td>Fir<td>D4<tr><td>Yew<td>E5</table>`,
    learn: [3, 4],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3"), book("Fir", "D4"), book("Yew", "E5")],
  },
  {
    name: "a section row over all columns is no record",
    html: `<table><tr><td colspan=2>May<tr><td>Oak<td>A1<tr><td>Elm<td>B2<tr><td colspan=2>June<tr><td>Ash<td>C3</table>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
    rejected: ["place-unlike", "place-unlike"],
  },
  {
    name: "parts of a run between constant texts",
    html: "<p>Oak (shelf A1)<br>Elm (shelf B2)<br>Ash, tall (shelf C3)<br>Fir (old) (shelf D4)<br>closed on Sundays</p>",
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash, tall", "C3"), book("Fir (old)", "D4")],
    rejected: ["place-unlike"],
  },
  {
    name: "a delimiter that stands twice cuts nothing",
    html: "<p>Oak: A1<br>Elm: B2<br>Ash: a tree: C3</p>",
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2")],
    rejected: ["place-unlike"],
  },
  {
    name: "pieces of a run between text-format tags",
    html: "<ul><li><b>Oak</b> A1<li><b>Elm</b> B2<li><b>Ash</b> C3<li>closed</ul>",
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
    rejected: ["place-unlike"],
  },
  {
    name: "a value linked here and plain there",
    html: `<table><tr><td><a href=1>Oak</a><td>A1<td>x<tr><td>Elm<td>B2<td>x<tr><td><p>Ash</p><td>C3<td>x</table>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
  },
  {
    name: "a misspelt tag inside a value",
    html: "<table><tr><td>Oak<td>A1<tr><td>Elm<td>B2<tr><td><emm>As</emm>h<td>C3<tr><td>Fir <p>new</p><td>D4</table>",
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
    rejected: ["more-text"],
  },
  {
    name: "values of several runs",
    html: `<table><tr><td><a>Oak</a>, the <a>tree</a><td>A1<tr><td><a>Elm</a><td>B2<tr><td><a>Ash</a> and <a>Fir</a><td>C3</table>`,
    learn: [0, 1],
    expected: [book("Oak, the tree", "A1"), book("Elm", "B2"), book("Ash and Fir", "C3")],
  },
  {
    name: "a place known by its class may be empty",
    html: `<ul><li><b>Oak</b><span class=s>A1</span><li><b>Elm</b><span class=s>B2</span><li><b>Ash</b><span class=s></span></ul>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), { title: "Ash" }],
  },
  {
    name: "a lone filled cell may be a heading",
    html: "<table><tr><td>Oak<td>A1<tr><td>Elm<td>B2<tr><td>June<td><tr><td>Ash<td>C3</table>",
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
    rejected: ["too-few-values"],
  },
  {
    name: "white space, entities and case of what the label was copied from",
    html: "<ul><li><a>Oak &amp;\n\tSons</a> <i>A&nbsp;1</i><a>x</a><li><a>Elm</a> <i>B 2</i><a>x</a><li><a>  Ash </a> <i>C\n3</i><a>x</a></ul>",
    learn: [0, 1],
    expected: [book("Oak & Sons", "A 1"), book("Elm", "B 2"), book("Ash", "C 3")],
  },
  {
    name: "fields told apart by their class, whatever their order",
    html: `<div><article><p class=t>Oak</p><p class=s>A1</p></article><article><p class=t>Elm</p><p class=s>B2</p></article>
      <article><p class=new>!</p><p class=s>C3</p><p class=t>Ash</p></article></div>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
  },
  {
    name: "fields told apart by their label, whatever their number",
    html: `<div><div><h3>Oak</h3><p>By: Ann</p><p>Shelf: A1</p></div><div><h3>Elm</h3><p>By: Bob</p><p>Shelf: B2</p></div>
      <div><h3>Ash</h3><p>Shelf: C3</p></div><div><h3>Fir</h3><p>By: Cy</p><p>Seen: never</p></div></div>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
    rejected: ["place-unlike"],
  },
  {
    name: "the same texts in other lists of the page",
    html: `<ul id=menu><li><a href=x>Oak</a><li><a href=y>Elm</a><li><a href=z>Help</a></ul>
      <ul id=list><li><a href=1>Oak</a> <i>A1</i><a></a><li><a href=2>Elm</a> <i>B2</i><a></a><li><a href=3>Ash</a> <i>C3</i><a></a></ul>`,
    learn: [0, 1],
    expected: [book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")],
  },
];

describe("lists: two neighbouring records are labelled", () => {
  it.each(CASES)("$name", ({ html, learn, expected, rejected }) => {
    const labels = learn.map((i) => expected[i] ?? {});
    const result = readBack(html, labels);
    expect(valuesOf(result)).toEqual(expected);
    expect(result.rejected.map((each) => each.class)).toEqual(rejected ?? []);
  });
});

describe("lists: hidden until a script shows them", () => {
  it.each(CASES)("$name", ({ html, learn, expected, rejected }) => {
    const records = learn.map((i) => expected[i] ?? {});
    const hidden = `<h1>Trees</h1><div style="display: none">${html}</div>`;
    expect(learnList({ html: hidden, records })).toMatchObject({ ok: true, flags: ["hidden"] });
    const result = readBack(hidden, records);
    expect(valuesOf(result)).toEqual(expected);
    expect(result.rejected.map((each) => each.class)).toEqual(rejected ?? []);
    const page = parsePage(hidden);
    for (const { values, proofs } of result.records)
      for (const [name, spans] of Object.entries(proofs)) expect(valueText(page, spans)).toBe(values[name]);
  });

  it("one value of a displayed record is hidden", () => {
    const entry = (title: string, shelf: string): string => `<li><a>${title}</a><p hidden>${shelf}</p></li>`;
    const html = `<ul>${[entry("Oak", "A1"), entry("Elm", "B2"), entry("Ash", "C3")].join("")}</ul>`;
    expect(valuesOf(readBack(html, [book("Oak", "A1"), book("Elm", "B2")]))).toEqual([
      book("Oak", "A1"),
      book("Elm", "B2"),
      book("Ash", "C3"),
    ]);
  });

  it("what is displayed is read alone, whatever is hidden beside it", () => {
    const entry = (title: string, shelf: string): string => `<li><a>${title}</a> <p>${shelf}</p><p hidden>old</p></li>`;
    const shown = `<ul>${[entry("Oak", "A1"), entry("Elm", "B2"), entry("Ash", "C3")].join("")}</ul>`;
    const html = `${shown}<ul hidden>${entry("Fir", "D4")}</ul>`;
    const records = [book("Oak", "A1"), book("Elm", "B2")];
    expect(learnList({ html, records })).toMatchObject({ ok: true, flags: [] });
    expect(valuesOf(readBack(html, records))).toEqual([book("Oak", "A1"), book("Elm", "B2"), book("Ash", "C3")]);
  });
});

describe("lists: HTML attributes and links", () => {
  const html = `<table>
    <tr><td><a href="oak.html?a=1&amp;b=2">Oak</a></td><td><time datetime="2020-01-01">yesterday</time></td></tr>
    <tr><td><a href="/elm.html">Elm</a></td><td><time datetime="2020-01-02">today</time></td></tr>
    <tr><td><p><a href="ash.html"><b>Ash</b></a></p></td><td><time datetime="2020-01-03">today</time></td></tr>
    <tr><td>Fir, lost</td><td><time datetime="2020-01-04">today</time></td></tr></table>`;
  const second = { title: "Elm", link: "/elm.html", date: "2020-01-02" };

  it.each([
    { name: "as it is written", link: "oak.html?a=1&b=2" },
    { name: "as it is resolved", link: "https://library.example/new/oak.html?a=1&b=2" },
  ])("a link is labelled $name", ({ link }) => {
    const result = readBack(html, [{ title: "Oak", link, date: "2020-01-01" }, second]);
    expect(valuesOf(result)).toEqual([
      { title: "Oak", link: "oak.html?a=1&b=2", date: "2020-01-01" },
      second,
      { title: "Ash", link: "ash.html", date: "2020-01-03" },
    ]);
    expect(result.records.map((record) => record.link)).toEqual([
      "https://library.example/new/oak.html?a=1&b=2",
      "https://library.example/elm.html",
      "https://library.example/new/ash.html",
    ]);
    expect(result.rejected.map((each) => each.class)).toEqual(["identity-missing"]);
  });

  it("a record's own link is found without a label", () => {
    const result = readBack(html, [{ title: "Oak" }, { title: "Elm" }]);
    expect(result.records.map((record) => record.link)).toEqual([
      "https://library.example/new/oak.html?a=1&b=2",
      "https://library.example/elm.html",
      "https://library.example/new/ash.html",
    ]);
  });

  it("without the page's address a link is given as it is written", () => {
    const records = [{ title: "Oak" }, { title: "Elm" }];
    const { records: read } = extractList(templateOf({ html, records }), { html });
    expect(read.map((record) => record.link)).toEqual(["oak.html?a=1&b=2", "/elm.html", "ash.html"]);
  });

  it("a base element moves relative links", () => {
    const moved = `<head><base href="/old/"></head>${html}`;
    expect(readBack(moved, [{ title: "Oak" }, { title: "Elm" }]).records[2]?.link).toBe("https://library.example/old/ash.html");
  });

  it("every value is what its spans show", () => {
    const page = parsePage(html);
    const result = readBack(html, [{ title: "Oak", link: "oak.html?a=1&b=2", date: "2020-01-01" }, second]);
    for (const { values, proofs, span } of result.records) {
      for (const [name, spans] of Object.entries(proofs)) {
        const isHtmlAttribute = spans[0]?.htmlAttribute !== undefined;
        const text = isHtmlAttribute ? html.slice(spans[0]?.start, spans[0]?.end).replace("&amp;", "&") : valueText(page, spans);
        expect(text).toBe(values[name]);
        for (const { start, end } of spans) expect([start >= span.start, end <= span.end]).toEqual([true, true]);
      }
    }
  });

  it("several links in a record: the one that always shows the same text", () => {
    const page = `<ul><li>Oak <a href=1>PDF</a> <a href=2>Text</a><li>Elm <a href=3>PDF</a> <a href=4>Text</a>
      <li>Ash <a href=5>Audio</a> <a href=6>PDF</a> <a href=7>Text</a><li>Fir <a href=8>Text</a> <a href=9>Audio</a></ul>`;
    const result = readBack(page, [
      { title: "Oak", link: "1" },
      { title: "Elm", link: "3" },
    ]);
    expect(valuesOf(result)).toEqual([
      { title: "Oak", link: "1" },
      { title: "Elm", link: "3" },
      { title: "Ash", link: "6" },
    ]);
    expect(result.rejected).toHaveLength(1);
  });
});

describe("lists: identity", () => {
  it("two records of one identity and different values are both withheld, with what was read", () => {
    const html = "<ul><li><b>Oak</b> <p>A1</p><li><b>Elm</b> <p>B2</p><li><b>Ash</b> <p>C3</p><li><b>Elm</b> <p>D4</p></ul>";
    const result = extractList(templateOf({ html, records: [book("Oak", "A1"), book("Elm", "B2")] }), { html });
    expect(valuesOf(result)).toEqual([book("Oak", "A1"), book("Ash", "C3")]);
    expect(result.withheld.map((each) => [each.class, each.record.values])).toEqual([
      ["identity-not-unique", book("Elm", "B2")],
      ["identity-not-unique", book("Elm", "D4")],
    ]);
  });

  it("a record shown twice is read twice", () => {
    const html = "<ul><li><b>Oak</b> <p>A1</p><li><b>Elm</b> <p>B2</p><li><b>Oak</b> <p>A1</p></ul>";
    const result = extractList(templateOf({ html, records: [book("Oak", "A1"), book("Elm", "B2")] }), { html });
    expect(valuesOf(result)).toEqual([book("Oak", "A1"), book("Elm", "B2"), book("Oak", "A1")]);
  });

  it("the own link tells records of one name apart, unless an attribute is marked", () => {
    const html = `<ul><li><a href=1>Oak</a> <p>A1</p><li><a href=2>Elm</a> <p>B2</p><li><a href=3>Elm</a> <p>C3</p></ul>`;
    const records = [book("Oak", "A1"), book("Elm", "B2")];
    expect(extractList(templateOf({ html, records }), { html }).records).toHaveLength(3);
    const marked = extractList(templateOf({ html, records, identity: ["title"] }), { html });
    expect([marked.records.length, marked.withheld.length]).toEqual([1, 2]);
  });
});

describe("lists: further and fewer labelled records", () => {
  const html = `<ul><li><a href=1>Oak</a><li><a href=2>Elm</a><li><a href=3>Ash</a> <em>new</em><li><a href=4>Fir</a> <em>old</em></ul>`;

  it("a third record shows what else may stand beside a value", () => {
    const two = [{ title: "Oak" }, { title: "Elm" }];
    expect(readBack(html, two).rejected.map((each) => each.class)).toEqual(["more-text", "more-text"]);
    expect(valuesOf(readBack(html, [...two, { title: "Ash" }]))).toEqual([...two, { title: "Ash" }, { title: "Fir" }]);
  });

  it("an attribute one labelled record lacks is optional", () => {
    const page = "<ul><li><b class=t>Oak</b><i>x</i><u>y</u><p>A1</p><li><b>Elm</b><li><b>Ash</b><p>C3</p><li><b>Fir</b></ul>";
    expect(valuesOf(readBack(page, [{ title: "Elm" }, book("Ash", "C3")]))).toContainEqual({ title: "Fir" });
  });

  it("one labelled link is enough where only one level repeats", () => {
    const page = `<div><ul><li><a href=/a>Oak</a><li><a href=/b>Elm</a><li><a href=/c>Ash</a></ul></div>`;
    const result = readBack(page, [{ page: "/b" }]);
    expect(result.records.map((record) => record.link)).toEqual(["a", "b", "c"].map((name) => `https://library.example/${name}`));
  });

  it("one labelled record is too little where two levels repeat", () => {
    const page = `<table>${"<tr><td><a href=1>a</a><td><a href=2>b</a><td><a href=3>c</a>".repeat(3)}<tr><td><a href=4>Oak</a><td><a href=2>b</a><td><a href=3>c</a></table>`;
    expect(learnList({ html: page, records: [{ title: "Oak" }] })).toMatchObject({ ok: false, code: "several-lists" });
  });
});

describe("lists: what cannot be learnt", () => {
  const html = "<ul><li>Oak<li>Elm</ul><p>Ash</p>";
  it.each([
    { name: "no record", records: [], code: "no-labels" },
    { name: "empty labels", records: [{ title: " " }, { title: "" }], code: "no-labels" },
    { name: "no attribute in common", records: [{ title: "Oak" }, { shelf: "Elm" }], code: "no-labels" },
    { name: "a label that is not on the page", records: [{ title: "Oak" }, { title: "Yew" }], code: "label-not-found" },
    { name: "records that stand nowhere alike", records: [{ title: "Oak" }, { title: "Ash" }], code: "no-common-place" },
    { name: "one record that repeats nowhere", records: [{ title: "Ash" }], code: "no-common-place" },
    {
      name: "a third record that stands in no group",
      records: [{ title: "Oak" }, { title: "Elm" }, { title: "Ash" }],
      code: "contradicted",
    },
  ])("$name: $code", ({ records, code }) => {
    expect(learnList({ html, records: records as Values[] })).toMatchObject({ ok: false, code });
  });

  it("an identity that is no attribute", () => {
    const input = { html, records: [{ title: "Oak" }, { title: "Elm" }], identity: ["isbn"] };
    expect(learnList(input)).toEqual({ ok: false, code: "identity-unknown", attribute: "isbn" });
  });
});

/** A record of a generated list; what is undefined is not shown. */
interface Made {
  readonly title: string;
  readonly shelf: string | undefined;
  readonly author: string | undefined;
}

const cell = (tag: string, text: string | undefined): string =>
  text === undefined ? "" : `<${tag}>${text}</${tag.split(" ")[0]}>`;

/** Ways to write a list. An absent field leaves out its element, or its text. */
const LAYOUTS: Record<string, (records: readonly Made[]) => string> = {
  table: (records) =>
    `<table><tr><th>T<th>S<th>B${records.map(({ title, shelf, author }) => `<tr><td>${title}<td>${shelf ?? ""}<td>${author ?? ""}`).join("")}</table>`,
  "table without the cell": (records) =>
    `<table>${records.map(({ title, shelf, author }) => `<tr><td>${title}</td>${cell("td", shelf)}${cell("td", author)}</tr>`).join("")}</table>`,
  classes: (records) =>
    `<div>${records.map(({ title, shelf, author }) => `<p><b class=t>${title}</b>${cell("span class=s", shelf)}${cell("span class=b", author)}</p>`).join("")}</div>`,
  "plain spans": (records) =>
    `<ul>${records.map(({ title, shelf, author }) => `<li><a href=${title}>${title}</a>${cell("span", shelf)}${cell("span", author)}`).join("")}</ul>`,
  "definition list": (records) =>
    `<dl>${records.map(({ title, shelf, author }) => `<dt>${title}${cell("dd", shelf)}${cell("dd", author)}`).join("")}</dl>`,
  headings: (records) =>
    `<main>${records.map(({ title, shelf, author }, i) => `${i % 3 ? "" : "<h2>Week</h2>"}<h3>${title}</h3>${cell("p", shelf)}${cell("div", author)}`).join("")}</main>`,
  lines: (records) =>
    `<p>${records.map(({ title, shelf, author }) => `${title}${shelf === undefined ? "" : `; shelf ${shelf}`}${author === undefined ? "" : ` / ${author}`}<br>`).join("")}</p>`,
  "two rows": (records) =>
    `<table>${records.map(({ title, shelf, author }) => `<tr><td>${title}<td>${shelf ?? ""}<tr><td>by<td>${author ?? ""}`).join("")}</table>`,
};

const word = fc.stringMatching(/^[A-Z][a-z]{1,6}( [a-z]{2,5})?$/);
const made = fc.record({ title: word, shelf: fc.option(word, { nil: undefined }), author: fc.option(word, { nil: undefined }) });
const shown = (record: Made): Values =>
  Object.fromEntries(Object.entries(record).filter(([, text]) => text !== undefined)) as Values;

describe("lists: generated", () => {
  it.each(Object.keys(LAYOUTS))("%s: full records are all read, and no value is wrong", (layout) => {
    fc.assert(
      fc.property(fc.uniqueArray(made, { selector: ({ title }) => title, minLength: 1, maxLength: 12 }), fc.nat(), (some, at) => {
        const pair: Made[] = [
          { title: "First tale", shelf: "Sone", author: "Bone" },
          { title: "Second tale", shelf: "Stwo", author: "Btwo" },
        ];
        const place = at % (some.length + 1);
        const records = [...some.slice(0, place), ...pair, ...some.slice(place)];
        const html = `<body><h1>List</h1>${LAYOUTS[layout]!(records)}<p>End of the list</p>`;
        const learned = learnList({ html, records: pair.map(shown) });
        expect(learned.ok).toBe(true);
        if (!learned.ok) return;
        const result = extractList(learned.template, { html });
        const truth = records.map(shown);
        for (const values of valuesOf(result)) expect(truth).toContainEqual(values);
        const full = truth.filter((values) => Object.keys(values).length === 3);
        const read = [...valuesOf(result), ...result.withheld.map(({ record }) => record.values)];
        for (const values of full) expect(read).toContainEqual(values);
      }),
      { numRuns: 200 },
    );
  });
});

describe("lists: hostile pages", () => {
  it.each([
    { name: "twenty thousand rows", html: `<table>${"<tr><td>Oak<td>A1<tr><td>Elm<td>B2".repeat(10_000)}</table>` },
    { name: "deeply nested lists", html: `${"<ul><li>".repeat(20_000)}Oak<li>Elm${"</ul>".repeat(20_000)}` },
    { name: "one run of many labels", html: `<p>${"Oak Elm ".repeat(100_000)}</p>` },
    { name: "wide spans", html: `<table>${"<tr><td colspan=1000 rowspan=60000>Oak<td>Elm".repeat(20_000)}</table>` },
    { name: "cells of letters", html: `<p>Oak<br>Elm<br>${"O<br>".repeat(100_000)}</p>` },
    { name: "many attributes", html: `<a href=Oak ${"=' x ".repeat(100_000)}>Oak</a><a href=Elm>Elm</a>` },
  ])("$name: an outcome, soon", ({ html }) => {
    const took = msOf(() => {
      const learned = learnList({ html, records: [{ title: "Oak" }, { title: "Elm" }] });
      if (learned.ok) extractList(learned.template, { html });
    });
    expect(took).toBeLessThan(20_000);
  });
});

describe("lists: measures", () => {
  const pageOf = (...titles: string[]): string =>
    `<h1>New</h1><table><thead><tr><th>Title<th>Shelf<tbody>${titles
      .map((title, i) => `<tr><td><a href=${i}>${title}</a><td>S${i}</td><td><img src=x></td></tr>`)
      .join("")}</table><footer><p>Library</p></footer>`;

  it.each([
    { name: "records come", titles: ["Oak", "Elm", "Ash", "Fir", "Yew"] },
    { name: "records go", titles: ["Elm"] },
    { name: "all are new", titles: ["Fir", "Yew"] },
  ])("$name: S1 to S4 stay", ({ titles }) => {
    const before = pageOf("Oak", "Elm", "Ash");
    const template = templateOf({ html: before, records: [book("Oak", "S0"), book("Elm", "S1")] });
    const measured = [before, pageOf(...titles)].map((html) => {
      const page = parsePage(html);
      const region = listRegion(template, page);
      expect(region).not.toBeNull();
      return measure(page, region ?? { start: 0, end: 0 });
    });
    expect(compareMeasures(measured[0]!, measured[1]!)).toMatchObject({
      S1: true,
      S2: true,
      S3: true,
      S4: true,
      case: "1",
      at: null,
    });
  });

  it("a page without the list has no region", () => {
    const html = pageOf("Oak", "Elm", "Ash");
    const template = templateOf({ html, records: [book("Oak", "S0"), book("Elm", "S1")] });
    expect(listRegion(template, parsePage("<h1>Closed</h1>"))).toBeNull();
  });
});

it("a menu at the list's own tags gives no records, though its entries are links too", () => {
  const row = (i: number): string => `<li><b><a href="/d/${i}">Case ${i} of many</a></b> <span>${i} May 1990</span></li>`;
  const html = `<ul><li><b><a href=/>Home</a></b></li><li><b><a href=/new>News</a></b></li></ul><ul>${[1, 2, 3, 4].map(row).join("")}</ul>`;
  const records = [1, 2].map((i) => ({ name: `Case ${i} of many`, date: `${i} May 1990` }));
  const learned = learnList({ html, records });
  const names = learned.ok ? extractList(learned.template, { html }).records.map(({ values }) => values.name) : [];
  expect(names).toEqual([1, 2, 3, 4].map((i) => `Case ${i} of many`));
});
