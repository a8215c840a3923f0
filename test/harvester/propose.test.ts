/** What a text is called before a person has said it. */
import { describe, expect, it } from "vitest";
import { parsePage } from "../../src/core/page/parse-page.js";
import { siteName } from "../../src/harvester/draft/open-page.js";
import { propose } from "../../src/harvester/draft/propose.js";

function proposed(html: string, text: string, taken: readonly string[] = []) {
  return propose(parsePage(html), text, html.indexOf(text), [], taken);
}

describe("a name is proposed from", () => {
  it.each([
    { from: "the label before it", html: "<p><b>DOI:</b> 10.1/x</p>", text: "10.1/x", name: "doi" },
    { from: "the label in its own text", html: "<p>Volume: 12</p>", text: "12", name: "volume" },
    { from: "the first of two cells", html: "<table><tr><td>dc.title<td>On Silt</table>", text: "On Silt", name: "title" },
    { from: "a row's heading", html: "<table><tr><th>Hours<td>9 to 5<td>late</table>", text: "9 to 5", name: "hours" },
    {
      from: "the nearest class",
      html: "<div class=author>Ana <span class=affiliation>MIT</span></div>",
      text: "MIT",
      name: "affiliation",
    },
    { from: "a class of several words", html: '<div class="entry__authorName">Ana</div>', text: "Ana", name: "authors" },
    { from: "microdata", html: "<span itemprop=datePublished>yesterday</span>", text: "yesterday", name: "date" },
    { from: "a heading", html: "<h1 class=post-title>On Silt</h1>", text: "On Silt", name: "title" },
    { from: "what a short link says", html: "<p><a href=x.pdf>PDF</a></p>", text: "PDF", name: "pdf" },
    { from: "its form", html: "<p>2019-03-04</p>", text: "2019-03-04", name: "date" },
  ])("$from", ({ html, text, name }) => expect(proposed(html, text).name).toBe(name));

  it("nothing: a cell among many is not named after its neighbour", () => {
    const html = "<table><tr><td>Ana<td>Bo<td>Cem</table>";
    expect(proposed(html, "Bo", ["text"])).toMatchObject({ name: "text-2", because: "none" });
  });
});

describe("a source is named after its site", () => {
  const named = (head: string): string =>
    siteName({
      page: { bytes: Buffer.from(`<head>${head}</head><p>x`), charset: "utf-8", address: "https://rivers.example/a/88" },
    });
  it.each([
    {
      from: "what its head says",
      head: '<title>On Silt</title><meta property="og:site_name" content="Slow Rivers">',
      name: "Slow Rivers",
    },
    { from: "the end of its title", head: "<title>On Silt | Slow Rivers</title>", name: "Slow Rivers" },
    {
      from: "the part of its title that is not the page's",
      head: '<title>Slow Rivers » mémoire</title><meta property="og:title" content="mémoire">',
      name: "Slow Rivers",
    },
    { from: "its host", head: "<title>On Silt</title>", name: "rivers.example" },
  ])("by $from", ({ head, name }) => expect(named(head)).toBe(name));
});
