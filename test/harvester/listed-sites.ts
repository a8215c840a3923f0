/** Random sites of records with lists of many shapes and pagings, and with pages of other kinds among them. */

/** A whole number below the given one. */
export type Random = (below: number) => number;

export interface ListedSite {
  readonly name: string; // what it is like, for the reader of a failure
  readonly pages: ReadonlyMap<string, string>; // by path and query
  readonly records: readonly string[];
  readonly list: string;
  readonly depth: number;
}

type Entry = {
  readonly record: number;
  readonly path: string;
  readonly title: string;
  readonly author: string;
  readonly picture: string;
};
type Shape = (entry: Entry, number: number) => string;

const link = (path: string, text: string, more = ""): string => `<a${more} href="${path}">${text}</a>`;
const parity = (number: number): string => (number % 2 === 0 ? "even" : "odd");

/** One entry of a list, and what stands around all of them. */
const SHAPES: Readonly<Record<string, { readonly entry: Shape; readonly around: (entries: string) => string }>> = {
  "table, a link in each cell": {
    entry: ({ path, title, author }, number) =>
      `<tr class="${parity(number)}"><td>${number}</td><td>${link(path, title)}</td><td>${link(author, "author")}</td><td>${link("/topic/a", "topic")}</td></tr>`,
    around: (rows) =>
      `<table class="list"><tbody><tr><th>No.</th><th>Title</th><th>By</th><th>On</th></tr>${rows}</tbody></table>`,
  },
  "table, several links in one cell": {
    entry: ({ path, title, author }, number) =>
      `<tr class="row-${number}"><td>${link(path, title)} by ${link(author, "author")}</td><td>5</td></tr>`,
    around: (rows) => `<table>${rows}</table>`,
  },
  "cards of picture, title and more": {
    entry: ({ path, title, picture, author, record }) =>
      `<article class="card post-${record} tag-x${record % 3}"><figure>${link(path, `<img src="${picture}">`)}</figure><h2>${link(path, title)}</h2><p>Text ${record} ${link(path, "Read more", ' class="more"')}</p><footer>${link(author, "author")}</footer></article>`,
    around: (cards) => `<div class="cards">${cards}</div>`,
  },
  "pictures alone": {
    entry: ({ path, picture }) => `<div class="tile">${link(path, `<img src="${picture}" alt="">`)}</div>`,
    around: (tiles) => `<div class="grid">${tiles}</div>`,
  },
  "items of alternating classes": {
    entry: ({ path, title }, number) =>
      `<li class="item ${parity(number)}${number === 0 ? " first" : ""}">${link(path, title)} <em>new</em></li>`,
    around: (items) => `<ul class="items">${items}</ul>`,
  },
  "headings in a row": {
    entry: ({ path, title, author }) => `<h3>${link(path, title)}</h3><p>By ${link(author, "author")}</p>`,
    around: (all) => `<div id="main">${all}</div>`,
  },
  definitions: {
    entry: ({ path, title, author }) => `<dt>${link(path, title)}</dt><dd>${link(author, "author")}, some words</dd>`,
    around: (all) => `<dl>${all}</dl>`,
  },
};

const WORDS = [
  "next",
  "Older posts",
  "Weiter",
  "Suivant",
  "siguiente",
  "berikutnya",
  "次へ",
  "下一页",
  "بعدی",
  "Следующая",
  "další",
  "Dalej",
];

interface Paging {
  readonly path: (page: number) => string;
  readonly links: (page: number, count: number, random: Random) => string;
}

const numbers = (path: Paging["path"], page: number, count: number): string =>
  Array.from({ length: count }, (_, i) => (i === page ? `<b>${i + 1}</b>` : link(path(i), String(i + 1)))).join(" ");

const byPath = (page: number): string => (page === 0 ? "/list/" : `/list/page/${page + 1}/`);
const byField = (page: number): string => (page === 0 ? "/list/" : `/list/?page=${page}`);
const byOffset = (page: number): string => (page === 0 ? "/list/" : `/list/?start=${page * 10}`);
const byName = (page: number): string => (page === 0 ? "/list/" : `/list/part-${"abcdefghijkl"[page]}`);
const onward =
  (to: Paging["path"], say: (href: string) => string): Paging["links"] =>
  (page, count) =>
    page + 1 < count ? say(to(page + 1)) : "";

const PAGINGS: Readonly<Record<string, Paging>> = {
  none: { path: byPath, links: () => "" },
  "rel=next": { path: byName, links: onward(byName, (href) => link(href, "on", ' rel="next"')) },
  words: {
    path: byName,
    links: (page, count, random) => onward(byName, (href) => link(href, WORDS[random(WORDS.length)] ?? ""))(page, count, random),
  },
  marks: { path: byName, links: onward(byName, (href) => `<p>${link(href, " » ")}</p>`) },
  classes: {
    path: byName,
    links: onward(byName, (href) => `<ul class="pager"><li class="pager-next">${link(href, "<img src=/arrow.png>")}</li></ul>`),
  },
  numbers: { path: byField, links: (page, count) => `<div>${numbers(byField, page, count)}</div>` },
  offsets: { path: byOffset, links: onward(byOffset, (href) => link(href, "Zzz")) },
  paths: { path: byPath, links: onward(byPath, (href) => link(href, "Xxx")) },
};

