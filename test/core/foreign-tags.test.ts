/**
 * Tags and texts around labelled values, written so that a careless reading goes over them again and again: learning,
 * reading and checking take time in proportion to them.
 */
import { afterAll, describe, expect, it } from "vitest";
import { check } from "../../src/core/check.js";
import { extract } from "../../src/core/extract.js";
import { learn } from "../../src/core/learn/learn.js";
import { extractList } from "../../src/core/list/extract-list.js";
import { learnList } from "../../src/core/list/learn-list.js";
import { growthOf, MOST_GROWTH, msOf } from "../growth.js";
import { isLong, say } from "../run.js";

/** A page whose name and link are labelled; `piece` stands before, in or behind them. */
const single = (html: string): void => {
  const learned = learn({ html, labels: { name: ["Ann"], link: ["y"] }, htmlAttributes: { link: "href" } });
  if (!learned.ok) return;
  extract(learned.template, html);
  check(learned.template, html);
};

const list = (html: string): void => {
  const records = [
    { name: "Ann", shelf: "A1" },
    { name: "Bob", shelf: "B2" },
  ];
  const learned = learnList({ html, records });
  if (learned.ok) extractList(learned.template, { html });
};

const named = (tag: string): string => `<h1>Title</h1><p>Name: <b>Ann</b></p><p>${tag}More</a></p><p>Home page`;
const rows = (tag: string, text = ""): string =>
  `<table><tr>${tag}Ann${text}<td>A1<tr>${tag}Bob${text}<td>B2<tr><td>Cid<td>C3</table>`;
const lines = (text: string): string => `<ul><li>Name: Ann, A1${text}<li>Name: Bob, B2${text}<li>Name: Cid, C3</ul>`;

const SINGLE: Readonly<Record<string, (n: number) => string>> = {
  "<a data-x=A… href=y>": (n) => named(`<a data-x="${"A".repeat(n)}" href=y>`),
  "<a data-x=A… href>": (n) => named(`<a data-x="${"A".repeat(n)}" href><a href=y>`),
  "<a … href=y>": (n) => named(`<a ${" ".repeat(n)}href=y>`),
  "<a href … = … y>": (n) => named(`<a href${" ".repeat(n)}=${" ".repeat(n)}y>`),
  '<a href=" … y … ">': (n) => named(`<a href="${" ".repeat(n)}y${" ".repeat(n)}">`),
  "<a x x x… href=y>": (n) => named(`<a ${"x ".repeat(n)}href=y>`),
  "<a a1=b a2=b… href=y>": (n) => named(`<a ${Array.from({ length: n / 4 }, (_, i) => `a${i}=b `).join("")}href=y>`),
  "<a =====… href=y>": (n) => named(`<a ${"=".repeat(n)} href=y>`),
  "<a //// href=y>": (n) => named(`<a ${"/".repeat(n)} href=y>`),
  "<a '''… href=y>": (n) => named(`<a ${"'\"".repeat(n)} href=y>`),
  "<title…": (n) => `${"<title".repeat(n)}>x</title>${named("<a href=y>")}`,
  "<title …": (n) => `<title${" ".repeat(n)}>x</title>${named("<a href=y>")}`,
  "<title>…": (n) => `${"<title>".repeat(n)}</title>${named("<a href=y>")}`,
  "<base …": (n) => `${"<base ".repeat(n)}>${named("<a href=y>")}`,
  "<base>…": (n) => `${"<base>".repeat(n / 4)}${named("<a href=y>")}`,
  "<base href …": (n) => `<base href${" ".repeat(n)}=${" ".repeat(n)}/>${named("<a href=y>")}`,
  'style="display…': (n) => named(`<p style="${"display:".repeat(n)}none"><a href=y>`),
  'style="display … : … none … !"': (n) => named(`<p style="display${" ".repeat(n)}:${" ".repeat(n)}none${" ".repeat(n)}!x"><a href=y>`),
  'style="none;;;"': (n) => named(`<p style="none${";".repeat(n)}"><a href=y>`),
  'style="none;none;"': (n) => named(`<p style="${"none;".repeat(n / 4)}"><a href=y>`),
  "<svg><font a a a": (n) => named(`<svg><font ${"a ".repeat(n)}></svg><a href=y>`),
  "<svg><font …": (n) => named(`<svg>${"<font a>".repeat(n / 4)}</svg><a href=y>`),
  "<annotation-xml encoding …": (n) => named(`<math><annotation-xml encoding${" ".repeat(n)}= x></math><a href=y>`),
  "<!doctype html …": (n) => `<!doctype html ${" ".repeat(n)}public ${" ".repeat(n)}>${named("<a href=y>")}`,
  "class=' … '": (n) => named(`<p class="${" ".repeat(n)}x${" ".repeat(n)}"><a href=y>`),
  "white space around": (n) => `<p>${" ".repeat(n)}Ann${" ".repeat(n)}</p><p><a href=y>${" ".repeat(n)}More`,
  "a label of letters": (n) => `<p>${"a".repeat(n)}: Ann</p>${named("<a href=y>")}`,
  "a label of colons": (n) => `<p>${"a:".repeat(n)} Ann</p>${named("<a href=y>")}`,
  "separators": (n) => `<p><a>Ann</a>${", and ".repeat(n / 4)}<a href=y>More</a></p><p>Home page`,
  "marks on one letter": (n) => `<p>e${"\u0301\u0323".repeat(n / 8)}Ann</p>${named("<a href=y>")}`,
  "digits": (n) => `<p>${"1".repeat(n)} Ann</p>${named("<a href=y>")}`,
}; // biome-ignore format: a table

