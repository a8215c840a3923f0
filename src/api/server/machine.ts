/** This machine, for the people who keep it. */
import { z } from "zod";
import { Time } from "./common.js";

export const MachineView = z.object({
  version: z.string(),
  node: z.string(),
  database: z.object({ isEmbedded: z.boolean(), version: z.string(), bytes: z.number(), layout: z.int() }),
  listensOn: z.string(),
  publicUrl: z.string().nullable(),
  contact: z.string().nullable(),
  workers: z.array(z.object({ name: z.string(), seenAt: Time })),
  settings: z.array(z.object({ name: z.string(), value: z.string().nullable(), isDefault: z.boolean(), does: z.string() })), // secrets are not among them
});

export type MachineView = z.infer<typeof MachineView>;

export const Health = z.object({ ok: z.boolean() });
export const Readiness = z.object({
  ok: z.boolean(),
  database: z.boolean(),
  migrations: z.boolean(),
  worker: z.boolean(), // one was seen in the last 2 minutes
});
