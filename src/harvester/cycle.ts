/** One harvest of one source: check → heal or another key → find pages → read them (design: the cycle). */

import { isDeepStrictEqual } from "node:util";
import { because, type Reason } from "../api/reasons.js";
import type { HarvestEnding, RecordValues, SourceVerdict } from "../api/record.js";
import { PROOF_FAILED } from "../core/guard/guards.js";
import { checksOf } from "../store/check.js";
import { type HarvestRow, harvestCounts, harvestsOf, openHarvest, startHarvest, stopReadings } from "../store/harvest.js";
import type { PageRow } from "../store/page.js";
import { foundPages, pagesOf, unreadAddresses, withheldAs } from "../store/page.js";
import { identityOf, valuesOf } from "../store/record.js";
import type { SourceRow } from "../store/source.js";
import { versionsOf } from "../store/template.js";
import { transaction } from "../store/transaction.js";
import { confirmVersion, undoEnded, undoLate } from "../store/undo.js";
import { closeWarning } from "../store/warning.js";
import { makeReady, type Ready } from "./check/ready.js";
import { makeListReady } from "./check/ready-list.js";
import { discover } from "./find/discover.js";
import { findPages } from "./find/find-pages.js";
import { leftOut } from "./find/patterns.js";
import { ownHosts } from "./find/same-page.js";
import { ownPages } from "./read/own-page.js";
import { withKindNow } from "./read/page-kind.js";
import type { PageReading } from "./read/read-page.js";
import { Fresh, isPage, type Visit, visitor } from "./read/visit.js";
import { finished } from "./schedule/finished.js";
import { learnAgain } from "./set-up/learn-again.js";
import { FEWEST_SIBLINGS, isListSource, isThin, loadTemplates, placesAt, type SourceTemplates } from "./templates.js";
import { type HarvestTools, nowOf } from "./tools.js";
import { warnOfNothingRead } from "./warn/nothing-read.js";
import { warnOfPagesUnlike } from "./warn/pages-unlike.js";
import { raiseAlarms } from "./warn/raise-alarms.js";
import { warnOfVariants } from "./warn/variants.js";
import { warn } from "./warn/warn.js";
import { harvestPages, type PageWork, readStored } from "./write/harvest-pages.js";
import { markMissing } from "./write/mark-gone.js";
import { withSourceLock } from "./write/source-lock.js";

export interface HarvestReport {
  readonly source: string;
  readonly ending: HarvestEnding;
  readonly reason: Reason | null;
  readonly verdict: SourceVerdict | null; // of the last check; null where nothing was checked
  readonly isHealed: boolean;
  readonly version: number | null;
  readonly harvest: HarvestRow;
}

const PAGES_TO_LEARN_FROM = 5; // fewer siblings do more harm than none

export function harvestSource(tools: HarvestTools, source: SourceRow): Promise<HarvestReport> {
  return withSourceLock(tools, source, (now) => harvestNow(tools, now));
}

/** A harvest that was killed or stopped goes on: its pages without an outcome are still to visit. */
async function harvestNow(tools: HarvestTools, source: SourceRow): Promise<HarvestReport> {
  const { pool } = tools;
  await stopReadings(pool, source.id, nowOf(tools));
  const open = await openHarvest(pool, source.id);
  const begun = open?.startedAt ?? nowOf(tools);
  if (open) await undoLateIn(tools, source, begun);
  const id = open?.id ?? (await startHarvest(pool, { sourceId: source.id, isFromSnapshots: false }, nowOf(tools)));
  const before = await loadTemplates(pool, source);
  const fresh = new Fresh(visitor(tools.door, source.settings, tools.signal), ownPages(tools.pool, source));
  try {
    const ready = await readied(tools, { source, templates: before, fresh, harvestId: id });
    if (!ready.ok) return await ended(tools, { source, id, before }, ready);
    const visit: Visit = isListSource(ready.templates) ? (address) => fresh.page(address) : fresh.visit; // lists are read next
    const isWhole = await findPages(tools, { source: ready.source, templates: ready.templates, visit, harvestId: id });
    const work = { source: ready.source, templates: ready.templates, fresh, harvestId: id };
    await readPages(tools, { source: ready.source, templates: await withKindNow(tools, work), fresh, id, isWhole });
    await undoLateIn(tools, source, begun);
    return await ended(tools, { source, id, before }, { ending: "done", reason: null });
  } catch (error) {
    if (!tools.signal?.aborted) throw error;
    return stopped(tools, source, id);
  }
}

/** A person may undo new labels while a harvest reads by them. */
async function undoLateIn(tools: HarvestTools, { id }: SourceRow, begun: Date): Promise<void> {
  await undoEnded(tools.pool, id);
  const since = begun.getTime() - CLOCKS_APART_MS;
  if (!(await versionsOf(tools.pool, id)).some(({ undoneAt }) => undoneAt !== null && undoneAt.getTime() >= since)) return;
  await transaction(tools.pool, (client) => undoLate(client, id, nowOf(tools)));
}

const CLOCKS_APART_MS = 3600 * 1000; // of two machines, at most

