/**
 * One more answer about one page of a source. What was said before stays, and all of it is learnt together. All known pages
 * are read before and after: where rules of before read what the new ones do not, both stay, and what is lost all the same
 * is said. What changes is written at once.
 */
import { refuse } from "../../api/errors.js";
import type { SourceSettings } from "../../api/source.js";
import type { Unlike } from "../../core/kind/unlike.js";
import { storeNoRecord } from "../../store/gone.js";
import { pageOf } from "../../store/page.js";
import { type SourceRow, scheduleCheck, setSourceSettings, setSourceState } from "../../store/source.js";
import { addVersion, type LinksRow, type NewVersion, renewTemplate } from "../../store/template.js";
import { transaction } from "../../store/transaction.js";
import { canonicalAddress } from "../find/canonical.js";
import { ownPages } from "../read/own-page.js";
import { Fresh, visitor } from "../read/visit.js";
import type { LabelledBytes } from "../set-up/labelled-bytes.js";
import { isListSource, loadTemplates, pageTemplateOf, type SourceTemplates, saidIn } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warnOfVariants } from "../warn/variants.js";
import { LIKE_NO_RECORD } from "../write/harvest-pages.js";
import { withSourceLock } from "../write/source-lock.js";
import { type Compared, compare, type Differing, differing } from "./compare.js";
import { learnAnswer } from "./learn-answer.js";
import { unlikesOf } from "./no-record.js";
import { answeredPage, earlierPages, pagesAt, type Whence } from "./pages.js";
import { type Said, withSaid } from "./said.js";
import { settle } from "./settle.js";

export interface Answered {
  readonly version: number; // in force
  readonly address: string; // canonical
  readonly known: number; // stored pages that were read before and after
  readonly gained: readonly Differing[];
  readonly changed: readonly Differing[];
  readonly lost: readonly Differing[];
  readonly keptRules: readonly string[]; // attributes of which the rules of before stay too
  readonly noRecords: readonly string[]; // addresses of known pages that are records no more
}

export type Answer = Said | "no-record";

export function answerSource(tools: HarvestTools, source: SourceRow, page: string, answer: Answer): Promise<Answered> {
  return withSourceLock(tools, source, async (now) => {
    const before = await loadTemplates(tools.pool, now);
    const { key, discovery } = now.settings;
    if (!key || isListSource(before)) return refuse("answer-unusable", "the lists of the source hold its records whole");
    const address = canonicalAddress(page, discovery.dropParameters) ?? refuse("answer-unusable", `“${page}” is no address`);
    const fresh = new Fresh(visitor(tools.door, now.settings, tools.signal), ownPages(tools.pool, now));
    const work: Work = { source: now, key, address, before, sourceId: now.id, fresh };
    const answered = await (answer === "no-record" ? leaveOut(tools, work) : label(tools, work, answer));
    await warnOfVariants(tools, now);
    return answered;
  });
}

interface Work extends Whence {
  readonly source: SourceRow;
  readonly key: NonNullable<SourceSettings["key"]>;
  readonly address: string;
  readonly before: SourceTemplates;
}

async function label(tools: HarvestTools, work: Work, said: Said): Promise<Answered> {
  const { source, address, before } = work;
  refuseStrangers(before, said);
  const settings = settingsWith(work, said);
  const { pages, answered, isFetched } = await labelledPages(tools, work, settings);
  const learnt = await learnAnswer(tools, { sourceId: source.id, before, settings, pages, answered });
  const noRecords = await pagesAt(tools, work, settings.discovery.noRecords);
  const unlike = noRecords.length === 0 ? [] : await unlikesOf(tools, source.id, { labelled: pages, noRecords });
  const version = await keep(tools, work, settings, {
    origin: "labels",
    standing: learnt.siblings === 0 ? before.standing : "confirmed",
    note: `with an answer about ${address}`,
    templates: [learnt.after.record, ...learnt.after.earlier, ...withUnlike(before.links, unlike)],
  });
  const templates = await loadTemplates(tools.pool, { ...source, settings });
  const others = learnt.compared.pages.filter(({ page }) => page.address !== address).map(({ page }) => page.address);
  const isStored = !isFetched && (await pageOf(tools.pool, source.id, address))?.snapshotId != null;
  await settle(tools, source, {
    templates,
    fresh: work.fresh,
    fetched: isStored ? [] : [address],
    stored: isStored ? [address, ...others] : others,
    refuted: learnt.refuted,
  });
  return { version, address, keptRules: learnt.keptRules, noRecords: [], ...told(learnt.compared) };
}

function refuseStrangers(before: SourceTemplates, { labels, absent, choose }: Said): void {
  const names = new Set([...pageTemplateOf(before).attributes, ...Object.keys(labels)]);
  const stranger = [...absent, ...Object.keys(choose)].find((name) => !names.has(name));
  if (stranger !== undefined) refuse("answer-unusable", `“${stranger}” is no attribute of the source`);
}

