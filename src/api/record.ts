/** A record as it leaves the store, and what proves its values. */
import { z } from "zod";
import type { WithheldClass as GuardClass } from "../core/guard/guards.js";

export const RecordValues = z.record(z.string(), z.array(z.string()));
export type RecordValues = z.infer<typeof RecordValues>;

/** Of the guards' table: `reason` is its English sentence. Their code writes both, so no schema has to know the classes. */
const WithheldClass = z.string() as unknown as z.ZodType<GuardClass>;
export const WithheldValue = z.object({ class: WithheldClass, reason: z.string() });
export const WithheldValues = z.record(z.string(), WithheldValue);
export type WithheldValues = z.infer<typeof WithheldValues>;

/** Offsets into the decoded page; `value` is an index into the attribute's values. */
export const ProofSpan = z.object({
  value: z.int().min(0),
  start: z.int().min(0),
  end: z.int().min(0),
  htmlAttribute: z.string().optional(),
});
export type ProofSpan = z.infer<typeof ProofSpan>;

export const RecordState = z.enum(["current", "gone", "apart"]);
export type RecordState = z.infer<typeof RecordState>;

/** What becomes of a page in a harvest; every found page has exactly one. */
export const PageOutcome = z.enum(["read", "partly", "withheld", "unchanged", "gone", "skipped", "failed"]);
export type PageOutcome = z.infer<typeof PageOutcome>;

export const HarvestEnding = z.enum(["done", "deferred", "broken", "unreachable", "stopped", "failed"]);
export type HarvestEnding = z.infer<typeof HarvestEnding>;

export const SourceVerdict = z.enum(["same", "changed", "broken", "key-missing", "unreachable", "unrecognised"]);
export type SourceVerdict = z.infer<typeof SourceVerdict>;
