import { type ErrorReport, ReportedError } from "../api/errors.js";

/** Refused for now; the answer says in Retry-After when to come again. */
export class RetryLater extends ReportedError {
  constructor(
    report: ErrorReport,
    readonly seconds: number,
  ) {
    super(report);
  }
}
