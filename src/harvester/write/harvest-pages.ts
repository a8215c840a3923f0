/** Visits the pages that are on a harvest's way, each with exactly one outcome and in a transaction of its own. */
import { reasonText } from "../../api/reasons.js";
import type { PageOutcome } from "../../api/record.js";
import { PROOF_FAILED, withheldAs } from "../../core/guard/guards.js";
import type { FetchedPage } from "../../fetch/fetch-page.js";
import { forgottenAmong } from "../../store/forgotten.js";
import { storeGone, storeNoRecord } from "../../store/gone.js";
import { harvestCounts } from "../../store/harvest.js";
import { type PageRow, pagesToVisit, storeOutcome, storeUnchanged, UNLISTED } from "../../store/page.js";
import { type PageToStore, storePage } from "../../store/store-page.js";
import { isUnstorable } from "../../store/trouble.js";
import { inParallel } from "../in-parallel.js";
import { withoutMoved } from "../read/moved-values.js";
import { readIsolated } from "../read/read-isolated.js";
import { guarded, isWithheldAs, type PageReading, type ReadablePage } from "../read/read-page.js";
import { withholdSoft404 } from "../read/soft-404.js";
import { storedPage } from "../read/stored-page.js";
import type { Fresh } from "../read/visit.js";
import type { SourceTemplates } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";

export interface PageWork {
  readonly sourceId: string;
  readonly harvestId: string;
  readonly templates: SourceTemplates;
  readonly fresh: Fresh;
  readonly isFromSnapshots: boolean;
  readonly refuted?: readonly string[]; // attributes that were read wrongly before: what is withheld now keeps no value of then
  readonly onRead?: (page: PageRow, reading: PageReading) => Promise<void>;
}

const BATCH = 200;
const IN_FLIGHT = 6; // the door lets one at a time to a host, unless its pause is 0
const UNCHANGED_BATCH = 100;

/** At most so many pages; gives how many were visited. */
export async function harvestPages(tools: HarvestTools, work: PageWork, most = Number.POSITIVE_INFINITY): Promise<number> {
  const { found, toVisit } = await harvestCounts(tools.pool, work.harvestId);
  const before = found - toVisit;
  const unchanged: string[] = [];
  let visited = 0;
  tools.onEvent?.({ kind: "found", found });
  await inParallel(IN_FLIGHT, pagesInOrder(tools, work, most), async (page) => {
    tools.signal?.throwIfAborted();
    const outcome = await visitPage(tools, work, page);
    if (outcome === "unchanged") {
      unchanged.push(page.id);
      if (unchanged.length >= UNCHANGED_BATCH) await storeUnchanged(tools.pool, unchanged.splice(0), nowOf(tools));
    }
    visited += 1;
    tools.onEvent?.({ kind: "page", address: page.address, outcome, done: before + visited, found });
  }).finally(() => storeUnchanged(tools.pool, unchanged.splice(0), nowOf(tools)));
  return visited;
}

/** Page after page, so that nobody waits for the last of a batch. */
async function* pagesInOrder({ pool }: HarvestTools, { harvestId }: PageWork, most: number): AsyncGenerator<PageRow> {
  let last: PageRow | undefined;
  for (let left = most; left > 0; ) {
    const pages = await pagesToVisit(pool, harvestId, Math.min(BATCH, left), last);
    if (pages.length === 0) return;
    yield* pages;
    last = pages.at(-1);
    left -= pages.length;
  }
}

async function visitPage(tools: HarvestTools, work: PageWork, page: PageRow): Promise<PageOutcome> {
  if (work.isFromSnapshots) return readStored(tools, work, page, "it has no snapshot");
  const isReadAlready = page.readVersion === work.templates.version && !isWithheldAs(page.withheldGroup, PROOF_FAILED); // mended, perhaps
  const known = { etag: page.etag ?? undefined, lastModified: page.lastModified ?? undefined };
  const isAskedAnew = page.snapshotId === null || isOfDoubtfulCharset(page);
  const then = isFetchedAlready(page, nowOf(tools)) ? await storedPage(tools.pool, page) : undefined;
  if (then) return store(tools, work, page, { readable: then, isFetched: true });
  const answer = work.fresh.take(page.address) ?? (await work.fresh.visit(page.address, isAskedAnew ? {} : { known }));
  const fetched = page.role === "final" ? await work.fresh.own(page.address, answer) : answer;
  if (isLost(page) && fetched.kind !== "ok") return "unchanged"; // still gone
  switch (fetched.kind) {
    case "not-modified":
      return isReadAlready ? "unchanged" : readStored(tools, work, page, "its snapshot is gone");
    case "ok":
      if (isReadAlready && isSame(page, fetched)) return "unchanged";
      return store(tools, work, page, {
        readable: { ...fetched, address: baseOf(page, fetched) ?? page.address },
        isFetched: true,
        fetched,
      });
    case "gone":
    case "elsewhere":
      await storeGone(
        tools.pool,
        page.id,
        work.harvestId,
        nowOf(tools),
        fetched.kind === "elsewhere" ? reasonText(fetched.reason) : null,
      );
      return "gone";
    case "refused":
      return unread(tools, page, "skipped", reasonText(fetched.reason));
    case "failed":
      return unread(tools, page, "failed", `${fetched.code}: ${reasonText(fetched.reason)}`);
  }
}

/** No record of it is known; one that is may be redesigned. */
const isUnknown = ({ state }: PageRow): boolean => state !== "read" && state !== "partly";

export const LIKE_NO_RECORD = "it is built like a page that is no record, as a person said";

const ENOUGH_READ = 3; // attributes that say of themselves that the page is a record's

