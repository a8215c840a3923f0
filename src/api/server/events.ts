/**
 * What the event stream says: which thing changed, never what is in it. Whoever may read the thing asks for it.
 * Each is one `data:` line; `hello` comes first and after every reconnection.
 */
import { z } from "zod";
import { DraftId, Id } from "./common.js";

export const ServerEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hello") }),
  z.object({ kind: z.literal("source"), sourceId: Id }), // its row, state, template or summary
  z.object({ kind: z.literal("check"), sourceId: Id, checkId: Id, verdict: z.string() }),
  z.object({ kind: z.literal("harvest"), sourceId: Id, harvestId: Id, isOver: z.boolean() }),
  z.object({
    kind: z.literal("progress"), // of a running harvest, at most once a second
    sourceId: Id,
    harvestId: Id,
    found: z.int(),
    done: z.int(),
    withheld: z.int(),
    records: z.int(),
  }),
  z.object({ kind: z.literal("warning"), sourceId: Id.nullable(), warningId: Id, openWarnings: z.int() }),
  z.object({ kind: z.literal("draft"), draftId: DraftId, revision: z.int() }),
  z.object({ kind: z.literal("demo") }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
