import { refuse } from "../api/errors.js";
import { hiddenSource, type SourceRow, sourceOf } from "../store/source.js";
import type { ServerTools } from "./tools.js";

/** One that was removed is as good as none, until it is brought back. */
export async function neededSource({ pool }: Pick<ServerTools, "pool">, id: string): Promise<SourceRow> {
  const source = (await sourceOf(pool, id)) ?? refuse("not-there", "source");
  return (await hiddenSource(pool, id)) ? refuse("not-there", "source") : source;
}
