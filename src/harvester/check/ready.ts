/**
 * Whether a source can be harvested now: checked, and where that fails healed or given another key (method §5, §6).
 *
 * A harvest goes on only from here, so nothing is read by a template that its own key record contradicts.
 */
import type { HarvestEnding } from "../../api/record.js";
import type { KeyedTemplate } from "../../core/index.js";
import { addCheck } from "../../store/check.js";
import { storeSnapshot } from "../../store/snapshot.js";
import { type SourceRow, setSourceSettings, settleSourceState } from "../../store/source.js";
import { renewTemplate } from "../../store/template.js";
import { closeWarning } from "../../store/warning.js";
import { withEarlierVersion } from "../heal/earlier-version.js";
import { healSource } from "../heal/heal-source.js";
import { pageBytes } from "../read/page-bytes.js";
import { packed } from "../read/read-isolated.js";
import { storedPage } from "../read/stored-page.js";
import type { Fresh } from "../read/visit.js";
import { pageTemplateOf, type SourceTemplates } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { CAUSES, warn } from "../warn/warn.js";
import { type Checked, checkKey, type Keyed } from "./check-source.js";
import { type Known, knownAt, knownOf, withKey } from "./known.js";

export type Ready =
  | { readonly ok: true; readonly source: SourceRow; readonly templates: SourceTemplates }
  | {
      readonly ok: false;
      readonly ending: Extract<HarvestEnding, "deferred" | "broken" | "unreachable">;
      readonly reason: string;
    };

export interface Readying {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly fresh: Fresh;
  readonly harvestId: string | null;
  readonly key: { readonly address: string };
  /** Pages that its lists show now: of known records, or of such under new addresses. */
  readonly elsewhere: () => Promise<readonly string[]>;
}

const MOST_KEYS = 6; // known records tried as the key before all are looked at together
const MOST_ELSEWHERE = 8; // pages on which they are looked for under new addresses

export async function makeReady(tools: HarvestTools, readying: Readying): Promise<Ready> {
  const { address } = readying.key;
  const template = pageTemplateOf(readying.templates);
  const known = withKey(await knownOf(tools.pool, readying.source.id), address, template.key.record);
  const checked = await checkAndNote(tools, readying, { template, address, known });
  switch (checked.verdict) {
    case "same":
    case "changed":
      return keepTemplate(tools, readying, { template, checked });
    case "broken":
      return healed(tools, readying, known, [address]);
    case "key-missing":
      return withOtherKey(tools, readying, known);
    case "unreachable":
    case "unrecognised":
      await warn(tools, readying.source, checked.verdict, { address, reason: checked.reason });
      return { ok: false, ending: "unreachable", reason: checked.reason ?? checked.verdict };
  }
}

async function checkAndNote(tools: HarvestTools, readying: Readying, keyed: Keyed): Promise<Checked> {
  const { address } = keyed;
  const { source, templates, fresh, harvestId } = readying;
  const wait = (ms: number): Promise<void> => tools.door.clock.wait(ms, tools.signal);
  const checked = await checkKey(keyed, { fresh, wait, threads: tools.threads });
  const { verdict, page, reason } = checked;
  const now = nowOf(tools);
  const snapshotId = page ? await storeSnapshot(tools.pool, await packed(tools, page), now) : null;
  const details = { ...checked.check, ...(reason !== null && { reason }) };
  await addCheck(
    tools.pool,
    { sourceId: source.id, harvestId, address, templateVersion: templates.version, verdict, details, snapshotId },
    now,
  );
  tools.onEvent?.({ kind: "check", address, verdict });
  return checked;
}

/** Measures and edited values are renewed, so that the next check compares with today's page. */
async function keepTemplate(
  tools: HarvestTools,
  { source, templates }: Readying,
  { template, checked }: { template: KeyedTemplate; checked: Checked },
): Promise<Ready> {
  const isEdited = Object.values(checked.check?.reading ?? {}).includes("edited");
  const { stored } = templates.record;
  if (!checked.page || stored.kind !== "page" || (checked.verdict === "same" && !isEdited && template === stored.template))
    return { ok: true, source: await clearWarnings(tools, source), templates };
  const renewed = await tools.threads.call("renewKey", { page: pageBytes(checked.page), template });
  const record = { ...templates.record, stored: { ...stored, template: renewed } };
  await renewTemplate(tools.pool, source.id, record);
  return { ok: true, source: await clearWarnings(tools, source), templates: { ...templates, record } };
}

/** What was warned of is over; a deferred source is active again. */
export async function clearWarnings(tools: HarvestTools, source: SourceRow): Promise<SourceRow> {
  const now = nowOf(tools);
  for (const cause of Object.keys(CAUSES)) await closeWarning(tools.pool, source.id, cause, now);
  if (source.state !== "deferred") return source;
  await settleSourceState(tools.pool, source.id, { state: "active", reason: null }, now);
  return { ...source, state: "active", stateReason: null };
}

