/** Small sites written for the fuzzing of the verbs: pages with labelled values, and lists of labelled records. */

export type Fields = Readonly<Record<string, string>>;

/** Records of one imaginary library. */
export const recordAt = (i: number): Fields => ({
  title: `The ${["quiet", "long", "open", "seventh"][i % 4]} harbour, part ${i}`,
  author: `${["Ada", "Bela", "Chiyo", "Dov"][i % 4]} Marrow-${i}`,
  year: `${1950 + i}`,
  code: `QX-${1000 + i}`,
});

const NAV = "<ul class=nav><li><a href=/>Home</a><li><a href=/all>All books</a><li><a href=/help>Help</a></ul>";
const FOOT = "<div id=foot>Open daily from 9 to 5. <a href=/imprint>Imprint</a></div>";
const page = (title: string, body: string): string =>
  `<!doctype html><html><head><title>${title} - Library</title></head><body>${NAV}<div id=main>${body}</div>${FOOT}</body></html>`;

export const SINGLES: readonly ((fields: Fields) => string)[] = [
  ({ title, author, year, code }) =>
    page(
      title!,
      `<h1 class=t>${title}</h1><table class=facts><tr><th>Author</th><td>${author}</td></tr><tr><th>Year</th><td>${year}</td></tr><tr><th>Code</th><td><b>${code}</b></td></tr></table>`,
    ),
  ({ title, author, year, code }) =>
    page(
      title!,
      `<h2>${title}</h2><dl><dt>Author:</dt><dd><a href="/by/${code}">${author}</a></dd><dt>Year:</dt><dd>${year}</dd><dt>Code:</dt><dd>${code}</dd></dl><p>Lent to nobody.</p>`,
    ),
  ({ title, author, year, code }) =>
    page(
      title!,
      `<p class=crumb>Books &gt; Novels</p><h1>${title}</h1><p><b>Author:</b> ${author} <b>Year:</b> ${year}</p><p>Code: <i>${code}</i><br>Shelf 4</p>`,
    ),
  ({ title, author, year, code }) =>
    page(
      title!,
      `<div class=card><span class=name>${title}</span><ul><li>by <a class=who href=/a>${author}</a><li><span class=y>${year}</span><li>No. ${code}</ul></div><div class=card2><p>See also</p></div>`,
    ),
];

export const LISTS: readonly ((records: readonly Fields[]) => string)[] = [
  (records) =>
    page(
      "Books",
      `<table><tr><th>Title<th>Author<th>Year</tr>${records.map(({ title, author, year, code }) => `<tr><td><a href="/b/${code}">${title}</a></td><td>${author}</td><td>${year}</td></tr>`).join("")}</table>`,
    ),
  (records) =>
    page(
      "Books",
      `<ul class=books>${records.map(({ title, author, year, code }) => `<li class=book><a href="/b/${code}">${title}</a> <i>${author}</i> (${year})</li>`).join("")}</ul>`,
    ),
  (records) =>
    page("Books", records.map(({ title, author, year }) => `<h3>${title}</h3><p class=by>${author}</p><p>${year}</p>`).join("")),
  (records) =>
    page("Books", records.map(({ title, author, year }) => `<div>${title}</div><p>by ${author} in ${year}</p>`).join("<hr>")),
];
