/**
 * A draft: a source being set up, a source getting a new key, or one page of a withheld group being labelled.
 *
 * It saves itself at every step. `revision` counts its changes: whoever changes it says which one they saw, so two tabs
 * never overwrite each other unseen.
 */
import { z } from "zod";
import type { RejectedClass as GroupClass } from "../../core/guard/list-groups.js";
import { ErrorReport } from "../errors.js";
import { SaidReason } from "../reasons.js";
import { RecordValues, WithheldValue } from "../record.js";
import { AttributeName } from "../records.js";
import { Schedule } from "../schedule.js";
import { DraftId, Id, SpanView, Time } from "./common.js";
import { LocatedView } from "./located.js";
import { NextRule } from "./settings.js";

const Address = z.string().trim().min(1).max(2048);
const RejectedClass = z.string() as unknown as z.ZodType<GroupClass>; // the core's own; no schema has to know them

export const ValueKind = z.enum(["one", "many", "link", "image", "date", "number", "paragraphs"]);
export type ValueKind = z.infer<typeof ValueKind>;

export const NewDraft = z.strictObject({ address: Address });
export const UploadQuery = z.strictObject({ address: Address }); // of the page, for its links; its bytes are the body
export const NewSourceDraft = z.strictObject({
  mode: z.enum(["rekey", "variant"]),
  address: Address.optional(), // of the page to label; without: one that its list shows now, or one of the group
  group: z.string().max(8000).optional(), // of withheld pages
});

/** A label as a person gives it: texts of one attribute, each with which of its places is meant where there are several. */
export const LabelInput = z.strictObject({
  name: AttributeName,
  kind: ValueKind,
  texts: z
    .array(z.strictObject({ text: z.string().max(100_000), place: z.int().min(1).max(500).nullable().default(null) }))
    .min(1)
    .max(50),
});
export type LabelInput = z.infer<typeof LabelInput>;

export const LabelledPageInput = z.strictObject({
  address: Address, // the draft's own page first, then siblings that were labelled in place
  region: z.string().max(100_000).nullable().default(null),
  labels: z.array(LabelInput).max(50),
  absent: z.array(AttributeName).max(50).default([]), // not on this page
});
export const LabelsInput = z.strictObject({
  revision: z.int().min(0),
  pages: z.array(LabelledPageInput).min(1).max(11),
});
export type LabelsInput = z.infer<typeof LabelsInput>;

/** Fields that are left out stay as they are. */
export const DraftSettingsInput = z.strictObject({
  revision: z.int().min(0),
  name: z.string().trim().max(100).optional(),
  listAddress: Address.nullable().optional(),
  next: NextRule.nullable().optional(),
  schedule: Schedule.nullable().optional(),
  warnMail: z.email("it is no mail address").max(200).nullable().optional(),
});

/** Who says which revision they saw keeps that one or none; without a word the newest is kept. */
export const KeepInput = z.strictObject({ revision: z.int().min(0).optional() }).nullish();

/** Two neighbouring records of a list page that holds its records whole. */
export const ListLabelsInput = z.strictObject({
  revision: z.int().min(0),
  records: z.array(z.record(AttributeName, z.string().max(100_000))).max(10),
});

export const LocateInput = z.strictObject({
  address: Address.optional(), // of a page of the draft; without: its own
  text: z.string().max(100_000),
  place: z.int().min(1).max(500).nullable().default(null),
});
/** What a text is, before it is a label: where it stands, and what it might be called. */
export const LocateAnswer = z.object({
  located: LocatedView,
  proposal: z.object({ name: z.string(), kind: ValueKind, because: z.enum(["text-before", "own-tags", "look", "none"]) }),
  texts: z.int().min(1), // lines that are pasted at once: one value, or the whole record?
});

export const LabelView = LabelInput.extend({
  htmlAttribute: z.string().nullable(), // where the value stands in an HTML attribute: href, src
  located: z.array(LocatedView), // per text
  state: z.enum(["learnt", "unsettled", "not-found", "unread"]), // unread: no rule reads it on its own page
  note: SaidReason.nullable(), // why it is not learnt
});
export type LabelView = z.infer<typeof LabelView>;

export const DraftPageHead = z.object({
  address: z.string(),
  snapshotId: Id,
  title: z.string(),
  language: z.string().nullable(),
  charset: z.string(),
  fetchedAt: Time,
  isUpload: z.boolean(),
  isRendered: z.boolean(),
});

export const LabelledPageView = z.object({
  page: DraftPageHead,
  region: z.string().nullable(),
  labels: z.array(LabelView),
  absent: z.array(z.string()),
});

/** A value that the page names itself, or that known surroundings point at; it counts only when a person takes it. */
export const Suggestion = z.object({
  name: z.string(),
  kind: ValueKind,
  texts: z.array(z.string()),
  from: z.enum(["citation", "dublin-core", "open-graph", "json-ld", "template"]),
  tag: z.string(), // such as citation_title
});
export type Suggestion = z.infer<typeof Suggestion>;

