/** Cursors: where the next rows begin, as a caller carries it. What does not fit is a fault of the call. */
import type { z } from "zod";
import { refuse } from "../api/errors.js";

export function cursorOf(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function placeOf<Place>(cursor: string | undefined, schema: z.ZodType<Place>): Place | null {
  if (cursor === undefined) return null;
  const { data, success } = schema.safeParse(jsonOf(Buffer.from(cursor, "base64url").toString()));
  return success ? data : refuse("request-invalid", "the cursor is not one of ours");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
