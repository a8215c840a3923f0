/** The stored pages of a source, read in threads, a few at a time. */
import { type PageRow, pagesOf } from "../../store/page.js";
import { inParallel } from "../in-parallel.js";
import type { ReadablePage } from "../read/read-page.js";
import { storedPage } from "../read/stored-page.js";
import type { HarvestTools } from "../tools.js";

const BATCH = 200;
const AT_ONCE = 6;

/** Final pages that may be records, whether or not they are read as such. */
export async function* recordPages({ pool }: Pick<HarvestTools, "pool">, sourceId: string): AsyncGenerator<PageRow> {
  for (let after = "0"; ; ) {
    const pages = await pagesOf(pool, sourceId, after, BATCH);
    for (const page of pages) if (isStored(page)) yield page;
    const last = pages.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const isStored = ({ role, state, snapshotId }: PageRow): boolean =>
  role === "final" && snapshotId !== null && state !== "gone" && state !== "skipped";

export async function eachStored(
  tools: Pick<HarvestTools, "pool" | "signal">,
  pages: AsyncGenerator<PageRow>,
  work: (page: PageRow, then: ReadablePage) => Promise<void>,
): Promise<void> {
  await inParallel(AT_ONCE, pages, async (page) => {
    tools.signal?.throwIfAborted();
    const then = await storedPage(tools.pool, { ...page, address: page.base ?? page.address });
    if (then) await work(page, then);
  });
}
