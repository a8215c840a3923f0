/** Records: search, one record, its history, and the proof of every value. */
import { z } from "zod";
import { ProofSpan, RecordState, RecordValues, WithheldValues } from "../record.js";
import { CappedCount, Cursor, Id, Limit, Time } from "./common.js";

const filters = {
  q: z.string().trim().max(400).optional(), // words that all must be there
  source: Id.optional(),
  state: z.enum(["current", "gone", "any"]).default("current"),
  since: Time.or(z.iso.date()).optional(), // changed then or later
  until: Time.or(z.iso.date()).optional(), // changed before then
};
export const RecordsQuery = z.strictObject({
  ...filters,
  order: z.enum(["newest", "rank"]).default("newest"), // rank needs q
  after: Cursor.optional(),
  limit: Limit.default(50),
});
export const ExportQuery = z.strictObject({
  ...filters,
  format: z.enum(["csv", "jsonl"]).default("csv"),
  raw: z.enum(["yes", "no"]).default("no"), // csv: what a spreadsheet would take for a formula gets an apostrophe unless yes
});

export const RecordHead = z.object({
  id: Id,
  source: z.object({ id: Id, name: z.string() }),
  address: z.string().nullable(), // of the page it stands on
  state: RecordState,
  title: z.string(), // the value to call it by: title, name, or its first one
  values: RecordValues,
  withheld: WithheldValues,
  isProvisional: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
});
export type RecordHead = z.infer<typeof RecordHead>;
export const RecordsAnswer = z.object({
  records: z.array(RecordHead),
  next: Cursor.nullable(),
  count: CappedCount.nullable(), // null on further pages: it was said on the first
  isRankedPart: z.boolean(), // only the first 10,000 matches were ranked
});

/** Where a value's characters are. */
export const ProofHead = z.object({
  attribute: z.string(),
  version: z.int(), // of the record, that read it
  readAt: Time,
  snapshotId: Id.nullable(), // null: the page was removed on request
  digest: z.string().nullable(), // of its bytes, sha256
  droppedAt: Time.nullable(), // its bytes made way then, as BARTREE_SNAPSHOT_DAYS says
  templateVersion: z.int(),
  spans: z.array(ProofSpan),
});
export const RecordView = RecordHead.extend({
  identity: z.string(),
  version: z.int().nullable(),
  versions: z.int(),
  proofs: z.array(ProofHead),
});
export type RecordView = z.infer<typeof RecordView>;

export const RecordVersionView = z.object({
  number: z.int(),
  kind: z.enum(["read", "gone"]),
  values: RecordValues,
  withheld: WithheldValues,
  templateVersion: z.int().nullable(),
  readAt: Time,
  isApart: z.boolean(),
  undoneAt: Time.nullable(),
  snapshotId: Id.nullable(),
  digest: z.string().nullable(),
  droppedAt: Time.nullable(), // of the page it was read from
});
export const RecordVersionsAnswer = z.object({ versions: z.array(RecordVersionView) }); // the newest first

const MOST_VERSIONS = 2 ** 31 - 1; // what the database counts them in

export const ProofQuery = z.strictObject({
  attribute: z.string().max(64),
  version: z.coerce.number().int().min(1).max(MOST_VERSIONS).optional(), // of the record; without: the current one
});
export const ProofAnswer = ProofHead.extend({
  values: z.array(z.string()),
  address: z.string().nullable(),
  charset: z.string(),
  html: z.string().nullable(), // the stored page, decoded; null: removed on request, or dropped
  lines: z.array(z.object({ start: z.int(), html: z.string() })), // the line of HTML around each span, and where it begins
  agreed: z.array(z.string()), // kinds of rules that point at it
  isProved: z.boolean(), // looked at now: the characters at the spans are the value
});
