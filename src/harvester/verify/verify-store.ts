/** Every value of the store, or of one source, held against its stored page. */
import type { Pool } from "pg";
import {
  countProvingPages,
  type PageToVerify,
  pagesToVerify,
  unprovedValues,
  type ValuesToVerify,
  type VerifiedCounts,
} from "../../store/verify.js";
import { inParallel } from "../in-parallel.js";
import { allOf, type FalseProof, type StoredPage } from "./verify-page.js";

type Whose = Omit<ValuesToVerify, "texts" | "spans">;

export interface FalseValueOfRecord extends Whose, Omit<FalseProof, "of"> {
  readonly reason?: string; // why it could not be checked
}

export interface VerifyTools {
  readonly pool: Pool;
  readonly signal?: AbortSignal | undefined;
  /** Rejects where a page takes too long; that says nothing of others. */
  verify(page: StoredPage): Promise<FalseProof[]>;
  onFalse(value: FalseValueOfRecord): void;
  onProgress(done: number, all: number): void;
}

type Counting = { -readonly [Name in keyof VerifiedCounts]: VerifiedCounts[Name] };

const PAGES_A_STEP = 20; // they may be large
const RECORDS_A_STEP = 1000;
const IN_FLIGHT = 8;

export async function verifyStore(tools: VerifyTools, sourceId: string | null): Promise<VerifiedCounts> {
  const counts = { pages: 0, records: 0, values: 0, false: 0, unchecked: 0, removed: 0, dropped: 0 };
  await inParallel(IN_FLIGHT, pagesOf(tools, sourceId), (page) => verifyOne(tools, page, counts));
  await findUnproved(tools, sourceId, counts);
  return counts;
}

/** Fetches the next pages while those before are looked at. */
async function* pagesOf({ pool, signal, onProgress }: VerifyTools, sourceId: string | null): AsyncGenerator<PageToVerify> {
  const all = await countProvingPages(pool, sourceId);
  const step = (afterId: string): ReturnType<typeof pagesToVerify> => {
    const coming = pagesToVerify(pool, { sourceId, afterId, limit: PAGES_A_STEP });
    coming.catch(() => {}); // told by whoever awaits it, unless the run has ended before
    return coming;
  };
  let done = 0;
  for (let coming = step("0"); ; ) {
    const { pages, lastId, snapshots } = await coming;
    signal?.throwIfAborted();
    if (lastId === undefined) break;
    coming = step(lastId);
    onProgress(Math.min(done, all - 1), all);
    yield* pages;
    done += snapshots;
  }
  onProgress(all, all);
}

async function verifyOne(tools: VerifyTools, page: PageToVerify, counts: Counting): Promise<void> {
  const { digest, charset, packed, isDropped, values } = page;
  const count = values.reduce((sum, { texts }) => sum + countOf(texts), 0);
  if (packed === null && isDropped) {
    counts.dropped += count;
    return;
  }
  counts.pages += 1;
  const found = packed
    ? await falseOn(tools, { digest: plain(digest), packed: plain(packed), charset, values })
    : allOf(values, "page-damaged");
  const isUnchecked = found.some(({ why }) => why === "unchecked");
  counts[isUnchecked ? "unchecked" : "values"] += count;
  if (!isUnchecked) counts.false += found.length;
  for (const each of found) tell(tools, values[each.of], each);
}

type Told = FalseProof & Pick<FalseValueOfRecord, "reason">;

async function falseOn({ verify }: VerifyTools, { values, ...page }: StoredPage): Promise<Told[]> {
  try {
    return await verify({ ...page, values: values.map(({ texts, spans }) => ({ texts, spans })) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return allOf(values, "unchecked").map((each) => ({ ...each, reason }));
  }
}

/** Values that no stored page stands behind. */
async function findUnproved(tools: VerifyTools, sourceId: string | null, counts: Counting): Promise<void> {
  for (let afterId: string | null = "0"; afterId !== null; ) {
    tools.signal?.throwIfAborted();
    const step = await unprovedValues(tools.pool, { sourceId, afterId, limit: RECORDS_A_STEP });
    counts.records += step.records;
    for (const one of step.values) {
      const count = countOf(one.texts);
      if (one.isRemoved) counts.removed += count;
      else {
        counts.values += count;
        counts.false += count;
        for (const each of allOf([one], "no-proof")) tell(tools, one, each);
      }
    }
    afterId = step.lastId;
  }
}

function tell({ onFalse }: VerifyTools, whose: Whose | undefined, { of, ...one }: Told): void {
  if (!whose) return;
  const { source, record, address, attribute } = whose;
  onFalse({ source, record, address, attribute, ...one });
}

/** A small Buffer is a part of a larger memory, all of which would go to the thread. */
const plain = (bytes: Buffer): Uint8Array => new Uint8Array(bytes);

const countOf = (texts: unknown): number => (Array.isArray(texts) ? texts.length : 1);
