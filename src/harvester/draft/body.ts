/** What of a draft is stored: what a person said, and what was found out meanwhile. All else is made from it anew. */

import { z } from "zod";
import { Reason } from "../../api/reasons.js";
import { RecordValues } from "../../api/record.js";
import { Schedule } from "../../api/schedule.js";
import { LabelledPageInput } from "../../api/server/drafts.js";
import { NextRule } from "../../api/server/settings.js";
import { SourceSettings } from "../../api/source.js";

export const DraftBody = z.object({
  version: z.literal(1),
  mode: z.enum(["new", "rekey", "variant"]),
  sourceId: z.string().nullable(),
  group: z.string().nullable(),
  edits: z.int().min(0), // a person's changes, counted
  pages: z.array(LabelledPageInput).min(1),
  records: z.array(z.record(z.string(), z.string())), // neighbours on a list page that holds its records whole
  guide: RecordValues,
  siblings: z.object({ state: z.enum(["waiting", "looking", "reading", "done", "none"]), note: Reason.nullable() }),
  settings: z.object({
    name: z.string(),
    listAddress: z.string().nullable(),
    isListProposed: z.boolean(),
    next: NextRule.nullable(),
    schedule: Schedule.nullable(),
    warnMail: z.string().nullable(),
  }),
  before: SourceSettings.nullable(), // of the source, for rekey and variant: what keeping it replaces
});
export type DraftBody = z.infer<typeof DraftBody>;
export type LabelledPageOfDraft = DraftBody["pages"][number];
