/** The bookshop's pages as files, and what a person would type to learn them. */
import { BOOKS, type Book, newPage, oldPage, recordOf } from "../core/bookshop.js";
import type { testFolder } from "./folder.js";
import { run } from "./run.js";

type Folder = ReturnType<typeof testFolder>;

export function shopFiles(folder: Folder) {
  const old = BOOKS.map((book, i) => folder.write(`old-${i}.html`, oldPage(book)));
  const fresh = BOOKS.map((book, i) => folder.write(`new-${i}.html`, newPage(book)));
  const [first = "", ...siblings] = old;
  const template = `${folder.path}/shop.json`;
  return { first, siblings, fresh, template, old };
}

export const labelsOf = (book: Book, names: readonly (keyof Book)[] = ["title", "author", "year", "price"]): string[] =>
  names.flatMap((name) => ["--label", `${name}=${book[name]}`]);

export const book = (i: number): Book => BOOKS[i] as Book;

/** Learns the shop's template into its file. */
export async function learnShop({ first, siblings, template }: ReturnType<typeof shopFiles>): Promise<void> {
  const ran = await run(["learn", first, ...labelsOf(book(0)), "--sibling", ...siblings, "-o", template]);
  if (ran.exitCode !== 0) throw new Error(ran.stderr);
}

export const recordLines = (books: readonly Book[]): string => books.map((each) => JSON.stringify(recordOf(each))).join("\n");
