/**
 * Known rows instead of labels: the pages of records that one has are found by what the lists say and by their values, and
 * all of them are labelled pages then (method §6, step 1, before there is a template).
 */
import type { Texts } from "../../api/records.js";
import type { LabelledAddress, SourceSettings } from "../../api/source.js";
import { matchRecords } from "../../core/heal/match.js";
import { parsePage } from "../../core/page/parse-page.js";
import { textKey } from "../../core/text/text-key.js";
import { Reading } from "../../core/tree/reading.js";
import { htmlOf } from "../../fetch/charset.js";
import { placedLinksOf } from "../find/link-sets.js";
import type { NextLink, nextLinks } from "../find/next-links.js";
import { ruleAt } from "../find/next-page.js";
import { type Own, ownAddress, ownHosts, pageIdentity } from "../find/same-page.js";
import { spread } from "../find/spread.js";
import { walkList } from "../find/walk-list.js";
import type { PageBytes } from "../read/page-bytes.js";

const MOST_ROWS = 200; // that are looked for
const MOST_LISTS = 30; // list pages
const MOST_PAGES = 60; // final pages whose links do not name a row
const ENOUGH = 11; // labelled pages, the key among them
const AT_ONCE = 10; // pages between two looks at what was found
const TELLING = 5; // characters of a value that a link must show
const LONGEST_LINK = 300;

/** What is asked of threads, or done at once. */
export interface RowWork {
  readonly knownLinks: (asked: LinksAsked) => Promise<readonly KnownLink[]>;
  readonly knownLabels: (asked: LabelsAsked) => Promise<readonly LabelledAddress[]>;
  readonly nextLinks: (asked: Parameters<typeof nextLinks>[0]) => Promise<readonly NextLink[]>;
  readonly page: (address: string) => Promise<PageBytes | undefined>;
}

interface LinksAsked extends Own {
  readonly page: PageBytes;
  readonly rows: readonly Texts[];
}

/** A link of a list with the number of the row that it shows a value of, −1 if none. */
export interface KnownLink {
  readonly address: string;
  readonly row: number;
}

/** In a thread. */
export function knownLinks({ page, rows, ...own }: LinksAsked): KnownLink[] {
  const keys = rows.map((row) =>
    Object.values(row)
      .flat()
      .map(textKey)
      .filter(({ length }) => length >= TELLING),
  );
  const placed = placedLinksOf(page);
  const itself = pageIdentity(page.address);
  const found = new Map<string, KnownLink>();
  for (const link of placed.links) {
    const address = ownAddress(link.address, own);
    const identity = address === undefined ? itself : pageIdentity(address);
    if (address === undefined || identity === itself || (found.get(identity)?.row ?? -1) >= 0) continue;
    const text = textKey(placed.textOf(link, LONGEST_LINK));
    const row = text.length < TELLING ? -1 : keys.findIndex((own) => own.some((key) => text.includes(key) || key.includes(text)));
    found.set(identity, { address, row });
  }
  return [...found.values()];
}

interface LabelsAsked {
  readonly pages: readonly PageBytes[];
  readonly rows: readonly Texts[];
}

/** In a thread: the pages that show a row, labelled by it; those that show most first. */
export function knownLabels({ pages, rows }: LabelsAsked): LabelledAddress[] {
  const fresh = pages.map((page) => {
    const html = htmlOf(page);
    return { html, reading: new Reading(parsePage(html)), address: page.address };
  });
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return matchRecords(fresh, rows, { names, volatile: [], carriers: {} }).map(({ page, record, displayed }) => ({
    address: fresh.find((each) => each === page)?.address ?? "",
    labels: Object.fromEntries(displayed.map((name) => [name, [...(record[name] ?? [])]])),
    absent: [],
    htmlAttributes: {},
    choose: {},
    region: null,
  }));
}

export type LabelledRows = { readonly labelled: readonly LabelledAddress[]; readonly lists: number; readonly pages: number };

/** The pages of the rows, as a person would have labelled them. */
export async function findKnownRows(
  known: readonly Texts[],
  { discovery }: Pick<SourceSettings, "discovery">,
  work: RowWork,
): Promise<LabelledRows> {
  const rows = known.slice(0, MOST_ROWS);
  const own = { hosts: ownHosts({ key: null, discovery }), dropParameters: discovery.dropParameters };
  const { links, lists } = await linksOfLists(rows, { discovery, own, work });
  const named = links.filter(({ row }) => row >= 0).map(({ address }) => address);
  const others = spread(
    links.filter(({ row }) => row < 0).map(({ address }) => address),
    MOST_PAGES,
  );
  const pages: PageBytes[] = [];
  let labelled: readonly LabelledAddress[] = [];
  for (const [i, address] of [...named.slice(0, MOST_PAGES), ...others].entries()) {
    const page = await work.page(address);
    if (page) pages.push({ ...page, address });
    const isLook = (i + 1) % AT_ONCE === 0 || i + 1 === named.length;
    if (!isLook) continue;
    labelled = await work.knownLabels({ pages, rows });
    if (labelled.length >= Math.min(rows.length, ENOUGH)) break;
  }
  if (pages.length > 0) labelled = await work.knownLabels({ pages, rows });
  return { labelled: labelled.slice(0, ENOUGH), lists, pages: pages.length };
}

interface ListSearch {
  readonly discovery: SourceSettings["discovery"];
  readonly own: Own;
  readonly work: RowWork;
}

/** Of the lists and their next pages, until every row is named. */
async function linksOfLists(
  rows: readonly Texts[],
  { discovery, own, work }: ListSearch,
): Promise<{ readonly links: readonly KnownLink[]; readonly lists: number }> {
  const links = new Map<string, KnownLink>();
  const isNamed = (): boolean => new Set([...links.values()].map(({ row }) => row)).size > rows.length; // −1 is one of them
  let lists = 0;
  for (const first of discovery.lists) {
    const walk = walkList(first, {
      fetch: async (address) => (lists++ < MOST_LISTS && !isNamed() ? work.page(address) : undefined),
      next: (page, number) => work.nextLinks({ page, number, rule: ruleAt(discovery.next, discovery.depth), ...own }),
    });
    for await (const here of walk) {
      for (const link of await work.knownLinks({ page: here.page, rows, ...own })) {
        const identity = pageIdentity(link.address);
        const before = links.get(identity);
        if (!before) here.isUseful = true;
        if (!before || before.row < 0) links.set(identity, link);
      }
      if (here.isFirst) here.isUseful = true;
    }
  }
  return { links: [...links.values()], lists: Math.min(lists, MOST_LISTS) };
}
