import { ReportedError } from "../../api/errors.js";
import { because, type Reason } from "../../api/reasons.js";

/** What a page was too much for, as a reason; any other error is not the page's doing, and thrown again. */
export function tooMuch(error: unknown): Reason {
  if (error instanceof ReportedError && error.report.code.startsWith("work-too-")) return because("refused", error.report);
  throw error;
}

/** Undefined where the page was too much: it is passed over. */
export const unlessTooMuch = <Output>(work: Promise<Output>): Promise<Output | undefined> =>
  work.catch((error: unknown) => void tooMuch(error));
