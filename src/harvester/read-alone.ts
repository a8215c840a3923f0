import { type ReadAndPacked, type ReadablePage, readAndPack } from "./read-page.js";
import type { SourceTemplates } from "./templates.js";
import type { HarvestTools } from "./tools.js";

/** A page that cannot be read, or takes its thread down, fails alone. */
export async function readAlone(
  { threads }: HarvestTools,
  { templates }: { readonly templates: SourceTemplates },
  page: ReadablePage,
): Promise<ReadAndPacked | { readonly reason: string }> {
  try {
    return threads ? await threads.read(templates, page) : readAndPack(templates, page);
  } catch (error) {
    return { reason: `it could not be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
