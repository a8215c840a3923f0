/** What an answer changes is written at once, from the stored pages. */
import { because } from "../../api/reasons.js";
import { startHarvest, stopReadings } from "../../store/harvest.js";
import { type FoundPage, foundPages } from "../../store/page.js";
import type { SourceRow } from "../../store/source.js";
import type { Fresh } from "../read/visit.js";
import { finished } from "../schedule/finished.js";
import type { SourceTemplates } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { harvestPages, type PageWork } from "../write/harvest-pages.js";

export interface Settling {
  readonly templates: SourceTemplates;
  readonly fresh: Fresh;
  readonly fetched: readonly string[]; // addresses of pages that were fetched for the answer
  readonly stored: readonly string[];
  readonly refuted: readonly string[]; // attributes that were read wrongly before
}

/** One reading of stored pages, as the history of the source shows it. */
export async function settle(tools: HarvestTools, source: SourceRow, settling: Settling): Promise<void> {
  const { pool } = tools;
  const { templates, fresh, fetched, stored, refuted } = settling;
  await stopReadings(pool, source.id, nowOf(tools));
  const harvestId = await startHarvest(pool, { sourceId: source.id, isFromSnapshots: true }, nowOf(tools));
  const work: PageWork = { sourceId: source.id, harvestId, templates, fresh, isFromSnapshots: false, refuted };
  for (const [addresses, isFromSnapshots] of [
    [fetched, false],
    [stored, true],
  ] as const) {
    const pages = addresses.map((address): FoundPage => ({ address, role: "final", rank: 0 }));
    if (pages.length === 0) continue;
    await foundPages(pool, { sourceId: source.id, harvestId }, pages, nowOf(tools));
    await harvestPages(tools, { ...work, isFromSnapshots });
  }
  await finished(pool, { sourceId: source.id, harvestId, ending: "done", reason: because("after-answer") }, nowOf(tools));
}
