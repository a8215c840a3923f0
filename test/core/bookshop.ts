/** Pages of an invented bookshop in two designs, and templates with their keys learnt from them. */
import type { KeyedTemplate } from "../../src/core/check.js";
import { read } from "../../src/core/extract.js";
import { keyOf } from "../../src/core/key.js";
import { learn } from "../../src/core/learn/learn.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import type { KnownRecord } from "../../src/core/template/page-template.js";
import { Reading } from "../../src/core/tree/reading.js";

export interface Book {
  readonly title: string;
  readonly author: string;
  readonly year: string;
  readonly price: string;
}

export const BOOKS: readonly Book[] = [
  { title: "The Salt Roads of Merrow", author: "Ines Calder", year: "1987", price: "€12.50" },
  { title: "A Grammar of Tides", author: "Tomas Wray", year: "1992", price: "€31.00" },
  { title: "Lanterns over Quill Bay", author: "Beatrix Holm", year: "2004", price: "€9.90" },
  { title: "Seven Orchards", author: "Piet Anselm", year: "2011", price: "€18.20" },
  { title: "The Clockmaker's Ferry", author: "Oda Renn", year: "1979", price: "€22.40" },
  { title: "Notes from a Dry Lake", author: "Samir Voss", year: "2016", price: "€15.75" },
];

export const recordOf = ({ title, author, year, price }: Book): KnownRecord => ({
  title: [title],
  author: [author],
  year: [year],
  price: [price],
});

const MENU = ["Home", "Novels", "Travel", "Children", "Shop hours", "Contact us"];
const FOOT = ["Harbour Books", "12 Quay Street", "Terms of sale", "Privacy notice"];

/** The old design: a table of label and value. */
export function oldPage({ title, author, year, price }: Book, extra = ""): string {
  return `<!doctype html><html><head><title>${title} – Harbour Books</title></head><body>
<div id="top"><ul class="menu">${MENU.map((item) => `<li><a href="#">${item}</a></li>`).join("")}</ul></div>${extra}
<div id="book"><h1>${title}</h1><table class="facts">
<tr><th>Author:</th><td>${author}</td></tr><tr><th>Year:</th><td>${year}</td></tr><tr><th>Price:</th><td>${price}</td></tr>
</table></div>
<div id="foot">${FOOT.map((line) => `<p>${line}</p>`).join("")}</div></body></html>`;
}

/** The new design: sections, other order, other labels. */
export function newPage({ title, author, year, price }: Book): string {
  return `<!doctype html><html><head><title>${title}</title></head><body>
<header><nav><a href="/">Start</a><a href="/all">All books</a><a href="/help">Help desk</a></nav></header>
<main><section class="offer"><p class="cost"><span>Our price</span> <b>${price}</b></p><button>Add to basket</button></section>
<article><h2 class="name">${title}</h2><dl><dt>Written by</dt><dd class="who">${author}</dd><dt>First published</dt><dd class="when">${year}</dd></dl></article></main>
<footer><p>Harbour Books online</p><p>Delivery and returns</p></footer></body></html>`;
}

export interface Lesson {
  readonly html: string;
  readonly labels: KnownRecord;
  readonly siblings?: readonly string[];
  readonly region?: string;
  readonly volatile?: readonly string[];
}

/** Learns a template and gives it its key; undefined where nothing can be learnt. */
export function tryLesson({ html, labels, siblings = [], region, volatile }: Lesson): KeyedTemplate | undefined {
  const learnt = learn({ html, labels, siblings: siblings.map((each) => ({ html: each })) });
  if (!learnt.ok) return undefined;
  const reading = new Reading(parsePage(html));
  const key = keyOf(reading, labels, {
    extraction: read(learnt.template, reading),
    siblings: siblings.map(parsePage),
    ...(region !== undefined && { region }),
    ...(volatile && { volatile }),
  });
  return JSON.parse(JSON.stringify({ ...learnt.template, key }));
}

export function lesson(task: Lesson): KeyedTemplate {
  const template = tryLesson(task);
  if (!template) throw new Error("nothing learnt");
  return template;
}

/** The template of the old design, learnt from the first book with the others as siblings. */
export function oldTemplate(more: Pick<Lesson, "region" | "volatile"> = {}): KeyedTemplate {
  const [first, ...others] = BOOKS as [Book, ...Book[]];
  return lesson({ html: oldPage(first), labels: recordOf(first), siblings: others.map((book) => oldPage(book)), ...more });
}
