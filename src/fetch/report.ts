import { type ErrorReport, errorReport } from "../api/errors.js";
import { because } from "../api/reasons.js";
import type { Fetched } from "./fetch-page.js";

export type Unfetched = Extract<Fetched, { kind: "gone" | "refused" | "failed" }>;

/** A visit that gave no page, in the words of every boundary. */
export function reportOf(outcome: Unfetched): ErrorReport {
  if (outcome.kind === "gone") return errorReport("page-gone", outcome.address, because("status", outcome.status));
  if (outcome.code === "page-not-html") return errorReport(outcome.code, outcome.address);
  return errorReport(outcome.code, outcome.address, outcome.reason);
}
