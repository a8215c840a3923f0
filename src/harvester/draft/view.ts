/** A draft as a person sees it: everything that follows from its labels, made anew from its stored pages. */

import { isDeepStrictEqual } from "node:util";
import type { Pool } from "pg";
import { errorReport } from "../../api/errors.js";
import { because, type Reason, type SaidReason, saidReason } from "../../api/reasons.js";
import type { RecordValues } from "../../api/record.js";
import type { DraftView, LabelView, SiblingRow } from "../../api/server/drafts.js";
import type { LocatedView } from "../../api/server/located.js";
import { delimiterTable, extract, extractList, type KeyedTemplate, type Learned, learnList } from "../../core/index.js";
import { isSameRecordValue } from "../../core/key.js";
import { Finder } from "../../core/locate.js";
import { parsePage } from "../../core/page/parse-page.js";
import { htmlOf } from "../../fetch/charset.js";
import { sourceOf } from "../../store/source.js";
import { templatesInForce } from "../../store/template.js";
import { knownOf } from "../check/known.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { storedPage } from "../read/stored-page.js";
import { listProblem } from "../set-up/list-problem.js";
import type { HarvestTools } from "../tools.js";
import type { DraftBody, LabelledPageOfDraft } from "./body.js";
import { htmlAttributeOf } from "./labels.js";
import { cellsOf, countCells, type DraftMaterial, draftMaterial, FEWEST_SIBLINGS, learnDraft } from "./learn-draft.js";
import { ownWords } from "./own-words.js";
import { languageOf, titleOf } from "./page-head.js";
import type { Draft, DraftPage } from "./pages.js";
import { nextNote } from "./paging.js";
import { locatedView } from "./whereabouts.js";

export async function draftView({ pool, threads }: Pick<HarvestTools, "pool" | "threads">, draft: Draft): Promise<DraftView> {
  const { body } = draft;
  const source = body.sourceId === null ? undefined : await sourceOf(pool, body.sourceId);
  const { siblings, ...seen } = await threads.call("viewDraft", {
    ...(await draftMaterial(pool, draft)),
    rows: draft.rows,
    template: await templateInForce(pool, body),
    known: await knownPages(pool, body),
  });
  return {
    id: draft.id,
    mode: body.mode,
    source: source ? { id: source.id, name: source.name } : null,
    group: body.group,
    revision: body.edits,
    ...seen,
    guide: inOrder(body.guide, body.before?.order ?? []),
    siblings: { ...siblings, state: body.siblings.state, note: siblings.note ?? saidIf(body.siblings.note) },
    settings: { ...body.settings, nextNote: saidIf(nextNote(body.settings.next, body.settings.listAddress)) },
    kept:
      draft.keptSourceId === null || draft.keptAt === null
        ? null
        : { sourceId: draft.keptSourceId, at: draft.keptAt.toISOString() },
    updatedAt: draft.updatedAt.toISOString(),
  };
}

export interface DraftToView extends DraftMaterial {
  readonly rows: Draft["rows"];
  readonly template: KeyedTemplate | undefined; // in force, where a source has one already
  readonly known: readonly { readonly page: PageBytes; readonly values: RecordValues }[]; // read before
}

const saidIf = (reason: Reason | null): SaidReason | null => reason && saidReason(reason);

type Seen = Pick<DraftView, "pages" | "suggestions" | "learning" | "list"> & {
  readonly siblings: Pick<DraftView["siblings"], "rows" | "counts" | "note">;
};

