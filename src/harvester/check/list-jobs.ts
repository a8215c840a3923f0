/** List pages that hold their records whole, in a thread: learnt, listed, checked and healed (method §8). */
import {
  checkList,
  extractList,
  healList,
  type KnownListed,
  type ListCheck,
  type ListHealed,
  type ListLearned,
  type ListTemplate,
  learnList,
} from "../../core/index.js";
import { listDelimiters } from "../../core/list/list-delimiters.js";
import { htmlOf } from "../../fetch/charset.js";
import { identityOf } from "../../store/record.js";
import { MOST_LINKS } from "../find/links.js";
import type { PageBytes } from "../read/page-bytes.js";

type Delimiters = ReturnType<typeof listDelimiters>;

const listOf = (page: PageBytes): { html: string; url: string } => ({ html: htmlOf(page), url: page.address });

export type ListPageLearned =
  | (Extract<ListLearned, { ok: true }> & { readonly found: number; readonly delimiters: Delimiters })
  | Extract<ListLearned, { ok: false }>;

export function learnListPage({
  page,
  records,
}: {
  readonly page: PageBytes;
  readonly records: readonly Readonly<Record<string, string>>[];
}): ListPageLearned {
  const list = listOf(page);
  const learned = learnList({ ...list, records });
  if (!learned.ok) return learned;
  const read = extractList(learned.template, list).records;
  return { ...learned, found: read.length, delimiters: listDelimiters(list.html, read) };
}

/** The identities of its records, as many as are handed over at a time. */
export function listedOn({ page, template }: { readonly page: PageBytes; readonly template: ListTemplate }): {
  readonly identities: readonly string[];
  readonly total: number;
  readonly untaken: number;
} {
  const { records, withheld, rejected } = extractList(template, listOf(page));
  const identities = records.slice(0, MOST_LINKS).map(({ identity }) => identity);
  return { identities, total: records.length, untaken: withheld.length + rejected.length };
}

export interface ListToCheck {
  readonly page: PageBytes;
  readonly template: ListTemplate;
  readonly known: readonly KnownListed[];
  readonly before: PageBytes | undefined; // as it was when it was read last
}

export function checkListPage({ page, template, known, before }: ListToCheck): ListCheck {
  return checkList(template, { ...listOf(page), known, before: before && htmlOf(before), asStored: identityOf });
}

export interface ListToHeal {
  readonly template: ListTemplate;
  readonly pages: readonly PageBytes[];
  readonly known: readonly KnownListed[];
}

export type ListPagesHealed =
  | (Extract<ListHealed, { ok: true }> & { readonly delimiters: Delimiters })
  | Extract<ListHealed, { ok: false }>;

export function healListPages({ template, pages, known }: ListToHeal): ListPagesHealed {
  const lists = pages.map(listOf);
  const healed = healList(template, { pages: lists, known, asStored: identityOf });
  if (!healed.ok) return healed;
  const [first = { html: "", url: "" }] = lists;
  return { ...healed, delimiters: listDelimiters(first.html, extractList(healed.template, first).records) };
}
