/** A page that a person calls no record: it is left out, and what tells it from records tells others like it. */
import type { Features } from "../../core/kind/page-kind.js";
import { type Unlike, unlikeOf } from "../../core/kind/unlike.js";
import type { PageRow } from "../../store/page.js";
import { spread } from "../find/spread.js";
import type { PageBytes } from "../read/page-bytes.js";
import type { LabelledPages } from "../set-up/set-up.js";
import { unlessTooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";
import { eachStored, recordPages } from "./stored-pages.js";

const LOOKED_AT = 200; // pages that show which features are a kind's

/** What tells each of these pages and its kind from the records, as far as anything does. */
export async function unlikesOf(
  tools: HarvestTools,
  sourceId: string,
  { labelled, noRecords }: { labelled: LabelledPages; noRecords: readonly PageBytes[] },
): Promise<Unlike[]> {
  const features = async (page: PageBytes): Promise<Features | undefined> => {
    const found = await unlessTooMuch(tools.threads.call("features", { page }));
    return found && new Set(found);
  };
  const all = async (pages: readonly PageBytes[]) => (await Promise.all(pages.map(features))).flatMap((each) => each ?? []);
  const rows: PageRow[] = [];
  for await (const row of recordPages(tools, sourceId)) rows.push(row);
  const pages: Features[] = [];
  await eachStored(tools, each(spread(rows, LOOKED_AT)), async (_, then) => {
    const found = await features(then);
    if (found) pages.push(found);
  });
  const records = await all(labelled.map(({ page }) => page));
  return (await all(noRecords)).flatMap((page) => unlikeOf(page, records, pages) ?? []);
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
