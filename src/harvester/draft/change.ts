/** What a person changes in a draft. Whoever looked at an older state is told so, and nothing is overwritten unseen. */
import type { Pool } from "pg";
import { refuse } from "../../api/errors.js";
import type { LabelsInput } from "../../api/server/drafts.js";
import { changeDraft, draftPages } from "../../store/draft.js";
import type { HarvestTools } from "../tools.js";
import type { DraftBody, LabelledPageOfDraft } from "./body.js";
import { neededDraft, pageAt } from "./pages.js";

export async function editDraft(
  pool: Pool,
  id: string,
  { revision, change, now }: { revision: number; change: (body: DraftBody) => DraftBody; now: Date },
): Promise<DraftBody> {
  const changed = await changeDraft<DraftBody>(
    pool,
    id,
    ({ body, keptAt }) => {
      if (keptAt !== null || body.edits !== revision) return refuse("draft-changed");
      return { ...change(body), edits: body.edits + 1 };
    },
    now,
  );
  return changed?.body ?? refuse("not-there", "draft");
}

/** Records of the draft's own page, which is then its list; none: it is one record's page again. */
export async function setListRecords(
  { pool, threads }: Pick<HarvestTools, "pool" | "threads">,
  id: string,
  { revision, records }: { revision: number; records: DraftBody["records"] },
  now: Date,
): Promise<DraftBody> {
  const { page, address } = await pageAt(pool, await neededDraft(pool, id));
  const isList = records.length > 0;
  const list = isList
    ? { listAddress: address, isListProposed: false, next: await threads.call("proposeNext", { page }) }
    : { listAddress: null, isListProposed: true, next: null };
  return editDraft(pool, id, {
    revision,
    now,
    change: (body) => ({ ...body, records, settings: { ...body.settings, ...list } }),
  });
}

export async function setLabels(
  tools: Pick<HarvestTools, "pool" | "threads">,
  id: string,
  { revision, pages }: LabelsInput,
  now: Date,
): Promise<DraftBody> {
  const { pool } = tools;
  const known = new Set(
    (await draftPages(pool, id)).filter(({ snapshotId }) => snapshotId !== null).map(({ address }) => address),
  );
  const strange = pages.find(({ address }) => !known.has(address));
  if (strange) return refuse("not-there", "page of this draft");
  const repeated = pages.some(({ labels }) => new Set(labels.map(({ name }) => name)).size < labels.length);
  if (repeated) return refuse("request-invalid", "two labels of a page have the same name");
  const widened = await Promise.all(pages.map((page) => widen(tools, id, page)));
  return editDraft(pool, id, {
    revision,
    now,
    change(body) {
      if (pages[0]?.address !== body.pages[0]?.address) return refuse("request-invalid", "the draft's own page comes first");
      const isKnown = (address: string, name: string): boolean =>
        body.pages.some((page) => page.address === address && page.labels.some((label) => label.name === name));
      const chosen = pages.map((page, i) => ({
        ...page,
        labels: page.labels.map(
          (label, k) => (isKnown(page.address, label.name) ? label : (widened[i]?.labels[k] ?? label)), // once: what a person takes out stays out
        ),
      }));
      return { ...body, pages: chosen };
    },
  });
}

async function widen(
  { pool, threads }: Pick<HarvestTools, "pool" | "threads">,
  id: string,
  labelled: LabelledPageOfDraft,
): Promise<LabelledPageOfDraft> {
  const { address, labels } = labelled;
  if (!labels.some(({ kind, texts }) => kind === "many" && texts.length === 1)) return labelled;
  const { page } = await pageAt(pool, await neededDraft(pool, id), address);
  return { ...labelled, labels: await threads.call("widen", { page, labels }) };
}

export const countTexts = ({ pages }: DraftBody): number =>
  pages.flatMap(({ labels }) => labels.flatMap(({ texts }) => texts)).length;
