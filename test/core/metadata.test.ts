/** The page's own metadata: what it says, for which displayed text it speaks, and when it is not believed. */
import { describe, expect, it } from "vitest";
import { extract } from "../../src/core/extract.js";
import { learn } from "../../src/core/learn/learn.js";
import { readMetadata } from "../../src/core/page/metadata.js";
import { growthOf, MOST_GROWTH } from "../growth.js";

describe("entries of a page", () => {
  const ld = (json: string) => `<script type="application/ld+json">${json}</script>`;
  it.each([
    { name: "meta by name", html: `<meta name="DC.Title" content="A &amp; B">`, entries: { "name dc.title": ["A & B"] } },
    { name: "meta by property", html: `<meta content="A" property="og:title">`, entries: { "property og:title": ["A"] } },
    {
      name: "several of one name, in order",
      html: `<meta name="a" content="1"><p><meta name="a" content="2">`,
      entries: { "name a": ["1", "2"] },
    },
    { name: "a meta in a comment", html: `<!-- <meta name="a" content="1"> -->`, entries: {} },
    {
      name: "microdata in an attribute",
      html: `<b itemprop="date" content="2009">last year</b>`,
      entries: { "itemprop date": ["2009"] },
    },
    { name: "microdata on displayed text", html: `<h1 itemprop="name">On Silt</h1>`, entries: {} },
    {
      name: "linked data, by its way without numbers",
      html: ld(`{"@type":"Recipe","name":"Pie","author":[{"name":"A"},{"name":"B"}],"yield":4}`),
      entries: { "ld Recipe.name": ["Pie"], "ld Recipe.author.name": ["A", "B"], "ld Recipe.yield": ["4"] },
    },
    {
      name: "a graph, and several types",
      html: ld(`{"@graph":[{"@type":["B","A"],"x":"1"},{"y":"2"}]}`),
      entries: { "ld A+B.x": ["1"], "ld .y": ["2"] },
    },
    { name: "references in a JSON text", html: ld(`{"@type":"T","x":"A &amp; B"}`), entries: { "ld T.x": ["A & B"] } },
    { name: "JSON that is none", html: ld(`{"@type":`), entries: {} },
    { name: "another script", html: `<script>{"@type":"T","x":"1"}</script>`, entries: {} },
  ])("$name", ({ html, entries }) => {
    expect(Object.fromEntries(readMetadata(html))).toEqual(entries);
  });

  it.each([
    ["open scripts", (n: number) => `<script type="application/ld+json">`.repeat(n)],
    ["open metas", (n: number) => "<meta name=a content=".repeat(n)],
    ["metas", (n: number) => `<meta name="a" content="b">`.repeat(n)],
    ["nested JSON", (n: number) => ld(`${'{"a":'.repeat(n)}1${"}".repeat(n)}`)],
    ["brackets", (n: number) => ld("[".repeat(n))],
    ["long names", (n: number) => ld(JSON.stringify({ ["a".repeat(n)]: { b: "1", c: "2" } }))],
    ["many texts", (n: number) => ld(JSON.stringify({ a: Array.from({ length: n }, (_, i) => String(i)) }))],
  ])("%s are read in linear time", (_, page) => {
    expect(growthOf(readMetadata, page, 2_000_000) ?? 0).toBeLessThan(MOST_GROWTH);
  });
});

const page = (title: string, names: readonly string[], said = names, more = "") =>
  `<html><head>${said.map((name) => `<meta name="author" content="${name}">`).join("")}<meta name="title" content="${title}"></head>
<body class="${title.toLowerCase().replaceAll(" ", "-")}"><h1>Merrow Bulletin</h1>${more}<h2>${title}</h2>
<ul class="by">${names.map((name) => `<li>${name}</li>`).join("")}</ul><p>Printed in Merrow</p><p>Ask at the desk</p></body></html>`;
const AUTHORS = ["Ines Calder", "Jon Reed"];
const learnt = (siblings: readonly string[] = []) => {
  const labels = { title: ["On Silt"], authors: AUTHORS };
  const learned = learn({ html: page("On Silt", AUTHORS), labels, siblings: siblings.map((html) => ({ html })) });
  return learned.ok ? learned.template : expect.fail("nothing learnt");
};

describe("a page read beside its metadata", () => {
  const template = learnt();

  it("metadata agrees", () => {
    const { values, agreed } = extract(template, page("On Loam", ["Per Lund", "Uma Iyer", "Ida Voss"]));
    expect(values).toEqual({ title: ["On Loam"], authors: ["Per Lund", "Uma Iyer", "Ida Voss"] });
    expect(agreed.title).toContain("metadata");
  });

  it("a list in two groups is given where metadata names each of its members", () => {
    const html = page("On Loam", ["Per Lund", "Uma Iyer"]).replace(
      "</li><li>",
      "</li></ul><h3>with</h3><p>of the Institute</p><ul class=by><li>",
    );
    const { values, proofs } = extract(template, html);
    expect(values.authors).toEqual(["Per Lund", "Uma Iyer"]);
    expect(proofs.authors?.map(({ start, end }) => html.slice(start, end))).toEqual(["Per Lund", "Uma Iyer"]);
  });

  it("nothing is given that is not displayed", () => {
    const { values, withheld } = extract(template, page("On Loam", [], ["Per Lund", "Uma Iyer"]));
    expect([...(values.authors ?? []), withheld.authors ? "withheld" : ""]).toEqual(["withheld"]);
  });

  it("metadata that names the first author alone does not cut the list", () => {
    const html = page("On Loam", ["Per Lund", "Uma Iyer", "Ida Voss"], ["Per Lund"]);
    expect(extract(template, html).values.authors).toEqual(["Per Lund", "Uma Iyer", "Ida Voss"]);
  });

  it("metadata that names all authors in one text says nothing against the list", () => {
    const html = page("On Loam", ["Per Lund", "Uma Iyer"], ["Per Lund, Uma Iyer"]);
    expect(extract(template, html).values.authors).toEqual(["Per Lund", "Uma Iyer"]);
  });

  it("a displayed text that metadata says instead withholds the value", () => {
    const html = page("On Loam", AUTHORS)
      .replace("<h2>On Loam</h2>", "<h2>Correction</h2>")
      .replace("</body>", "<div>On Loam</div>");
    expect(extract(template, html).withheld.title?.class).toBe("metadata-differs");
  });

  it("an entry that differs from what is read on two of ten siblings is not learnt", () => {
    const siblings = Array.from({ length: 10 }, (_, i) => page(`On Clay ${i}`, [`Mara Holt ${i}`, `Ola Brandt ${i}`]));
    const off = (html: string) => html.replace(/name="title" content="[^"]*"/, 'name="title" content="Merrow Bulletin"');
    const metadataOf = (all: readonly string[]) =>
      learnt(all).sets[0]?.attributes.find(({ name }) => name === "title")?.metadata?.entries ?? [];
    expect(metadataOf(siblings)).toEqual(["name title"]);
    expect(metadataOf(siblings.map((html, i) => (i < 1 ? off(html) : html)))).toEqual(["name title"]);
    expect(metadataOf(siblings.map((html, i) => (i < 2 ? off(html) : html)))).toEqual([]);
  });
});
