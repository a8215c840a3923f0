/** What a click on a page means: the text between two layout tags, without the label in bold before it. */
import { describe, expect, it } from "vitest";
import { parsePage } from "../../src/core/page/parse-page.js";
import { valueText } from "../../src/core/text/value-text.js";
import { fieldAt, fieldsOf } from "../../src/web/frame/pointing.js";

const textsOf = (html: string): string[] => {
  const page = parsePage(html);
  return fieldsOf(page).map((span) => valueText(page, [span]));
};

describe("fields of a page", () => {
  it.each([
    { name: "formatting parts nothing", html: "<p>On <i>silt</i> and <b>sand</b></p>", fields: ["On silt and sand"] },
    { name: "a label in bold is left out", html: "<p><b>Author:</b> Ana <i>Ruiz</i></p>", fields: ["Author:", "Ana Ruiz"] },
    { name: "a wide colon is one too", html: "<p><strong>著者：</strong>山田</p>", fields: ["著者：", "山田"] },
    { name: "layout tags part", html: "<p><span>Ana</span>, <span>Bo</span></p>", fields: ["Ana", ",", "Bo"] },
    { name: "so does a line break", html: "<p>one<br>two</p>", fields: ["one", "two"] },
    { name: "blanks and hidden texts are none", html: "<p> </p><p hidden>x</p><p>y</p>", fields: ["y"] },
  ])("$name", ({ html, fields }) => expect(textsOf(html)).toEqual(fields));

  it("each letter is found in its own field, and nothing beside them", () => {
    const page = parsePage("<ul><li>one</li> <li>two <b>three</b></li></ul>");
    const fields = fieldsOf(page);
    for (let at = 0; at < page.html.length; at++) {
      const holder = fields.filter(({ start, end }) => start <= at && at < end);
      expect(fieldAt(fields, at)).toEqual(holder[0]);
      expect(holder.length).toBeLessThan(2);
    }
  });
});
