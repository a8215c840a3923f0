/** All known pages before an answer and after it: no answer takes a value from another page or attribute unseen. */
import type { PageRow } from "../../store/page.js";
import { readByOf } from "../read/read-isolated.js";
import type { SourceTemplates } from "../templates.js";
import { unlessTooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";
import type { Glance } from "./glance.js";
import { eachStored, recordPages } from "./stored-pages.js";

export interface Compared {
  readonly pages: readonly { readonly page: PageRow; readonly glance: Glance }[]; // those that differ
  readonly known: number;
  readonly given: ReadonlyMap<string, number>; // by attribute, on how many of them it was read before
}

export async function compare(
  tools: HarvestTools,
  sourceId: string,
  { before, after }: { before: SourceTemplates; after: SourceTemplates },
): Promise<Compared> {
  const shared = { before: readByOf(before), after: readByOf(after) };
  const pages: { page: PageRow; glance: Glance }[] = [];
  const given = new Map<string, number>();
  let known = 0;
  await eachStored(tools, recordPages(tools, sourceId), async (page, then) => {
    known += 1;
    const glance = await unlessTooMuch(tools.threads.call("glance", { page: then }, shared));
    for (const name of glance?.given ?? []) given.set(name, (given.get(name) ?? 0) + 1);
    if (glance && (glance.isNoRecord || Object.keys(glance.differences).length > 0)) pages.push({ page, glance });
  });
  return { pages, known, given };
}

/** How many pages differ so, by attribute, and the address of one of them. */
export interface Differing {
  readonly attribute: string;
  readonly pages: number;
  readonly example: string;
}

export function differing({ pages }: Compared, wanted: Glance["differences"][string]): Differing[] {
  const found = new Map<string, Differing>();
  for (const { page, glance } of pages)
    for (const [attribute, kind] of Object.entries(glance.differences)) {
      if (kind !== wanted || glance.isNoRecord) continue;
      const known = found.get(attribute);
      found.set(attribute, known ? { ...known, pages: known.pages + 1 } : { attribute, pages: 1, example: page.address });
    }
  return [...found.values()];
}
