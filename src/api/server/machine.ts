/** This machine, for the people who keep it. */
import { z } from "zod";
import type { SettingName } from "../settings.js";
import { Time } from "./common.js";

/** What `bartree verify` came to when it last looked at all values. */
const VerifiedView = z.object({
  at: Time,
  values: z.int(), // held against their stored pages
  false: z.int(), // of those: not what stands there
  unchecked: z.int(), // looking at their page took too long, or failed
});

export const MachineView = z.object({
  version: z.string(),
  node: z.string(),
  database: z.object({ isEmbedded: z.boolean(), version: z.string(), bytes: z.number(), schemaVersion: z.int() }),
  listensOn: z.string(),
  publicUrl: z.string().nullable(),
  contact: z.string().nullable(),
  verified: VerifiedView.nullable(), // null: never
  workers: z.array(z.object({ name: z.string(), seenAt: Time })),
  settings: z.array(
    z.object({
      name: z.string() as unknown as z.ZodType<SettingName>,
      value: z.string().nullable(),
      isDefault: z.boolean(),
      does: z.string(),
    }),
  ), // secrets are not among them
});

export type MachineView = z.infer<typeof MachineView>;

export const Health = z.object({ ok: z.boolean() });
export const Readiness = z.object({
  ok: z.boolean(),
  database: z.boolean(),
  migrations: z.boolean(),
  worker: z.boolean(), // one was seen in the last 2 minutes
});