interface Work {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly fresh: Fresh;
  readonly harvestId: string;
}

async function readied(tools: HarvestTools, work: Work): Promise<Ready> {
  const { key } = work.source.settings;
  if (!key || isListSource(work.templates)) return makeListReady(tools, work);
  return makeReady(tools, { ...work, key, elsewhere: () => listedNow(tools, work) });
}

const MOST_ELSEWHERE = 50; // new ones may stand before those that are known

/** The first pages its lists lead to by the links as they were learnt: known records, or where such have moved. */
async function listedNow({ threads }: HarvestTools, { source, templates, fresh }: Work): Promise<string[]> {
  const found: string[] = [];
  const walk = discover(source.settings.discovery, {
    threads,
    async visit(address, accept) {
      const page = await fresh.visit(address, { accept });
      return isPage(page) ? page : { kind: "trouble", address, code: page.kind, reason: page.kind };
    },
    placesOf: async (_, level) => placesAt(templates, level),
    hosts: ownHosts(source.settings),
  });
  for await (const finding of walk) {
    if (finding.kind === "page") found.push(finding.address);
    if (found.length === MOST_ELSEWHERE) break;
  }
  return found;
}

interface Found {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly fresh: Fresh;
  readonly id: string; // of the harvest
  readonly isWhole: boolean; // all that its lists show is on its way
}

/** Values read with too few siblings are provisional: once five pages are in, all is learnt and read again. */
async function readPages(tools: HarvestTools, { source, templates, fresh, id, isWhole }: Found): Promise<void> {
  const work: PageWork = { sourceId: source.id, harvestId: id, templates, fresh, isFromSnapshots: false };
  if (isThin(templates)) {
    await harvestPages(tools, work, PAGES_TO_LEARN_FROM + 1); // the key page is no sibling
    const again = async (): Promise<SourceTemplates | undefined> => {
      const learnt = await learnAgain(tools, source, { templates, fewest: PAGES_TO_LEARN_FROM });
      if (learnt) await readAgain(tools, { ...work, templates: learnt });
      return learnt;
    };
    const early = await again();
    await harvestPages(tools, { ...work, templates: early ?? templates });
    const isLearnt = early ?? (await again()); // of the first, some may have failed
    if (!isLearnt && templates.standing === "provisional") await settleSmall(tools, work, source);
  } else if (templates.standing === "unconfirmed") await harvestUnconfirmed(tools, work, source);
  else await harvestPages(tools, work);
  await warnOfUnconfirmed(tools, source);
  if (isListSource(templates) && isWhole) await markMissing(tools, { source, templates, harvestId: id });
  await warnOfVariants(tools, source);
  await warnOfPagesUnlike(tools, source, id);
  await warnOfFalseProofs(tools, source);
  await warnOfNothingRead(tools, source, id);
}

const HARVESTS_OF_A_SMALL_SOURCE = 3;

/**
 * A source that has shown too few pages in three harvests in a row has no more: what it gave is no longer provisional. It
 * is learnt again from three or four siblings; without so many it stays as it is, and is learnt again if it grows.
 */
async function settleSmall(tools: HarvestTools, work: PageWork, source: SourceRow): Promise<void> {
  const { discovery } = source.settings;
  const wanted = (await unreadAddresses(tools.pool, work.harvestId)).filter((each) => leftOut(each, discovery) === undefined);
  const before = (await harvestsOf(tools.pool, source.id, HARVESTS_OF_A_SMALL_SOURCE)).filter(({ id }) => id !== work.harvestId);
  const isDone = before.length === HARVESTS_OF_A_SMALL_SOURCE - 1 && before.every(({ ending }) => ending === "done");
  if (!isDone || wanted.length > 0) return;
  const { templates } = work;
  const again = await learnAgain(tools, source, { templates, fewest: FEWEST_SIBLINGS });
  if (again) await readAgain(tools, { ...work, templates: again });
  else await transaction(tools.pool, (client) => confirmVersion(client, source.id, templates.version, nowOf(tools)));
}

const BATCH = 200;

/**
 * What was read by the provisional version, from its snapshots; each page keeps its one outcome, the later one. One that is
 * still gone is unchanged too, and its snapshot is what it was before.
 */
async function readAgain(tools: HarvestTools, work: PageWork): Promise<void> {
  const isRead = ({ harvestId, outcome, state }: PageRow): boolean =>
    harvestId === work.harvestId &&
    state !== "gone" &&
    outcome !== null &&
    ["read", "partly", "withheld", "unchanged"].includes(outcome);
  for (let after = "0"; ; ) {
    const pages = await pagesOf(tools.pool, work.sourceId, after, BATCH);
    for (const page of pages.filter(isRead)) await readStored(tools, work, page, "its snapshot is gone");
    const last = pages.at(-1);
    if (!last || pages.length < BATCH) return;
    after = last.id;
  }
}

