/** What needs a person. */
import { z } from "zod";
import { WarningCause } from "../warning-words.js";
import { Cursor, Id, Limit, Time } from "./common.js";

export const WarningView = z.object({
  id: Id,
  source: z.object({ id: Id, name: z.string() }).nullable(),
  cause: WarningCause,
  message: z.string(),
  hint: z.string(),
  times: z.int(),
  openedAt: Time,
  seenAt: Time, // when its cause was last met
  acknowledgedAt: Time.nullable(),
  closedAt: Time.nullable(),
  details: z.record(z.string(), z.unknown()),
  checkId: Id.nullable(), // the check behind it: then and now are there
});
export type WarningView = z.infer<typeof WarningView>;
export const WarningsQuery = z.strictObject({
  state: z.enum(["open", "all"]).default("open"),
  source: Id.optional(),
  after: Cursor.optional(),
  limit: Limit.default(50),
});
export const WarningsAnswer = z.object({
  warnings: z.array(WarningView),
  next: Cursor.nullable(),
  open: z.int(),
  checkedToday: z.int(), // sources checked in the last 24 hours
});
