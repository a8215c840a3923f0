/**
 * Whether a source whose list pages hold its records can be harvested now (method §5, §6, §8).
 *
 * Its keys are all the known records that its first list pages display; they prove the template or learn it again.
 */
import { because, type Reason } from "../../api/reasons.js";
import type { SourceVerdict } from "../../api/record.js";
import type { KnownListed, ListCheck } from "../../core/index.js";
import type { Fetched, FetchedPage } from "../../fetch/fetch-page.js";
import { addCheck } from "../../store/check.js";
import { pageOf } from "../../store/page.js";
import { storeSnapshot } from "../../store/snapshot.js";
import type { SourceRow } from "../../store/source.js";
import { addVersion } from "../../store/template.js";
import { canonicalAddress } from "../find/canonical.js";
import { ownHosts } from "../find/same-page.js";
import { isCharsetDoubtful } from "../read/charset-doubt.js";
import { pageBytes } from "../read/page-bytes.js";
import { packed } from "../read/read-isolated.js";
import { storedPage } from "../read/stored-page.js";
import { type Fresh, isPage } from "../read/visit.js";
import { listTemplateOf, loadTemplates, type SourceTemplates, withRecord } from "../templates.js";
import { tooMuch, unlessTooMuch } from "../threads/too-much.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { warn } from "../warn/warn.js";
import { LOOK_AGAIN_MS } from "./check-source.js";
import { type Known, knownOf, knownOn } from "./known.js";
import { noPage } from "./no-page.js";
import { clearWarnings, deferred, type Ready } from "./ready.js";

export interface ListReadying {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly fresh: Fresh;
  readonly harvestId: string | null;
}

const MOST_PAGES = 5; // on which known records are looked for; a busy list may show none on its first

export async function makeListReady(tools: HarvestTools, readying: ListReadying): Promise<Ready> {
  const known = await knownListed(tools, readying.source);
  if (known.length === 0) return { ok: true, source: readying.source, templates: readying.templates };
  let looked = await look(tools, readying, known);
  for (const ms of LOOK_AGAIN_MS) {
    if (looked.verdict !== "unrecognised" && !looked.isGone) break;
    for (const { address } of looked.seen) readying.fresh.take(address);
    await tools.door.clock.wait(ms, tools.signal);
    looked = await look(tools, readying, known);
  }
  await note(tools, readying, looked);
  return ended(tools, readying, looked);
}

/** What was read before, else what a person labelled. */
async function knownListed({ pool }: HarvestTools, { id, settings }: SourceRow): Promise<readonly KnownListed[]> {
  const stored = (await knownOf(pool, id)).map(asListed);
  return stored.length > 0 ? stored : settings.records.map((values) => ({ identity: null, values }));
}

/** Those, and the ones that stood on the page: of a long list's records few are on its first pages. */
async function withThoseOn(
  { pool }: HarvestTools,
  { id }: SourceRow,
  address: string,
  known: readonly KnownListed[],
): Promise<readonly KnownListed[]> {
  const identities = new Set(known.map(({ identity }) => identity));
  const further = (await knownOn(pool, id, address)).filter(({ identity }) => !identities.has(identity));
  return [...known, ...further.map(asListed)];
}

const asListed = ({ identity, record }: Known): KnownListed => ({
  identity,
  values: Object.fromEntries(Object.entries(record).map(([name, [text = ""]]) => [name, text])),
});

interface Looked {
  readonly verdict: SourceVerdict;
  readonly reason: Reason | null;
  readonly isGone: boolean;
  readonly check: ListCheck | null;
  readonly page: FetchedPage | null; // the one that decided
  readonly address: string; // its address in the source
  readonly seen: readonly { readonly address: string; readonly fetched: Fetched }[];
  readonly known: readonly KnownListed[]; // those that were looked for
}

/** The first page that displays a known record decides; where none does, the first page speaks for all. */
async function look(tools: HarvestTools, readying: ListReadying, before: readonly KnownListed[]): Promise<Looked> {
  const seen: { address: string; fetched: Fetched }[] = [];
  let known = before;
  let first: Looked | undefined;
  for await (const { address, fetched } of firstPages(tools, readying)) {
    seen.push({ address, fetched });
    known = await withThoseOn(tools, readying.source, address, known);
    const judged = { ...(await judge(tools, readying, { address, fetched, known })), address, seen, known };
    if (judged.check && judged.check.known.shown > 0) return judged;
    first ??= judged;
  }
  const none = { isGone: false, check: null, page: null, address: "", seen, known };
  return first ? { ...first, known } : { verdict: "unreachable", reason: because("no-list-named"), ...none };
}