const SYLLABLES = ["ri", "ver", "sto", "ne", "la", "ke", "mo", "un", "tain", "wo", "od", "fi", "eld"];

export function listedSite(random: Random): ListedSite {
  const pick = <Value>(table: Readonly<Record<string, Value>>): [string, Value] => {
    const entries = Object.entries(table);
    return entries[random(entries.length)] as [string, Value];
  };
  const word = (): string => Array.from({ length: 2 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join("");
  const words = (count: number): string => Array.from({ length: count }, word).join(" ");
  const [shapeName, shape] = pick(SHAPES);
  const [pagingName, paging] = pick(PAGINGS);
  const isOfLists = random(6) === 0;
  const isFlat = random(2) === 0; // records, authors and all stand in one folder
  const count = 12 + random(40);
  const entries = Array.from({ length: count }, (_, i): Entry => {
    const name = `${word()}-${i}`;
    return {
      record: i,
      path: isFlat ? `/${name}` : `/record/${name}.html`,
      title: words(3),
      author: isFlat ? `/by-${i % 7}` : `/people/${i % 7}`,
      picture: `/${i}.png`,
    };
  });
  const menu = ["/list/", "/about", "/contact", "/topic/a", "/topic/b", entries[0]?.path ?? ""];
  const latest = entries.slice(0, 5).map(({ path, title }) => `<li>${link(path, title)}</li>`);
  const hasSide = random(2) === 0;
  const frame = (title: string, main: string): string =>
    `<!doctype html><html><head><title>${title}</title></head><body class="p-${word()}"><nav><ul>${menu.map((path) => `<li>${link(path, path)}</li>`).join("")}</ul></nav><div id="page">${main}</div>${
      hasSide ? `<aside><h4>Latest</h4><ul>${latest.join("")}</ul></aside>` : ""
    }<footer><p>${link("/imprint", "Imprint")} ${link("http://elsewhere.example/", "Friends")}</p></footer></body></html>`;

  const pages = new Map<string, string>();
  for (const { path, title, author, record } of entries) {
    const notes = Array.from({ length: 1 + random(4) }, () => `<p class="text">${words(8)}</p>`).join("");
    const optional = record % 3 === 0 ? `<div class="note"><h5>Remark</h5><p>${words(4)}</p></div>` : "";
    pages.set(
      path,
      frame(
        title,
        `<article class="record"><h1 class="name">${title}</h1><dl class="facts"><dt>Number</dt><dd class="no">${record}</dd><dt>Year</dt><dd class="year">${1990 + (record % 30)}</dd></dl><p class="by">by ${link(author, words(2))}</p><section class="body"><h2>Abstract</h2>${notes}</section>${optional}</article>`,
      ),
    );
  }
  for (const author of new Set(entries.map(({ author: each }) => each))) {
    const own = entries
      .filter((entry) => entry.author === author)
      .map(({ path, title }) => `<li class="of">${link(path, title)}</li>`);
    pages.set(
      author,
      frame("author", `<div class="person"><h1>${words(2)}</h1><img src="/p.png"><h3>Works</h3><ol>${own.join("")}</ol></div>`),
    );
  }
  for (const path of ["/about", "/contact", "/imprint", "/topic/a", "/topic/b"])
    pages.set(path, frame(path, `<div class="plain"><h1>${path}</h1><form><input></form><p>${words(20)}</p></div>`));

  const putList = (own: readonly Entry[], at: Paging["path"]): void => {
    const perPage = pagingName === "none" ? own.length : 8 + random(5);
    const listPages = Math.ceil(own.length / perPage);
    for (let page = 0; page < listPages; page++) {
      const shown = own.slice(page * perPage, (page + 1) * perPage).map((entry, i) => shape.entry(entry, i));
      pages.set(
        at(page),
        frame(
          "list",
          `<h1>All works</h1>${shape.around(shown.join("\n"))}<div class="foot">${paging.links(page, listPages, random)}</div>`,
        ),
      );
    }
  };
  if (!isOfLists) putList(entries, paging.path);
  else {
    const groups = Array.from({ length: 4 }, (_, group) => entries.filter((_entry, i) => i % 4 === group));
    for (const [group, own] of groups.entries()) {
      const shown = own.map((entry, i) => shape.entry(entry, i));
      pages.set(`/list/group-${group}/`, frame("group", `<h1>Group</h1>${shape.around(shown.join(""))}`));
    }
    pages.set(
      "/list/",
      frame(
        "lists",
        `<h1>Groups</h1><ul class="groups">${groups.map((_, group) => `<li>${link(`/list/group-${group}/`, `Group ${group}`)}</li>`).join("")}</ul>`,
      ),
    );
  }
  return {
    name: `${shapeName}; ${isOfLists ? "list of lists" : `paging: ${pagingName}`}; ${count} records${isFlat ? ", flat" : ""}${hasSide ? ", side bar" : ""}`,
    pages,
    records: entries.map(({ path }) => path),
    list: "/list/",
    depth: isOfLists ? 2 : 1,
  };
}
