/** The pages of a draft with their texts, as they were when they were fetched. */
import type { Pool } from "pg";
import { refuse } from "../../api/errors.js";
import { decodePage } from "../../fetch/charset.js";
import type { FetchedPage } from "../../fetch/fetch-page.js";
import { type DraftPageRow, type DraftRow, draftOf, draftPages } from "../../store/draft.js";
import { snapshotOf, storeSnapshot } from "../../store/snapshot.js";
import { isCharsetDoubtful } from "../charset-doubt.js";
import { snapshotToStore } from "../read-page.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { DraftBody } from "./body.js";

export interface DraftPage extends DraftPageRow {
  readonly html: string;
  readonly charset: string;
  readonly digest: string;
  readonly isRendered: boolean;
  readonly isDoubtful: boolean; // its letters and its charset do not fit: a harvest would withhold it
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
  const { html } = decodePage(bytes, charset);
  return { ...row, html, charset, isRendered, digest: digest.toString("hex"), isDoubtful: isCharsetDoubtful(bytes, charset) };
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

export async function keepSnapshot(tools: HarvestTools, page: FetchedPage): Promise<string> {
  return storeSnapshot(tools.pool, snapshotToStore(page), nowOf(tools));
}
