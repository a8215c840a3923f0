/** What the labels of a draft give: the same learning and the same reading as a harvest's, on the pages fetched so far. */
import type { Pool } from "pg";
import type { Cell, SiblingRow } from "../../api/server/drafts.js";
import type { LabelledAddress } from "../../api/source.js";
import { extract, type Learned, learn } from "../../core/index.js";
import { withoutDoubt } from "../charset-doubt.js";
import { labelledPage, labelledThen } from "../learn-again.js";
import { labelledAddress } from "./labels.js";
import { type Draft, type DraftPage, loadPage } from "./pages.js";

export const FEWEST_SIBLINGS = 3; // one or two do more harm than none

export interface DraftLearning {
  readonly own: readonly DraftPage[]; // the labelled pages of the draft
  readonly addresses: readonly LabelledAddress[]; // their labels as they would be kept
  readonly earlier: readonly LabelledAddress[]; // labelled pages of the source, where a variant is added to it
  readonly isKeyLost: boolean; // the first of these is not stored, and a template without it would not know the source
  readonly siblings: readonly DraftPage[];
  readonly learned: Learned | undefined; // undefined: there is no label
}

export async function learnDraft(pool: Pool, draft: Draft): Promise<DraftLearning> {
  const { body, rows } = draft;
  const labelledRows = body.pages.map(({ address }) => rows.find((row) => row.address === address));
  const own = (await Promise.all(labelledRows.map((row) => loadPage(pool, row)))).flatMap((page) => page ?? []);
  const addresses = own.flatMap((page) => {
    const labels = body.pages.find(({ address }) => address === page.address);
    return labels ? [labelledAddress(labels, page.html)] : [];
  });
  const unlabelled = rows.filter((row) => row.role === "sibling" && row.state === "read" && !labelledRows.includes(row));
  const siblings = (await Promise.all(unlabelled.map((row) => loadPage(pool, row)))).flatMap((page) => page ?? []);
  const earlier = body.mode === "variant" && body.before?.key ? [body.before.key, ...body.before.key.further] : [];
  const before = await Promise.all(earlier.map((label) => labelledThen(pool, body.sourceId ?? "0", label)));
  const labelled = [
    ...before.flatMap((page) => page ?? []),
    ...addresses.map((label, i) => labelledPage(label, own[i]?.html ?? "")),
  ].filter(({ labels, absent = [] }) => Object.keys(labels).length > 0 || absent.length > 0);
  const [first, ...further] = labelled;
  const used = siblings.length < FEWEST_SIBLINGS ? [] : siblings;
  const volatile = body.before?.volatile ?? [];
  const isKeyLost = earlier.length > 0 && !before[0];
  return {
    own,
    addresses,
    earlier,
    isKeyLost,
    siblings,
    learned: first && learn({ ...first, further, siblings: used, volatile }),
  };
}

type Cells = SiblingRow["cells"];

/** What a page gives by the template; said by a person where one labelled it. */
export function cellsOf(
  learned: Learned | undefined,
  names: readonly string[],
  { html, isDoubtful }: Pick<DraftPage, "html" | "isDoubtful">,
  labelled: readonly string[],
): Cells {
  if (!learned?.ok) return {};
  const { values, withheld, proofs } = withoutDoubt(extract(learned.template, html), isDoubtful);
  const cell = (name: string): Cell => {
    const texts = values[name];
    if (texts && texts.length > 0) {
      const spans = (proofs[name] ?? []).map((span) => ({ ...span }));
      return { kind: "value", texts: [...texts], spans, isLabelled: labelled.includes(name) };
    }
    if (texts) return { kind: "empty" };
    const reason = withheld[name] ?? { class: "unsettled", reason: "It is not learnt yet." };
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
