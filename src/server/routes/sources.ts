import { z } from "zod";
import { refuse } from "../../api/errors.js";
import { saidReason } from "../../api/reasons.js";
import { nextTime } from "../../api/schedule.js";
import { type SourceChange, type SourceView, STATE_GROUPS, STATE_WORDS, type StateWord } from "../../api/server/sources.js";
import { SourceSettings } from "../../api/source.js";
import { answerSource } from "../../harvester/answer/answer.js";
import { undoableKeep, undoKeep } from "../../harvester/draft/keep.js";
import { redoHeal, undoHeal } from "../../harvester/heal/undo-heal.js";
import { attributesOfGroup } from "../../harvester/show/withheld-alike.js";
import { changeSettings } from "../../harvester/warn/change-settings.js";
import { harvestCounts, harvestsOf, openHarvest } from "../../store/harvest.js";
import { pagesOfGroup, withheldGroups } from "../../store/page.js";
import {
  countRecords,
  hiddenSource,
  hiddenSources,
  hideSource,
  lockSource,
  newRecordsByDay,
  renameSource,
  scheduleCheck,
  setSourceState,
  sourceOf,
  unhideSource,
} from "../../store/source.js";
import { hasTemplates, templatesInForce, versionsOf } from "../../store/template.js";
import { transaction } from "../../store/transaction.js";
import { countOfVersion } from "../../store/undo.js";
import { listedSource, workList } from "../../store/work-list.js";
import { DAY_MS } from "../access.js";
import { sendAsset } from "../assets.js";
import { cursorOf, placeOf } from "../cursor.js";
import type { Some } from "../handler.js";
import { neededSource } from "../needed-source.js";
import { attributesOf } from "../present/attributes.js";
import { presentHarvest, presentHead, presentSettings } from "../present/source.js";
import { stampOf } from "../stamp.js";
import type { ServerTools } from "../tools.js";
import { historyRoutes } from "./history.js";

type Names =
  | "sources"
  | "removedSources"
  | "source"
  | "changeSource"
  | "timeline"
  | "check"
  | "versions"
  | "version"
  | "withheld"
  | "answer"
  | "sourceAsset"
  | "sourceStamp"
  | "run"
  | "pause"
  | "resume"
  | "undoHeal"
  | "redoHeal"
  | "undoKeep"
  | "removeSource"
  | "restoreSource";

const Place = z.strictObject({ rank: z.int(), perDay: z.number(), id: z.string().regex(/^\d{1,18}$/) });
const UNDO_DAYS = 7;
const MOST_REMOVED = 200;
const PER_DAY_DAYS = 90;
const HARVESTS = 30;