/**
 * A page of another kind than the labelled one, unless the template reads all of it. Where pages of several designs were
 * labelled, likeness to the first of them says nothing against one that is read whole.
 */
function unrecognised(reading: PageReading, { record: { stored } }: SourceTemplates): PageReading {
  const [record] = reading.records;
  if (!record) return reading;
  const given = Object.values(record.values).filter((texts) => texts.length > 0);
  const hasDesigns = stored.kind === "page" && stored.template.sets.length > 1;
  if (reading.outcome === "read" && (hasDesigns || given.length >= ENOUGH_READ)) return reading;
  const names = [...Object.keys(record.values), ...Object.keys(record.withheld)];
  const withheld = Object.fromEntries(names.map((name) => [name, withheldAs("page-not-recognised")]));
  return guarded(reading, { ...record, values: {}, proofs: {}, withheld }, {});
}

const FRESH_MS = 24 * 3600 * 1000;

/** When the source was set up, a little while ago. */
const isFetchedAlready = ({ state, snapshotId, seenAt }: PageRow, now: Date): boolean =>
  state === "new" && snapshotId !== null && seenAt !== null && now.getTime() - seenAt.getTime() < FRESH_MS;

/** Gone and named by no list: it is asked now and then in case it is back. */
const isLost = ({ state, rank }: PageRow): boolean => state === "gone" && rank === UNLISTED;

const isSame = (page: PageRow, fetched: FetchedPage): boolean =>
  page.digest?.toString("hex") === fetched.digest && page.charset === fetched.charset && page.base === baseOf(page, fetched);

/** The links of a list are read from where it was found at last; a final page is its record's address, wherever it has moved. */
const baseOf = ({ role, address }: PageRow, fetched: FetchedPage): string | null =>
  role === "final" || fetched.address === address ? null : fetched.address;

/** Its site may have mended the header alone, which “not modified” does not tell. */
const isOfDoubtfulCharset = ({ withheldGroup }: PageRow): boolean => isWithheldAs(withheldGroup, "charset-doubtful");

async function unread(
  { pool }: HarvestTools,
  { id }: PageRow,
  outcome: "skipped" | "failed",
  reason: string,
): Promise<PageOutcome> {
  await storeOutcome(pool, id, { outcome, reason });
  return outcome;
}

/** By its newest snapshot. */
export async function readStored(tools: HarvestTools, work: PageWork, page: PageRow, problem: string): Promise<PageOutcome> {
  const then = await storedPage(tools.pool, { ...page, address: page.base ?? page.address });
  return then ? store(tools, work, page, { readable: then, isFetched: false }) : unread(tools, page, "skipped", problem);
}

interface ToRead {
  readonly readable: ReadablePage;
  readonly isFetched: boolean; // it shows what its site shows now
  readonly fetched?: FetchedPage; // as it came, if it came just now
}

async function store(
  tools: HarvestTools,
  work: PageWork,
  page: PageRow,
  { readable, isFetched, fetched }: ToRead,
): Promise<PageOutcome> {
  const read = await readIsolated(tools, work, readable);
  if ("reason" in read) return unread(tools, page, "failed", reasonText(read.reason));
  const { snapshot, kinship } = read;
  if (kinship === "no-record" && page.role === "final") {
    await storeNoRecord(tools.pool, page.id, { harvestId: work.harvestId, reason: LIKE_NO_RECORD }, nowOf(tools));
    return "skipped";
  }
  const found = kinship === "other" && isUnknown(page) ? unrecognised(read.reading, work.templates) : read.reading;
  const reading = await (page.role === "list"
    ? withoutForgotten(tools, work, found)
    : withoutDoubtful(tools, work, { page, now: readable, isFetched }, found));
  if (isLost(page) && reading.outcome === "withheld") return "unchanged"; // some sites say with status 200 that it is gone
  const { refuted: drops } = work;
  const toStore: PageToStore = {
    ...reading,
    ...(drops && { records: reading.records.map((record) => ({ ...record, drops })) }),
    sourceId: work.sourceId,
    pageId: page.id,
    harvestId: work.harvestId,
    isFirst: page.state === "new",
    snapshot,
    etag: fetched ? (fetched.validators.etag ?? null) : page.etag,
    lastModified: fetched ? (fetched.validators.lastModified ?? null) : page.lastModified,
    base: fetched ? baseOf(page, fetched) : page.base,
  };
  try {
    await storePage(tools.pool, toStore, nowOf(tools));
  } catch (error) {
    if (isUnstorable(error)) return unread(tools, page, "failed", `it could not be stored: ${error.message}`);
    throw error;
  }
  await work.onRead?.(page, reading);
  return reading.outcome;
}

/** What the page alone does not tell: it takes what is known of the record, or of its site. */
async function withoutDoubtful(
  tools: HarvestTools,
  work: PageWork,
  { page, now, isFetched }: { page: PageRow; now: ReadablePage; isFetched: boolean },
  reading: PageReading,
): Promise<PageReading> {
  const told = await withholdSoft404(tools, work, { page, isFetched }, reading);
  const isReadAgain = page.readVersion === work.templates.version;
  return isReadAgain ? withoutMoved(tools, { sourceId: work.sourceId, page, now }, told) : told;
}

/** A list goes on showing what was removed on request; pages of its own are not visited at all. */
async function withoutForgotten({ pool }: HarvestTools, { sourceId }: PageWork, reading: PageReading): Promise<PageReading> {
  const forgotten = await forgottenAmong(
    pool,
    sourceId,
    reading.records.map(({ identity }) => identity),
  );
  return forgotten.size === 0
    ? reading
    : { ...reading, records: reading.records.filter(({ identity }) => !forgotten.has(identity)) };
}
