/** Sources as the work list and their own screens show them. */
import { z } from "zod";
import { ALARMS, Alarm } from "../alarm.js";
import { SaidReason } from "../reasons.js";
import { HarvestEnding, RecordValues, SourceVerdict, WithheldValue } from "../record.js";
import { Schedule } from "../schedule.js";
import { LabelledAddress, SourceName } from "../source.js";
import { MetWarning } from "../warning-words.js";
import { Cursor, Id, Limit, Time } from "./common.js";
import { DelimiterView } from "./drafts.js";
import { ChangeView, InspectionView } from "./measures.js";
import { NextRule } from "./settings.js";

/** In the order of the work list: what needs a person comes first. */
export const STATE_WORDS = [
  "broken",
  "deferred",
  "silent",
  "withholding",
  "unreachable",
  "unrecognised",
  "provisional",
  "unconfirmed",
  "healed",
  "changed",
  "healthy",
  "paused",
] as const;
export const StateWord = z.enum(STATE_WORDS);
export type StateWord = z.infer<typeof StateWord>;

/** needs-you: broken, deferred · want-a-look: the next four · new: the four after those · healthy · paused. */
export const STATE_GROUPS = {
  "needs-you": ["broken", "deferred"],
  "want-a-look": ["silent", "withholding", "unreachable", "unrecognised"],
  recent: ["provisional", "unconfirmed", "healed", "changed"],
  healthy: ["healthy"],
  paused: ["paused"],
} as const satisfies Record<string, readonly StateWord[]>;
export const StateGroup = z.enum(["needs-you", "want-a-look", "recent", "healthy", "paused"]);

/** One check in the sparkline; healed: broken, then healed. */
export const CheckMark = z.enum(["same", "changed", "broken", "healed", "key-missing", "not-reached"]);

export const SourceHead = z.object({
  id: Id,
  name: z.string(),
  site: z.string(), // host, and port where it is an uncommon one
  state: StateWord,
  warning: MetWarning.nullable(), // the newest that is open
  stateReason: SaidReason.nullable(), // why it waits or is paused
  records: z.int(),
  withheld: z.int(), // pages with withheld values
  warnings: z.int(), // open ones
  checkedAt: Time.nullable(),
  nextAt: Time.nullable(),
  newestAt: Time.nullable(), // when its newest record came in
  rhythmDays: z.number().nullable(), // usual days between new records
  checks: z.array(CheckMark).max(30), // oldest first
  isRunning: z.boolean(),
});
export type SourceHead = z.infer<typeof SourceHead>;

export const SourcesQuery = z.strictObject({
  state: StateWord.or(StateGroup).optional(),
  q: z.string().trim().max(200).optional(), // in name and site
  site: z.string().trim().max(300).optional(),
  after: Cursor.optional(),
  limit: Limit.default(50),
});
export const SourcesAnswer = z.object({
  sources: z.array(SourceHead),
  next: Cursor.nullable(),
  counts: z.record(StateWord, z.int()), // of all that fit q and site, whatever the state asked for
  total: z.int(),
});

export const HarvestView = z.object({
  id: Id,
  isFromSnapshots: z.boolean(),
  templateVersion: z.int().nullable(),
  startedAt: Time,
  finishedAt: Time.nullable(), // null: it runs
  ending: HarvestEnding.nullable(),
  note: SaidReason.nullable(), // why it ended so
  found: z.int(),
  toVisit: z.int(), // still, of those found
  read: z.int(),
  partly: z.int(),
  withheld: z.int(),
  unchanged: z.int(),
  gone: z.int(),
  skipped: z.int(),
  failed: z.int(),
});
export type HarvestView = z.infer<typeof HarvestView>;

export const SourceSettingsView = z.object({
  keyAddress: z.string().nullable(),
  lists: z.array(z.string()),
  sitemaps: z.array(z.string()),
  addresses: z.int(), // named one by one
  next: NextRule.nullable(),
  depth: z.int(),
  keep: z.array(z.string()),
  drop: z.array(z.string()),
  dropParameters: z.array(z.string()),
  maxPages: z.int(),
  schedule: Schedule.nullable(),
  alarmsOff: z.array(Alarm),
  warnMail: z.string().nullable(), // who is told of its warnings
  delayMs: z.int().nullable(), // null: the usual one
  render: z.boolean(),
  volatile: z.array(z.string()),
  headers: z.array(z.string()), // names only: their values are secrets
  cookies: z.array(z.string()),
  secretsFor: z.string().nullable(), // the origin that gets them
});

/** Fields that are left out stay as they are. */
export const SourceChange = z.strictObject({
  name: SourceName.optional(),
  lists: z.array(z.string().max(2048)).max(100).optional(),
  next: NextRule.nullable().optional(),
  keep: z.array(z.string().min(1).max(500)).max(100).optional(),
  drop: z.array(z.string().min(1).max(500)).max(100).optional(),
  maxPages: z.int().min(1).max(1_000_000).optional(),
  schedule: Schedule.nullable().optional(),
  alarmsOff: z.array(Alarm).max(ALARMS.length).optional(),
  warnMail: z.email("it is no mail address").max(200).nullable().optional(),
  delayMs: z.int().min(0).max(60_000).nullable().optional(),
  volatile: z.array(z.string()).max(50).optional(),
});

