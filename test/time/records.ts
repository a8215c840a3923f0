/** The healthy site that the hostile pages pretend to be of: a few reports, and a list of them. */
export interface Report {
  readonly title: string;
  readonly author: string;
  readonly year: string;
  readonly number: number;
}

const TITLES = ["Slow Water", "On Silt", "The Weir", "Banks and Bars", "A Dry Year", "Ice at the Gate"];
const AUTHORS = ["Anna Bell", "Boris Quine", "Carla Voss", "Dmitri Ode", "Elsa Wren", "Farid Noor"];

export const REPORTS: readonly Report[] = TITLES.map((title, i) => ({
  title,
  author: AUTHORS[i] ?? "",
  year: String(1990 + i),
  number: i + 1,
}));

export const addressOf = ({ number }: Report): string => `/p/${number}.html`;

/** As the site shows a record: its author is a link with text beside it. */
export const blockOf = ({ title, author, year, number }: Report): string =>
  `<h1>${title}</h1><p class="by">By <a href="/people/${number}">${author}</a>, ${year}</p><p class="file"><a class="pdf" href="/files/${number}.pdf">PDF of report ${number}</a></p>`;

/** The same after a redesign: a source has to be healed. */
export const redesignedBlockOf = ({ title, author, year, number }: Report): string =>
  `<div class="card"><div class="head">${title}</div><div>Written by</div><div class="a"><a href="/people/${number}">${author}</a></div><div>in</div><div>${year}</div></div>`;

export const rowOf = ({ title, author, number }: Report): string =>
  `<li class="row"><a href="/p/${number}.html">${title}</a> <span class="who">${author}</span></li>`;
