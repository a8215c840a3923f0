import { reasonFor } from "../../core/read/reasons.js";
import { NOTICE } from "../../harvester/notice.js";

/** The sentence for a class as the store keeps it; the harvester has two classes of its own. */
export function reasonOfClass(kind: string): string {
  if (kind === "charset-doubtful") return "The page's letters and its declared charset do not fit.";
  if (kind === "notice") return NOTICE;
  return reasonFor(kind as Parameters<typeof reasonFor>[0]) ?? kind; // a class of an older version has no sentence any more
}