export function sourceRoutes(tools: ServerTools): Some<Names> {
  const { pool } = tools;

  return {
    ...historyRoutes(tools),

    async sources({ query, now }) {
      const filter = { q: query.q || null, site: query.site || null };
      const words = query.state === undefined ? null : wordsOf(query.state);
      const after = placeOf(query.after, Place);
      const found = await workList(pool, { ...filter, words, after, limit: query.limit + 1 }, now);
      const rows = found.sources;
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const counts = Object.fromEntries(STATE_WORDS.map((word) => [word, found.counts.get(word) ?? 0])) as Record<
        StateWord,
        number
      >;
      return {
        sources: shown.map(presentHead),
        next: rows.length > query.limit && last ? cursorOf({ rank: last.rank, perDay: last.perDay, id: last.id }) : null,
        counts,
        total: (words ?? STATE_WORDS).reduce((sum, word) => sum + counts[word], 0),
      };
    },

    source: ({ params, now }) => sourceView(tools, params.id, now),

    async changeSource({ params, body, now }) {
      const { name, schedule } = body;
      await transaction(pool, async (client) => {
        const source = (await lockSource(client, params.id)) ?? refuse("not-there", "source");
        const settings = changed(source.settings, body);
        if (name !== undefined && !(await renameSource(client, source.id, name, now))) return refuse("source-exists", name);
        await changeSettings(client, source, settings, now);
        if (schedule !== undefined) await scheduleCheck(client, source.id, schedule === null ? null : nextTime(schedule, now));
      });
      return sourceView(tools, params.id, now);
    },

    async withheld({ params }) {
      await neededSource(tools, params.id);
      const groups = await withheldGroups(pool, params.id);
      const shown = await Promise.all(
        groups.map(async ({ group, pages }) => ({
          group,
          attributes: attributesOfGroup(group),
          pages,
          examples: (await pagesOfGroup(pool, params.id, group, 3)).map(({ address, snapshotId }) => ({ address, snapshotId })),
        })),
      );
      return { groups: shown, pages: groups.reduce((sum, { pages }) => sum + pages, 0) };
    },

    async answer({ params, body }) {
      const { address, isNoRecord, labels, absent } = body;
      const isSaid = Object.keys(labels).length + absent.length + Object.keys(body.choose).length > 0;
      if (isNoRecord === isSaid)
        return refuse("request-invalid", "either something is said of the page, or that it is no record");
      const answered = await answerSource(tools, await neededSource(tools, params.id), address, isNoRecord ? "no-record" : body);
      const { gained, changed: other, lost, keptRules, noRecords } = answered;
      return {
        ...answered,
        gained: [...gained],
        changed: [...other],
        lost: [...lost],
        keptRules: [...keptRules],
        noRecords: [...noRecords],
      };
    },

    async sourceAsset({ params, query, request, reply }) {
      const { settings } = await neededSource(tools, params.id);
      const own = settings.key?.address ?? settings.discovery.lists[0] ?? settings.discovery.addresses[0] ?? "";
      return sendAsset(tools, { of: `source ${params.id}`, own, query, request, reply });
    },

    async sourceStamp({ params, query: { others }, request }) {
      await neededSource(tools, params.id);
      return { others, stamp: stampOf(request, { of: `source ${params.id}`, others }) };
    },

    async run({ params, body }) {
      await neededSource(tools, params.id);
      return tools.run(params.id, body);
    },

    pause: ({ params, now }) => setState(tools, params.id, "paused", now),
    resume: ({ params, now }) => setState(tools, params.id, "active", now),

    async undoHeal({ params }) {
      const source = await neededSource(tools, params.id);
      const undone = await undoHeal(tools, source);
      if (!undone.ok) return refuse("nothing-to-undo", source.name);
      return { undone: undone.undone, inForce: undone.inForce, records: undone.records, versions: undone.versions };
    },

    async redoHeal({ params }) {
      const source = await neededSource(tools, params.id);
      const redone = await redoHeal(tools, source);
      if (!redone.ok) return refuse("nothing-to-redo", source.name);
      return { redone: redone.redone, before: redone.before, records: redone.records, versions: redone.versions };
    },

    async undoKeep({ params }) {
      return { draftId: await undoKeep(tools, await neededSource(tools, params.id)) };
    },

    async removeSource({ params, now }) {
      if (!(await hideSource(pool, params.id, now))) return refuse("not-there", "source");
      return removal(now);
    },

    async removedSources() {
      const hidden = await hiddenSources(pool, MOST_REMOVED);
      return { sources: hidden.map(({ id, name, records, removedAt }) => ({ id, name, records, ...removal(removedAt) })) };
    },

    async restoreSource({ params, now }) {
      const hidden = (await hiddenSource(pool, params.id)) ?? refuse("not-there", "removed source");
      if (!(await unhideSource(pool, params.id, now))) return refuse("source-exists", hidden.name);
      return sourceView(tools, params.id, now);
    },
  };
}

const removal = (at: Date) => ({
  removedAt: at.toISOString(),
  undoUntil: new Date(at.getTime() + UNDO_DAYS * DAY_MS).toISOString(),
});

