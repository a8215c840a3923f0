/** Keeping a draft: a new source, a new key, or labels of one more layout; and taking that back. */

import { refuse } from "../../api/errors.js";
import { because } from "../../api/reasons.js";
import { type LabelledAddress, SourceName, SourceSettings } from "../../api/source.js";
import type { Features } from "../../core/kind/page-kind.js";
import type { Db } from "../../store/db.js";
import { type DraftRow, draftKeptAs, setKept } from "../../store/draft.js";
import { hideSource, type SourceRow, setSourceSettings, sourceOf } from "../../store/source.js";
import { type ListLinks, type NewVersion, type VersionRow, versionsOf } from "../../store/template.js";
import { transaction } from "../../store/transaction.js";
import { undoVersion } from "../../store/undo.js";
import { placesOf } from "../find/find-links.js";
import { leastFor, proveSets } from "../find/prove-sets.js";
import type { PageBytes } from "../read/page-bytes.js";
import { listProblem } from "../set-up/list-problem.js";
import { linksOfLevels, rekeySource } from "../set-up/set-up.js";
import { loadTemplates } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { DraftBody } from "./body.js";
import { keepOrBringBack } from "./keep-again.js";
import { type DraftLearning, type DraftMaterial, draftMaterial, FEWEST_SIBLINGS } from "./learn-draft.js";
import { type Draft, loadPage, neededDraft } from "./pages.js";

/** Gives the source's id. With a revision it keeps that one or nothing. */
export async function keepDraft(tools: HarvestTools, id: string, revision?: number): Promise<string> {
  const draft = await neededDraft(tools.pool, id);
  if (draft.keptSourceId !== null) return draft.keptSourceId;
  if (revision !== undefined && revision !== draft.body.edits) return refuse("draft-changed");
  const sourceId = draft.body.mode === "new" ? await keepNew(tools, draft) : await keepLabels(tools, draft);
  await setKept(tools.pool, id, sourceId, nowOf(tools));
  return sourceId;
}

async function keepNew(tools: HarvestTools, draft: Draft): Promise<string> {
  const { body } = draft;
  const { data: name } = SourceName.safeParse(body.settings.name.trim());
  if (name === undefined) return refuse("draft-incomplete", because("name-unfit"));
  if (body.records.length > 0) return keepList(tools, draft, name);
  const material = await draftMaterial(tools.pool, draft);
  const learning = await tools.threads.call("learnDraft", material);
  const version = versionOf(learning, material, await linksOf(tools, draft));
  return keepOrBringBack(tools, draft, name, { settings: settingsOf(tools, draft, learning), version });
}

function settingsOf(tools: HarvestTools, { body, rows }: Draft, { addresses }: DraftLearning): SourceSettings {
  const [key, ...further] = labelledOnes(addresses);
  const { listAddress, next, schedule, warnMail } = body.settings;
  const named = rows.filter(({ role }) => role !== "list").map(({ address }) => address);
  return parsed({
    key: { ...key, further },
    discovery: { lists: listAddress === null ? [] : [listAddress], addresses: listAddress === null ? named : [], next },
    schedule,
    order: namesIn(body),
    warnMail,
    ...(tools.door.gate.isLoopbackOrigin(new URL(key.address)) && { delayMs: 50 }),
  });
}

/** The template's key is the first page with labels, so the source's is too, whichever page the draft began with. */
function labelledOnes(addresses: readonly LabelledAddress[]): [LabelledAddress, ...LabelledAddress[]] {
  if (addresses.length === 0) return refuse("draft-incomplete", because("own-page-gone"));
  const [first, ...others] = addresses.filter(({ labels, absent }) => Object.keys(labels).length + absent.length > 0);
  return first ? [first, ...others] : refuse("draft-incomplete", because("no-label"));
}

/** As the person gave them, which also gives their colours. */
const namesIn = ({ pages, records }: DraftBody): string[] => [
  ...new Set([...pages.flatMap(({ labels }) => labels.map(({ name }) => name)), ...records.flatMap(Object.keys)]),
];

function parsed(settings: object): SourceSettings {
  const { data, error } = SourceSettings.safeParse(settings);
  if (data) return data;
  const [issue] = error.issues;
  return refuse(
    "draft-incomplete",
    because("setting-unfit", issue?.path.map(String).join(".") ?? "", issue?.message ?? "it does not fit"),
  );
}

function versionOf({ learned }: DraftLearning, { siblings }: DraftMaterial, links: NewVersion["templates"]): NewVersion {
  if (!learned) return refuse("draft-incomplete", because("no-label"));
  if (!learned.ok) return refuse("nothing-learnt");
  const isProvisional = siblings.length < FEWEST_SIBLINGS;
  const used = isProvisional ? 0 : siblings.length;
  const learnt = { by: "labels" as const, siblings: used, further: 0, unconfirmed: false };
  return {
    origin: "labels",
    standing: isProvisional ? "provisional" : "confirmed",
    note: isProvisional
      ? `${siblings.length} siblings are too few; it is learnt again once five pages are in`
      : `with ${siblings.length} siblings`,
    templates: [{ role: "record", variant: 1, stored: { kind: "page", template: learned.template, learnt } }, ...links],
  };
}