/** Healed from one record: what it reads is kept apart until a second known record is read alike. */
async function harvestUnconfirmed(tools: HarvestTools, work: PageWork, source: SourceRow): Promise<void> {
  const { pool } = tools;
  const keyAddress = source.settings.key?.address ?? "";
  const key = (await valuesOf(pool, source.id, identityOf(keyAddress))) ?? {};
  let isConfirmed = false;
  const onRead = async (page: PageRow, reading: PageReading): Promise<void> => {
    if (isConfirmed || page.address === keyAddress || reading.outcome !== "read") return;
    const [record] = reading.records;
    const known = record && (await valuesOf(pool, source.id, record.identity));
    if (!known || !confirms(record.values, known, key)) return;
    isConfirmed = true;
    await transaction(pool, (client) => confirmVersion(client, source.id, work.templates.version, nowOf(tools)));
  };
  await harvestPages(tools, { ...work, onRead });
}

/** Equal in an attribute that is the record's own: what the key has too proves nothing. */
function confirms(read: RecordValues, known: RecordValues, key: RecordValues): boolean {
  return Object.entries(read).some(
    ([name, texts]) => texts.length > 0 && isDeepStrictEqual(texts, known[name]) && !isDeepStrictEqual(texts, key[name]),
  );
}

async function warnOfUnconfirmed(tools: HarvestTools, source: SourceRow): Promise<void> {
  const { standing } = await loadTemplates(tools.pool, source);
  if (standing === "unconfirmed") await warn(tools, source, "unconfirmed", {});
  else await closeWarning(tools.pool, source.id, "unconfirmed", nowOf(tools));
}

async function warnOfFalseProofs(tools: HarvestTools, source: SourceRow): Promise<void> {
  const addresses = await withheldAs(tools.pool, source.id, PROOF_FAILED, 10);
  if (addresses.length === 0) await closeWarning(tools.pool, source.id, PROOF_FAILED, nowOf(tools));
  else await warn(tools, source, PROOF_FAILED, { addresses });
}

async function ended(
  tools: HarvestTools,
  { source, id, before }: { source: SourceRow; id: string; before: SourceTemplates },
  { ending, reason }: { ending: HarvestEnding; reason: Reason | null },
): Promise<HarvestReport> {
  const { pool } = tools;
  const now = nowOf(tools);
  const harvest = await finished(pool, { sourceId: source.id, harvestId: id, ending, reason }, now);
  if (ending === "done" && !harvest.isFromSnapshots) await raiseAlarms(tools, source, harvest.startedAt);
  const [last] = await checksOf(pool, source.id, 1);
  const inForce = (await versionsOf(pool, source.id)).find((each) => each.isInForce);
  const version = inForce?.version ?? null;
  const isHealed = version !== before.version && inForce?.origin === "heal"; // not where it was learnt again by its labels
  return {
    source: source.name,
    ending,
    reason,
    verdict: last?.harvestId === id ? last.verdict : null,
    isHealed,
    version,
    harvest,
  };
}

const STOPPED = { ending: "stopped", reason: because("stopped") } as const;

/** It stays open for whoever goes on with it. */
async function stopped({ pool }: HarvestTools, source: SourceRow, id: string): Promise<HarvestReport> {
  const harvest = await openHarvest(pool, source.id);
  if (harvest?.id !== id) throw new Error("another harvest of the source began");
  const { toVisit, ...counts } = await harvestCounts(pool, id);
  const seen = { ...harvest, ...counts, found: counts.found - toVisit };
  const version = source.templateVersion;
  return {
    source: source.name,
    ...STOPPED,
    verdict: null,
    isHealed: false,
    version,
    harvest: seen,
  };
}

/** Reads all stored pages again by the template in force; nothing is fetched. */
export function harvestSnapshots(tools: HarvestTools, source: SourceRow): Promise<HarvestReport> {
  return withSourceLock(tools, source, (now) => readSnapshots(tools, now));
}

async function readSnapshots(tools: HarvestTools, source: SourceRow): Promise<HarvestReport> {
  const { pool } = tools;
  await stopReadings(pool, source.id, nowOf(tools));
  const before = await loadTemplates(pool, source);
  const id = await startHarvest(pool, { sourceId: source.id, isFromSnapshots: true }, nowOf(tools));
  try {
    await putStored(tools, source, id);
    const fresh = new Fresh(visitor(tools.door, source.settings, tools.signal), ownPages(tools.pool, source));
    await harvestPages(tools, { sourceId: source.id, harvestId: id, templates: before, fresh, isFromSnapshots: true });
    return await ended(tools, { source, id, before }, { ending: "done", reason: null });
  } catch (error) {
    if (!tools.signal?.aborted) throw error;
    return ended(tools, { source, id, before }, STOPPED);
  }
}

async function putStored(tools: HarvestTools, source: SourceRow, harvestId: string): Promise<void> {
  const { pool } = tools;
  for (let after = "0"; ; ) {
    const pages = await pagesOf(pool, source.id, after, 500);
    const kept = pages.filter(({ snapshotId, state }) => snapshotId !== null && state !== "gone");
    const found = kept.map(({ address, role }) => ({ address, role, rank: 0 }));
    if (found.length > 0) await foundPages(pool, { sourceId: source.id, harvestId }, found, nowOf(tools));
    const last = pages.at(-1);
    if (!last) return;
    after = last.id;
  }
}
