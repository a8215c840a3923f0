/** What all nouns of the API share. */
import { z } from "zod";

export const Id = z.string().regex(/^[1-9]\d{0,17}$/, "it is no id");
export const DraftId = z.uuid("it is no id of a draft");
export const Time = z.iso.datetime({ offset: true });

export const IdParams = z.strictObject({ id: Id });
export const DraftParams = z.strictObject({ id: DraftId });

/** Says where the next rows begin; it is taken from an answer and given back as it is. */
export const Cursor = z.string().min(1).max(1000);
export const MOST_ROWS = 200;
export const Limit = z.coerce.number().int().min(1).max(MOST_ROWS);

/** Counted up to a cap: beyond it nobody waits for the exact number. */
export const CappedCount = z.object({ count: z.int().min(0), isCapped: z.boolean() });
export type CappedCount = z.infer<typeof CappedCount>;

/** Offsets into the page's text, end exclusive. */
export const SpanView = z.object({ start: z.int().min(0), end: z.int().min(0) });
export type SpanView = z.infer<typeof SpanView>;

export const Done = z.object({ done: z.literal(true) });

export const Role = z.enum(["reader", "editor", "admin"]);
export type Role = z.infer<typeof Role>;

export const YesNo = z.enum(["yes", "no"]).default("no");