/** Learnt from the list page and the other pages as they were when they were found. */
async function linksOf({ pool, threads }: HarvestTools, { body, rows }: Draft): Promise<ListLinks[]> {
  const { listAddress } = body.settings;
  if (listAddress === null) return [];
  const row = rows.find(({ address }) => address === listAddress);
  if (row?.state === "failed")
    return refuse("draft-incomplete", because("list-page-unread", row.reason ?? because("no-list-named")));
  const list = await loadPage(pool, row);
  if (!list) return refuse("draft-incomplete", because("list-page-waiting"));
  const [first] = body.pages;
  const own = await loadPage(
    pool,
    rows.find(({ address }) => address === first?.address),
  );
  if (!own) return refuse("draft-incomplete", because("own-page-gone"));
  const sets = await threads.call("draftSets", { page: list.page, labelled: own.page });
  const features = async (page: PageBytes): Promise<Features> => new Set(await threads.call("features", { page }));
  const siblings = new Map<string, Features>();
  for (const { address } of rows.filter(({ role, state }) => role === "sibling" && state === "read")) {
    const page = await loadPage(
      pool,
      rows.find((each) => each.address === address),
    );
    if (page) siblings.set(address, await features(page.page));
  }
  const sampled = sets.map((set) => ({ set, pages: set.links.flatMap((link) => siblings.get(link) ?? []) }));
  const proved = proveSets(await features(own.page), [await features(list.page)], sampled) ?? {
    sets: sets.slice(0, 1),
    kind: [],
  };
  if (proved.sets.length === 0) return refuse("link-not-found", listAddress, own.address);
  return linksOfLevels({ levels: [placesOf(proved.sets)], kind: proved.kind, least: leastFor(proved.kind) });
}

async function keepList(tools: HarvestTools, draft: Draft, name: string): Promise<string> {
  const { body, rows } = draft;
  const [own] = body.pages;
  const page = await loadPage(
    tools.pool,
    rows.find(({ address }) => address === own?.address),
  );
  if (!page) return refuse("draft-incomplete", because("own-page-gone"));
  const learned = await tools.threads.call("learnList", { page: page.page, records: body.records });
  if (!learned.ok) return refuse("list-not-learnt", listProblem(learned));
  const { template, delimiters } = learned;
  const { next, schedule, warnMail } = body.settings;
  const settings = parsed({
    key: null,
    discovery: { lists: [page.address], next },
    schedule,
    order: namesIn(body),
    warnMail,
    ...(tools.door.gate.isLoopbackOrigin(new URL(page.address)) && { delayMs: 50 }),
  });
  const version: NewVersion = {
    origin: "labels",
    standing: "confirmed",
    note: `a list of ${learned.found} records on its first page`,
    templates: [{ role: "record", variant: 1, stored: { kind: "list", template, delimiters } }],
  };
  return keepOrBringBack(tools, draft, name, { settings, version });
}

/** Rekey: the draft's pages are the labelled ones from now on. Variant: they are added to those there are. */
async function keepLabels(tools: HarvestTools, draft: Draft): Promise<string> {
  const { body } = draft;
  const source = (await sourceOf(tools.pool, body.sourceId ?? "0")) ?? refuse("not-there", "source");
  const material = await draftMaterial(tools.pool, draft);
  if (material.isKeyLost) return refuse("draft-incomplete", because("key-page-unstored"));
  const learning = await tools.threads.call("learnDraft", material);
  const { links } = await loadTemplates(tools.pool, source);
  const [first, ...others] = labelledOnes(learning.addresses);
  const old = source.settings.key;
  const isVariant = body.mode === "variant" && old !== null;
  if (isVariant && old.address !== body.before?.key?.address) return refuse("draft-incomplete", because("key-changed"));
  const key = isVariant ? { ...old, further: [...old.further, first, ...others] } : { ...first, further: others };
  const list = isVariant ? undefined : await linksOf(tools, draft).catch(() => undefined); // the links as they were learnt stay
  const version = versionOf(learning, material, list && list.length > 0 ? list : links);
  const order = [...new Set([...source.settings.order, ...namesIn(body)])];
  await rekeySource(tools, source, { settings: parsed({ ...source.settings, key, order }), version });
  return source.id;
}

/**
 * The last keeping, as long as it is what the source reads by: after a heal or other labels it can no longer be taken back
 * alone. A new source that was only learnt again from more of its pages still is what was kept.
 */
export async function undoableKeep(db: Db, sourceId: string): Promise<(DraftRow<DraftBody> & { keptAt: Date }) | undefined> {
  const row = await draftKeptAs<unknown>(db, sourceId);
  if (!row?.keptAt) return undefined;
  const { keptAt } = row;
  const { data: body } = DraftBody.safeParse(row.body);
  if (!body) return undefined; // of an older bartree
  const later = (await versionsOf(db, sourceId)).filter(({ madeAt }) => madeAt > keptAt);
  const isReplaced = ({ origin, undoneAt }: VersionRow): boolean =>
    body.mode === "new" ? origin !== "relearnt" : undoneAt === null;
  return later.some(isReplaced) ? undefined : { ...row, body, keptAt };
}

/** A new source is taken out of sight with all it has read; a key or labels give way to those before. */
export async function undoKeep(tools: HarvestTools, source: SourceRow): Promise<string> {
  const row = (await undoableKeep(tools.pool, source.id)) ?? refuse("nothing-to-undo", source.name);
  const { body } = row;
  const now = nowOf(tools);
  await transaction(tools.pool, async (client) => {
    if (body.mode === "new") await hideSource(client, source.id, now);
    else {
      const undone = await undoVersion(client, source.id, source.templateVersion ?? 0, now);
      if (!undone.ok || !body.before) return refuse("nothing-to-undo", source.name);
      const { key, order } = body.before;
      await setSourceSettings(client, source.id, { key, order }, now);
    }
    await setKept(client, row.id, null, now);
  });
  return row.id;
}
