/** The bundled site and what can be done to it. */
import { z } from "zod";

export const DemoView = z.object({
  isOpen: z.boolean(),
  origin: z.string().nullable(),
  sites: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      pageAddress: z.string(),
      listAddress: z.string(),
      design: z.enum(["old", "new"]),
      removed: z.int(), // articles taken away
    }),
  ),
});
export type DemoView = z.infer<typeof DemoView>;
export type DemoAct = z.infer<typeof DemoAct>;
export const DemoAct = z.strictObject({
  site: z.string().max(40),
  act: z.enum(["redesign", "remove", "remove-all", "replace", "restore"]), // remove: the article that is the key; replace: all of them by others
});