/** In a thread: all of the view that takes the pages themselves. */
export function viewDraft(draft: DraftToView): Seen {
  const { body, own, siblings, template, known } = draft;
  const { learned } = learnDraft(draft);
  const names = [...new Set([...body.pages.flatMap(({ labels }) => labels.map(({ name }) => name)), ...namesOf(learned)])];
  const rows = siblingRows(draft, learned, names);
  const [page] = own;
  return {
    pages: body.pages.flatMap((labels, i) => {
      const of = own.find(({ address }) => address === labels.address);
      return of ? [pageView(labels, of, { learned, isFirst: i === 0 })] : [];
    }),
    suggestions: page ? [...fromTemplate(template, page), ...ownWords(htmlOf(page.page))] : [],
    learning: {
      isLearnt: learned?.ok === true,
      standing: siblings.length < FEWEST_SIBLINGS ? "provisional" : "confirmed",
      note: noteOf(learned, siblings.length),
      delimiters: learned?.ok ? (structuredClone(delimiterTable(learned.template)) as DraftView["learning"]["delimiters"]) : [],
    },
    siblings: { rows, counts: countCells(rows), note: readAsBefore(known, learned) },
    list: page && body.records.length > 0 ? listView(body, page) : null,
  };
}

/** The database forgets the order of names. */
const inOrder = <Value>(named: Readonly<Record<string, Value>>, order: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => rankIn(order, a) - rankIn(order, b)));

