/** Optional fields and two layouts: texts stand on cards, charts in tables. Its list is told by numbered addresses. */
import { linkToLook } from "./looks.js";
import { escaped, type Institution, type ListPage, type Paper, pick } from "./paper.js";

const TITLES = [
  "The Tide Tables of Marrow Bay",
  "Letters of a Lighthouse Keeper",
  "Chart of the Inner Shoals",
  "A Grammar of Fog Signals",
  "Harbour Dues and Who Paid Them",
  "Chart of the Quarantine Anchorage",
  "Ropewalks of the Western Shore",
  "Minutes of the Drowned Parish",
  "Chart of the Sands after the Storm",
  "Household Uses of Kelp",
  "The Pilot’s Boy: a Memoir",
  "Chart of Wrecks, Second Edition",
  "Songs Taken Down at the Salt Pans",
  "A Dispute over Eels",
  "Chart of the Ferry Crossings",
  "On Mending Nets in Winter",
  "The Night Watch Book",
  "Chart of Depths at the New Quay",
];
const SUBTITLES = [
  "1871–1902",
  "with an index of ships",
  "edited from the manuscripts",
  "being the second part",
  "as told by the crew",
  "newly set",
  "a survey",
];
const NAMES = [
  "Ottilie Marsh",
  "Benedikt Færø",
  "Sanna Kuusi",
  "Walter P. Oakes",
  "Idris Llewellyn",
  "Chiara Dell’Orso",
  "Noor van Aalst",
];

const papers: readonly Paper[] = TITLES.map((title, i) => ({
  id: `item-${1040 + i * 3}`,
  title,
  ...((i % 4 < 2 || title.startsWith("Chart")) && { subtitle: SUBTITLES[(i >> 1) % 7] ?? "" }),
  authors: pick(NAMES, i + 1),
  date: String(1874 + ((i * 11) % 60)),
  mark: `${"LMQ"[i % 3] ?? ""} ${40 + i * 7}`,
  ...(i % 5 === 0 &&
    !title.startsWith("Chart") && {
      note: `Gift of the ${["harbour master", "widow Thorne", "fishers’ guild", "customs house"][(i / 5) % 4] ?? ""}`,
    }),
  abstract: `${90 + i * 13} leaves, ${i % 2 ? "bound" : "unbound"}.`,
  kind: title.startsWith("Chart") ? "chart" : "text",
}));

export const library: Institution = {
  id: "library",
  name: "Marrow Bay Library",
  charset: "utf-8",
  pageSize: 6,
  papers,
  key: "item-1040",
  further: ["item-1049", "item-1055"],
  listPath: (number) => `catalogue?page=${number}`,
  paperPath: (id) => `catalogue/${id}`,
  truthOf: ({ title, subtitle, authors, date, mark }) => ({
    title: [title],
    subtitle: subtitle === undefined ? [] : [subtitle],
    authors,
    year: [date],
    shelf: [mark],
  }),
  list: (page, design) => (design === "old" ? oldList(page) : newList(page)),
  paper: (paper, design) => (design === "new" ? newPaper(paper) : paper.kind === "text" ? oldCard(paper) : oldChart(paper)),
};

function oldPage(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} – Marrow Bay Library</title>${linkToLook("library", "old")}</head>
<body><div id="page"><div id="head"><a href="/library/">Marrow Bay Library</a> <span>open Tuesdays</span></div>
<ul id="menu"><li><a href="/library/catalogue?page=1">Catalogue</a><li><a href="/library/rooms">Rooms</a><li><a href="/library/lost">Lost property</a></ul>
<div id="content">
${body}
</div><div id="foot">Quay Street 4 · <a href="/library/imprint">Imprint</a></div></div></body></html>
`;
}

function oldCard({ title, subtitle, authors, date, mark, note, abstract }: Paper): string {
  const row = (name: string, term: string, text: string | undefined): string =>
    text === undefined ? "" : `<dl class="${name}"><dt>${term}<dd>${escaped(text)}</dl>\n`;
  return oldPage(
    title,
    `<h2>${escaped(title)}</h2>
