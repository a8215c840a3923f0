import type { Db } from "./db.js";
import type { PageRow } from "./page.js";

/** Which of the addresses the source has pages of, and how those were left. */
export async function pageStates(
  db: Db,
  sourceId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PageRow["state"]>> {
  const { rows } = await db.query<Pick<PageRow, "address" | "state">>(
    "select address, state from page where source_id = $1 and address = any($2::text[])",
    [sourceId, addresses],
  );
  return new Map(rows.map(({ address, state }) => [address, state]));
}