async function* firstPages(
  { threads }: HarvestTools,
  { source, fresh }: ListReadying,
): AsyncGenerator<{ address: string; fetched: Fetched }> {
  const { lists, next, dropParameters } = source.settings.discovery;
  const own = { hosts: ownHosts(source.settings), dropParameters };
  let left = MOST_PAGES;
  for (const list of lists) {
    let address = canonicalAddress(list);
    for (let number = 1; address !== undefined && left > 0; number++, left--) {
      const fetched: Fetched = await fresh.page(address);
      yield { address, fetched };
      if (fetched.kind !== "ok") break;
      const leadsTo = await unlessTooMuch(threads.call("nextLinks", { page: pageBytes(fetched), rule: next, number, ...own }));
      address = leadsTo?.[0]?.address;
    }
  }
}

type Judged = Omit<Looked, "address" | "seen" | "known">;

async function judge(
  tools: HarvestTools,
  { source, templates }: ListReadying,
  { address, fetched, known }: { address: string; fetched: Fetched; known: readonly KnownListed[] },
): Promise<Judged> {
  const none = { check: null, page: null, isGone: fetched.kind === "gone" };
  if (!isPage(fetched)) return { ...none, ...noPage(fetched) };
  if (isCharsetDoubtful(fetched.bytes, fetched.charset))
    return { ...none, page: fetched, verdict: "unrecognised", reason: because("charset-doubtful") };
  const row = await pageOf(tools.pool, source.id, address);
  const before = row && (await storedPage(tools.pool, row));
  try {
    const check = await tools.threads.call("checkList", {
      page: pageBytes(fetched),
      template: listTemplateOf(templates.record),
      known,
      before: before && pageBytes(before),
    });
    const reason = check.verdict === "unrecognised" ? because("no-record-shown") : null;
    return { ...none, verdict: check.verdict, reason, check, page: fetched };
  } catch (error) {
    return { ...none, page: fetched, verdict: "unrecognised", reason: tooMuch(error) };
  }
}

async function note(tools: HarvestTools, { source, templates, harvestId }: ListReadying, looked: Looked): Promise<void> {
  const { address, verdict, reason, page, check } = looked;
  const now = nowOf(tools);
  const snapshotId = page ? await storeSnapshot(tools.pool, await packed(tools, page), now) : null;
  const details = { ...check, ...(reason !== null && { reason }) };
  const told = { sourceId: source.id, harvestId, address, templateVersion: templates.version, verdict, details, snapshotId };
  await addCheck(tools.pool, told, now);
  tools.onEvent?.({ kind: "check", address, verdict });
}

async function ended(tools: HarvestTools, readying: ListReadying, looked: Looked): Promise<Ready> {
  const { source, templates } = readying;
  const { verdict, reason, address } = looked;
  switch (verdict) {
    case "same":
    case "changed":
      return { ok: true, source: await clearWarnings(tools, source), templates };
    case "broken":
      return healed(tools, readying, looked);
    case "key-missing":
      return deferred(tools, source, reason ?? because("no-known-record-listed"));
    case "unreachable":
    case "unrecognised":
      await warn(tools, source, verdict, { address, reason });
      return { ok: false, ending: "unreachable", reason: reason ?? because("not-like-the-site") };
  }
}

const NOT_HEALED = {
  "key-missing": "list-no-known-record",
  contradicted: "list-known-contradict",
  "not-confirmed": "list-not-confirmed",
} as const;

async function healed(tools: HarvestTools, readying: ListReadying, { seen, known: before }: Looked): Promise<Ready> {
  const { source, templates } = readying;
  const more: Looked["seen"][number][] = [];
  let known = before;
  for await (const page of firstPages(tools, readying)) {
    more.push(page);
    known = await withThoseOn(tools, source, page.address, known);
  }
  const pages = [...seen, ...more.slice(seen.length)].flatMap(({ fetched }) =>
    fetched.kind === "ok" && !isCharsetDoubtful(fetched.bytes, fetched.charset) ? [pageBytes(fetched)] : [],
  );
  const work = tools.threads.call("healList", { template: listTemplateOf(templates.record), pages, known });
  const outcome = await work.catch((error: unknown) => ({
    ok: false as const,
    code: "too-much" as const,
    reason: tooMuch(error),
  }));
  if (!outcome.ok) {
    const reason = outcome.code === "too-much" ? outcome.reason : because(NOT_HEALED[outcome.code]);
    if (outcome.code === "key-missing") return deferred(tools, source, reason);
    await warn(tools, source, "not-healed", { reason });
    return { ok: false, ending: "broken", reason };
  }
  const { template, confirmed, delimiters } = outcome;
  const version = {
    origin: "heal" as const,
    standing: "confirmed" as const,
    note: `${confirmed} known records confirm it`,
    templates: withRecord(templates, { kind: "list", template, delimiters }),
  };
  await addVersion(tools.pool, source.id, version, nowOf(tools));
  const renewed = await loadTemplates(tools.pool, source);
  tools.onEvent?.({ kind: "heal", version: renewed.version, unconfirmed: false });
  return { ok: true, source: await clearWarnings(tools, source), templates: renewed };
}
