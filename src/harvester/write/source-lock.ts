import { refuse } from "../../api/errors.js";
import { takeSource } from "../../store/lock.js";
import { type SourceRow, sourceOf } from "../../store/source.js";
import type { HarvestTools } from "../tools.js";

/** Work on a source that no other process may disturb, with the source as it is now; refused while another does such work. */
export async function withSourceLock<Result>(
  { pool }: Pick<HarvestTools, "pool">,
  { id, name }: Pick<SourceRow, "id" | "name">,
  work: (source: SourceRow) => Promise<Result>,
): Promise<Result> {
  const release = (await takeSource(pool, id)) ?? refuse("source-busy", name);
  try {
    return await work((await sourceOf(pool, id)) ?? refuse("source-unknown", name));
  } finally {
    await release();
  }
}