<div class="card">
${row("sub", "Subtitle", subtitle)}<dl class="by"><dt>By${authors.map((name) => `<dd>${escaped(name)}`).join("")}</dl>
${row("year", "Year", date)}${row("shelf", "Shelf mark", mark)}${row("extent", "Extent", abstract)}${row("note", "Note", note)}</div>
<p class="ask">Ask at the desk; quote the shelf mark.</p>`,
  );
}

function oldChart({ title, subtitle, authors, date, mark, note, abstract }: Paper): string {
  const row = (name: string, term: string, text: string | undefined): string =>
    text === undefined ? "" : `<tr class="${name}"><th>${term}</th><td>${escaped(text)}</td></tr>\n`;
  return oldPage(
    title,
    `<div class="sheet"><img src="/library/thumb.png" alt="">
<table class="chart"><caption>${escaped(title)}</caption>
${row("part", "Part", subtitle)}<tr class="survey"><th>Surveyed by</th><td><ul>${authors.map((name) => `<li>${escaped(name)}</li>`).join("")}</ul></td></tr>
${row("print", "Printed", date)}${row("drawer", "Drawer", mark)}${row("sheets", "Sheets", abstract)}${row("remark", "Remark", note)}</table></div>
<p class="ask">Charts are shown in the map room only.</p>`,
  );
}

function oldList({ papers: shown, number, count }: ListPage): string {
  const items = shown.map(
    ({ id, title, date, mark }) =>
      `<li><a href="/library/catalogue/${id}">${escaped(title)}</a>, ${escaped(date)} <i>${escaped(mark)}</i>`,
  );
  return oldPage(
    "Catalogue",
    `<h2>Catalogue</h2>\n<p>Page ${number} of ${count}</p>\n<ol class="items">\n${items.join("\n")}\n</ol>`,
  );
}

function newPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en" class="mb"><head><meta charset="utf-8"><title>${escaped(title)}</title>${linkToLook("library", "new")}</head>
<body><header class="bar"><section class="logo"><strong>MARROW BAY</strong></section><form action="/library/search"><input name="q"><button>Search</button></form></header>
<div class="layout"><nav class="side"><h4>Browse</h4><p><a href="/library/catalogue?page=1">All items</a></p><p><a href="/library/help">Help</a></p></nav>
<div class="main">
${body}
</div></div><footer><small>Marrow Bay Libraries and Archives</small></footer></body></html>
`;
}

function newPaper({ title, subtitle, authors, date, mark, note, abstract }: Paper): string {
  const line = (name: string, term: string, text: string | undefined): string =>
    text === undefined
      ? ""
      : `<div class="row ${name}"><div class="label">${term}:</div><div class="data">${escaped(text)}</div></div>\n`;
  return newPage(
    title,
    `<section class="record">
${line("shelf", "Where", mark)}${line("note", "Provenance", note)}<header><h1>${escaped(title)}</h1></header>
${line("sub", "Also titled", subtitle)}<div class="row people"><div class="label">Contributors:</div><ul>${authors
      .map((name) => `<li><em>${escaped(name)}</em></li>`)
      .join("")}</ul></div>
${line("year", "Published", date)}${line("extent", "Size", abstract)}</section>`,
  );
}

function newList({ papers: shown, number, count }: ListPage): string {
  const rows = shown.map(
    ({ id, title, authors, date }) => `<article class="hit"><div><span class="y">${escaped(date)}</span></div>
<div><h3><a href="/library/catalogue/${id}">${escaped(title)}</a></h3><span class="a">${escaped(authors[0] ?? "")}</span></div></article>`,
  );
  return newPage(
    "All items",
    `<h1>All items</h1>\n<p class="count">${number}/${count}</p>\n<div class="hits">\n${rows.join("\n")}\n</div>`,
  );
}
