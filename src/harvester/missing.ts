/** Listed records that none of their list pages shows any more. */
import type { KnownListed } from "../core/index.js";
import { displayedNames, shownRecords } from "../core/list/known-listed.js";
import { parsePage } from "../core/page/parse-page.js";
import { missingRecords, storeMissing } from "../store/gone.js";
import { harvestCounts } from "../store/harvest.js";
import { pagesOf } from "../store/page.js";
import type { SourceRow } from "../store/source.js";
import { closeWarning } from "../store/warning.js";
import { storedPage } from "./stored-page.js";
import { listTemplateOf, type SourceTemplates } from "./templates.js";
import { type HarvestTools, nowOf } from "./tools.js";
import { warn } from "./warn.js";

const BATCH = 500;

/**
 * They are gone if each list page was wholly read. One that a page still displays was not read there, for whatever
 * reason: it stays what it was, and a person is told.
 */
export async function markMissing(
  tools: HarvestTools,
  { source, templates, harvestId }: { source: SourceRow; templates: SourceTemplates; harvestId: string },
): Promise<void> {
  const { found, read, unchanged, gone } = await harvestCounts(tools.pool, harvestId);
  if (found === 0 || found !== read + unchanged + gone) return;
  const names = displayedNames(listTemplateOf(templates.record));
  const kept: string[] = [];
  for (let after = "0"; ; ) {
    const missing = await missingRecords(tools.pool, source.id, after, BATCH);
    const last = missing.at(-1);
    if (!last) break;
    const shown = await stillShown(tools, { source, missing, names });
    const lost = missing.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
    await storeMissing(tools.pool, { harvestId, lost }, nowOf(tools));
    kept.push(...shown);
    after = last.id;
  }
  if (kept.length > 0) await warn(tools, source, "records-unread", { records: kept.slice(0, 10) });
  else await closeWarning(tools.pool, source.id, "records-unread", nowOf(tools));
}

interface Asked {
  readonly source: SourceRow;
  readonly missing: Awaited<ReturnType<typeof missingRecords>>;
  readonly names: readonly string[]; // of the attributes that are displayed
}

/** The ids of those that some list page displays. */
async function stillShown({ pool }: HarvestTools, { source: { id }, missing, names }: Asked): Promise<Set<string>> {
  const ids = new Map<KnownListed, string>(
    missing.map(({ id: recordId, identity, values }) => {
      const texts = Object.entries(values).flatMap(([name, [text]]) => (text === undefined ? [] : [[name, text] as const]));
      return [{ identity, values: Object.fromEntries(texts) }, recordId];
    }),
  );
  const kept = new Set<string>();
  for (let after = "0"; ; ) {
    const pages = await pagesOf(pool, id, after, BATCH);
    for (const page of pages.filter(({ state, role }) => role === "list" && state !== "gone")) {
      const then = await storedPage(pool, page);
      const shown = then ? shownRecords(parsePage(then.html), [...ids.keys()], names) : [];
      for (const { known } of shown) kept.add(ids.get(known) ?? "");
    }
    const last = pages.at(-1);
    if (!last || pages.length < BATCH) return kept;
    after = last.id;
  }
}
