/** A tidy site of today: sections, classes, a link of rel=next and a sitemap. The new design is of another make. */
import { linkToLook } from "./looks.js";
import { dateOf, escaped, type Institution, type ListPage, type Paper, pick } from "./paper.js";

const TITLES = [
  "Silt Memory in Regulated Rivers",
  "How Long a Meander Waits",
  "Ice Jams below the Third Weir",
  "A Bed-Load Trap for Small Budgets",
  "Willows as Gauges of Low Water",
  "Seepage under the Old Dyke: Nine Wells",
  "What Beavers Change in a Decade",
  "Oxbow Lakes and Their Last Fish",
  "Temperature Steps at a Confluence",
  "Ford or Bridge: Costs over a Century",
  "Flood Marks on Church Walls, Reread",
  "The Delta that Would Not Grow",
  "Listening to Gravel",
  "Evaporation from a Lock Chamber",
  "A River Named Twice",
  "Mills, Leats and Missing Water",
];
/** What it publishes instead once all of these are gone. */
const LATER_TITLES = [
  "Cold Water for Old Trout",
  "The Ferryman’s Arithmetic",
  "Reeds that Hold a Bank",
  "Two Floods in One Ledger",
  "Where the Millrace Freezes First",
  "Sand Bars by Candle and Plumb Line",
  "A Spring that Skips Leap Years",
  "Counting Eels from a Footbridge",
];
const NAMES = [
  "Lena Brandt",
  "Tomás Ribeiro",
  "Aoife Keane",
  "Hugo Lindqvist",
  "Marta Zielińska",
  "Yusuf Demir",
  "Clara Weiß",
  "Piet Hoogland",
];

const paperOf = (title: string, i: number): Paper => ({
  id: `report-${88 - i}`,
  title,
  authors: pick(NAMES, i + 2),
  date: dateOf(i + 3, 2024),
  mark: `10.5555/slow.${2024 - Math.floor(i / 6)}.${100 + i * 17}`,
  abstract: `We followed ${["one", "two", "four"][i % 3] ?? ""} reaches for ${i + 2} years. ${i % 2 ? "Most of the change came in spring." : "The change was slower than models say."}`,
  kind: "text",
});
const papers: readonly Paper[] = TITLES.map(paperOf);
const later: readonly Paper[] = LATER_TITLES.map((title, i) => ({
  ...paperOf(title, TITLES.length + i),
  id: `report-${96 - i}`,
}));

export const institute: Institution = {
  id: "institute",
  name: "Institute for Slow Rivers",
  charset: "utf-8",
  pageSize: 7,
  papers,
  later,
  key: "report-88",
  listPath: (number) => (number === 1 ? "reports/" : `reports/page/${number}`),
  paperPath: (id) => `reports/${id}`,
  truthOf: ({ title, authors, date, mark, abstract }) => ({
    title: [title],
    authors,
    date: [date],
    doi: [mark],
    abstract: [abstract],
  }),
  list: (page, design) => (design === "old" ? oldList(page) : newList(page)),
  paper: (paper, design) => (design === "old" ? oldPaper(paper) : newPaper(paper)),
};

function oldPage(title: string, body: string, head = ""): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} · Institute for Slow Rivers</title>${linkToLook("institute", "old")}${head}</head>
<body><header class="site-header"><a class="home" href="/institute/">Institute for Slow Rivers</a>
<nav><a href="/institute/team">Team</a><a href="/institute/reports/">Reports</a><a href="/institute/contact">Contact</a></nav></header>
<main>
${body}
</main>
<footer class="site-footer"><p>Funded by nobody in particular</p><p>Weir Lane 1</p></footer></body></html>
`;
}

function oldPaper({ title, authors, date, mark, abstract }: Paper): string {
  return oldPage(
    title,
    `<article class="report"><h1>${escaped(title)}</h1>
<ul class="authors">${authors.map((name) => `<li>${escaped(name)}</li>`).join("")}</ul>
<p class="published">Published <time>${escaped(date)}</time></p>
<section class="abstract"><h2>Abstract</h2><p>${escaped(abstract)}</p></section>
<dl class="ids"><dt>DOI</dt><dd>${escaped(mark)}</dd><dt>Licence</dt><dd>free to read</dd></dl></article>
<aside><h2>Cite</h2><p>Ask us for a citation.</p></aside>`,
  );
}

const nextLink = (number: number, count: number): string =>
  number < count ? `<link rel="next" href="/institute/reports/page/${number + 1}">` : "";

function oldList({ papers: shown, number, count }: ListPage): string {
  const items = shown.map(
    ({ id, title, authors, date }) => `<li class="item"><h3><a href="/institute/reports/${id}">${escaped(title)}</a></h3>
<p class="meta"><span>${escaped(authors[0] ?? "")}</span> <span>${escaped(date)}</span></p></li>`,
  );
  return oldPage("Reports", `<h1>Reports</h1>\n<ul class="list">\n${items.join("\n")}\n</ul>`, nextLink(number, count));
}

function newPage(title: string, body: string, head = ""): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>ISR: ${escaped(title)}</title>${linkToLook("institute", "new")}${head}</head>
<body class="isr"><table class="frame"><tbody><tr><td class="left"><h4>ISR</h4><ol><li><a href="/institute/">Front door</a></li><li><a href="/institute/reports/">Writings</a></li></ol></td>
<td class="right"><div class="sheet">
${body}
</div></td></tr><tr><td colspan="2" class="base"><i>Slow Rivers, slow pages</i></td></tr></tbody></table></body></html>
`;
}

function newPaper({ title, authors, date, mark, abstract }: Paper): string {
  return newPage(
    title,
    `<table class="facts"><tbody>
<tr class="f-doi"><th>Identifier</th><td>${escaped(mark)}</td></tr>
<tr class="f-date"><th>Appeared</th><td>${escaped(date)}</td></tr>
<tr class="f-by"><th>Written by</th><td>${authors.map((name) => `<div class="by">${escaped(name)}</div>`).join("")}</td></tr>
</tbody></table>
<div class="headline"><h2>${escaped(title)}</h2></div>
<blockquote class="gist"><div>${escaped(abstract)}</div></blockquote>`,
  );
}

function newList({ papers: shown, number, count }: ListPage): string {
  const rows = shown.map(
    ({ id, title, date, mark }) =>
      `<tr class="row"><td>${escaped(date)}</td><td><b><a href="/institute/reports/${id}">${escaped(title)}</a></b></td><td>${escaped(mark)}</td></tr>`,
  );
  return newPage(
    "Writings",
    `<h2>Writings</h2>\n<table class="rows"><tbody>\n${rows.join("\n")}\n</tbody></table>`,
    nextLink(number, count),
  );
}
