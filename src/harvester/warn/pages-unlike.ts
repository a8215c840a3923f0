/** Pages that lists lead to and that are not recognised: a wrong list reads nothing wrong, and nobody would notice. */
import { harvestCounts } from "../../store/harvest.js";
import { withheldAs } from "../../store/page.js";
import type { SourceRow } from "../../store/source.js";
import { closeWarning } from "../../store/warning.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warn } from "./warn.js";

const FEWEST = 3;
const MANY = 0.25; // of the pages that were found
const NAMED = 10;

export async function warnOfPagesUnlike(tools: HarvestTools, source: SourceRow, harvestId: string): Promise<void> {
  const { found } = await harvestCounts(tools.pool, harvestId);
  const addresses = await withheldAs(tools.pool, source.id, "page-not-recognised", found + 1);
  const isMany = addresses.length >= Math.max(FEWEST, MANY * found);
  if (isMany) await warn(tools, source, "pages-unlike", { pages: addresses.length, found, addresses: addresses.slice(0, NAMED) });
  else await closeWarning(tools.pool, source.id, "pages-unlike", nowOf(tools));
}
