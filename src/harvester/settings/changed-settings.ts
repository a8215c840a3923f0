import { isDeepStrictEqual } from "node:util";
import type { SourceSettings } from "../../api/source.js";

/** What is to be written: whatever else was changed since `before` was read stays. */
export const changedSettings = (before: SourceSettings, after: SourceSettings): Partial<SourceSettings> => {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, was.get(name))));
};