/** By a version that the site was read by before, if one reads it now, else by a new one. */
async function healed(
  tools: HarvestTools,
  readying: Readying,
  known: readonly Known[],
  first: readonly string[],
): Promise<Ready> {
  const { source, templates, fresh } = readying;
  const earlier = await withEarlierVersion(tools, { source, templates, known, fresh });
  if (earlier) return { ok: true, source: await clearWarnings(tools, earlier.source), templates: earlier.templates };
  const outcome = await healSource(tools, { source, templates, known, fresh, addresses: first });
  if (outcome.ok) return { ok: true, source: await clearWarnings(tools, outcome.source), templates: outcome.templates };
  if (outcome.code === "key-missing") return deferred(tools, source, outcome.reason);
  await warn(tools, source, "not-healed", { reason: outcome.reason });
  return { ok: false, ending: "broken", reason: outcome.reason };
}

/**
 * Another known record becomes the key: one of the first, else one that its lists show now. Those may be others than the
 * first, of which a site may have taken down all.
 */
async function withOtherKey(tools: HarvestTools, readying: Readying, known: readonly Known[]): Promise<Ready> {
  const { source } = readying;
  const tried: Tried = { seen: [], trouble: undefined };
  const first = known.filter(({ address }) => address !== null && address !== readying.key.address).slice(0, MOST_KEYS);
  const ready = (await withOneOf(first, tools, readying, { known, tried })) ?? (await outOfReach(tools, source, tried));
  if (ready) return ready;
  const elsewhere = await readying.elsewhere();
  const listed = (await knownAt(tools.pool, source.id, elsewhere)).filter(({ id }) => !first.some((each) => each.id === id));
  const all = [...listed, ...known.filter(({ id }) => !listed.some((each) => each.id === id))];
  const later = await withOneOf(listed.slice(0, MOST_KEYS), tools, readying, { known: all, tried });
  const ended = later ?? (await outOfReach(tools, source, tried));
  if (ended) return ended;
  return elsewhere.length > 0 || tried.seen.length > 0
    ? healed(tools, readying, all, [...elsewhere.slice(0, MOST_ELSEWHERE), ...tried.seen])
    : deferred(tools, source, "No known record has most of its values displayed any more.");
}

interface Tried {
  readonly seen: string[]; // pages that answered
  trouble: string | undefined;
}

/** None answered with a page, and one did not answer at all. */
async function outOfReach(tools: HarvestTools, source: SourceRow, { seen, trouble }: Tried): Promise<Ready | undefined> {
  if (trouble === undefined || seen.length > 0) return undefined;
  await warn(tools, source, "unreachable", { reason: trouble });
  return { ok: false, ending: "unreachable", reason: trouble };
}

/** The first of them that is displayed, judged on its own page by what that page was like when it was read. */
async function withOneOf(
  others: readonly Known[],
  tools: HarvestTools,
  readying: Readying,
  { known, tried }: { known: readonly Known[]; tried: Tried },
): Promise<Ready | undefined> {
  const { source, templates, fresh } = readying;
  for (const other of others) {
    const address = other.address ?? "";
    const then = await storedPage(tools.pool, { address, snapshotId: other.snapshotId });
    const now = await fresh.finalPage(address);
    if (now.kind === "failed" || now.kind === "refused") tried.trouble = now.reason;
    if (!then || now.kind !== "ok") continue;
    tried.seen.push(address);
    const measuring = { page: pageBytes(then), template: pageTemplateOf(templates), record: other.record };
    const template = await tools.threads.call("rekey", measuring);
    const checked = await checkAndNote(tools, readying, { template, address, known });
    if (checked.verdict === "broken") return healed(tools, readying, known, tried.seen);
    if (checked.verdict !== "same" && checked.verdict !== "changed") continue;
    const moved = await keyMoved(tools, source, other);
    tools.onEvent?.({ kind: "new-key", address });
    return keepTemplate(tools, { ...readying, source: moved }, { template, checked });
  }
  return undefined;
}

async function keyMoved(tools: HarvestTools, source: SourceRow, { address, record }: Known): Promise<SourceRow> {
  const { key } = source.settings;
  if (!key || address === null) return source;
  const labels = Object.fromEntries(Object.entries(record).map(([name, values]) => [name, [...values]]));
  const moved = { key: { ...key, address, labels, absent: [], choose: {}, region: null } };
  await setSourceSettings(tools.pool, source.id, moved, nowOf(tools));
  return { ...source, settings: { ...source.settings, ...moved } };
}

export async function deferred(tools: HarvestTools, source: SourceRow, reason: string): Promise<Ready> {
  await settleSourceState(tools.pool, source.id, { state: "deferred", reason }, nowOf(tools));
  await warn(tools, source, "key-missing", { reason });
  return { ok: false, ending: "deferred", reason };
}