export const SourceView = SourceHead.extend({
  attributes: z.array(z.string()),
  kind: z.enum(["page", "list"]), // final pages, or lists that hold the records whole
  templateVersion: z.int().nullable(),
  gone: z.int(), // records no longer at the source
  apart: z.int(), // records kept apart until their template is confirmed
  createdAt: Time,
  running: HarvestView.nullable(),
  lastHarvest: HarvestView.nullable(),
  settings: SourceSettingsView,
  perDay: z.array(z.object({ day: z.iso.date(), records: z.int() })), // new records, the last 90 days that have any
  harvests: z.array(HarvestView), // the last 30 finished, oldest first: proved, empty and withheld over time
  undoableKeep: z.object({ draftId: z.string() }).nullable(),
  redoableHeal: z.object({ version: z.int(), records: z.int() }).nullable(), // undone, and nothing was learnt since
  undoableHeal: z.object({ version: z.int(), records: z.int(), versions: z.int(), back: z.int() }).nullable(), // what undoing takes back
});
export type SourceView = z.infer<typeof SourceView>;

export const CheckHead = z.object({
  id: Id,
  checkedAt: Time,
  address: z.string(),
  templateVersion: z.int().nullable(),
  verdict: SourceVerdict,
  reason: SaidReason.nullable(),
  harvestId: Id.nullable(),
});

/** Equal neighbours fold into one entry: `times` checks that said the same, the oldest at `since`. */
export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("check"), at: Time, check: CheckHead, times: z.int().min(1), since: Time }),
  z.object({ kind: z.literal("harvest"), at: Time, harvest: HarvestView, times: z.int().min(1), since: Time }),
  z.object({
    kind: z.literal("version"),
    at: Time,
    version: z.int(),
    origin: z.enum(["labels", "relearnt", "heal", "again", "import"]),
    standing: z.enum(["confirmed", "provisional", "unconfirmed"]),
    note: z.string().nullable(),
    undoneAt: Time.nullable(),
  }),
]);
export const TimelineQuery = z.strictObject({ after: Cursor.optional(), limit: Limit.max(50).default(50) });
export const TimelineAnswer = z.object({ entries: z.array(TimelineEntry), next: Cursor.nullable() });

export const CheckParams = z.strictObject({ id: Id, check: Id });
/** One check with the measures then and now, of the same region. */
export const CheckAnswer = z.object({
  check: CheckHead,
  change: ChangeView,
  was: z.object({ snapshotId: Id, at: Time, inspection: InspectionView }).nullable(),
  now: z.object({ snapshotId: Id, at: Time, inspection: InspectionView }).nullable(),
  healedBy: z.int().nullable(), // template version that answered it
});

export const KnownRecordView = z.object({
  recordId: Id.nullable(),
  title: z.string(),
  address: z.string().nullable(),
  outcome: z.enum(["exact", "contradicts", "not-displayed"]),
  isKey: z.boolean(),
  known: RecordValues, // only what differs, where it contradicts
  read: RecordValues,
});

export type KnownRecordView = z.infer<typeof KnownRecordView>;

export const VersionView = z.object({
  version: z.int(),
  origin: z.enum(["labels", "relearnt", "heal", "again", "import"]),
  standing: z.enum(["confirmed", "provisional", "unconfirmed"]),
  note: z.string().nullable(),
  madeAt: Time,
  undoneAt: Time.nullable(),
  isInForce: z.boolean(),
});
export const VersionsAnswer = z.object({ versions: z.array(VersionView) });
export const VersionParams = z.strictObject({ id: Id, version: z.coerce.number().int().min(1) });
export const VersionAnswer = VersionView.extend({
  attributes: z.array(z.string()),
  delimiters: z.array(DelimiterView),
  measures: z.unknown().nullable(), // of the key page, as the template keeps them
  key: RecordValues, // the record the source is checked by
  known: z.array(KnownRecordView), // what the known records said when it was healed
  checkId: Id.nullable(), // the check that led to it
  template: z.string(), // the template file
});

export const WithheldGroupView = z.object({
  group: z.string(),
  attributes: z.array(WithheldValue.extend({ name: z.string() })),
  pages: z.int(),
  examples: z.array(z.object({ address: z.string(), snapshotId: Id.nullable() })).max(3),
});
export const WithheldAnswer = z.object({ groups: z.array(WithheldGroupView), pages: z.int() });

/** One more answer about one page; what was said before stays. */
export const AnswerInput = LabelledAddress.omit({ region: true }).extend({
  isNoRecord: z
    .boolean()
    .default(false)
    .describe("the page is no record, and pages built like it are none; it has no labels then"),
});
const DifferingView = z.object({ attribute: z.string(), pages: z.int(), example: z.string() });
export const AnswerAnswer = z.object({
  version: z.int(), // in force
  address: z.string(),
  known: z.int(), // stored pages that were read before and after
  gained: z.array(DifferingView),
  changed: z.array(DifferingView),
  lost: z.array(DifferingView), // read before, and withheld now
  keptRules: z.array(z.string()), // attributes of which the rules of before stay too
  noRecords: z.array(z.string()), // pages that are records no more
});

export const RunInput = z.strictObject({ isFromSnapshots: z.boolean().default(false) });
export const RunAnswer = z.object({ isQueued: z.boolean(), isRunning: z.boolean() });
export const HealRedoneView = z.object({ redone: z.int(), before: z.int(), records: z.int(), versions: z.int() });
export const HealUndoneView = z.object({ undone: z.int(), inForce: z.int(), records: z.int(), versions: z.int() });
export const SourceKept = z.object({ sourceId: Id });
export const SourceUndone = z.object({ draftId: z.string() });
export const Removed = z.object({ removedAt: Time, undoUntil: Time });

/** Those that can still be brought back, the last removed first. */
export const RemovedSources = z.object({
  sources: z.array(Removed.extend({ id: Id, name: z.string(), records: z.int() })),
});
