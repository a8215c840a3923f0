/** Webhooks: where programs hear of warnings. */
import { z } from "zod";
import { Id, Time } from "./common.js";

export const HookView = z.object({
  id: Id,
  origin: z.string(), // all that is shown of its address, since the rest may be a secret
  source: z.object({ id: Id, name: z.string() }).nullable(), // null: of all sources
  createdAt: Time,
});
export type HookView = z.infer<typeof HookView>;
export const HooksAnswer = z.object({ hooks: z.array(HookView) });
export const NewHook = z.strictObject({ address: z.string().max(2048), sourceId: Id.nullable().default(null) });
export const HookAdded = z.object({ id: Id, origin: z.string(), secret: z.string() }); // shown once
export const HookTested = z.object({ status: z.int() });
