/** What people and programs are told of warnings: the body of a webhook; a mail says the same in words. */
import { z } from "zod";
import { Id, Time } from "./server/common.js";

export const ToldWarning = z.object({
  id: Id,
  source: z.object({ id: Id, name: z.string() }).nullable(), // null: about this machine
  cause: z.string(),
  message: z.string(),
  hint: z.string().describe("what to do"),
  times: z.int().describe("how often the cause was met"),
  openedAt: Time,
  seenAt: Time,
  closedAt: Time.nullable(),
  was: z.string().nullable().describe("the region as it was displayed when all was well"),
  now: z.string().nullable().describe("the region as it is displayed now, or what the page displays instead"),
  link: z.string().nullable(), // null without BARTREE_PUBLIC_URL
});
export type ToldWarning = z.infer<typeof ToldWarning>;

export const Digest = z.object({
  since: Time,
  until: Time,
  sources: z.int().describe("that were checked"),
  harvests: z.int(),
  added: z.int().describe("new records"),
  changed: z.int().describe("changed ones"),
  healed: z.int().describe("redesigns that were healed"),
  opened: z.int().describe("new warnings"),
  closed: z.int().describe("warnings whose cause is gone"),
  open: z.int().describe("warnings that are open now"),
});
export type Digest = z.infer<typeof Digest>;

export const Message = z.object({
  version: z.literal(1),
  id: z.uuid().describe("the same if it is sent again"),
  kind: z.enum(["opened", "repeated", "closed", "digest", "test"]),
  madeAt: Time,
  warnings: z.array(ToldWarning),
  more: z.int().describe("warnings that are not listed"),
  digest: Digest.nullable(),
});
export type Message = z.infer<typeof Message>;