/** A page that is labelled is a record's, also if it was called none before. */
function settingsWith({ source: { settings }, key, address }: Work, said: Said): SourceSettings {
  const { discovery } = settings;
  const labelled = withSaid(key, address, said);
  if (labelled.further.length > MOST_FURTHER)
    refuse("answer-unusable", `${MOST_FURTHER} pages are labelled already, which are the most`);
  const order = settings.order.length === 0 ? [] : [...new Set([...settings.order, ...Object.keys(said.labels)])];
  const noRecords = discovery.noRecords.filter((each) => each !== address);
  return { ...settings, key: labelled, order, discovery: { ...discovery, noRecords } };
}

const MOST_FURTHER = 10; // as the settings of a source say

/** The key page first, as ever. */
async function labelledPages(tools: HarvestTools, work: Work, settings: SourceSettings) {
  const labels = saidIn(settings);
  const own = labels.find(({ address }) => address === work.address);
  const unlabelled = own && Object.keys(own.choose).find((name) => !Object.hasOwn(own.labels, name));
  if (!own || unlabelled !== undefined)
    return refuse("answer-unusable", `“${unlabelled}” has no label on that page, so there is no place to choose`);
  const { page: answered, isFetched } = await answeredPage(tools, work, own);
  const others = await earlierPages(
    tools,
    work,
    work.before,
    labels.filter((each) => each !== own),
  );
  const [first, ...further] = labels.flatMap(
    ({ address }) => [answered, ...others].find((each) => each.label.address === address) ?? [],
  );
  if (!first || first.label.address !== labels[0]?.address)
    return refuse("answer-unusable", "its key page is neither stored nor there any more");
  const pages: [LabelledBytes, ...LabelledBytes[]] = [first, ...further];
  return { pages, answered, isFetched };
}

async function keep(tools: HarvestTools, { source }: Work, settings: SourceSettings, version: NewVersion): Promise<number> {
  const now = nowOf(tools);
  const { key, order, discovery, schedule } = settings;
  return transaction(tools.pool, async (client) => {
    await setSourceSettings(client, source.id, { key, order, discovery }, now);
    if (source.state === "deferred") await setSourceState(client, source.id, { state: "active", reason: null }, now);
    if (schedule !== null) await scheduleCheck(client, source.id, now); // pages that are not stored are read by it at once
    return addVersion(client, source.id, version, now);
  });
}

/** It stands with the last level, as all that tells the kind of pages. */
function withUnlike(links: readonly LinksRow[], unlikes: readonly Unlike[]): LinksRow[] {
  const unlike = unlikes.map(({ records, others }) => ({ records: [...records], others: [...others] }));
  return links.map((row, i) => (i === links.length - 1 ? { ...row, stored: { ...row.stored, unlike } } : row));
}

const CALLED_NONE = "it is no record, as a person said";

/** No value is read by what tells kinds of pages, so it is renewed without a new version. */
async function leaveOut(tools: HarvestTools, work: Work): Promise<Answered> {
  const { source, key, address, before } = work;
  if (saidIn({ key }).some((each) => each.address === address))
    return refuse("answer-unusable", "the page is labelled, so it is a record");
  const { discovery } = source.settings;
  const noRecords = [...new Set([...discovery.noRecords, address])];
  const labelled = await earlierPages(tools, work, before, saidIn({ key }));
  const [first, ...further] = labelled;
  const unlike = first
    ? await unlikesOf(tools, source.id, { labelled: [first, ...further], noRecords: await pagesAt(tools, work, noRecords) })
    : [];
  const links = withUnlike(before.links, unlike);
  const compared = await compare(tools, source.id, { before, after: { ...before, links } });
  const alike = compared.pages.filter(({ glance, page }) => glance.isNoRecord && page.address !== address);
  const now = nowOf(tools);
  await setSourceSettings(tools.pool, source.id, { discovery: { ...discovery, noRecords } }, now);
  const last = links.at(-1);
  if (last) await renewTemplate(tools.pool, source.id, last);
  const row = await pageOf(tools.pool, source.id, address);
  if (row) await storeNoRecord(tools.pool, row.id, { harvestId: null, reason: CALLED_NONE }, now);
  for (const { page } of alike) await storeNoRecord(tools.pool, page.id, { harvestId: null, reason: LIKE_NO_RECORD }, now);
  return {
    version: before.version,
    address,
    keptRules: [],
    ...told(compared),
    noRecords: [address, ...alike.map(({ page }) => page.address)],
  };
}

const told = (compared: Compared) => ({
  known: compared.known,
  gained: differing(compared, "gained"),
  changed: differing(compared, "changed"),
  lost: differing(compared, "lost"),
});
