/** Old HTML: tables in tables, hardly an end tag, windows-1252. The new design is one of cards and sections. */
import { dateOf, escaped, type Institution, type ListPage, type Paper, pick } from "./paper.js";

const TITLES = [
  "A Second Ring of Dust around 41 Vespertilionis",
  "On the Flicker of Müller’s Star",
  "Plate Ghosts of the Long Corrector",
  "Seven Nights over Cold Ridge",
  "The Drift of the North Pier, measured by Water",
  "A Slow Comet in the Wings of the Swan",
  "Night Cloud over the Fjord, 61 Winters",
  "Colours of the Faint Companion to Lacus",
  "Counting Meteors with Two Deaf Microphones",
  "A Shutter that Keeps Its Promise",
  "Ångström’s Lamp and the Red Edge",
  "What the Guide Star Did on 9 May",
  "The Eclipse Nobody Came to See",
  "Frost on the Secondary: a Remedy",
  "Occultations by the Chimney of the Cannery",
  "Old Plates, New Scratches",
  "Timing Satellites by Ear",
  "The Dome Motor as a Seismograph",
  "A Catalogue of Stray Light",
  "Zodiacal Light from a Moored Boat",
];

const NAMES = ["I. Halvorsen", "R. Okafor-Lund", "P. de Wit", "Å. Nyström", "J. Bérenger", "T. Quill", "M. Šliwa", "E. Tarn"];

const papers: readonly Paper[] = TITLES.map((title, i) => ({
  id: `c${212 - i}`,
  title,
  authors: pick(NAMES, i),
  date: dateOf(i, 1999),
  mark: `Circular No. ${212 - i}`,
  abstract: `Observed on ${(i % 9) + 3} nights with the ${["short", "long", "double"][i % 3] ?? ""} refractor; seeing ${(i % 4) + 1} seconds or better.`,
  kind: "text",
}));

export const observatory: Institution = {
  id: "observatory",
  name: "Halvorsen Observatory",
  charset: "windows-1252",
  pageSize: 8,
  papers,
  key: "c212",
  nextText: "Older circulars",
  listPath: (number) => (number === 1 ? "circulars.html" : `circulars-${number}.html`),
  paperPath: (id) => `${id}.html`,
  truthOf: ({ title, authors, date, mark }) => ({ title: [title], authors, received: [date], number: [mark] }),
  list: (page, design) => (design === "old" ? oldList(page) : newList(page)),
  paper: (paper, design) => (design === "old" ? oldPaper(paper) : newPaper(paper)),
};

function oldPage(title: string, body: string): string {
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">
<HTML>
<HEAD>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=windows-1252">
<TITLE>Halvorsen Observatory - ${escaped(title)}</TITLE>
<BODY BGCOLOR=#FFFFEE TEXT=#000000 LINK=#003399>
<CENTER>
<TABLE WIDTH=740 BORDER=0 CELLSPACING=0>
<TR><TD COLSPAN=3><IMG SRC="dome.gif" ALT="The dome at night" WIDTH=740 HEIGHT=90>
<TR BGCOLOR=#003399>
<TD><FONT COLOR=white SIZE=-1><A HREF="/">Home</A>
<TD><FONT COLOR=white SIZE=-1><A HREF="staff.html">Staff</A>
<TD><FONT COLOR=white SIZE=-1><A HREF="circulars.html">Circulars</A>
<TR>
<TD VALIGN=top WIDTH=140>
  <TABLE CELLPADDING=2>
  <TR><TD><B>The Observatory</B>
  <TR><TD><A HREF="visit.html">Visits</A>
  <TR><TD><HR NOSHADE><FONT SIZE=-2>Dome&nbsp;open: <B>no</B></FONT>
  </TABLE>
<TD COLSPAN=2 VALIGN=top>
${body}
<TR><TD COLSPAN=3 ALIGN=center><HR><ADDRESS>Halvorsen Observatory, Cold Ridge</ADDRESS>
</TABLE>
</CENTER>
`;
}

function oldPaper({ title, authors, date, mark, abstract }: Paper): string {
  return oldPage(
    mark,
    `  <TABLE WIDTH=100% CELLPADDING=6>
  <TR><TD BGCOLOR=#DDDDCC><FONT SIZE=+1>${escaped(mark)}</FONT>
  <TR><TD>
    <H2>${escaped(title)}</H2>
    <UL>${authors.map((name) => `<LI>${escaped(name)}`).join("")}</UL>
    <TABLE BORDER=1>
    <TR><TD>Received<TD><B>${escaped(date)}</B>
    <TR><TD>Instrument<TD>see text
    </TABLE>
    <P ALIGN=justify>${escaped(abstract)}
  <TR><TD ALIGN=right><FONT SIZE=-2>Reprints from the porter</FONT>
  </TABLE>`,
  );
}

function oldList({ papers: shown, number, count }: ListPage): string {
  const rows = shown.map(
    ({ id, title, date, mark }) =>
      `  <TR><TD NOWRAP>${escaped(mark)}<TD><A HREF="${id}.html">${escaped(title)}</A><TD><FONT SIZE=-1>${escaped(date)}</FONT>`,
  );
  const older =
    number < count
      ? `  <P><A HREF="${observatory.listPath(number + 1)}">Older circulars</A>`
      : "  <P>No older circulars are kept";
  return oldPage(
    "Circulars",
    `  <H1>Circulars of the Observatory</H1>
  <TABLE WIDTH=100% CELLPADDING=3>
  <TR><TH>No.<TH>Title<TH>Received
${rows.join("\n")}
  </TABLE>
${older}`,
  );
}

function newPage(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="windows-1252"><title>${escaped(title)} | Halvorsen</title>
<link rel="stylesheet" href="/assets/site.css"></head>
<body class="hv">
<div class="hv-top"><div class="hv-brand">Halvorsen<span>Cold Ridge</span></div>
<nav><ul class="menu"><li><a href="/">Start</a></li><li><a href="people.html">People</a></li><li><a href="circulars.html">Publications</a></li></ul></nav></div>
<main class="hv-main">
${body}
</main>
<footer class="hv-foot"><p>© Halvorsen Observatory</p><p><a href="privacy.html">Privacy</a></p></footer>
</body></html>
`;
}

function newPaper({ title, authors, date, mark, abstract }: Paper): string {
  return newPage(
    title,
    `<article class="pub">
<section class="pub-text"><h3>Summary</h3><p>${escaped(abstract)}</p></section>
<section class="pub-head"><div class="kicker">${escaped(date)}</div><h1 class="pub-title">${escaped(title)}</h1>
<div class="by">${authors.map((name) => `<span class="person">${escaped(name)}</span>`).join("\n")}</div></section>
<aside class="facts"><div class="fact"><span class="k">Series</span><span class="v">${escaped(mark)}</span></div></aside>
</article>`,
  );
}

function newList({ papers: shown, number, count }: ListPage): string {
  const cards = shown.map(
    ({ id, title, authors, mark }) => `<div class="card"><div class="card-meta">${escaped(mark)}</div>
<div class="card-body"><h2><a class="card-link" href="${id}.html">${escaped(title)}</a></h2><p>${escaped(authors.join(", "))}</p></div></div>`,
  );
  const older =
    number < count ? `<a class="button" href="${observatory.listPath(number + 1)}">Older circulars</a>` : "<span>The end</span>";
  return newPage(
    "Publications",
    `<h1>Publications</h1>\n<div class="cards">\n${cards.join("\n")}\n</div>\n<div class="pager">${older}</div>`,
  );
}
