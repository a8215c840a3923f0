/** The pages of a draft with their texts, as they were when they were fetched. */
import type { Pool } from "pg";
import { refuse } from "../../api/errors.js";
import { type DraftPageRow, type DraftRow, draftOf, draftPages } from "../../store/draft.js";
import { snapshotOf, storeSnapshot } from "../../store/snapshot.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { packed } from "../read/read-isolated.js";
import type { ReadablePage } from "../read/read-page.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { DraftBody } from "./body.js";

export interface DraftPage extends DraftPageRow {
  readonly page: PageBytes;
  readonly digest: string;
  readonly isRendered: boolean;
}

export interface Draft extends DraftRow<DraftBody> {
  readonly rows: readonly DraftPageRow[];
}

export async function neededDraft(pool: Pool, id: string): Promise<Draft> {
  const row = (await draftOf<unknown>(pool, id)) ?? refuse("not-there", "draft");
  return { ...row, body: DraftBody.parse(row.body), rows: await draftPages(pool, id) };
}

/** Undefined where it was not read, or its snapshot is gone. */
export async function loadPage(pool: Pool, row: DraftPageRow | undefined): Promise<DraftPage | undefined> {
  const snapshot = row?.snapshotId == null ? undefined : await snapshotOf(pool, row.snapshotId);
  if (!row || !snapshot) return undefined;
  const { charset, isRendered, digest, bytes } = snapshot;
  const page = pageBytes({ bytes, charset, address: row.address });
  return { ...row, page, isRendered, digest: digest.toString("hex") };
}

export async function pageAt(pool: Pool, draft: Draft, address?: string): Promise<DraftPage> {
  const wanted = address ?? draft.body.pages[0]?.address;
  return (
    (await loadPage(
      pool,
      draft.rows.find((row) => row.address === wanted),
    )) ?? refuse("not-there", "page of this draft")
  );
}

export async function keepSnapshot(tools: HarvestTools, page: ReadablePage): Promise<string> {
  return storeSnapshot(tools.pool, await packed(tools, page), nowOf(tools));
}
