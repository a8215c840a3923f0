/** A person's word that a page does not have a value (method §7): obeyed there, and learnt from. */
import { describe, expect, it } from "vitest";
import { extract } from "../../src/core/extract.js";
import { type LearnInput, learn } from "../../src/core/learn/learn.js";
import type { Template } from "../../src/core/template/page-template.js";

const page = (title: string, customer: string, products: readonly string[]): string =>
  `<body><ul id=menu><li>Home<li>Deployments</ul><div id=content><h1>${title}</h1><p><em>Customer:</em> ${customer}</p>
<p><em>Products:</em></p><ul>${products.map((each) => `<li>${each}</li>`).join("")}</ul></div><p>Ask at the desk</p>`;

const own = page("North ward", "Merrow Trust", ["Ledger", "Almanac"]);
const empty = page("South ward", "Holt Clinic", []);
const siblings = ["East", "West", "Upper", "Lower"].map((name, i) => ({
  html: page(`${name} ward`, `${name} House`, [`Ledger ${i}`, `Almanac ${i}`, `Chart ${i}`]),
}));
const labels = { title: ["North ward"], customer: ["Merrow Trust"], products: ["Ledger", "Almanac"] };

function learnt(more: Partial<LearnInput>): Template {
  const learned = learn({ html: own, labels, siblings, ...more });
  if (!learned.ok) throw new Error(learned.code);
  return learned.template;
}

const further = [{ html: empty, labels: { title: ["South ward"], customer: ["Holt Clinic"] }, absent: ["products"] }];

describe("what a person calls absent", () => {
  it("is withheld without their word: the container is empty, and the page does not say why", () => {
    expect(extract(learnt({}), empty).withheld.products).toBeDefined();
  });

  it("is absent on that page, with what was seen around its place", () => {
    const { values, absent } = extract(learnt({ further }), empty);
    expect(values.products).toEqual([]);
    expect(absent.products?.between[1]).toBe("Ask at the desk");
  });

  it("is absent on another page that looks so, and read where it is displayed", () => {
    const template = learnt({ further });
    expect(extract(template, page("Old ward", "Holt House", [])).values.products).toEqual([]);
    expect(extract(template, page("Old ward", "Holt House", ["Ledger 9", "Chart 9"])).values.products).not.toEqual([]);
  });

  it("is obeyed without siblings too", () => {
    expect(extract(learnt({ further, siblings: [] }), empty).values.products).toEqual([]);
  });
});

/** Two of the pages show one of their values in a table instead: a text that nothing explains may be the value. */
it("a value that moved within its slot is not said to be absent, also where siblings show others moved alike", () => {
  const report = (n: number) => ({
    title: `Report of ${["sea", "sky", "sun", "ice"][n % 4]} ${7 * n}`,
    author: `Author ${3 * n}`,
    number: `R-${11 * n}`,
  });
  const page = (n: number, isMixed: boolean): string => {
    const { title, author, number } = report(n);
    const parts = [
      `<h1 class="title">${title}</h1>`,
      `<p class="by">${author}</p>`,
      `<dl><dt>Number</dt><dd class="number">${number}</dd></dl>`,
    ];
    if (isMixed) parts[n % 3] = `<table><tr><td>${[title, author, number][n % 3]}</td></tr></table>`;
    return `<html><body><header><a href="/">Institute of Reports</a></header><main>${parts.join("")}</main><footer>Lane 1</footer></body></html>`;
  };
  for (const siblings of [
    [2, 3, 4],
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [2, 3, 4, 6, 7, 10, 11, 12, 13, 14],
  ]) {
    const { title, author, number } = report(1);
    const learned = learn({
      html: page(1, false),
      labels: { title: [title], author: [author], number: [number] },
      siblings: siblings.map((n) => ({ html: page(n, n >= 5 && n <= 9) })),
    });
    if (!learned.ok) throw new Error(learned.code);
    for (const n of [5, 6, 7, 8, 9])
      for (const [name, values] of Object.entries(extract(learned.template, page(n, true)).values))
        expect(values, `${name} of page ${n}`).toEqual([report(n)[name as "title"]]);
  }
});