const LISTS: Readonly<Record<string, (n: number) => string>> = {
  "<td colspan … = … 2>": (n) => rows(`<td colspan${" ".repeat(n)}=${" ".repeat(n)}2>`),
  '<td colspan=" … 2">': (n) => rows(`<td colspan="${" ".repeat(n)}2">`),
  "<td colspan colspan…>": (n) => rows(`<td ${"colspan ".repeat(n / 4)}>`),
  "<td colspan=2222…>": (n) => rows(`<td colspan=${"2".repeat(n)}>`),
  "<td rowspan=rowspan=…>": (n) => rows(`<td ${"rowspan=".repeat(n / 4)}>`),
  "a cell with much behind": (n) => rows("<td>", `, ${"x ".repeat(n)}`),
  "a line with spaces": (n) => lines(" ".repeat(n)),
  "a line with commas": (n) => lines(",".repeat(n)),
  "a line with the label again": (n) => lines(" Name: ".repeat(n / 4)),
  "a line with the value again": (n) => lines(" Ann, A1".repeat(n / 4)),
  "a line with entities": (n) => lines("&amp;".repeat(n / 4)),
  "a line with marks": (n) => lines(`e${"\u0301\u0323".repeat(n / 8)}`),
};

describe("time grows with what stands around labelled values", () => {
  const tried: { name: string; ratio: number }[] = [];
  let quick = 0;
  afterAll(() => {
    const worst = tried.toSorted((a, b) => b.ratio - a.ratio).slice(0, 3);
    const written = worst.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join("; ");
    say(
      `foreign tags: ${tried.length + quick} pages, ${quick} too quick to measure; time at 2n over time at n, worst: ${written}`,
    );
  });

  const families = [
    ...Object.entries(SINGLE).map(([name, make]) => ({ name, make, read: single })),
    ...Object.entries(LISTS).map(([name, make]) => ({ name, make, read: list })),
  ];
  it.each(families)("$name", { timeout: 120_000 }, ({ name, make, read }) => {
    const ratio = growthOf(read, make, isLong ? 2_000_000 : 200_000);
    if (ratio === undefined) quick++;
    else tried.push({ name, ratio });
    expect(ratio ?? 0).toBeLessThanOrEqual(MOST_GROWTH);
  });
});

it("what once took ten seconds takes a moment: an attribute of 40,000 letters before a labelled one", () => {
  const html = named(`<a data-x="${"A".repeat(40_000)}" href=y>`);
  const took = msOf(() => single(html));
  say(`foreign tags: an attribute of 40,000 letters: ${took.toFixed(0)} ms`);
  expect(took).toBeLessThan(2_500);
});
