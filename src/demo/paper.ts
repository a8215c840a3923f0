/** What an institution publishes, and how its web site shows it. The papers are invented; so is everybody in them. */

export interface Paper {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly date: string;
  readonly mark: string; // the number, shelf mark or DOI it is known by
  readonly note?: string;
  readonly abstract: string;
  readonly kind: "text" | "chart";
}

/** Every attribute with its values, as a person reads them off the page. */
export type Truth = Readonly<Record<string, readonly string[]>>;

export type Design = "old" | "new";

export interface ListPage {
  readonly papers: readonly Paper[];
  readonly number: number; // from 1
  readonly count: number; // pages of the list
}

export interface Institution {
  readonly id: string;
  readonly name: string;
  readonly charset: "utf-8" | "windows-1252";
  readonly pageSize: number;
  readonly papers: readonly Paper[];
  readonly later?: readonly Paper[]; // what it publishes in place of all of them
  readonly key: string; // id of the paper a person labels
  readonly further?: readonly string[]; // ids of papers that show what else may be: without a field, in the other layout
  readonly nextText?: string; // what the link to the next page of the list says, where nothing else tells
  listPath(number: number): string;
  paperPath(id: string): string;
  truthOf(paper: Paper): Truth;
  list(page: ListPage, design: Design): string;
  paper(paper: Paper, design: Design): string;
}

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A date that differs from paper to paper and needs no calendar. */
export const dateOf = (i: number, year: number): string =>
  `${((i * 7) % 28) + 1} ${MONTHS[(i * 5) % 12] ?? ""} ${year - Math.floor(i / 6)}`;

/** Two or three of the names, other ones for every paper. */
export function pick(names: readonly string[], i: number): string[] {
  const count = 1 + (i % 3);
  return Array.from({ length: count }, (_, n) => names[(i * 3 + n * 5) % names.length] ?? "");
}