export const Cell = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("value"),
    texts: z.array(z.string()),
    spans: z.array(SpanView.extend({ value: z.int().min(0), htmlAttribute: z.string().optional() })),
    isLabelled: z.boolean(), // said by a person on this page
  }),
  z.object({ kind: z.literal("empty") }),
  WithheldValue.extend({ kind: z.literal("withheld") }),
]);
export type Cell = z.infer<typeof Cell>;

export const SiblingRow = z.object({
  address: z.string(),
  state: z.enum(["waiting", "reading", "read", "failed"]),
  reason: SaidReason.nullable(), // why it failed
  snapshotId: Id.nullable(),
  title: z.string(),
  cells: z.record(z.string(), Cell), // by attribute; empty until it is read
});
export type SiblingRow = z.infer<typeof SiblingRow>;

/** proved + empty + withheld = places = attributes × pages read; guessed is always 0, and shown. */
export const CellCounts = z.object({
  places: z.int(),
  proved: z.int(),
  empty: z.int(),
  withheld: z.int(),
  guessed: z.literal(0),
});

export const DelimiterView = z.object({
  attribute: z.string(),
  values: z.array(z.int()),
  upper: z.object({ text: z.string(), tags: z.string() }),
  lower: z.object({ text: z.string(), tags: z.string() }),
});

export const ListView = z.object({
  records: z.array(z.record(z.string(), z.string())),
  found: z.int(), // groups built alike on the page
  rejected: z.int(), // groups that do not fit
  unfit: z.array(z.object({ class: RejectedClass, reason: z.string(), spans: z.array(SpanView) })), // the first of them
  read: z.array(z.object({ values: z.record(z.string(), z.string()), link: z.string().nullable(), spans: z.array(SpanView) })), // the first of them
  fault: ErrorReport.nullable(), // why nothing could be learnt
});

export const DraftView = z.object({
  id: DraftId,
  mode: z.enum(["new", "rekey", "variant"]),
  source: z.object({ id: Id, name: z.string() }).nullable(), // of rekey and variant
  group: z.string().nullable(),
  revision: z.int(),
  pages: z.array(LabelledPageView).min(1), // its own page first
  guide: RecordValues, // the old labels, in rekey and variant
  suggestions: z.array(Suggestion),
  learning: z.object({
    isLearnt: z.boolean(), // a template was learnt, so the cells below are its
    standing: z.enum(["confirmed", "provisional"]), // provisional: too few other pages
    note: SaidReason.nullable(),
    delimiters: z.array(DelimiterView),
  }),
  siblings: z.object({
    state: z.enum(["waiting", "looking", "reading", "done", "none"]), // waiting: fewer than 2 labels; looking: for a list
    rows: z.array(SiblingRow),
    counts: CellCounts,
    note: SaidReason.nullable(), // what the last labels changed, or why there are no others
  }),
  list: ListView.nullable(), // where the page is a list that holds the records whole
  settings: z.object({
    name: z.string(),
    listAddress: z.string().nullable(),
    isListProposed: z.boolean(), // found by us, not said by a person
    next: NextRule.nullable(),
    nextNote: SaidReason.nullable(), // how the list goes on
    schedule: Schedule.nullable(), // null: only on request
    warnMail: z.string().nullable(),
  }),
  kept: z.object({ sourceId: Id, at: Time }).nullable(),
  updatedAt: Time,
});
export type DraftView = z.infer<typeof DraftView>;

/** For the list of unfinished work. */
export const DraftHead = z.object({
  id: DraftId,
  mode: DraftView.shape.mode,
  address: z.string(),
  name: z.string(),
  labels: z.int(),
  updatedAt: Time,
});
export const DraftHeads = z.object({ drafts: z.array(DraftHead) });

export const PageTextQuery = z.strictObject({ address: Address.optional() }); // of a page of the draft; without: its own
/** A page's decoded text, for the frame: spans count in it. It is foreign and hostile until proved otherwise. */
export const PageText = z.object({
  address: z.string(),
  snapshotId: Id,
  html: z.string(),
  charset: z.string(),
  fetchedAt: Time,
  digest: z.string(),
  isRendered: z.boolean(),
});
export type PageText = z.infer<typeof PageText>;

export const AssetQuery = z.strictObject({
  address: z.string().min(1).max(4096),
  others: z.enum(["yes", "no"]).default("no"), // “Fetch the rest of its look”: from other sites too
  stamp: z.string().max(100).optional(), // needed with a session's cookie, which goes along with whatever a shown page asks for
});

export const StampQuery = AssetQuery.pick({ others: true });

/** What makes an address of an asset ours: a page that is shown can write all of it but this. */
export const StampView = z.object({ others: z.enum(["yes", "no"]), stamp: z.string() });

export const InspectQuery = z.strictObject({
  address: Address.optional(),
  region: z.string().max(8000).optional(), // without: the region, or all labels together
});