const wordsOf = (state: StateWord | keyof typeof STATE_GROUPS): readonly StateWord[] =>
  state in STATE_GROUPS ? STATE_GROUPS[state as keyof typeof STATE_GROUPS] : [state as StateWord];

async function sourceView(tools: ServerTools, id: string, now: Date): Promise<SourceView> {
  const { pool } = tools;
  const [source, listed] = await Promise.all([sourceOf(pool, id), listedSource(pool, id, now)]);
  if (!source || !listed) return refuse("not-there", "source");
  const [counts, open, harvests, templates, versions, perDay, draft] = await Promise.all([
    countRecords(pool, id),
    openHarvest(pool, id),
    harvestsOf(pool, id, HARVESTS + 1),
    templatesInForce(pool, id),
    versionsOf(pool, id),
    newRecordsByDay(pool, id, new Date(now.getTime() - PER_DAY_DAYS * DAY_MS)),
    undoableKeep(pool, id),
  ]);
  const record = templates.find((each) => each.role === "record");
  const finished = harvests.filter(({ finishedAt }) => finishedAt !== null).slice(0, HARVESTS);
  const inForce = versions.find(({ isInForce }) => isInForce);
  const before = versions.filter(({ version, undoneAt }) => undoneAt === null && version < (inForce?.version ?? 0)).at(-1);
  const newest = versions.at(-1);
  const [last] = finished;
  return {
    ...presentHead({ ...listed, records: counts.current }),
    attributes: record ? attributesOf(record.stored, source.settings.order) : [],
    kind: record?.stored.kind ?? "page",
    templateVersion: source.templateVersion,
    gone: counts.gone,
    apart: counts.apart,
    stateReason: source.stateReason && saidReason(source.stateReason),
    createdAt: source.createdAt.toISOString(),
    running: open
      ? presentHarvest({ ...open, ...(await runningCounts(tools, open.id)) }, (await harvestCounts(pool, open.id)).toVisit)
      : null,
    lastHarvest: last ? presentHarvest(last) : null,
    settings: presentSettings(source.settings),
    perDay,
    harvests: finished.map((harvest) => presentHarvest(harvest)).reverse(),
    undoableKeep: draft && now.getTime() - draft.keptAt.getTime() < DAY_MS ? { draftId: draft.id } : null, // then it is old news
    redoableHeal:
      newest?.origin === "heal" && newest.undoneAt !== null && (await hasTemplates(pool, id, newest.version))
        ? { version: newest.version, records: (await countOfVersion(pool, id, newest.version, true)).records }
        : null,
    undoableHeal:
      inForce?.origin === "heal" && before
        ? { version: inForce.version, back: before.version, ...(await countOfVersion(pool, id, inForce.version)) }
        : null,
  };
}

async function runningCounts({ pool }: ServerTools, harvestId: string) {
  const { toVisit: _, ...counts } = await harvestCounts(pool, harvestId);
  return counts;
}

async function setState(tools: ServerTools, id: string, state: "paused" | "active", now: Date): Promise<SourceView> {
  const source = await neededSource(tools, id);
  await setSourceState(tools.pool, source.id, { state, reason: null }, now);
  return sourceView(tools, source.id, now);
}

function changed(settings: SourceSettings, change: z.output<typeof SourceChange>): SourceSettings {
  const { name: _, lists, next, keep, drop, maxPages, schedule, alarmsOff, warnMail, delayMs, volatile } = change;
  const discovery = { ...settings.discovery, ...given({ lists, next, keep, drop, maxPages }) };
  const own = given({ schedule, alarmsOff, warnMail, delayMs, volatile });
  const { data, error } = SourceSettings.safeParse({ ...settings, discovery, ...own });
  if (data) return data;
  const [issue] = error.issues;
  return refuse("source-invalid", `${issue?.path.map(String).join(".")}: ${issue?.message ?? "it does not fit"}`);
}

const given = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
