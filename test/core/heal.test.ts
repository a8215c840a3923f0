import { describe, expect, it } from "vitest";
import { check } from "../../src/core/check.js";
import { extract } from "../../src/core/extract.js";
import { type Healed, heal } from "../../src/core/heal/heal.js";
import { learn } from "../../src/core/learn/learn.js";
import { BOOKS, type Book, newPage, oldPage, oldTemplate, recordOf } from "./bookshop.js";

const template = oldTemplate();
const pages = (books: readonly Book[], page: (book: Book) => string = newPage): { html: string }[] =>
  books.map((book) => ({ html: page(book) }));
const known = (books: readonly Book[]) => books.map(recordOf);

function healed(result: Healed): Extract<Healed, { ok: true }> {
  if (!result.ok) throw new Error(`${result.code}: ${result.reason}`);
  return { ...result, template: JSON.parse(JSON.stringify(result.template)) };
}

describe("heal (method §6)", () => {
  it("learns a redesigned source again from three known records", () => {
    const result = healed(heal(template, { pages: pages(BOOKS), known: known(BOOKS.slice(0, 3)) }));
    expect(result).toMatchObject({ unconfirmed: false, withheld: [] });
    for (const name of ["title", "author", "year", "price"]) expect(result.report[name]).toMatchObject({ contradicted: 0 });
    for (const book of BOOKS) expect(extract(result.template, newPage(book)).values).toEqual(recordOf(book));
  });

  it("the new version's own key page is the same as itself, the old design is not", () => {
    const { template: now } = healed(heal(template, { pages: pages(BOOKS), known: known(BOOKS.slice(0, 3)) }));
    const key = BOOKS.find(({ title }) => now.key.record.title?.[0] === title)!;
    expect(check(now, newPage(key)).verdict).toBe("same");
    expect(check(now, oldPage(key)).verdict).toBe("broken");
  });

  it("takes another known record as key when the first is gone", () => {
    const result = healed(heal(template, { pages: pages(BOOKS.slice(2)), known: known(BOOKS) }));
    expect(result.template.key.record.title).not.toEqual([BOOKS[0]!.title]);
  });

  it("never accepts a contradiction: the attribute is withheld", () => {
    const records = known(BOOKS.slice(0, 4)).map((record, i) => (i === 2 ? { ...record, price: ["€1.23"] } : record));
    const result = healed(heal(template, { pages: pages(BOOKS), known: records }));
    expect(result.withheld).toEqual(["price"]);
    expect(result.report.price!.contradicted).toBeGreaterThan(0);
    const out = extract(result.template, newPage(BOOKS[5]!));
    expect(out.values).not.toHaveProperty("price");
    expect(out.withheld).toHaveProperty("price");
  });

  it("a value that changes by itself contradicts nothing once it is gone", () => {
    const records = known(BOOKS.slice(0, 4)).map((record, i) => (i === 2 ? { ...record, price: ["€1.23"] } : record));
    const result = healed(heal(oldTemplate({ volatile: ["price"] }), { pages: pages(BOOKS), known: records }));
    expect(result.withheld).toEqual([]);
  });

  it("learns a value that has become part of a longer text", () => {
    const prefixed = (book: Book): string => newPage({ ...book, author: `Text and drawings: ${book.author}` });
    const result = healed(heal(template, { pages: pages(BOOKS, prefixed), known: known(BOOKS.slice(0, 3)) }));
    expect(extract(result.template, prefixed(BOOKS[5]!)).values.author).toEqual([BOOKS[5]!.author]);
  });

  it("learns a value again that stands in a tag and is displayed nowhere", () => {
    const plain = (i: number): string =>
      `<h1>Report ${i} on rivers</h1><p class=by>Writer ${i}</p><p><a class=pdf href="/files/${i}.pdf">PDF</a> <a href="/help">Help</a></p>`;
    const anew = (i: number): string =>
      `<nav><a href="/help">Help</a> <a href="/about">About</a></nav><main><dl><dt>Title<dd>Report ${i} on rivers<dt>By<dd>Writer ${i}</dl><div class=get><a href="/files/${i}.pdf">Read it</a></div></main>`;
    const recordFor = (i: number) => ({ title: [`Report ${i} on rivers`], by: [`Writer ${i}`], file: [`/files/${i}.pdf`] });
    const numbers = [101, 102, 103, 104, 105, 106];
    const learned = learn({
      html: plain(101),
      labels: recordFor(101),
      htmlAttributes: { file: "href" },
      siblings: numbers.slice(1).map((i) => ({ html: plain(i) })),
    });
    if (!learned.ok) throw new Error(learned.code);
    const result = healed(
      heal(learned.template, { pages: numbers.map((i) => ({ html: anew(i) })), known: numbers.slice(0, 4).map(recordFor) }),
    );
    expect(result.withheld).toEqual([]);
    const out = extract(result.template, anew(106));
    expect(out.values).toEqual(recordFor(106));
    expect(out.proofs.file![0]).toMatchObject({ htmlAttribute: "href" });
  });

  it("with a single known record the version is unconfirmed", () => {
    const result = healed(heal(template, { pages: pages(BOOKS), known: known(BOOKS.slice(0, 1)) }));
    expect(result.unconfirmed).toBe(true);
    expect(extract(result.template, newPage(BOOKS[0]!)).values).toEqual(recordOf(BOOKS[0]!));
  });

  const foreign = (book: Book): string =>
    newPage({ ...book, title: `Cooking with ${book.author}`, author: "Mara Lindqvist", price: "€5" });
  it.each([
    { name: "pages of another site", fresh: pages(BOOKS, foreign), records: known(BOOKS), code: "key-missing" },
    { name: "no pages", fresh: [], records: known(BOOKS), code: "key-missing" },
    { name: "no known records", fresh: pages(BOOKS), records: [], code: "key-missing" },
    {
      name: "one value in common with a known record",
      fresh: [{ html: newPage({ title: "Sea Walls", author: "Ines Calder", year: "2020", price: "€3.00" }) }],
      records: known(BOOKS),
      code: "key-missing",
    },
    {
      name: "two known records that fit a page alike",
      fresh: pages(BOOKS.slice(0, 1)),
      records: [
        { ...recordOf(BOOKS[0]!), price: ["€99.00"] },
        { ...recordOf(BOOKS[0]!), title: ["Merrow Revisited"] },
      ],
      code: "key-missing",
    },
  ])("$name: $code", ({ fresh, records, code }) => {
    const result = heal(template, { pages: fresh, known: records });
    expect(result).toMatchObject({ ok: false, code });
  });

  it("refuses where two records contradict each other in everything", () => {
    const [a, b] = [BOOKS[0]!, BOOKS[1]!];
    const muddled = { title: [b.title], author: [b.author], year: [b.year], price: [b.price] };
    const swapped = (book: Book): string =>
      newPage({ title: book.year, author: book.price, year: book.title, price: book.author });
    const result = heal(template, { pages: [{ html: newPage(a) }, { html: swapped(b) }], known: [recordOf(a), muddled] });
    expect(result).toMatchObject({ ok: false, code: "contradicted" });
  });
});
