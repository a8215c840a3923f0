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
