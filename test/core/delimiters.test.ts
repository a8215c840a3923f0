import { describe, expect, it } from "vitest";
import { delimiterLines, delimiterTable } from "../../src/core/delimiters.js";
import { keyOf } from "../../src/core/key.js";
import { learn } from "../../src/core/learn/learn.js";
import { locateLabel } from "../../src/core/locate.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { Reading } from "../../src/core/tree/reading.js";
import { oldTemplate } from "./bookshop.js";

/** The key of a page whose labels all stand in one place, as if the template read them there. */
function keyAt(html: string, labels: Record<string, string[]>) {
  const page = parsePage(html);
  const proofs = Object.fromEntries(
    Object.entries(labels).map(([name, values]) => [
      name,
      values.map((text, value) => {
        const found = locateLabel(page, text);
        if (!found.ok) throw new Error(`${text}: ${found.code}`);
        return { value, ...found.span };
      }),
    ]),
  );
  return keyOf(new Reading(page), labels, { extraction: { values: labels, proofs } });
}

const row = (html: string, value = "X1") => {
  const [first] = delimiterTable({ key: keyAt(html, { a: [value] }) });
  return first && { upper: [first.upper.text, first.upper.tags], lower: [first.lower.tags, first.lower.text] };
};

describe("delimiters (method §7)", () => {
  it.each([
    { name: "cells of a row", html: "<table><tr><th>A</th><td>X1</td></tr><tr><td>B</td></tr></table>",
      upper: ["", "</th><td>"], lower: ["</td></tr><tr><td>", ""] },
    { name: "words before and after in one text", html: "<p>By X1, 1999</p>", upper: ["By", ""], lower: ["", ", 1999"] },
    { name: "a label in bold on the same line", html: "<p><b>Author:</b> X1</p><p>z</p>", upper: ["Author:", ""], lower: ["</p><p>", ""] },
    { name: "a label before a link", html: "<p>Author: <a href=x>X1</a> (editor)</p>", upper: ["Author:", "<a>"], lower: ["</a>", "(editor)"] },
    { name: "a line break", html: "<p>One<br>X1<br>two</p>", upper: ["", "<br>"], lower: ["<br>", ""] },
    { name: "omitted end tags are there", html: "<ul><li>a<li>X1<li>b</ul>", upper: ["", "</li><li>"], lower: ["</li><li>", ""] },
    { name: "void elements have no end", html: "<p>a<img src=x>X1</p><hr><p>b</p>", upper: ["a", "<img>"], lower: ["</p><hr><p>", ""] },
    { name: "hidden text is no neighbour", html: "<p>a</p><p hidden>no</p><p>X1</p><p>b</p>",
      upper: ["", "</p><p></p><p>"], lower: ["</p><p>", ""] },
    { name: "the page's ends", html: "<p>X1</p>", upper: ["", "<html><body><p>"], lower: ["</p></body></html>", ""] },
  ])("$name", ({ html, upper, lower }) => {
    expect(row(html)).toEqual({ upper, lower });
  }); // biome-ignore format: a table

  it("a value in a tag stands between the parts of the tag", () => {
    const html = `<h1>X1</h1><p>By <a class=x HREF = '/a/1'>A. Author</a></p><p><img src=/c/1.png></p>`;
    const learned = learn({
      html,
      labels: { title: ["X1"], link: ["/a/1"], cover: ["/c/1.png"] },
      htmlAttributes: { link: "href", cover: "src" },
    });
    const rows = learned.ok ? delimiterTable(learned.template).slice(1) : [];
    expect(rows.map(({ attribute, upper, lower }) => [attribute, upper.tags, lower.tags])).toEqual([
      ["link", '<a href="', '">'],
      ["cover", '<img src="', '">'],
    ]);
  });

  it("one value is never the delimiter of another", () => {
    const table = delimiterTable({ key: keyAt("<p>From Ada to Bea</p>", { a: ["Ada"], b: ["Bea"] }) });
    expect(table.map(({ upper, lower }) => [upper.text, lower.text])).toEqual([
      ["From", "to"],
      ["to", ""],
    ]);
  });

  it("values that stand alike share a row, others have their own", () => {
    const table = delimiterTable({
      key: keyAt("<p>By <a>Ada</a>, <a>Bea</a>, <a>Cleo</a></p><p>.</p>", { a: ["Ada", "Bea", "Cleo"] }),
    });
    expect(table.map(({ values }) => values)).toEqual([[0], [1], [2]]);
    const list = delimiterTable({ key: keyAt("<ul><li>z<li>Ada<li>Bea<li>Cleo<li>y</ul>", { a: ["Ada", "Bea", "Cleo"] }) });
    expect(list.map(({ values }) => values)).toEqual([[0, 1, 2]]);
  });

  it("reads as a table", () => {
    expect(delimiterLines(delimiterTable(oldTemplate()))).toMatchInlineSnapshot(`
      [
        "attribute | upper delimiter               | lower delimiter",
        "title     | </a></li></ul></div><div><h1> | </h1><table><tbody><tr><th>",
        "author    | </th><td>                     | </td></tr><tr><th>",
        "year      | </th><td>                     | </td></tr><tr><th>",
        "price     | </th><td>                     | </td></tr></tbody></table></div><div><p>",
      ]
    `);
  });
});
