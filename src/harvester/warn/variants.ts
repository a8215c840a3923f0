import { PROOF_FAILED } from "../../core/guard/guards.js";
import type { SourceRow } from "../../store/source.js";
import { closeWarning } from "../../store/warning.js";
import { isWithheldAs } from "../read/read-page.js";
import { withheldAlike } from "../show/withheld-alike.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warn } from "./warn.js";

const FEWEST_ALIKE = 3; // pages that make a variant worth a person's look

/** Pages that are withheld alike, told once until there are none. */
export async function warnOfVariants(tools: HarvestTools, source: SourceRow): Promise<void> {
  const all = await withheldAlike(tools.pool, source);
  const groups = all.filter(({ group, pages }) => pages >= FEWEST_ALIKE && !isWithheldAs(group, PROOF_FAILED)); // no label mends a defect
  if (groups.length === 0) await closeWarning(tools.pool, source.id, "variants", nowOf(tools));
  else await warn(tools, source, "variants", { groups: groups.slice(0, 10) });
}
