/** What strangers may make large, one dimension at a time: twice as much takes at most 2.6 times as long, and is read alike. */
import { describe, expect, it } from "vitest";
import { heal } from "../../src/core/heal/heal.js";
import { learn } from "../../src/core/learn/learn.js";
import { checkList } from "../../src/core/list/check-list.js";
import { extractList } from "../../src/core/list/extract-list.js";
import { healList } from "../../src/core/list/heal-list.js";
import type { KnownListed } from "../../src/core/list/known-listed.js";
import { learnList } from "../../src/core/list/learn-list.js";
import { growthOf, MOST_GROWTH, msOf } from "../growth.js";

const many = (count: number, piece: (i: number) => string): string => Array.from({ length: count }, (_, i) => piece(i)).join("");

/** A page with a title and a link to its author. */
const author = (line: string): string => `<div><h1>Title of it</h1><p>${line}</p><p>more</p></div>`;
const href = (html: string): string => html.slice(html.indexOf('"') + 1, html.lastIndexOf('"'));

const PAGES = [
  {
    name: "the labelled link's address",
    make: (n: number) => author(`By <a href="/x${"?a=b&amp;c=d".repeat(n / 4)}">Somebody</a>`),
    read: (html: string) => {
      const labels = { title: ["Title of it"], link: [href(html).replaceAll("&amp;", "&")] };
      const learned = learn({ html, labels, htmlAttributes: { link: "href" } });
      return learned.ok && heal(learned.template, { pages: [{ html }], known: [labels] }).ok;
    },
  },
  {
    name: "places of one label in one line",
    make: (n: number) => author("Somebody ".repeat(n)),
    read: (html: string) => learn({ html, labels: { title: ["Title of it"], who: ["Somebody"] } }).ok,
  },
  {
    name: "places of one label in one line of as many pieces",
    make: (n: number) => author("<b>Somebody</b> ".repeat(n)),
    read: (html: string) => learn({ html, labels: { title: ["Title of it"], who: ["Somebody"] } }).ok,
  },
];

const row = (i: number): string => `<tr><td><a href="/${i}">Name of ${i}</a><td>value ${i}<td>${1900 + (i % 100)}`;
const recordOf = (i: number): Record<string, string> => ({ name: `Name of ${i}`, value: `value ${i}` });
const knownOf = (count: number): KnownListed[] =>
  Array.from({ length: count }, (_, i) => ({ identity: null, values: recordOf(i) }));
const rowsIn = (html: string): number => html.split("<tr>").length - 1;

function listOf(html: string) {
  const learned = learnList({ html, records: [recordOf(0), recordOf(1)] });
  if (!learned.ok) throw new Error(learned.code);
  return learned.template;
}

const small = listOf(`<table>${many(4, (i) => row(i))}</table>`);
const url = "http://list.invalid/";

const LISTS = [
  {
    name: "known records of a list, healed",
    read: (html: string) => healList(small, { pages: [{ html, url }], known: knownOf(rowsIn(html)) }).ok,
  },
  {
    name: "known records of a list, checked",
    read: (html: string) => checkList(small, { html, known: knownOf(rowsIn(html)) }).verdict === "same",
  },
  {
    name: "known records of a list whose values were edited",
    read: (html: string) => {
      const { records } = extractList(small, { html, url });
      const known = records.map(({ identity, values }, i) => ({
        identity,
        values: { ...values, value: `value ${(i + 1) % records.length}` },
      }));
      return checkList(small, { html, url, known }).known.exact === records.length;
    },
  },
].map((each) => ({ ...each, make: (n: number) => `<table>${many(n, (i) => row(i))}</table>` }));

describe("time at 2n over time at n", () => {
  it.each([...PAGES, ...LISTS])(
    "$name",
    ({ make, read }) => {
      expect(read(make(200))).toBe(true);
      expect(growthOf(read, make, 600_000) ?? 0).toBeLessThanOrEqual(MOST_GROWTH);
    },
    120_000,
  );
});

/** Linear, but with a factor that was too large: every place had the whole line taken apart anew. */
describe("at the size it was found at", () => {
  it.each(PAGES.slice(1))(
    "100,000 $name: within five seconds",
    ({ make, read }) => {
      const html = make(100_000);
      expect(msOf(() => read(html))).toBeLessThan(5_000);
    },
    120_000,
  );
});
