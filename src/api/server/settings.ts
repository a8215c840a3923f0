/** What a person sets for a source: how its list goes on, when it is visited, whom to tell. */
import { z } from "zod";

/** How a list goes on: rel=next, the text of the link that leads on, or {n} in an address. */
export const NextRule = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("rel") }),
  z.strictObject({ by: z.literal("text"), text: z.string().min(1).max(200) }),
  z.strictObject({
    by: z.literal("number"),
    pattern: z.string().min(1).max(500),
    first: z.int().min(0).default(1),
    step: z.int().min(1).default(1),
  }),
]);
export type NextRule = z.infer<typeof NextRule>;