const rankIn = (order: readonly string[], name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

const namesOf = (learned: Learned | undefined): readonly string[] => (learned?.ok ? learned.template.attributes : []);

function noteOf(learned: Learned | undefined, siblings: number): SaidReason | null {
  if (!learned) return null;
  return learned.ok
    ? siblings < FEWEST_SIBLINGS
      ? saidReason(because("few-siblings", siblings))
      : null
    : saidReason(because("nothing-learnt-yet"));
}

function pageView(
  { labels, region, absent }: LabelledPageOfDraft,
  page: DraftPage,
  { learned, isFirst }: { learned: Learned | undefined; isFirst: boolean },
): DraftView["pages"][number] {
  const html = htmlOf(page.page);
  const finder = new Finder(parsePage(html));
  const located = region === null ? undefined : finder.region(region);
  const inRegion = located?.ok ? located.span : undefined;
  const extraction = learned?.ok ? extract(learned.template, html) : undefined;
  return {
    page: headOf(page, html),
    region,
    absent,
    labels: labels.map((label): LabelView => {
      const htmlAttribute = htmlAttributeOf(label);
      const places = label.texts.map(({ text, place }): LocatedView => {
        const view = locatedView(finder, text, place, inRegion);
        return htmlAttribute !== null && view.kind === "not-found" ? { kind: "in-attribute", htmlAttribute, count: 1 } : view;
      });
      return { ...label, htmlAttribute, located: places, ...stateOf() };

      function stateOf(): Pick<LabelView, "state" | "note"> {
        if (places.some(({ kind }) => kind === "not-found" || kind === "empty"))
          return { state: "not-found", note: saidReason(because("not-on-page")) };
        const values = extraction?.values[label.name];
        const isRead = values !== undefined && values.length > 0;
        const texts = label.texts.map(({ text }) => text);
        if (isRead && (htmlAttribute !== null || isSameRecordValue(texts, values))) return { state: "learnt", note: null };
        const problem = isFirst ? learned?.problems.find(({ attribute }) => attribute === label.name) : undefined;
        if (problem?.code === "label-unsettled" || places.some(({ kind }) => kind === "ambiguous"))
          return { state: "unsettled", note: saidReason(because("several-places")) };
        if (isRead) return { state: "unread", note: saidReason(because("read-as", values.join("; ").slice(0, 200))) };
        const withheld = extraction?.withheld[label.name];
        return { state: "unread", note: withheld ? saidReason(because("withheld-as", withheld.class, withheld.reason)) : null };
      }
    }),
  };
}

function headOf(page: DraftPage, html: string): DraftView["pages"][number]["page"] {
  return {
    address: page.address,
    snapshotId: page.snapshotId ?? "0",
    title: titleOf(html),
    language: languageOf(html),
    charset: page.page.charset,
    fetchedAt: (page.fetchedAt ?? new Date(0)).toISOString(),
    isUpload: page.isUpload,
    isRendered: page.isRendered,
  };
}

function siblingRows(
  { body, rows, own, siblings }: DraftToView,
  learned: Learned | undefined,
  names: readonly string[],
): SiblingRow[] {
  const [first] = body.pages;
  return rows
    .filter((row) => row.role === "sibling" && (body.mode === "variant" || row.address !== first?.address))
    .map((row) => {
      const page = [...siblings, ...own].find(({ address }) => address === row.address);
      const labelled = body.pages.find(({ address }) => address === row.address);
      const said = labelled ? [...labelled.labels.map(({ name }) => name), ...labelled.absent] : [];
      return {
        address: row.address,
        state: row.state,
        reason: saidIf(row.reason),
        snapshotId: row.snapshotId,
        title: page ? titleOf(htmlOf(page.page)) : "",
        cells: page ? cellsOf(learned, names, page, said) : {},
      };
    });
}

const MOST_LOOKED_AT = 20;

async function knownPages(pool: Pool, { mode, sourceId }: DraftBody): Promise<DraftToView["known"]> {
  if (mode !== "variant" || sourceId === null) return [];
  const known: { page: PageBytes; values: RecordValues }[] = [];
  for (const { address, snapshotId, values } of (await knownOf(pool, sourceId)).slice(0, MOST_LOOKED_AT)) {
    const page = await storedPage(pool, { address: address ?? "", snapshotId });
    if (page) known.push({ page: pageBytes(page), values });
  }
  return known;
}

/** Before a further layout is kept: whether pages that were read before are read otherwise with it. */
function readAsBefore(known: DraftToView["known"], learned: Learned | undefined): SaidReason | null {
  if (known.length === 0 || !learned?.ok) return null;
  let [other, less] = [0, 0];
  for (const { page, values } of known) {
    const read = extract(learned.template, htmlOf(page)).values;
    const names = Object.keys(values);
    if (names.some((name) => read[name] !== undefined && !isDeepStrictEqual(read[name], values[name]))) other += 1;
    else if (names.some((name) => read[name] === undefined)) less += 1;
  }
  return saidReason(because("read-before", known.length, other, less));
}

async function templateInForce(pool: Pool, { sourceId, mode }: DraftBody): Promise<KeyedTemplate | undefined> {
  if (sourceId === null || mode === "new") return undefined;
  const record = (await templatesInForce(pool, sourceId)).find((each) => each.role === "record");
  return record?.stored.kind === "page" ? record.stored.template : undefined;
}

/** What the old surroundings still point at: dotted on the page, and no label until a person takes it. */
function fromTemplate(template: KeyedTemplate | undefined, { page }: DraftPage): DraftView["suggestions"] {
  if (!template) return [];
  return Object.entries(extract(template, htmlOf(page)).values).flatMap(([name, texts]) =>
    texts.length === 0
      ? []
      : [{ name, kind: texts.length > 1 ? "many" : "one", texts: [...texts], from: "template", tag: name } as const],
  );
}

const MOST_UNFIT = 20;
const MOST_READ = 500; // of a long list; all are counted

function listView({ records }: DraftBody, { page, address }: DraftPage): NonNullable<DraftView["list"]> {
  const html = htmlOf(page);
  const learned = learnList({ html, url: address, records });
  if (!learned.ok)
    return {
      records,
      found: 0,
      rejected: 0,
      unfit: [],
      read: [],
      fault: errorReport("list-not-learnt", listProblem(learned)),
    };
  const extraction = extractList(learned.template, { html, url: address });
  return {
    records,
    found: extraction.records.length,
    rejected: extraction.rejected.length,
    unfit: extraction.rejected
      .slice(0, MOST_UNFIT)
      .map(({ class: kind, reason, span }) => ({ class: kind, reason, spans: [{ ...span }] })),
    read: extraction.records
      .slice(0, MOST_READ)
      .map(({ values, link, span }) => ({ values: { ...values }, link, spans: [{ ...span }] })),
    fault: null,
  };
}
