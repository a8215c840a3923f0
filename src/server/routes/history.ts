import { z } from "zod";
import { refuse } from "../../api/errors.js";
import { type Reason, saidReason } from "../../api/reasons.js";
import type { KnownRecordView } from "../../api/server/sources.js";
import { templateText } from "../../api/template.js";
import type { KeyedTemplate } from "../../core/check.js";
import { delimiterTable } from "../../core/index.js";
import { pageBytes } from "../../harvester/read/page-bytes.js";
import { storedPage } from "../../harvester/read/stored-page.js";
import { templatesOf, versionDetails, versionsOf } from "../../store/template.js";
import {
  type CheckOfSource,
  checkBefore,
  checkOf,
  checksByIds,
  checkThatLedTo,
  harvestsByIds,
  type Moment,
  moments,
  versionAfter,
} from "../../store/timeline.js";
import { cursorOf, placeOf } from "../cursor.js";
import type { Some } from "../handler.js";
import { neededSource } from "../needed-source.js";
import { attributesOf } from "../present/attributes.js";
import { presentInspection } from "../present/inspection.js";
import { presentHarvest } from "../present/source.js";
import type { ServerTools } from "../tools.js";

const Place = z.string().regex(/^\S{20,40} \d \d{1,18}$/);
const MOST_ROWS = 400; // equal neighbours fold into few entries

export function historyRoutes(tools: ServerTools): Some<"timeline" | "check" | "versions" | "version"> {
  const { pool } = tools;

  return {
    async timeline({ params, query }) {
      await neededSource(tools, params.id);
      const rows = await moments(pool, params.id, placeOf(query.after, Place), MOST_ROWS + 1);
      const ids = (kind: Moment["kind"]): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id);
      const [checks, harvests, versions] = await Promise.all([
        checksByIds(pool, ids("check")),
        harvestsByIds(pool, ids("harvest")),
        versionsOf(pool, params.id),
      ]);
      const entries = fold(rows.slice(0, MOST_ROWS), {
        check: new Map(checks.map((check) => [check.id, presentCheck(check)])),
        harvest: new Map(harvests.map((harvest) => [harvest.id, presentHarvest(harvest)])),
        version: new Map(versions.map((version) => [String(version.version), presentVersion(version)])),
        times: new Map(checks.map(({ id, times }) => [id, times])),
      });
      const shown = entries.slice(0, query.limit);
      const last = shown.at(-1);
      const isMore = entries.length > query.limit || rows.length > MOST_ROWS;
      return { entries: shown.map(({ entry }) => entry), next: isMore && last ? cursorOf(last.cursor) : null };
    },

    async check({ params }) {
      const source = await neededSource(tools, params.id);
      const check = (await checkOf(pool, source.id, params.check)) ?? refuse("not-there", "check");
      const before = await checkBefore(pool, source.id, check);
      const template = await templateOf(tools, source.id, check.templateVersion ?? source.templateVersion);
      return {
        check: presentCheck(check),
        change: changeOf(check),
        was: before ? await measured(tools, before, template) : null,
        now: await measured(tools, check, template),
        healedBy: await versionAfter(pool, source.id, check),
      };
    },

    async versions({ params }) {
      await neededSource(tools, params.id);
      return { versions: (await versionsOf(pool, params.id)).map(presentVersion).reverse() };
    },

    async version({ params }) {
      const { settings } = await neededSource(tools, params.id);
      const version = (await versionsOf(pool, params.id)).find((each) => each.version === params.version);
      const record = (await templatesOf(pool, params.id, params.version)).find((each) => each.role === "record");
      if (!version || !record) return refuse("not-there", "template version");
      const { stored } = record;
      const isPage = stored.kind === "page";
      const details = await versionDetails(pool, params.id, params.version);
      const mutable = (values: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
        Object.fromEntries(Object.entries(values).map(([name, texts]) => [name, [...texts]]));
      return {
        ...presentVersion(version),
        attributes: attributesOf(stored, settings.order),
        delimiters: structuredClone(isPage ? delimiterTable(stored.template) : stored.delimiters) as never, // readonly in core, plain here
        measures: isPage ? stored.template.key.measures : null,
        key: isPage ? mutable(stored.template.key.record) : {},
        known: (details.known ?? []) as KnownRecordView[],
        checkId: version.origin === "heal" ? await checkThatLedTo(pool, params.id, version.madeAt) : null,
        template: templateText(stored),
      };
    },
  };
}

type Presented<Kind extends Moment["kind"]> = ReturnType<
  { check: typeof presentCheck; harvest: typeof presentHarvest; version: typeof presentVersion }[Kind]
