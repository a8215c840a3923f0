/** What the labels of a draft give: the same learning and the same reading as a harvest's, on the pages fetched so far. */

import type { Pool } from "pg";
import type { Cell, SiblingRow } from "../../api/server/drafts.js";
import type { LabelledAddress } from "../../api/source.js";
import { guardedBySite, NOT_LEARNT } from "../../core/guard/guards.js";
import { extract, type Learned, learn } from "../../core/index.js";
import { htmlOf } from "../../fetch/charset.js";
import { isCharsetDoubtful } from "../read/charset-doubt.js";
import { type LabelledBytes, labelledPage } from "../set-up/labelled-bytes.js";
import { labelledThen } from "../set-up/learn-again.js";
import type { DraftBody } from "./body.js";
import { labelledAddress } from "./labels.js";
import { type Draft, type DraftPage, loadPage } from "./pages.js";

export const FEWEST_SIBLINGS = 3; // one or two do more harm than none

/** All that learning takes, from the store; the rest is done in a thread. */
export interface DraftMaterial {
  readonly body: DraftBody;
  readonly own: readonly DraftPage[]; // the labelled pages of the draft
  readonly siblings: readonly DraftPage[];
  readonly earlier: readonly LabelledBytes[]; // labelled pages of the source, where a variant is added to it
  readonly isKeyLost: boolean; // the first of these is not stored, and a template without it would not know the source
}

export async function draftMaterial(pool: Pool, { body, rows }: Draft): Promise<DraftMaterial> {
  const labelledRows = body.pages.map(({ address }) => rows.find((row) => row.address === address));
  const unlabelled = rows.filter((row) => row.role === "sibling" && row.state === "read" && !labelledRows.includes(row));
  const earlier = body.mode === "variant" && body.before?.key ? [body.before.key, ...body.before.key.further] : [];
  const before = await Promise.all(earlier.map((label) => labelledThen(pool, body.sourceId ?? "0", label)));
  const loaded = async (wanted: typeof labelledRows): Promise<DraftPage[]> =>
    (await Promise.all(wanted.map((row) => loadPage(pool, row)))).flatMap((page) => page ?? []);
  return {
    body,
    own: await loaded(labelledRows),
    siblings: await loaded(unlabelled),
    earlier: before.flatMap((page) => page ?? []),
    isKeyLost: earlier.length > 0 && !before[0],
  };
}

export interface DraftLearning {
  readonly addresses: readonly LabelledAddress[]; // the labels of the draft's own pages as they would be kept
  readonly learned: Learned | undefined; // undefined: there is no label
}

/** In a thread. */
export function learnDraft({ body, own, siblings, earlier }: DraftMaterial): DraftLearning {
  const labelledOwn = own.flatMap(({ address, page }) => {
    const labels = body.pages.find((each) => each.address === address);
    const html = htmlOf(page);
    return labels ? [{ html, label: labelledAddress(labels, html) }] : [];
  });
  const labelled = [
    ...earlier.map(({ label, page }) => labelledPage(label, htmlOf(page))),
    ...labelledOwn.map(({ label, html }) => labelledPage(label, html)),
  ].filter(({ labels, absent = [] }) => Object.keys(labels).length > 0 || absent.length > 0);
  const [first, ...further] = labelled;
  const used = siblings.length < FEWEST_SIBLINGS ? [] : siblings.map(({ page }) => ({ html: htmlOf(page) }));
  const volatile = body.before?.volatile ?? [];
  return {
    addresses: labelledOwn.map(({ label }) => label),
    learned: first && learn({ ...first, further, siblings: used, volatile }),
  };
}

type Cells = SiblingRow["cells"];

const MOST_SHOWN = 10_000; // characters of one value

/** Enough to see whether it is the right one: a page may be a single text of megabytes. */
const shown = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/** What a page gives by the template; said by a person where one labelled it. */
export function cellsOf(
  learned: Learned | undefined,
  names: readonly string[],
  { page }: Pick<DraftPage, "page">,
  labelled: readonly string[],
): Cells {
  if (!learned?.ok) return {};
  const facts = { isCharsetDoubtful: isCharsetDoubtful(page.bytes, page.charset) };
  const { values, withheld, proofs } = guardedBySite(extract(learned.template, htmlOf(page)), facts);
  const cell = (name: string): Cell => {
    const texts = values[name];
    if (texts && texts.length > 0) {
      const spans = (proofs[name] ?? []).map((span) => ({ ...span }));
      return { kind: "value", texts: texts.map(shown), spans, isLabelled: labelled.includes(name) };
    }
    if (texts) return { kind: "empty" };
    const reason = withheld[name] ?? NOT_LEARNT;
    return { kind: "withheld", class: reason.class, reason: reason.reason };
  };
  return Object.fromEntries(names.map((name) => [name, cell(name)]));
}

export function countCells(rows: readonly { readonly cells: Cells }[]) {
  const cells = rows.flatMap(({ cells: own }) => Object.values(own));
  const count = (kind: Cell["kind"]): number => cells.filter((cell) => cell.kind === kind).length;
  return {
    places: cells.length,
    proved: count("value"),
    empty: count("empty"),
    withheld: count("withheld"),
    guessed: 0 as const,
  };
}