>;
type Entry =
  | { kind: "check"; at: string; check: Presented<"check">; times: number; since: string }
  | { kind: "harvest"; at: string; harvest: Presented<"harvest">; times: number; since: string }
  | ({ kind: "version"; at: string } & Omit<Presented<"version">, "madeAt" | "isInForce">);

/** Neighbours that say the same become one entry; nothing stands between them. */
function fold(
  rows: readonly Moment[],
  known: { readonly [Kind in Moment["kind"]]: ReadonlyMap<string, Presented<Kind>> } & {
    readonly times: ReadonlyMap<string, number>; // of checks that stand for a day
  },
): { entry: Entry; cursor: string }[] {
  const folded: { entry: Entry; cursor: string; likeness: string }[] = [];
  for (const { kind, id, at, cursor } of rows) {
    const time = at.toISOString();
    const entry = entryOf(kind, id, time);
    if (!entry) continue;
    const likeness = likenessOf(entry);
    const alike = folded.slice(-2).find((each) => each.likeness === likeness && likeness !== "");
    if (alike && "times" in alike.entry && "times" in entry) {
      alike.entry.times += entry.times;
      alike.entry.since = time;
      if (alike.entry.kind === "check" && entry.kind === "check" && likeness.startsWith("missing"))
        alike.entry.check = entry.check; // the key itself is looked for before all others
      for (const each of folded.slice(-2)) each.cursor = cursor;
    } else folded.push({ entry, cursor, likeness });
  }
  return folded;

  function entryOf(kind: Moment["kind"], id: string, at: string): Entry | undefined {
    if (kind === "check") {
      const check = known.check.get(id);
      return check && { kind, at, check, times: known.times.get(id) ?? 1, since: at };
    }
    if (kind === "harvest") {
      const harvest = known.harvest.get(id);
      return harvest && { kind, at, harvest, times: 1, since: at };
    }
    const version = known.version.get(id);
    if (!version) return undefined;
    const { madeAt: _, isInForce: _inForce, ...rest } = version;
    return { kind, at, ...rest };
  }
}

/** Only what went well and brought nothing folds. */
function likenessOf(entry: Entry): string {
  if (entry.kind === "check") {
    const { verdict, templateVersion, harvestId } = entry.check;
    if (verdict === "same") return `check ${templateVersion}`;
    return verdict === "key-missing" ? `missing ${harvestId}` : ""; // one harvest looks for every known record
  }
  if (entry.kind === "harvest") {
    const { ending, found, unchanged } = entry.harvest;
    return ending === "done" && found === unchanged ? `harvest ${found}` : "";
  }
  return "";
}

function presentCheck({ id, checkedAt, address, templateVersion, verdict, details, harvestId }: CheckOfSource) {
  const reason = details.reason ? saidReason(details.reason as Reason) : null; // as the harvester wrote it
  return { id, checkedAt: checkedAt.toISOString(), address, templateVersion, verdict, reason, harvestId };
}

function presentVersion({
  version,
  origin,
  standing,
  note,
  madeAt,
  undoneAt,
  isInForce,
}: Awaited<ReturnType<typeof versionsOf>>[number]) {
  return { version, origin, standing, note, madeAt: madeAt.toISOString(), undoneAt: undoneAt?.toISOString() ?? null, isInForce };
}

function changeOf({ verdict, details }: CheckOfSource) {
  return {
    verdict,
    sets: details.sets ?? null,
    case: details.case ?? null,
    at: details.at ?? null,
    reading: details.reading ?? {},
    reason: details.reason ? saidReason(details.reason as Reason) : null,
  } as never; // as the harvester wrote it; the answer's schema looks at it
}

/** By which both pages are measured: as a check does it, around its values where they stand now, edited ones too. */
async function templateOf({ pool }: ServerTools, sourceId: string, version: number | null): Promise<KeyedTemplate | undefined> {
  if (version === null) return undefined;
  const record = (await templatesOf(pool, sourceId, version)).find((each) => each.role === "record");
  return record?.stored.kind === "page" ? record.stored.template : undefined;
}

async function measured({ pool, threads }: ServerTools, check: CheckOfSource, template: KeyedTemplate | undefined) {
  const page = await storedPage(pool, check);
  if (!page || check.snapshotId === null || !template) return null;
  const inspection = presentInspection(await threads.call("inspectChecked", { page: pageBytes(page), template }));
  return { snapshotId: check.snapshotId, at: check.checkedAt.toISOString(), inspection };
}
